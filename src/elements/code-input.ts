import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { sanitizeCode, type CodeAlphabet } from '../core/code.js';
import { formatPhone } from '../core/phone.js';
import { CodeBackEvent, CodeCompleteEvent } from './code-input.events.js';
import { codeInputStyles } from './code-input.styles.js';
import type { Moment, StateEdit } from './editing.js';
import type { Problem } from './form-control.js';
import { TextControl } from './text-control.js';
import { themeStyles } from './theme.styles.js';
import { readSmsCode } from './web-otp.js';

/**
 * A field for a confirmation code of up to six characters: one input, drawn as cells.
 *
 * @summary A form control for a confirmation code.
 * @tag code-input
 */
export class CodeInput extends TextControl {
  static override styles = [themeStyles, codeInputStyles];
  static override properties: PropertyDeclarations = {
    length: { type: Number },
    alphabet: {},
    phone: {},
    onComplete: { attribute: false },
    onBack: { attribute: false },
    isLoading: { type: Boolean, attribute: 'is-loading' },
    title: {},
    description: {},
  };

  /** Characters of a full code, 1 to 6. */
  declare length: number;
  /** What a code is made of. */
  declare alphabet: CodeAlphabet;
  /** The number that the code was sent to, for display. */
  declare phone: string;
  /** Called with the code when it is complete, after the event `code-complete`. */
  declare onComplete: ((code: string) => void) | undefined;
  /** Called when the person wants to go back, after the event `code-back`. */
  declare onBack: (() => void) | undefined;
  /** The code is being checked: it is shown and can't be changed. */
  declare isLoading: boolean;
  /** Heading above the field. */
  declare title: string;
  /** Text above the field, before the number. */
  declare description: string | undefined;

  /** The code that was reported last, until it is changed. */
  #reported = '';
  #otp: AbortController | undefined;

