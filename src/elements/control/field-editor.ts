import { EditHistory } from '../../core/editing/edit-history.js';
import { applyTextChange, type EditResult, type TextFormat } from '../../core/editing/text-format.js';
import { focusedBeside, hasFocus, inputTypeOf } from '../dom.js';
import type { FieldOwner } from './field-owner.js';
import { keyMeaning } from './key-meaning.js';
import { selectionOf, setSelection, UNKNOWN_SELECTION } from './selection.js';

/**
 * A native input whose text is always rendered by a `TextFormat` from its *content*: the characters that matter, without formatting. This class
 * handles events, the selection, compositions and undo. It reads an edit from the text after the browser has made it, not from keys or `beforeinput`:
 * virtual keyboards send key code 229 and ignore a cancelled `beforeinput`, and autofill sends neither a key nor `beforeinput`.
 */
export class FieldEditor {
  format: TextFormat;
  readonly #owner: FieldOwner;
  #input: HTMLInputElement | undefined;
  #content = '';
  /** The text last rendered into the native input, and the content that it shows. During a composition, `#content` is ahead of both. */
  #renderedText = '';
  #renderedContent = '';
  #history = new EditHistory();
  /** The content at the last commit, or the one that a program has set since. */
  #committedContent = '';
  /** The content at the last `input` event. `#content` may be newer: code that reads a value before the event makes `#readEdit` run. */
  #lastInputContent = '';
  /** An edit that was found while a value was read. The next event reports it to `onEdited`, because a read must not dispatch events. */
  #unreportedEdit: EditResult | undefined;
  #isDirty = false;
  /** The text that a program has set last, until the person changes the content. Another format may read it differently. */
  #assignedText = '';
  #isComposing = false;
  /** Whether the last `keydown` was an Enter that is neither held down nor part of a composition. */
  #isEnterDue = false;
  /** The selection at the last `beforeinput` or `compositionstart`, until the edit has been read. */
  #selectionBefore = UNKNOWN_SELECTION;
  /** The `inputType` of the last `beforeinput`. It counts if code reads the value before `input` arrives here. */
  #pendingInputType = '';

  constructor(owner: FieldOwner, format: TextFormat) {
    this.#owner = owner;
    this.format = format;
  }

  /** The native input, once it is rendered. */
  get input(): HTMLInputElement | undefined {
    return this.#input;
  }

  /** The content when the input was last read. Unlike `text` and `value`, this getter doesn't read the input again. */
  get content(): string {
    return this.#content;
  }

  /** The text in the field, complete or not. During a composition, it is the text from before. */
  get text(): string {
    this.read();
    return this.#renderedText;
  }

