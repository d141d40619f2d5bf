import type { PropertyDeclarations } from 'lit';
import { isDigit } from '../core/digits.js';
import { findEdit, type Edit, type Moment } from './editing.js';
import { FormControl } from './form-control.js';

/** Behind the end of any text. */
const FAR = 999;

/**
 * A control whose text is always rendered from a state: the national digits of a number, the characters of a code.
 * What the browser did to the text is read from the text itself, after it did it: virtual keyboards send no keys and
 * ignore cancelled events, autofill and password managers send less.
 */
export abstract class TextControl extends FormControl {
  static override properties: PropertyDeclarations = {
    value: { noAccessor: true, attribute: false },
    defaultValue: { noAccessor: true, attribute: 'value' },
  };

  #state = '';
  /** The state that is rendered, and its text. During a composition the state runs ahead of them. */
  #rendered = '';
  #text = '';
  /** Undo and redo: a text that a script renders has no history of the browser's. */
  #moments: Moment[] = [['', 0]];
  #now = 0;
  /** State at the last `change`, and at the last `input`. */
  #committed = '';
  #told = '';
  #default = '';
  #isDirty = false;
  /** What was selected before the browser edits the text, and the `inputType` that it has announced. */
  #from = FAR;
  #to = FAR;
  #announced = '';
  /** @internal An input method is at work on the text: it is left alone until that is done. */
  protected isComposing = false;
  /** @internal The character behind the caret is selected, for the browser itself to overwrite or delete it. */
  protected overtype = false;

  /** @internal The state in a text that comes in one piece; null refuses it. */
  protected abstract parse(text: string): string | null;
  /** @internal The state after an edit, whose places are counted in its characters; null refuses it. */
  protected abstract edit(state: string, edit: Edit): Moment | null;
  /** @internal Place of the caret in the text: so many characters of the state stand before it. */
  protected offset(_state: string, caret: number): number {
    return caret;
  }
  /** @internal */
  protected format(state: string): string {
    return state;
  }
  /** @internal */
  protected toValue(state: string): string {
    return state;
  }
  /** @internal Characters of the state before a place in the text. */
  protected countBefore(_text: string, offset: number): number {
    return offset;
  }
  /** @internal What the browser may give back when it restores the page. */
  protected toRestore(_state: string): string | null {
    return null;
  }
  /** @internal The text is shown, or the caret may have moved. */
  protected shown(): void {}
  /** @internal The person has changed the state. */
  protected edited(): void {}
  /** @internal The person pressed Enter. */
  protected entered(): void {
    this.submit();
  }

