import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { sanitizeCode, type CodeAlphabet } from '../core/code.js';
import { formatPhone } from '../core/phone.js';
import { codeTexts } from '../locales/inputs.js';
import { CodeBackEvent, CodeCompleteEvent } from './code-input.events.js';
import { codeInputStyles } from './code-input.styles.js';
import type { Edit, Moment } from './editing.js';
import type { ControlTexts, ValidityFlag } from './form-control.js';
import { langOf } from './locale.js';
import { TextControl } from './text-control.js';
import { themeStyles } from './theme.styles.js';
import { readSmsCode } from './web-otp.js';

/**
 * A field for a confirmation code of up to six characters: one input, drawn as cells. A code from an SMS can be filled in
 * by the browser or the keyboard, and a whole SMS be pasted. Its texts are English or Russian, by the nearest `lang`; its
 * colours are light or dark by the `color-scheme` that it inherits.
 *
 * Where a form is around it, Enter and the button of the form report a code that is shorter than the field as well:
 * `code-complete` comes before `submit`.
 *
 * @summary A form control for a confirmation code.
 * @tag code-input
 *
 * @fires {InputEvent} input - The person changed the code.
 * @fires {Event} change - The person left the field, or pressed Enter, with another code than before.
 * @fires {CodeCompleteEvent} code-complete - The code is complete (`code`); again only after it was changed.
 * @fires {CodeBackEvent} code-back - The person wants to go back.
 *
 * @csspart back - The button to go back. It is there with `phone` or `onBack`.
 * @csspart title - The heading.
 * @csspart description - The text that says where the code went.
 * @csspart label - The label.
 * @csspart field - The box around the cells and the input.
 * @csspart input - The native input: over the cells, transparent.
 * @csspart cell - A cell. In it `data-filled` and `data-active` say how it is drawn.
 * @csspart error - The message of what is wrong.
 *
 * @cssproperty [--auth-color-text=light-dark(#14171f, #f2f4f8)] - Text.
 * @cssproperty [--auth-color-muted=light-dark(#5a6172, #a3abbd)] - Description.
 * @cssproperty [--auth-color-accent=light-dark(#2457e6, #8cabff)] - Border of the active cell, and the button to go back.
 * @cssproperty [--auth-color-surface=light-dark(#fff, #171a22)] - The active cell.
 * @cssproperty [--auth-color-field=light-dark(#f5f6f9, #20242f)] - The cells.
 * @cssproperty [--auth-color-border=light-dark(#858c9c, #737b8d)] - Their border.
 * @cssproperty [--auth-color-error=light-dark(#c4213a, #ff8d97)] - The message of an error, and the border with it.
 * @cssproperty [--auth-radius=12px] - Corners.
 * @cssproperty [--auth-font=system-ui, sans-serif] - Font family.
 * @cssproperty [--auth-focus-ring=0 0 0 3px, of the accent] - Shadow of the active cell.
 *
 * @cssstate user-invalid - What is wrong is shown: the form was sent with it.
 * @cssstate busy - `isLoading`: the code is being checked.
 */
export class CodeInput extends TextControl {
  static override styles = [themeStyles, codeInputStyles];
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
  /** What a code is made of. */
  declare alphabet: CodeAlphabet;
  /** The number that the code was sent to, for display. */
  declare phone: string;
  /** Heading above the field. */
  declare title: string;
  /** Called with the code when it is complete, after the event `code-complete`. */
  declare onComplete: ((code: string) => void) | undefined;
  /** Called when the person wants to go back, after the event `code-back`. */
  declare onBack: (() => void) | undefined;

  /** @internal */
  protected override overtype = true;
  /** The code that was reported last, until it is changed. */
  #reported = '';
  #sms: AbortController | undefined;
  #frame = 0;
  /** What was selected at the last look. */
  #start: number | null = 0;
  #end: number | null = 0;

  constructor() {
    super();
    this.length = 6;
    this.alphabet = 'digits';
  }

