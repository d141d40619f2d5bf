import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { CodeAlphabet } from '../../core/code.js';
import { createCodeFormat } from '../../core/editing/code-format.js';
import { formatPhone } from '../../core/phone.js';
import { codeInputTexts } from '../../locales/en-and-ru.js';
import { backButton, backButtonStyles } from '../back-button.js';
import { FieldEditor } from '../control/field-editor.js';
import type { FieldTexts } from '../control/field-validity.js';
import { asString, TextControl } from '../control/text-control.js';
import { LanguageController } from '../language-controller.js';
import { text } from '../text.js';
import { themeStyles } from '../theme.styles.js';
import { CodeCells } from './code-cells.js';
import { CodeBackEvent, CodeCompleteEvent } from './code-input.events.js';
import { codeInputStyles } from './code-input.styles.js';
import { TypeAhead } from './type-ahead.js';
import { requestSmsCode } from './web-otp.js';

/** The largest number of characters in a code: docs/behaviour/requirements.md#limits. */
const MAX_LENGTH = 6;

/**
 * A field for a confirmation code of up to six characters: one input, shown as cells. The browser or the keyboard can
 * fill in a code from an SMS, and a whole SMS can be pasted. The texts are in the language of the nearest `lang`:
 * English, Russian or one that the page has added. The colours are light or dark, according to the `color-scheme` that
 * the element inherits.
 *
 * The value is what has been typed of the code, and it is never `tooShort`. Enter and the submit button of a form
 * around the field also report a code that is shorter than the field: `code-complete` fires before `submit`.
 * A `placeholder` can't be seen, because the text of the input is transparent.
 *
 * @summary A form control for a confirmation code.
 * @tag code-input
 *
 * @slot change - Shown after the number: a button that changes it.
 *
 * @fires {InputEvent} input - The person changed the code.
 * @fires {Event} change - The person changed the code and then left the field or pressed Enter.
 * @fires {CodeCompleteEvent} code-complete - The last cell was filled, the code came in one piece, or it was submitted (Enter, button).
 * @fires {CodeBackEvent} code-back - The person wants to go back.
 *
 * @csspart back - The back button, shown with `phone` or `onBack`.
 * @csspart title - The heading.
 * @csspart description - The text that says where the code went.
 * @csspart label - The label.
 * @csspart field - The box around the cells and the input.
 * @csspart input - The native input, transparent and over the cells.
 * @csspart cell - A cell. It has the attribute `data-filled` if it has a character, and `data-active` if the caret is in it or it is selected.
 * @csspart error - The error message.
 * @csspart hint - The hint, shown while there is no error message.
 *
 * @cssproperty [--auth-color-text=light-dark(#14171f, #f2f4f8)] - Text.
 * @cssproperty [--auth-color-muted=light-dark(#5a6172, #a3abbd)] - Description and hint.
 * @cssproperty [--auth-color-accent=light-dark(#2457e6, #8cabff)] - Border of the active cell, and the back button.
 * @cssproperty [--auth-color-surface=light-dark(#fff, #171a22)] - Background of the active cell.
 * @cssproperty [--auth-color-field=light-dark(#f5f6f9, #20242f)] - Background of the cells.
 * @cssproperty [--auth-color-border=light-dark(#8b92a1, #616878)] - Border of the cells.
 * @cssproperty [--auth-color-error=light-dark(#c4213a, #ff8d97)] - The error message, and the border of an invalid field.
 * @cssproperty [--auth-radius=12px] - Corner radius.
 * @cssproperty [--auth-density=1] - Scales the height of fields and buttons and the space between them: 0.85 is dense, 1.2 is roomy.
 * @cssproperty [--auth-font=system-ui, sans-serif] - Font family.
 * @cssproperty [--auth-focus-ring=0 0 0 3px, of the accent] - `box-shadow` of the active cell.
 *
 * @cssstate user-invalid - The value isn't valid and the error message is shown: after a submission or a check, or when the person has left the field.
 * @cssstate busy - `isLoading`: the code is being checked.
 */
export class CodeInput extends TextControl {
  static override styles = [themeStyles, backButtonStyles, codeInputStyles];
  // src/frameworks/props.ts lists these properties too, and react.ts beside it the callbacks.
  static override properties: PropertyDeclarations = {
    length: { type: Number },
    alphabet: {},
    phone: {},
    title: {},
    onComplete: { attribute: false },
    onBack: { attribute: false },
  };

  /** The number of characters in a full code, 1 to 6. */
  declare length: number;
  /** The characters that a code can consist of. */
  declare alphabet: CodeAlphabet;
  /** The phone number that the code was sent to, for display. */
  declare phone: string;
  /** A heading above the field. */
  declare title: string;
  /** Called with the code after the event `code-complete`. */
  declare onComplete: ((code: string) => void) | undefined;
  /** Called when the person wants to go back, after the event `code-back`. */
  declare onBack: (() => void) | undefined;
  /** @internal Whether the back button is outside this element, before it. Must be set before the first render. */
  declare isBackOutside: boolean | undefined;

