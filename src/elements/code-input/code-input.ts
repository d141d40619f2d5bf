import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { CodeAlphabet } from '../../core/code.js';
import { createCodeFormat } from '../../core/editing/code-format.js';
import { formatPhone } from '../../core/phone.js';
import { codeInputTexts } from '../../locales/built-in.js';
import { backButton, backButtonStyles } from '../back-button.js';
import { CodeBackEvent, CodeCompleteEvent } from './code-input.events.js';
import { codeInputStyles } from './code-input.styles.js';
import type { ControlWords } from '../control/form-control.js';
import { LanguageController } from '../language-controller.js';
import { text } from '../text.js';
import { TextControl, toText } from '../control/text-control.js';
import { themeStyles } from '../theme.styles.js';
import { requestSmsCode } from './web-otp.js';

/** At most this many characters: docs/behaviour/requirements.md#limits. */
const MAX_LENGTH = 6;

/**
 * A field for a confirmation code of up to six characters: one input, drawn as cells. A code from an SMS can be filled in
 * by the browser or the keyboard, and a whole SMS can be pasted. Its texts are in the language of
 * the nearest `lang`, English or Russian or one that the page has added; its colours are light or dark by the `color-scheme` that it inherits.
 *
 * The value is the code as far as it is typed; it is never `tooShort`. Enter reports a code that is shorter than the
 * field as well; so does the button of a form around it: `code-complete` comes before `submit`.
 *
 * @summary A form control for a confirmation code.
 * @tag code-input
 *
 * @fires {InputEvent} input - The person changed the code.
 * @fires {Event} change - The person left the field, or pressed Enter, with another code than before.
 * @fires {CodeCompleteEvent} code-complete - The last cell of `code` was filled, it came in one piece, or was submitted (Enter, button).
 * @fires {CodeBackEvent} code-back - The person wants to go back.
 *
 * @csspart back - The button to go back. It is there with `phone` or `onBack`.
 * @csspart title - The heading.
 * @csspart description - The text that says where the code went.
 * @csspart label - The label.
 * @csspart field - The box around the cells and the input.
 * @csspart input - The native input: over the cells, transparent.
 * @csspart cell - A cell. Its attributes `data-filled` and `data-active` say how it is drawn.
 * @csspart error - The message that says what is wrong.
 * @csspart hint - The hint, in the place of the message.
 *
 * @cssproperty [--auth-color-text=light-dark(#14171f, #f2f4f8)] - Text.
 * @cssproperty [--auth-color-muted=light-dark(#5a6172, #a3abbd)] - Description.
 * @cssproperty [--auth-color-accent=light-dark(#2457e6, #8cabff)] - Border of the active cell, and the button to go back.
 * @cssproperty [--auth-color-surface=light-dark(#fff, #171a22)] - The active cell.
 * @cssproperty [--auth-color-field=light-dark(#f5f6f9, #20242f)] - The cells.
 * @cssproperty [--auth-color-border=light-dark(#858c9c, #737b8d)] - Their border.
 * @cssproperty [--auth-color-error=light-dark(#c4213a, #ff8d97)] - The message of an error, and the border with it.
 * @cssproperty [--auth-radius=12px] - Corners.
 * @cssproperty [--auth-density=1] - Height of fields and buttons, and the space between them: 0.85 is dense, 1.2 has room.
 * @cssproperty [--auth-font=system-ui, sans-serif] - Font family.
 * @cssproperty [--auth-focus-ring=0 0 0 3px, of the accent] - Shadow of the active cell.
 *
 * @cssstate user-invalid - Not valid, and that is shown: after a submission, a check, or on leaving the field.
 * @cssstate busy - `isLoading`: the code is being checked.
 */
export class CodeInput extends TextControl {
  static override styles = [themeStyles, backButtonStyles, codeInputStyles];
  static override properties: PropertyDeclarations = {
    length: { type: Number },
    alphabet: {},
    phone: {},
    title: {},
    onComplete: { attribute: false },
    onBack: { attribute: false },
  };

  /** Characters of a full code, 1 to 6. */
  declare length: number;
  /** Which characters a code can have. */
  declare alphabet: CodeAlphabet;
  /** The number that the code was sent to, for display. */
  declare phone: string;
  /** Heading above the field. */
  declare title: string;
  /** Called with the code after the event `code-complete`. */
  declare onComplete: ((code: string) => void) | undefined;
  /** Called when the person wants to go back, after the event `code-back`. */
  declare onBack: (() => void) | undefined;
  /** @internal The button to go back is outside, before this element. Counts for the first rendering, and stays. */
  declare isBackOutside: boolean | undefined;