  /**
   * The value, `''` where there is none yet. Whatever is set is read like a pasted text. What it is already changes
   * nothing while the field has the focus, so that an app may repeat what it was told.
   */
  get value(): string {
    this.sync();
    return this.toValue(this.#state);
  }

  set value(value: string | null | undefined) {
    const state = this.parse(`${value ?? ''}`);
    // It would take a number away that is not whole any more, and what can be undone.
    if (this.isFocused && (state ? state === this.#state : !this.value)) return;
    this.#assign(state, true);
  }

  /** The value that a reset goes back to: the attribute `value`. */
  get defaultValue(): string {
    return this.#default;
  }

  set defaultValue(value: string | null | undefined) {
    this.#default = `${value ?? ''}`;
    if (!this.#isDirty) this.formResetCallback();
  }

  formResetCallback(): void {
    this.reveal(false);
    this.#assign(this.parse(this.#default) ?? '', false);
  }

  formStateRestoreCallback(state: string, mode?: 'restore' | 'autocomplete'): void {
    // Firefox may bring what it kept for the control next to this one: a code field got the number of a phone field.
    if (mode === 'autocomplete' || this.toRestore(state) !== null) this.value = state;
  }

  /** @internal Reads the value again, by rules that have changed. */
  protected reread(): void {
    if (this.#isDirty) this.value = this.#state;
    else this.defaultValue = this.#default;
  }

  protected override listen(_signal: AbortSignal): void {
    // A move in the document ends a composition without a word.
    this.isComposing = false;
    this.sync();
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    // Not in the template: its listeners are objects, and a key calls three of them.
    const listeners = {
      beforeinput: this.#handleBeforeInput,
      input: this.#handleInput,
      compositionstart: this.#handleBeforeInput,
      compositionend: this.#handleCompositionEnd,
      keydown: this.#handleKey,
      change: this.#handleLeave,
      blur: this.#handleLeave,
    };
    for (const [type, listener] of Object.entries(listeners)) {
      this.input!.addEventListener(type, listener as EventListener);
    }
    this.#show(this.#state.length);
  }

  /** @internal */
  protected get state(): string {
    return this.#state;
  }

  /** @internal What stands in the field, complete or not. Set as a value it stands there again. */
  get text(): string {
    this.sync();
    return this.#text;
  }

  /** @internal In a window behind others WebKit matches no `:focus`. */
  protected get isFocused(): boolean {
    return !!this.input && this.input === this.shadowRoot!.activeElement;
  }

  protected override sync(): void {
    if (this.input && !this.isComposing && this.input.value !== this.#text) this.#reconcile();
  }

  #handleBeforeInput = (event: InputEvent): void => {
    const { inputType = '' } = event;
    if (inputType.startsWith('history')) {
      event.preventDefault();
      this.#step(inputType === 'historyUndo' ? -1 : 1);
    } else if (!this.isComposing) {
      const input = this.input!;
      this.#from = input.selectionStart!;
      this.#to = input.selectionEnd!;
      this.#announced = inputType;
      this.isComposing = event.type === 'compositionstart';
    }
  };

  #handleInput = (event: InputEvent): void => {
    this.#reconcile(event.inputType ?? '');
    // A key that was refused has changed nothing.
    if (this.#told === this.#state) event.stopPropagation();
    // That of password managers (Bitwarden, Proton Pass) does not leave the shadow root.
    else if (!event.composed) this.#tell();
    this.#told = this.#state;
  };

  #handleCompositionEnd = (): void => {
    this.isComposing = false;
    this.#reconcile('insertText');
  };

  #handleKey = (event: KeyboardEvent): void => {
    // Autofill sends keys without a name.
    const { key = '' } = event;
    // A digit says nothing more than what it types, and is to cost as little as it can. Of the Enter that ends a
    // composition, Safari says that it does not belong to it, but gives it this code.
    if (!isDigit(key) && !event.isComposing && event.keyCode !== 229) this.pressed(event, key);
  };

  /** @internal A key went down that may do more than type a digit. */
  protected pressed(event: KeyboardEvent, key: string): void {
    if (key === 'Enter') {
      this.#handleLeave();
      this.entered();
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    // Where the layout is not Latin, the place of the key counts.
    const letter = (/^[a-z]$/i.test(key) ? key : (event.code ?? '').slice(3)).toLowerCase();
    if (letter !== 'z' && letter !== 'y') return;
    event.preventDefault();
    this.#step(letter === 'z' && !event.shiftKey ? -1 : 1);
  }

  #handleLeave = (): void => {
    // Not every composition says that it has ended: in Chromium, none that is filled over by the browser.
    this.isComposing = false;
    this.sync();
    this.shown();
    if (this.#state === this.#committed) return;
    this.#committed = this.#state;
    this.left();
    // The inner event does not leave the shadow root.
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  };

  #step(by: -1 | 1): void {
    const moment = this.#moments[this.#now + by];
    if (!moment || this.input!.readOnly) return;
    this.#now += by;
    this.#state = this.#told = moment[0];
    this.#show(moment[1]);
    this.edited();
    this.#tell();
  }

  #tell(): void {
    this.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  /**
   * Makes a state of what stands in the inner input now. Whoever reads the value on the way of the event `input` to
   * it comes before the event: then what was announced counts.
   */
  #reconcile(type = this.#announced): void {
    const input = this.input!;
    const text = input.value;
    const old = this.#text;
    const from = this.#from;
    let next: Moment | null = null;
    if (text !== old) {
      const caret = input.selectionEnd!;
      // A replacement says nothing of the caret, a deletion nothing of what was selected.
      const isEdit = /^(delete|insert(?!Rep))/.test(type);
      const begin = isEdit ? findEdit(old, text, caret, type[0] === 'd' ? FAR : from) : -1;
      if (begin >= 0) {
        const start = this.countBefore(old, begin);
        const end = this.countBefore(old, old.length - text.length + caret);
        const inserted = text.slice(begin, caret);
        next = this.edit(this.#rendered, { start, end, inserted, type, isAtCaret: from === this.#to });
      } else {
        const state = this.parse(text);
        next = state === null ? null : [state, state.length];
      }
    }
    const isNew = !!next && next[0] !== this.#rendered;
    this.#isDirty ||= isNew;
    this.#state = next ? next[0] : this.#rendered;
    if (this.isComposing) {
      this.#announce();
    } else {
      if (isNew) this.#moments.splice(++this.#now, FAR, next!);
      else if (!next && text !== old) {
        input.value = old;
        if (this.isFocused) input.setSelectionRange(from, this.#to);
      }
      this.#from = this.#to = FAR;
      this.#announced = '';
      this.#show(next?.[1]);
    }
    if (isNew) this.edited();
  }

  /** A state that did not come from the person: no event, and nothing to go back to. */
  #assign(state: string | null, isDirty: boolean): void {
    if (state === null) return;
    const caret = this.input ? this.countBefore(this.#text, this.input.selectionEnd!) : FAR;
    const isAtEnd = caret >= this.#state.length;
    this.#moments = [[state, state.length]];
    this.#now = 0;
    this.#isDirty = isDirty;
    this.#state = this.#committed = this.#told = state;
    this.#show(isAtEnd ? state.length : Math.min(caret, state.length));
  }

  #show(caret?: number): void {
    const { input } = this;
    // The placeholder goes with the first character: the browser would lay it out with each of the others.
    if (this.placeholder && !input?.placeholder === !this.#state) this.requestUpdate();
    this.isComposing = false;
    this.#rendered = this.#state;
    this.#text = this.format(this.#state);
    if (input && input.value !== this.#text) input.value = this.#text;
    if (caret !== undefined) this.moveTo(caret);
    this.#announce();
  }

  /** @internal Puts the caret before a character of the state, where the field has the focus. */
  protected moveTo(caret: number): void {
    const { input } = this;
    const start = this.offset(this.#state, caret);
    const end = this.overtype && start < this.#text.length ? start + 1 : start;
    // A caret is there already after most keys, and setting it is not for nothing. A selection may be so and look back.
    if (input && (start !== end || input.selectionStart !== start || input.selectionEnd !== end) && this.isFocused) {
      input.setSelectionRange(start, end);
    }
  }

  #announce(): void {
    this.announce(this.toValue(this.#state), this.toRestore(this.#state));
    this.shown();
  }
}