  /** The form value; `''` if the format gives the content none, such as an incomplete number. */
  get value(): string {
    this.read();
    return this.format.toValue(this.#content);
  }

  /** The text that a program has set last; `''` if the person has changed the content. `reset` doesn't change it. */
  get assignedText(): string {
    return this.#assignedText;
  }

  /** Whether, since the last reset, the person has changed the content or a program has set it. */
  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** Whether an input method is composing. An edit is rendered when that ends. A text that a program sets ends it. */
  get isComposing(): boolean {
    return this.#isComposing;
  }

  get isFocused(): boolean {
    return !!this.#input && hasFocus(this.#input);
  }

  /** Takes over a native input that was just rendered. */
  attach(input: HTMLInputElement): void {
    this.#input = input;
    // Each key calls four of these. In a template, they would be Lit's listener objects, which are slower to call.
    const listeners = {
      beforeinput: this.#handleBeforeInput,
      keypress: this.#handleKeypress,
      input: this.#handleInput,
      compositionstart: this.#handleBeforeInput,
      compositionend: this.#handleCompositionEnd,
      keydown: this.#handleKeydown,
      change: this.#commitIfChanged,
      blur: this.#commitIfChanged,
    };
    for (const [type, listener] of Object.entries(listeners)) input.addEventListener(type, listener as EventListener);
    this.#render(this.#content.length);
  }

  /** Reads the input again, because some password managers write to it without an event. */
  read(): void {
    if (this.#input && !this.#isComposing && this.#input.value !== this.#renderedText) this.#readEdit();
  }

  /** Reads the input again during an event, and tells the owner about an edit that it hasn't heard of. */
  readAtEvent(): void {
    this.read();
    this.#reportEdit();
  }

  /** Reads the input, and ends a composition for which no `compositionend` came. */
  endComposition(): void {
    this.#isComposing = false;
    this.read();
  }

  /** Sets the whole text for a program, without an event. Nothing changes if it's refused, or if the element has the focus and this value. */
  setText(text: string): void {
    const content = this.format.parse(text, true);
    // An assignment would clear the history, and the typed text if that is incomplete (value ''). The list of countries may have the focus.
    const isFocused = !!this.#input && !!focusedBeside(this.#input);
    const isShown = content ? this.format.format(content) === this.format.format(this.#content) : !this.value;
    if (content === null || (isFocused && isShown)) return;
    this.#assignedText = text;
    this.#assign(content, true);
  }

  /** Sets the initial text of the field. A text that the format refuses empties the field. */
  reset(text: string): void {
    this.#assign(this.format.parse(text, true) ?? '', false);
  }

  /** Replaces the format, and reads this text as the content. A commit that is due stays due. A refused text empties the field. */
  setFormat(format: TextFormat, text: string): void {
    const committed = this.#content === this.#committedContent ? undefined : this.#committedContent;
    this.format = format;
    this.#assign(format.parse(text, true) ?? '', this.#isDirty);
    this.#committedContent = committed ?? this.#content;
  }

  /**
   * Enters a text for the person: a code that was typed ahead, or a number that moves to another country. `input` is dispatched,
   * and the text can be undone, but `onEdited` isn't called. A text that is empty, refused or the current one changes nothing.
   */
  enter(text: string): void {
    const content = this.format.parse(text);
    if (!content || content === this.#content) return;
    const entry = { content, caret: content.length };
    this.#isDirty = true;
    this.#history.push(entry);
    this.#show(entry);
  }

  /** Makes the owner show the error message, if any, and fire `change`, even if the content hasn't changed. */
  commit(): void {
    this.#committedContent = this.#content;
    this.#owner.onCommit();
  }

  /** Puts the caret after this many characters of the content, if the field has the focus and no input method is composing. */
  moveCaret(caret: number): void {
    if (this.#input && !this.#isComposing) setSelection(this.#input, this.format.toSelection(this.#content, caret));
  }

  #handleBeforeInput = (event: Event): void => {
    const inputType = inputTypeOf(event);
    if (inputType.startsWith('history')) {
      event.preventDefault();
      this.#undoOrRedo(inputType === 'historyUndo' ? 'undo' : 'redo');
    } else if (!this.#isComposing) {
      this.#selectionBefore = selectionOf(this.#input!);
      this.#pendingInputType = inputType;
      this.#isComposing = event.type === 'compositionstart';
    }
  };

  #handleInput = (event: Event): void => {
    this.#readEdit(inputTypeOf(event));
    this.#reportEdit();
    // A refused edit changes nothing, so no event is due.
    if (this.#lastInputContent === this.#content) event.stopPropagation();
    // Password managers (Bitwarden, Proton Pass) dispatch events that don't leave the shadow root.
    else if (!event.composed) this.#dispatchInput();
    this.#lastInputContent = this.#content;
  };

  #handleCompositionEnd = (): void => {
    this.#isComposing = false;
    // The composed text is a single insertion. This event has no `inputType`, and without one the text would be read as a whole.
    this.#readEdit('insertText');
    this.#reportEdit();
  };

  #handleKeydown = (event: KeyboardEvent): void => {
    const meaning = keyMeaning(event);
    this.#isEnterDue = meaning === 'enter';
    if (meaning === 'none' || meaning === 'enter') return;
    if (meaning === 'undo' || meaning === 'redo') {
      event.preventDefault();
      this.#undoOrRedo(meaning);
    }
    this.#owner.onKey(event);
  };

  /** Handles Enter at `keypress`, as a native input does. Browsers send no `keypress` if a listener has prevented the `keydown`. */
  #handleKeypress = (event: KeyboardEvent): void => {
    if (!this.#isEnterDue) return;
    this.#commitIfChanged();
    this.#owner.onKey(event);
  };

  #commitIfChanged = (): void => {
    // A composition can end without an event: in Chromium when autofill replaces its text.
    this.endComposition();
    this.#reportEdit();
    this.#owner.onContentOrCaret();
    if (this.#content !== this.#committedContent) this.commit();
  };

  #undoOrRedo(direction: 'undo' | 'redo'): void {
    const entry = this.#input!.readOnly ? undefined : this.#history[direction]();
    if (entry) this.#show(entry);
  }

  #show({ content, caret }: EditResult): void {
    this.#assignedText = '';
    this.#content = this.#lastInputContent = content;
    this.#unreportedEdit = undefined;
    this.#render(caret);
    this.#dispatchInput();
  }

  #dispatchInput(): void {
    this.#owner.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }

  /** Reads the edit that the browser has made in the native input, and renders the new content unless an input method is composing. */
  #readEdit(inputType = this.#pendingInputType): void {
    const input = this.#input!;
    const after = input.value;
    const before = this.#renderedText;
    const selectionBefore = this.#selectionBefore;
    const change = { before, after, caret: input.selectionEnd!, selectionBefore, inputType };
    const next = after === before ? null : applyTextChange(this.format, this.#renderedContent, change);
    const isNew = !!next && next.content !== this.#renderedContent;
    this.#isDirty ||= isNew;
    this.#content = next ? next.content : this.#renderedContent;
    if (this.#isComposing) {
      this.#owner.onContentOrCaret();
    } else {
      if (isNew) this.#history.push(next);
      else if (!next && after !== before) {
        input.value = before;
        setSelection(input, selectionBefore);
        this.#owner.onRefused?.(after);
      }
      this.#selectionBefore = UNKNOWN_SELECTION;
      this.#pendingInputType = '';
      this.#render(next?.caret);
    }
    if (!isNew) return;
    this.#unreportedEdit = next!;
    this.#assignedText = '';
  }

  #reportEdit(): void {
    const edit = this.#unreportedEdit;
    this.#unreportedEdit = undefined;
    if (edit) this.#owner.onEdited(edit);
  }

  /** Sets content without an edit by the person. No event is fired, and the undo history is cleared. */
  #assign(content: string, isDirty: boolean): void {
    const input = this.#input;
    // The end of the text counts, not that of the content, which may hold characters that the text doesn't show.
    const isAtEnd = !input || input.selectionEnd! >= this.#renderedText.length;
    const caret = isAtEnd ? content.length : this.format.countBefore(this.#renderedText, input.selectionEnd!);
    this.#history.reset({ content, caret: content.length });
    this.#isDirty = isDirty;
    this.#unreportedEdit = undefined;
    this.#content = this.#committedContent = this.#lastInputContent = content;
    this.#render(caret);
  }

  #render(caret?: number): void {
    const input = this.#input;
    // A new text replaces the one that is being composed. That ends the composition, with or without `compositionend`.
    this.#isComposing = false;
    this.#renderedContent = this.#content;
    this.#renderedText = this.format.format(this.#content);
    if (input && input.value !== this.#renderedText) input.value = this.#renderedText;
    if (caret !== undefined) this.moveCaret(caret);
    this.#owner.onContentOrCaret();
  }
}