  constructor() {
    super();
    this.length = 6;
    this.alphabet = 'digits';
    this.phone = this.title = '';
    this.isLoading = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#awaitSms();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#otp?.abort();
    document.removeEventListener('selectionchange', this.#handleSelection);
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    const input = this.input!;
    // Which of them fires when the selection changes depends on the browser.
    for (const type of ['selectionchange', 'select', 'keyup']) {
      this.renderRoot.addEventListener(type, this.#handleSelection);
    }
    input.addEventListener('click', this.#handleClick);
    input.addEventListener('focus', this.#handleFocus);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.length = Math.max(1, Math.min(Math.trunc(this.length) || 6, 6));
    if (changed.has('length') || changed.has('alphabet')) this.reread();
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.toggleState('busy', this.isLoading);
    this.input!.ariaBusy = String(this.isLoading);
    if (changed.get('isLoading')) this.#awaitSms();
    // Typing after an error replaces the code that was wrong.
    if (changed.has('error') && this.error && this.isFocused) this.select();
    this.shown();
  }

  #handleSelection = (): void => {
    this.shown();
  };

  #handleFocus = (): void => {
    document.addEventListener('selectionchange', this.#handleSelection);
    this.moveTo(this.state.length);
    this.shown();
  };

  #handleClick = (event: MouseEvent): void => {
    // A click on the label is none on a cell.
    if (!event.detail) return;
    const cell = this.#cells.findIndex(cell => event.clientX < cell.getBoundingClientRect().right);
    this.moveTo(Math.min(cell < 0 ? this.length : cell, this.state.length));
    this.shown();
  };

  #handleBack(): void {
    this.dispatchEvent(new CodeBackEvent());
    this.onBack?.();
  }

  protected override handleLeave(): void {
    document.removeEventListener('selectionchange', this.#handleSelection);
    super.handleLeave();
  }

  protected override handleKey(event: KeyboardEvent): void {
    super.handleKey(event);
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const [start, end] = [this.input!.selectionStart!, this.input!.selectionEnd!];
    const many = end - start > 1;
    const active = Math.min(start, this.length - 1);
    const target = {
      ArrowLeft: many ? start : active - 1,
      ArrowRight: many ? end : active + 1,
      Home: 0,
      End: this.length,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.moveTo(Math.max(0, Math.min(target, this.state.length)));
    this.shown();
  }

  /** Empties the field. */
  clear(): void {
    this.value = '';
  }

  /** Focuses the field with the whole code selected, so that typing replaces it. */
  select(): void {
    this.focus();
    this.input?.select();
    this.shown();
  }

  get #cells(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll('span')];
  }

  protected override parse(text: string): string | null {
    const code = sanitizeCode(text, this);
    return code || !text.trim() ? code : null;
  }

  protected override format(state: string): string {
    return state;
  }

  protected override toValue(state: string): string {
    return state;
  }

  protected override toRestore(): null {
    return null;
  }

  protected override countBefore(_text: string, offset: number): number {
    return offset;
  }

  protected override selection(state: string, caret: number): readonly [number, number] {
    // A filled cell is selected, so that the browser itself overwrites or deletes what is in it.
    return [caret, caret < state.length ? caret + 1 : caret];
  }

  protected override edit(state: string, { start, end, inserted, type, isAtCaret }: StateEdit): Moment | null {
    if (!inserted) {
      const isBackward = type.endsWith('Backward');
      const isOneCell = end - start === 1 && !isAtCaret;
      // By word or line: everything up to here.
      if (isBackward && !type.includes('Content')) start = 0;
      // Backspace on a filled cell goes back to the one before.
      const caret = isBackward && isOneCell && start ? start - 1 : start;
      return { state: state.slice(0, start) + state.slice(end), caret };
    }
    const code = sanitizeCode(inserted, this);
    if (!code) return null;
    if (code.length === this.length) return { state: code, caret: this.length };
    start = Math.min(start, this.length - 1);
    const next = state.slice(0, start) + code + state.slice(Math.max(end, start + code.length));
    return { state: next.slice(0, this.length), caret: Math.min(start + code.length, this.length) };
  }

  protected override problem(): Problem | undefined {
    return this.required && !this.state ? ['valueMissing', this.texts.codeMissing] : undefined;
  }

  /** Draws the cells. Not by a template: this is done for every key. */
  protected override shown(): void {
    const { state, input, isFocused } = this;
    if (state !== this.#reported) this.#reported = '';
    if (!input) return;
    if (isFocused && !this.isComposing && input.selectionStart === input.selectionEnd)
      this.moveTo(input.selectionStart!);
    const start = Math.min(input.selectionStart!, this.length - 1);
    const end = Math.max(input.selectionEnd!, start + 1);
    this.#cells.forEach((cell, index) => {
      const character = state[index] ?? '';
      const isActive = isFocused && index >= start && index < end;
      const part = 'cell' + (character && ' filled') + (isActive ? ' active' : '');
      if (cell.textContent !== character) cell.textContent = character;
      if (cell.getAttribute('part') === part) return;
      cell.setAttribute('part', part);
      cell.toggleAttribute('data-filled', !!character);
      cell.toggleAttribute('data-active', isActive);
    });
  }

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
    this.#otp?.abort();
    this.dispatchEvent(new CodeCompleteEvent(code));
    this.onComplete?.(code);
  }

  #awaitSms(): void {
    this.#otp?.abort();
    const { signal } = (this.#otp = new AbortController());
    void readSmsCode(signal).then(code => {
      if (!code || signal.aborted) return;
      this.value = code;
      this.edited();
    });
  }

  override render(): TemplateResult {
    const { texts } = this;
    return html`
      ${
        this.phone || this.onBack
          ? html`<button part="back" type="button" @click=${this.#handleBack}>
              <svg viewBox="0 0 20 20" aria-hidden="true"><path d="m12 4-6 6 6 6" /></svg>${texts.back}
            </button>`
          : nothing
      }
      ${this.title ? html`<h2 part="title">${this.title}</h2>` : nothing}
      ${
        this.description || this.phone
          ? html`<p part="description" id="about">
              ${this.description || texts.sentTo} <bdi dir="ltr">${formatPhone(this.phone)}</bdi>
            </p>`
          : nothing
      }
      ${this.frame(html`
        ${this.renderInput({
          type: 'text',
          inputmode: this.alphabet === 'digits' ? 'numeric' : 'text',
          autocomplete: 'one-time-code',
          placeholder: this.placeholder ?? '',
          name: texts.code,
          describedBy: this.description || this.phone ? 'about error' : 'error',
          readonly: this.readonly || this.isLoading,
        })}
        ${Array.from({ length: this.length }, () => html`<span part="cell" aria-hidden="true"></span>`)}
      `)}
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'code-input': CodeInput;
  }
}