  /** @internal */
  protected override readonly editor = new FieldEditor(
    this,
    createCodeFormat(this, content => content === this.#reportedCode && (this.#hasFailed || !!this.error)),
  );

  readonly #cells = new CodeCells(this, this.editor);
  readonly #language = new LanguageController(this, [codeInputTexts], () => [this.texts]);

  /** The code that was reported last, until it is changed. */
  #reportedCode = '';
  /**
   * Whether an update since the code was reported has found an `error`. The page may remove `error` at the first event of the
   * edit that replaces the code.
   */
  #hasFailed = false;
  #smsRequest: AbortController | undefined;
  /** Whether the field was neither disabled nor readonly at the last update. */
  #wasFillable = true;
  readonly #typeAhead = new TypeAhead();
  /** @internal Whether the `input` event that is being dispatched is about what was typed during `isLoading`. */
  isEnteringAhead = false;

  constructor() {
    super();
    this.length = 6;
    this.alphabet = 'digits';
  }

  /** @internal */
  override get fieldTexts(): FieldTexts {
    const { lang, dir, texts } = this.#language.current;
    return { lang, dir, label: texts.confirmationCode, valueMissing: texts.codeMissing };
  }

  /** @internal */
  override onContentOrCaret(): void {
    super.onContentOrCaret();
    // During a composition, the format is given the content from before it with each change. It must recognise a rejected code until the end.
    if (!this.editor.isComposing && this.editor.content !== this.#reportedCode) this.#reportedCode = '';
    this.#cells.update();
  }

  /** @internal */
  override onEdited(edit: { readonly isDoubtful?: boolean }): void {
    if (this.editor.content.length === this.length && !edit.isDoubtful) this.#complete();
  }

  /** @internal */
  override onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter') this.#cells.handleKey(event);
    else if (!this.isLoading) {
      this.#complete();
      super.onKey(event);
    }
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = this.disconnection;
    this.#cells.connect(signal);
    const handleSubmit = ({ target }: Event) => target === this.form && this.#complete();
    this.getRootNode().addEventListener('submit', handleSubmit, { capture: true, signal });
    // A page that returns from the back/forward cache must not show a used code.
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
    const isFillable = this.#isFillable;
    if (!isFillable) this.#smsRequest?.abort();
    // The request for an SMS code is repeated when the field can be filled in again, and when a check is over: `#complete` has
    // ended it, and another SMS may come after a rejected code.
    else if (!this.#wasFillable || changed.get('isLoading')) this.#requestSmsCode();
    this.#wasFillable = isFillable;
    this.#hasFailed ||= !!this.error;
    if (changed.has('error') && this.error && this.editor.isFocused) this.select();
    if (changed.has('isLoading')) this.#followLoading();
    this.#cells.draw();
  }

  /** Enters what was typed ahead when `isLoading` ends. It isn't completed: the person hasn't seen yet whether another code is needed. */
  #followLoading(): void {
    const typeAhead = this.#typeAhead;
    if (this.isLoading) typeAhead.begin(this.input!);
    else {
      const typed = typeAhead.end(this.input!);
      this.isEnteringAhead = true;
      if (this.isConnected && this.#isFillable) this.editor.enter(typed);
      this.isEnteringAhead = false;
    }
  }

  get #isFillable(): boolean {
    return !this.readonly && !this.isDisabled;
  }

  #handleBack(): void {
    this.dispatchEvent(new CodeBackEvent());
    this.onBack?.();
  }

  /** Empties the field. */
  clear(): void {
    this.value = '';
  }

  /** Focuses the field and selects the whole code, so that typing replaces it. */
  select(): void {
    this.focus();
    this.input?.select();
    this.#cells.update();
  }

  /** Reports the code, complete or not, but only once until it is changed. See docs/behaviour/inputs.md#code-completion. */
  #complete(): void {
    const code = this.editor.content;
    if (!code || code === this.#reportedCode || this.isLoading || this.isDisabled) return;
    this.#reportedCode = code;
    this.#hasFailed = false;
    this.#smsRequest?.abort();
    this.dispatchEvent(new CodeCompleteEvent(code));
    this.onComplete?.(code);
  }

  #requestSmsCode(): void {
    if (!this.isConnected || !this.#isFillable) return;
    this.#smsRequest = requestSmsCode(code => {
      if (this.isLoading) this.#typeAhead.text = code;
      else if (this.#isFillable && this.editor.format.parse(code) !== null) {
        this.value = code;
        this.onEdited({ isDoubtful: this.editor.format.isDoubtful!(code) });
      }
    });
  }

  override render(): TemplateResult {
    const language = this.#language.current;
    const { codeSentTo, back } = language.texts;
    const { phone, description } = this;
    // CSS shows the button first. It comes last here because delegated focus goes to the first focusable element, which
    // must be the input.
    return html`<div class="control">
      ${this.title ? html`<h2 part="title">${text(this.title)}</h2>` : nothing}
      ${this.renderField({
        type: 'text',
        inputmode: this.alphabet === 'alphanumeric' ? 'text' : 'numeric',
        description: phone
          ? html`${description ? text(description) : text(codeSentTo, language)}
              <bdi dir="ltr" .textContent=${formatPhone(asString(phone))}></bdi>${this.hint && html`<i>.</i>`}`
          : description && text(description),
        aside: html` <slot name="change"></slot>`,
        cells: Array<TemplateResult>(this.length).fill(html`<span part="cell" aria-hidden="true"></span>`),
      })}
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
