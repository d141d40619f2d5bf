import type { PropertyDeclarations } from 'lit';
import { isDigit } from '../../core/digits.js';
import { EditHistory } from '../../core/editing/edit-history.js';
import { applyTextChange, type EditResult, type TextFormat, type TextRange } from '../../core/editing/text-format.js';
import { FormControl } from './form-control.js';
import { submitImplicitly } from '../dom.js';

/** Behind the end of every text. A finite number: `setSelectionRange` takes Infinity for 0. */
const END_OF_TEXT = 999;
const UNKNOWN_SELECTION: TextRange = [END_OF_TEXT, END_OF_TEXT];

/** Text of a property, which apps without types also set to a number, null or undefined. */
export const toText = (value: string | number | null | undefined): string => String(value ?? '');

/** `''` where the event has none: autofill and password managers dispatch plain events. */
const inputTypeOf = (event: Event): string => toText((event as Partial<InputEvent>).inputType);

/**
 * A control whose text is always rendered by a `TextFormat` from its *content*: the characters that matter, without
 * formatting. This class is the part that needs the DOM: events, selection and composition. An edit is read from the text
 * after the browser has made it, never from keys or from `beforeinput`: virtual keyboards send key code 229 and ignore a
 * cancelled `beforeinput`, autofill sends neither.
 */
export abstract class TextControl extends FormControl {
  static override properties: PropertyDeclarations = {
    value: { noAccessor: true, attribute: false },
    defaultValue: { noAccessor: true, attribute: 'value' },
  };

  #content = '';
  /** What is in the native input, and the content it shows. During a composition `#content` is ahead of both. */
  #renderedText = '';
  #renderedContent = '';
  #history = new EditHistory();
  /** Content at the last event `change`. */
  #lastChangeContent = '';
  /**
   * Content at the last event `input`, which tells whether the next one has changed anything. `#readEdit` cannot tell:
   * code that reads the value before the event has it called earlier.
   */
  #lastInputContent = '';
  #defaultValue = '';
  /** The value was changed: the attribute `value` has no effect until the next reset. */
  #isDirty = false;
  /** @internal An input method is composing: its text must not be replaced. */
  protected isComposing = false;
  /** Selection at the last `beforeinput` or `compositionstart`, and its `inputType`, until the edit has been read. */
  #selectionBefore = UNKNOWN_SELECTION;
  #pendingInputType = '';

  /** @internal */
  protected abstract readonly format: TextFormat;
  /** @internal The text was rendered, the content has changed in a composition, or the caret may have moved. */
  protected onTextOrCaretChanged(): void {}
  /** @internal The person has changed the content, other than by undo and redo. */
  protected onEdited(_edit: EditResult): void {}
  /** @internal Enter was pressed. */
  protected onEnter(): void {
    submitImplicitly(this.form);
  }