  /** @internal */
  protected override readonly format = createCodeFormat(
    this,
    content => content === this.#reportedCode && (this.#hasFailed || !!this.error),
  );

  readonly #language = new LanguageController(this, [codeInputTexts], () => [this.texts]);

  /** The code that was reported last, until it is changed. */
  #reportedCode = '';
  /** `error` was set since then. Kept: the page may remove its message at the first event of the edit that replaces the code. */
  #hasFailed = false;
  #smsRequest: AbortController | undefined;
  #drawFrame = 0;
  /** Selection for which a drawing was scheduled last. */
  #scheduledStart: number | null = 0;
  #scheduledEnd: number | null = 0;

  constructor() {
    super();
    this.length = 6;
    this.alphabet = 'digits';
  }

  protected override onConnected(signal: AbortSignal): void {
    super.onConnected(signal);
    // Chromium fires `selectionchange` on the document alone, Firefox inside the shadow root alone.
    for (const type of ['selectionchange', 'select', 'focusin', 'click']) {
      this.shadowRoot!.addEventListener(type, this.#handleSelection, { signal });
    }
    this.ownerDocument.addEventListener('selectionchange', this.#handleSelection, { signal });
    // The text of the input lies elsewhere than the characters in the cells: dragging it could only be an accident.
    this.addEventListener('dragstart', event => event.preventDefault(), { signal });
    // A page that returns from the back/forward cache must not show a used code either.
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#reportedCode && this.clear(), { signal });
    signal.addEventListener('abort', () => this.#smsRequest?.abort());
    this.#requestSmsCode();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.autocomplete ||= 'one-time-code';
    this.length = Math.max(1, Math.min(Math.trunc(this.length) || MAX_LENGTH, MAX_LENGTH));
    if (changed.has('length') || changed.has('alphabet')) this.reparse();
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // `#complete` has ended the request; another SMS may come after a rejected code.
    if (changed.get('isLoading')) this.#requestSmsCode();
    this.#hasFailed ||= !!this.error;
    if (changed.has('error') && this.error && this.isFocused) this.select();
    this.#drawCells();
  }

  #handleSelection = (event: Event): void => {
    const { type } = event;
    const { input } = this;
    if (type === 'selectionchange') {
      // After most keys `onTextOrCaretChanged` has scheduled the drawing of this selection already.
      const isScheduled = input?.selectionStart === this.#scheduledStart && input.selectionEnd === this.#scheduledEnd;
      if (isScheduled || !this.isFocused) return;
    } else if (input && event.target === input) {
      if (type === 'focusin') {
        // WebKit selects the whole text after the focus came by Tab or from the label. That key's release is heard once
        // and not every key's: a listener costs time with each.
        input.addEventListener('keyup', this.#handleSelection, { once: true });
      }
      if (type === 'click' || type === 'focusin' || (event as KeyboardEvent).code === 'Tab') {
        this.moveCaret(type === 'click' ? this.#cellAt(event as MouseEvent) : this.length);
      }
    }
    this.onTextOrCaretChanged();
  };

  /** Index of the clicked cell; behind the last one where it was the label that was clicked. */
  #cellAt({ clientX, clientY }: MouseEvent): number {
    const index = this.#cells.findIndex(cell => clientX < cell.getBoundingClientRect().right);
    return index < 0 || clientY < this.input!.getBoundingClientRect().top ? this.length : index;
  }

  #handleBack(): void {
    this.dispatchEvent(new CodeBackEvent());
    this.onBack?.();
  }

  protected override handleNonDigitKey(event: KeyboardEvent, key: string): void {
    super.handleNonDigitKey(event, key);
    const input = this.input!;
    const [start, end] = [input.selectionStart!, input.selectionEnd!];
    /** More is selected than the character of the active cell. */
    const isRange = end - start > 1;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (!isRange) {
      // Make a caret of the selected cell: with a selection, some browsers send `deleteContentBackward` for Delete too,
      // and Ctrl+Backspace would delete only this character.
      if (key === 'Delete') input.setSelectionRange(start, start);
      else if (key === 'Backspace' && hasModifier) input.setSelectionRange(end, end);
    }
    const active = Math.min(start, this.length - 1);
    const target = {
      ArrowLeft: isRange ? active : active - 1,
      ArrowRight: isRange ? end : active + 1,
      Home: 0,
      End: this.length,
    }[key];
    // With a modifier the browser moves the caret: where to is known when the key is released.
    if (hasModifier || event.shiftKey) input.addEventListener('keyup', this.#handleSelection, { once: true });
    else if (target !== undefined) {
      event.preventDefault();
      this.moveCaret(Math.max(0, target));
      this.onTextOrCaretChanged();
    }
  }

  /** Empties the field. */
  clear(): void {
    this.value = '';
  }

  /** Focuses the field and selects the whole code, so that typing replaces it. */
  select(): void {
    this.focus();
    this.input?.select();
    this.onTextOrCaretChanged();
  }

  get #cells(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[part="cell"]')];
  }

  protected override get words(): ControlWords {
    const { lang, dir, texts } = this.#language.current;
    return { lang, dir, label: texts.confirmationCode, valueMissing: texts.codeMissing };
  }

  protected override onTextOrCaretChanged(): void {
    // A composition that replaces the reported code begins with it until it ends.
    if (!this.isComposing && this.content !== this.#reportedCode) this.#reportedCode = '';
    const { input } = this;
    if (!input) return;
    const start = input.selectionStart!;
    // Select what belongs to a caret. WebKit makes a caret of a selection, too, after the `click` on it.
    if (start === input.selectionEnd) this.moveCaret(start);
    this.#scheduledStart = start;
    this.#scheduledEnd = input.selectionEnd;
    // Once per frame and not with the key: the browser would compute style and layout twice.
    if (!this.#drawFrame) this.#drawFrame = requestAnimationFrame(this.#drawCells);
  }

  /** Draws the cells. Not with a Lit template, because this runs with every key. */
  #drawCells = (): void => {
    this.#drawFrame = 0;
    const { selectionStart, selectionEnd } = this.input!;
    const start = Math.min(selectionStart!, this.length - 1);
    const end = this.isFocused ? Math.max(selectionEnd!, start + 1) : 0;
    this.#cells.forEach((cell, index) => {
      const character = this.content[index] ?? '';
      if (cell.textContent !== character) cell.textContent = character;
      cell.toggleAttribute('data-filled', !!character);
      cell.toggleAttribute('data-active', index >= start && index < end);
    });
  };

  protected override onEdited(edit?: { readonly isOvertyped?: boolean }): void {
    if (this.content.length === this.length && !edit?.isOvertyped) this.#complete();
  }

  protected override onEnter(): void {
    if (this.isLoading) return;
    this.#complete();
    super.onEnter();
  }

  protected override onFormSubmit(): void {
    this.#complete();
  }

  /** Reports the code, once, until it is changed. See docs/behaviour/inputs.md#code-completion. */
  #complete(): void {
    const code = this.content;
    if (!code || code === this.#reportedCode || this.isLoading) return;
    this.#reportedCode = code;
    this.#hasFailed = false;
    this.#smsRequest?.abort();
    this.dispatchEvent(new CodeCompleteEvent(code));
    this.onComplete?.(code);
  }

  #requestSmsCode(): void {
    this.#smsRequest = requestSmsCode(code => {
      this.value = code;
      this.onEdited();
    });
  }

  override render(): TemplateResult {
    const language = this.#language.current;
    const { codeSentTo, back } = language.texts;
    const { phone, description } = this;
    // The button comes last, and CSS puts it first: delegated focus goes to the first focusable element, the input.
    return html`<div class="control">
      ${this.title ? html`<h2 part="title">${text(this.title)}</h2>` : nothing}
      ${this.renderField(
        'text',
        this.alphabet === 'alphanumeric' ? 'text' : 'numeric',
        phone
          ? html`${description ? text(description) : text(codeSentTo, language)}
              <bdi dir="ltr" .textContent=${formatPhone(toText(phone))}></bdi>`
          : description && text(description),
        Array<TemplateResult>(this.length).fill(html`<span part="cell" aria-hidden="true"></span>`),
      )}
      ${
        (phone || this.onBack) && !this.isBackOutside
          ? backButton(text(back, language), () => this.#handleBack())
          : nothing
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'code-input': CodeInput;
  }
}
