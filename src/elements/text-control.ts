import type { PropertyDeclarations } from 'lit';
import { findEdit, History, type Moment, type StateEdit } from './editing.js';
import { FormControl } from './form-control.js';

/** Behind the end of any text. */
const FAR = 999;

/**
 * A control whose text is always rendered from a state: the national digits of a number, the characters of a code.
 * What the browser did to the text is read from the text itself, after it did it: virtual keyboards send no keys and
 * ignore cancelled events, autofill and password managers send less.
 *
 * @fires input - the person changed the text
 * @fires change - the person changed the value and left the field, or pressed Enter
 */
export abstract class TextControl extends FormControl {
  static override properties: PropertyDeclarations = {
    value: { noAccessor: true, attribute: false },
    defaultValue: { noAccessor: true, attribute: 'value' },
  };

  #state = '';
  /** What is rendered: during a composition the state runs ahead of it. */
  #rendered = '';
  #text = '';
  #history = new History({ state: '', caret: 0 });
  /** State at the last `change`. */
  #committed = '';
  #default = '';
  #isDirty = false;
  #isComposing = false;
  /** Selection before the edit. */
  #before: readonly [start: number, end: number] | undefined;

  /** @internal The state in a text that comes in one piece; null refuses it. */
  protected abstract parse(text: string): string | null;
  /** @internal What the field shows. */
  protected abstract format(state: string): string;
  /** @internal The value of a state. */
  protected abstract toValue(state: string): string;
  /** @internal The state after an edit; null refuses it. */
  protected abstract edit(state: string, edit: StateEdit): Moment | null;
  /** @internal The selection in the text that shows where the caret is. */
  protected abstract selection(state: string, caret: number): readonly [start: number, end: number];
  /** @internal Characters of the state before a place in the text. */
  protected abstract countBefore(text: string, offset: number): number;
  /** @internal What the browser may give back when the page is restored. */
  protected abstract toRestore(state: string): string | null;
  /** @internal The text is shown, or the caret may have moved. */
  protected shown(): void {}
  /** @internal The person has changed the state. */
  protected edited(): void {}
  /** @internal The person pressed Enter. */
  protected entered(): void {
    this.submit();
  }

