/** Start and end of a part of a text. Both are the same at a caret. */
export type TextRange = readonly [start: number, end: number];

/** Content of a field, and how many of its characters stand before the caret. */
export interface ContentAtCaret {
  readonly content: string;
  readonly caret: number;
}

/** What an edit leads to. */
export interface EditResult extends ContentAtCaret {
  /** The content was complete before, and only some of its characters were typed over: it is no new content as a whole. */
  readonly isOvertyped?: boolean;
}

/** An edit by the person: the characters of the content from `start` to `end` are replaced with `inserted`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  /** As it was typed or pasted, not sanitised. `''` for a deletion. */
  readonly inserted: string;
  /** `inputType` of the event `input`. */
  readonly inputType: string;
  /** Nothing was selected when the edit began: there was only a caret. */
  readonly hadNoSelection: boolean;
}

/**
 * What a text control does with its text, apart from the DOM.
 *
 * A control keeps its *content*: the characters that matter, without formatting (the national digits of a phone number,
 * the characters of a code). The text in the native input is always rendered from the content.
 */
export interface TextFormat {
  /** Content of a text that arrives as a whole: autofilled, set by a program, pasted over everything. null refuses it. */
  parse(text: string): string | null;
  /** Content after an edit. null refuses the edit. */
  edit(content: string, edit: TextEdit): EditResult | null;
  /** The text that shows the content. */
  format(content: string): string;
  /** What is selected in the text when the caret stands behind so many characters of the content, at most all of them. */
  toSelection(content: string, caret: number): TextRange;
  /** How many characters of the content stand before a place in its text. */
  countBefore(text: string, offset: number): number;
  /** Form value. `''` where an incomplete content has none. */
  toValue(content: string): string;
  /** Whether the browser may keep the content, to restore it with the page. */
  readonly isRestorable: boolean;
}

/** What an event `input` tells of a change to the text of a native input, once the browser has made it. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
  /** Where the caret stands in `after`. */
  readonly caret: number;
  /** What was selected in `before`. Behind its end where that is not known. */
  readonly selectionBefore: TextRange;
  /** `inputType` of the event; `''` if it has none, as the plain events of autofill and password managers. */
  readonly inputType: string;
}

/**
 * Index at which the one edit began that made `after` out of `before` and left the caret where it is. -1 where no single
 * edit at the caret explains the change: the text was replaced as a whole (autofill, a script).
 * @param maxStart the edit began here or before: an insertion begins where the selection began, even if the characters
 *   that follow are equal to the inserted ones
 */
export function findEditStart(before: string, after: string, caret: number, maxStart: number): number {
  if (!before.endsWith(after.slice(caret))) return -1;
  let start = Math.min(before.length - after.length + caret, caret, maxStart);
  while (!before.startsWith(after.slice(0, start))) start--;
  return start;
}

/**
 * Content after a change to the text that showed `content`. null refuses the change. It is read from the text and not
 * from keys, because virtual keyboards send no keys, and autofill and password managers send even fewer events.
 */
export function applyTextChange(format: TextFormat, content: string, change: TextChange): EditResult | null {
  const { before, after, caret, inputType } = change;
  const [selectionStart, selectionEnd] = change.selectionBefore;
  const isDeletion = inputType.startsWith('delete');
  // `insertReplacementText`, as sent by spell checkers and autofill, does not leave the caret behind what it inserted. An
  // event without `inputType` says nothing of an edit either. In both cases the text is read as a whole.
  const isEdit = isDeletion || /insert(?!Rep)/.test(inputType);
  // A deletion can begin before the selection: Backspace, deletion of a word or of a line.
  const start = isEdit ? findEditStart(before, after, caret, isDeletion ? caret : selectionStart) : -1;
  if (start < 0) {
    const parsed = format.parse(after);
    return parsed === null ? null : { content: parsed, caret: parsed.length };
  }
  return format.edit(content, {
    start: format.countBefore(before, start),
    end: format.countBefore(before, before.length - after.length + caret),
    inserted: after.slice(start, caret),
    inputType,
    hadNoSelection: selectionStart === selectionEnd,
  });
}