  protected override listen(signal: AbortSignal): void {
    super.listen(signal);
    // Which of these fires when the selection changes depends on the browser.
    for (const type of ['selectionchange', 'select', 'focusin', 'click']) {
      this.shadowRoot!.addEventListener(type, this.#handleSelection, { signal });
    }
    this.ownerDocument.addEventListener('selectionchange', this.#handleSelection, { signal });
    // The text under the cells is not where they show it: nobody could mean to drag a part of it away.
    this.addEventListener('dragstart', event => event.preventDefault(), { signal });
    // A page that is kept alive and comes back must not show a used code either.
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#reported && this.clear(), { signal });
    signal.addEventListener('abort', () => this.#sms?.abort());
    this.#awaitSms();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.autocomplete ||= 'one-time-code';
    this.length = Math.max(1, Math.min(Math.trunc(this.length) || 6, 6));
    if (changed.has('length') || changed.has('alphabet')) this.reread();
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (changed.get('isLoading')) this.#awaitSms();
    // Typing after an error replaces the code that was wrong.
    if (changed.has('error') && this.error && this.isFocused) this.select();
    this.#draw();
  }

  #handleSelection = (event: Event): void => {
    const { type } = event;
    const { input } = this;
    if (type === 'selectionchange') {
      // After most keys it says nothing new.
      const isSeen = input?.selectionStart === this.#start && input?.selectionEnd === this.#end;
      if (isSeen || !this.isFocused) return;
    } else if (input && event.target === input) {
      const { clientX, clientY } = event as MouseEvent;
      let cell = -1;
      // A click on the label comes here as well.
      if (type === 'click' && clientY >= input.getBoundingClientRect().top) {
        cell = this.#cells.findIndex(cell => clientX < cell.getBoundingClientRect().right);
      }
      // WebKit selects everything after the focus came by Tab or from the label. Only that key counts: each costs time.
      if (type === 'focusin') input.addEventListener('keyup', this.#handleSelection, { once: true });
      if (type === 'click' || type === 'focusin' || (event as KeyboardEvent).code === 'Tab') {
        this.moveTo(Math.min(cell < 0 ? this.length : cell, this.state.length));
      }
    }
    this.shown();
  };

  #handleBack(): void {
    this.dispatchEvent(new CodeBackEvent());
    this.onBack?.();
  }

  protected override pressed(event: KeyboardEvent, key: string): void {
    super.pressed(event, key);
    const input = this.input!;
    const [start, end] = [input.selectionStart!, input.selectionEnd!];
    const isRange = end - start > 1;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (!isRange) {
      // From a caret, browsers say what they delete; from a selection some take Delete for Backspace.
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
    // Where the browser puts the caret then is seen with the release.
    if (hasModifier || event.shiftKey) input.addEventListener('keyup', this.#handleSelection, { once: true });
    else if (target !== undefined) {
      event.preventDefault();
      this.moveTo(Math.max(0, Math.min(target, this.state.length)));
      this.shown();
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
    this.shown();
  }

  get #cells(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[part="cell"]')];
  }

  protected override get texts(): ControlTexts {
    return codeTexts[langOf(this)];
  }

  protected override get problem(): ValidityFlag | undefined {
    return this.required && !this.state ? 'valueMissing' : undefined;
  }

  protected override parse(text: string): string | null {
    return sanitizeCode(text, this) || (text.trim() ? null : '');
  }

  protected override edit(state: string, { start, end, inserted, type, isAtCaret }: Edit): Moment | null {
    const { length } = this;
    const code = sanitizeCode(inserted, this);
    let caret = start + code.length;
    if (inserted) {
      if (!code) return null;
      if (code.length === length) return [code, length];
      if (start === length) caret = start--;
      end = Math.max(end, caret);
    } else if (type.endsWith('Backward') && !isAtCaret && end - start === 1 && start) {
      // Backspace in a filled cell goes back to the one before.
      caret--;
    }
    const next = state.slice(0, start) + code + state.slice(end);
    return [next.slice(0, length), Math.min(caret, length)];
  }

  protected override shown(): void {
    if (this.state !== this.#reported) this.#reported = '';
    const { input } = this;
    if (!input) return;
    const start = input.selectionStart!;
    if (!this.isComposing && start < this.state.length && start === input.selectionEnd) this.moveTo(start);
    this.#start = start;
    this.#end = input.selectionEnd;
    // With the frame, not with the key: the browser would style and lay out the page twice for it.
    if (!this.#frame) this.#frame = requestAnimationFrame(this.#draw);
  }

  /** Draws the cells. Not by a template: this is done for every key. */
  #draw = (): void => {
    this.#frame = 0;
    const { selectionStart, selectionEnd } = this.input!;
    const start = Math.min(selectionStart!, this.length - 1);
    const end = this.isFocused ? Math.max(selectionEnd!, start + 1) : 0;
    this.#cells.forEach((cell, index) => {
      const character = this.state[index] ?? '';
      if (cell.textContent !== character) cell.textContent = character;
      cell.toggleAttribute('data-filled', !!character);
      cell.toggleAttribute('data-active', index >= start && index < end);
    });
  };

  protected override edited(): void {
    if (this.state.length === this.length) this.submitted();
  }

  protected override entered(): void {
    if (this.isLoading) return;
    this.submitted();
    this.submit();
  }

  protected override submitted(): void {
    const code = this.state;
    if (!code || code === this.#reported || this.isLoading) return;
    this.#reported = code;
    this.#sms?.abort();
    this.dispatchEvent(new CodeCompleteEvent(code));
    this.onComplete?.(code);
  }

  #awaitSms(): void {
    this.#sms = readSmsCode(code => {
      this.value = code;
      this.edited();
    });
  }

  override render(): TemplateResult {
    const [, , sentTo, back] = this.texts;
    const { phone, description } = this;
    // The button is drawn first and comes last: the focus that the host is given goes to the first that can have it.
    return html`
      ${this.title ? html`<h2 part="title">${this.title}</h2>` : nothing}
      ${this.renderField(
        'text',
        this.alphabet === 'alphanumeric' ? 'text' : 'numeric',
        phone ? html`${description || sentTo} <bdi dir="ltr">${formatPhone(`${phone}`)}</bdi>` : description,
        Array.from({ length: this.length }, () => html`<span part="cell" aria-hidden="true"></span>`),
      )}
      ${
        phone || this.onBack
          ? html`<button part="back" type="button" @click=${this.#handleBack}>
              <svg viewBox="0 0 20 20"><path d="m12 4-6 6 6 6" /></svg>${back}
            </button>`
          : nothing
      }
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'code-input': CodeInput;
  }
}