  /**
   * The value, `''` where an incomplete content has none. A value that is set is read like a pasted text. While the
   * field has the focus, setting the value that it has already changes nothing: an app may write back what `input` has
   * told it.
   */
  get value(): string {
    this.readInput();
    return this.format.toValue(this.#content);
  }

  set value(value: string | null | undefined) {
    const content = this.format.parse(toText(value));
    // Assigning it would clear the history and, with the '' of an incomplete value, what has been typed.
    if (this.isFocused && (content ? content === this.#content : !this.value)) return;
    this.#assign(content, true);
  }

  /** The value after a reset: the attribute `value`. */
  get defaultValue(): string {
    return this.#defaultValue;
  }

  set defaultValue(value: string | null | undefined) {
    this.#defaultValue = toText(value);
    if (!this.#isDirty) this.formResetCallback();
  }

  override formResetCallback(): void {
    super.formResetCallback();
    this.#assign(this.format.parse(this.#defaultValue) ?? '', false);
  }

  formStateRestoreCallback(restored: string, mode?: 'restore' | 'autocomplete'): void {
    // Firefox can restore to the wrong control: a code field, which gives the browser nothing to keep, was given the
    // number of the phone field next to it.
    if (mode === 'autocomplete' || this.format.isRestorable) this.value = restored;
  }

  /** @internal Parses the value again, by a format that has changed. */
  protected reparse(): void {
    if (this.#isDirty) this.value = this.#content;
    else this.defaultValue = this.#defaultValue;
  }

  protected override createRenderRoot(): ShadowRoot {
    // In an input that a server has rendered, a person may have typed before this script ran.
    const { activeElement } = this.shadowRoot ?? {};
    const typed = this.shadowRoot?.querySelector('input')?.value;
    if (typed) this.value = typed;
    if (activeElement) void this.updateComplete.then(() => this.focus());
    return super.createRenderRoot();
  }

  protected override onConnected(_signal: AbortSignal): void {
    // Moving an element in the document ends a composition without `compositionend`.
    this.isComposing = false;
    this.readInput();
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    // Not in the template: each key calls three of them, and Lit's listeners are objects, which are slower to call.
    const listeners = {
      beforeinput: this.#handleBeforeInput,
      input: this.#handleInput,
      compositionstart: this.#handleBeforeInput,
      compositionend: this.#handleCompositionEnd,
      keydown: this.#handleKeydown,
      change: this.#commitIfChanged,
      blur: this.#commitIfChanged,
    };
    for (const [type, listener] of Object.entries(listeners)) {
      this.input!.addEventListener(type, listener as EventListener);
    }
    this.#render(this.#content.length);
  }

  /** @internal */
  protected get content(): string {
    return this.#content;
  }

  /** @internal What stands in the field, complete or not. */
  get text(): string {
    this.readInput();
    return this.#renderedText;
  }

  /** @internal Not by `:focus`: WebKit does not match it in a window behind others. */
  protected get isFocused(): boolean {
    try {
      return !!this.input && this.input === this.shadowRoot!.activeElement;
    } catch {
      // In happy-dom 21 it throws while the focus is in another shadow root, or this element is not connected.
      return false;
    }
  }

  protected override readInput(): void {
    if (this.input && !this.isComposing && this.input.value !== this.#renderedText) this.#readEdit();
  }

  #handleBeforeInput = (event: Event): void => {
    const inputType = inputTypeOf(event);
    if (inputType.startsWith('history')) {
      event.preventDefault();
      this.#undoOrRedo(inputType === 'historyUndo' ? 'undo' : 'redo');
    } else if (!this.isComposing) {
      const input = this.input!;
      this.#selectionBefore = [input.selectionStart!, input.selectionEnd!];
      this.#pendingInputType = inputType;
      this.isComposing = event.type === 'compositionstart';
    }
  };

  #handleInput = (event: Event): void => {
    this.#readEdit(inputTypeOf(event));
    // The edit was refused: nothing has changed.
    if (this.#lastInputContent === this.#content) event.stopPropagation();
    // Password managers (Bitwarden, Proton Pass) dispatch events that do not leave the shadow root.
    else if (!event.composed) this.#dispatchInput();
    this.#lastInputContent = this.#content;
  };

  #handleCompositionEnd = (): void => {
    this.isComposing = false;
    // The composed text is one insertion. This event has no `inputType`; without one the text would be read as a whole.
    this.#readEdit('insertText');
  };

  #handleKeydown = (event: KeyboardEvent): void => {
    // Chromium's autofill sends a keydown without `key`.
    const { key = '' } = event as Partial<KeyboardEvent>;
    // A digit is handled by `input` alone, and must cost as little as possible. Safari has `isComposing: false` but key
    // code 229 for the Enter that ends a composition (https://webkit.org/b/165004).
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above: only keyCode tells
    if (!isDigit(key) && !event.isComposing && event.keyCode !== 229) this.handleNonDigitKey(event, key);
  };

  /** @internal A key that can do more than type a digit. */
  protected handleNonDigitKey(event: KeyboardEvent, key: string): void {
    // A held key goes on sending keydown.
    if (key === 'Enter' && !event.repeat) {
      this.#commitIfChanged();
      this.onEnter();
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    // In a layout that is not Latin the position of the key counts: `KeyZ`.
    const letter = (/^[a-z]$/i.test(key) ? key : toText(event.code).slice(3)).toLowerCase();
    if (letter !== 'z' && letter !== 'y') return;
    event.preventDefault();
    this.#undoOrRedo(letter === 'z' && !event.shiftKey ? 'undo' : 'redo');
  }

  #commitIfChanged = (): void => {
    // A composition can end without an event: in Chromium when autofill replaces its text.
    this.isComposing = false;
    this.readInput();
    this.onTextOrCaretChanged();
    if (this.#content === this.#lastChangeContent) return;
    this.#lastChangeContent = this.#content;
    this.commit();
  };

  #undoOrRedo(direction: 'undo' | 'redo'): void {
    const entry = this.input!.readOnly ? undefined : this.#history[direction]();
    if (!entry) return;
    this.#content = this.#lastInputContent = entry.content;
    this.#render(entry.caret);
    this.#dispatchInput();
  }

  #dispatchInput(): void {
    this.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  /**
   * Reads an edit that the browser has made in the native input into the content, and renders it.
   * @param inputType that of `input`. Code that reads the value before `input` arrives here gets that of `beforeinput`.
   */
  #readEdit(inputType = this.#pendingInputType): void {
    const input = this.input!;
    const after = input.value;
    const before = this.#renderedText;
    const selectionBefore = this.#selectionBefore;
    let next: EditResult | null = null;
    if (after !== before) {
      const caret = input.selectionEnd!;
      const change = { before, after, caret, selectionBefore, inputType };
      next = applyTextChange(this.format, this.#renderedContent, change);
    }
    const isNew = !!next && next.content !== this.#renderedContent;
    this.#isDirty ||= isNew;
    this.#content = next ? next.content : this.#renderedContent;
    if (this.isComposing) {
      this.#syncContent();
    } else {
      if (isNew) this.#history.push(next!);
      else if (!next && after !== before) {
        input.value = before;
        if (this.isFocused) input.setSelectionRange(...selectionBefore);
      }
      this.#selectionBefore = UNKNOWN_SELECTION;
      this.#pendingInputType = '';
      this.#render(next?.caret);
    }
    if (isNew) this.onEdited(next!);
  }

  /** Sets a content that did not come from the person: without an event, and with nothing to undo. */
  #assign(content: string | null, isDirty: boolean): void {
    if (content === null) return;
    const { length } = content;
    const { input } = this;
    const caret = input ? this.format.countBefore(this.#renderedText, input.selectionEnd!) : END_OF_TEXT;
    const isAtEnd = caret >= this.#content.length;
    this.#history.reset({ content, caret: length });
    this.#isDirty = isDirty;
    this.#content = this.#lastChangeContent = this.#lastInputContent = content;
    this.#render(isAtEnd ? length : caret);
  }

  #render(caret?: number): void {
    const { input } = this;
    // What an input method was composing is replaced here: the composition is over, with or without `compositionend`.
    this.isComposing = false;
    this.#renderedContent = this.#content;
    this.#renderedText = this.format.format(this.#content);
    if (input && input.value !== this.#renderedText) input.value = this.#renderedText;
    if (caret !== undefined) this.moveCaret(caret);
    this.#syncContent();
  }

  /** @internal Puts the caret behind so many characters of the content, if the field has the focus. */
  protected moveCaret(caret: number): void {
    const { input } = this;
    if (!input || this.isComposing) return;
    const [start, end] = this.format.toSelection(this.#content, caret);
    // Setting a caret that is there already still costs time, with most keys. A selection is set again: it can be a
    // backward one, which Shift and an arrow key would go on from.
    const isThere = start === end && input.selectionStart === start && input.selectionEnd === end;
    if (!isThere && this.isFocused) input.setSelectionRange(start, end);
  }

  #syncContent(): void {
    const content = this.#content;
    this.syncFormValue(this.format.toValue(content), content, this.format.isRestorable ? content : null);
    this.onTextOrCaretChanged();
  }
}