  /** The value of the form, `''` where there is none yet. Whatever is set is read like a pasted text. */
  get value(): string {
    this.sync();
    return this.toValue(this.#state);
  }

  set value(value: string | null | undefined) {
    const state = this.parse(value ?? '');
    if (state === null) return;
    this.#isDirty = true;
    this.#replace(state);
  }

  /** The value that a reset goes back to: the `value` attribute. */
  get defaultValue(): string {
    return this.#default;
  }

  set defaultValue(value: string | null | undefined) {
    this.#default = value ?? '';
    if (!this.#isDirty) this.#replace(this.parse(this.#default) ?? '');
  }

  formResetCallback(): void {
    this.#isDirty = false;
    this.reveal(false);
    this.#replace(this.parse(this.#default) ?? '');
  }

  /** @internal Reads the value again by rules that have changed. */
  protected reread(): void {
    if (this.#isDirty) this.value = this.#state;
    else this.defaultValue = this.#default;
  }

  formStateRestoreCallback(state: string): void {
    this.value = state;
  }

  protected override firstUpdated(): void {
    this.#show(this.#state.length);
  }

  /** @internal */
  protected get state(): string {
    return this.#state;
  }

  protected override get formValue(): string {
    return this.toValue(this.#state);
  }

  /** @internal Whether an input method is at work on the text: it is left alone until it is done. */
  protected get isComposing(): boolean {
    return this.#isComposing;
  }

  /** @internal Whether the inner input has the focus. In a window behind others WebKit matches no `:focus`. */
  protected get isFocused(): boolean {
    return !!this.shadowRoot?.activeElement && this.shadowRoot.activeElement === this.input;
  }

  protected override sync(): boolean {
    if (this.#isComposing || !this.input || this.input.value === this.#text) return false;
    this.#reconcile('');
    return true;
  }

  protected override handleEdit(event: InputEvent): void {
    const { type, inputType = '' } = event;
    const input = this.input!;
    if (type === 'compositionend') {
      this.#isComposing = false;
      this.#reconcile('insertText');
    } else if (type === 'input') {
      this.#reconcile(inputType);
    } else if (inputType.startsWith('history')) {
      event.preventDefault();
      this.#step(inputType === 'historyUndo' ? -1 : 1);
    } else if (!this.#isComposing) {
      this.#before = [input.selectionStart!, input.selectionEnd!];
      this.#isComposing = type === 'compositionstart';
    }
  }

  protected override handleKey(event: KeyboardEvent): void {
    // Autofill sends keys without a name.
    const { key = '', code = '' } = event;
    if (this.#isComposing || event.isComposing) return;
    if (key === 'Enter') {
      this.#commit();
      this.entered();
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      // Where the layout is not Latin, the place of the key counts.
      const letter = (/^[a-z]$/i.test(key) ? key : code.slice(-1)).toLowerCase();
      if (letter !== 'z' && letter !== 'y') return;
      event.preventDefault();
      this.#step(letter === 'z' && !event.shiftKey ? -1 : 1);
    }
  }

  protected override handleLeave(): void {
    this.sync();
    this.#commit();
    this.shown();
  }

  /** The person is done with the value: the inner `change` does not leave the shadow root. */
  #commit(): void {
    if (this.#state !== this.#committed) {
      this.#committed = this.#state;
      this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
      this.reveal();
    }
  }

  #step(by: -1 | 1): void {
    const moment = !this.readonly && this.#history.step(by);
    if (!moment) return;
    this.#state = moment.state;
    this.#show(moment.caret);
    this.edited();
    this.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: by < 0 ? 'historyUndo' : 'historyRedo' }),
    );
  }

  /** Makes a state of what stands in the inner input now. */
  #reconcile(type: string): void {
    const input = this.input!;
    const text = input.value;
    const [from, to] = this.#before ?? [FAR, FAR];
    if (!this.#isComposing) this.#before = undefined;
    if (text === this.#text) {
      this.#state = this.#rendered;
      return this.shown();
    }
    const edit =
      /^(delete|insert(?!Repl))/.test(type) &&
      findEdit(this.#text, text, input.selectionEnd!, type[0] === 'd' ? FAR : from);
    let next: Moment | null;
    if (edit) {
      const count = (offset: number) => this.countBefore(this.#text, offset);
      const { start, end, inserted } = edit;
      next = this.edit(this.#rendered, {
        start: count(start),
        end: count(end),
        inserted,
        type,
        isAtCaret: from === to,
      });
    } else {
      const state = this.parse(text);
      next = state === null ? null : { state, caret: state.length };
    }
    this.#state = next?.state ?? this.#rendered;
    this.#isDirty = true;
    if (this.#isComposing) {
      this.#announce();
    } else if (next) {
      this.#history.add(next);
      this.#show(next.caret);
    } else {
      input.value = this.#text;
      if (this.isFocused) input.setSelectionRange(from, to);
      this.#announce();
    }
    if (next) this.edited();
  }

  /** A state that did not come from the person: no event, and nothing to go back to. */
  #replace(state: string): void {
    const { input } = this;
    const before = this.#state.length;
    const caret = input ? this.countBefore(this.#text, input.selectionEnd!) : 0;
    this.#history = new History({ state, caret: state.length });
    this.#state = this.#committed = state;
    this.#show(caret < before ? Math.min(caret, state.length) : state.length);
  }

  #show(caret: number): void {
    const { input } = this;
    this.#rendered = this.#state;
    this.#text = this.format(this.#state);
    if (input) {
      if (input.value !== this.#text) input.value = this.#text;
      if (this.isFocused) this.moveTo(caret);
    }
    this.#announce();
  }

  /** @internal Puts the caret before a character of the state. */
  protected moveTo(caret: number): void {
    const input = this.input!;
    const [start, end] = this.selection(this.#state, caret);
    if (input.selectionStart !== start || input.selectionEnd !== end) input.setSelectionRange(start, end);
  }

  #announce(): void {
    this.setFormValue(this.toValue(this.#state), this.toRestore(this.#state));
    this.validate();
    this.shown();
  }
}
