/** The start and end of a part of a text. They are equal at a caret. */
export type TextRange = readonly [start: number, end: number];

/** The content of a field, and the number of its characters before the caret. */
export interface ContentAtCaret {
  readonly content: string;
  readonly caret: number;
}

/** Why a content has no value: it is incomplete, of another kind, or too long. The flags of `ValidityState`. */
export type ContentProblem = 'tooShort' | 'badInput' | 'tooLong';

/** The result of an edit. */
export interface EditResult extends ContentAtCaret {
  /**
   * Whether the content may not be what the person meant: it was complete before and only some of its characters were
   * typed over, or the text had more characters than fit or several codes. It must not be submitted without another action.
   */
  readonly isDoubtful?: boolean;
}

/** An edit by the person. It replaces the characters of the content from `start` to `end` with `inserted`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  /** The text as it was typed or pasted, not sanitised. `''` for a deletion. */
  readonly inserted: string;
  /** The `inputType` of the `input` event. */
  readonly inputType: string;
  /** Whether characters were selected when the edit began. False for a caret alone. */
  readonly hadSelection: boolean;
}

/**
 * How a text control reads and shows its text, without the DOM.
 *
 * A control keeps its *content*: the characters that matter, without formatting (the national digits of a phone number,
 * the characters of a code). The text in the native input is always rendered from the content.
 */
export interface TextFormat {
  /**
   * Returns the content of a text that arrives as a whole (autofilled, set by a program, pasted over everything), or
   * null to refuse it.
   * @param isValue whether a program has set the text, or the browser has restored it
   */
  parse(text: string, isValue?: boolean): string | null;
  /** Whether the content of a text that arrives as a whole is `EditResult.isDoubtful`. */
  isDoubtful?(text: string): boolean;
  /** Returns the content after an edit, or null to refuse the edit. */
  edit(content: string, edit: TextEdit): EditResult | null;
  /** Returns the text that shows the content. */
  format(content: string): string;
  /** Returns the selection in the text for a caret after this many characters of the content, at most all of them. */
  toSelection(content: string, caret: number): TextRange;
  /** Returns the number of characters of the content before an offset in its text. */
  countBefore(text: string, offset: number): number;
  /** Returns the form value. Of an incomplete number, it is `''`; of an incomplete code, the characters so far. */
  toValue(content: string): string;
  /** Returns the validity flag of a content that isn't empty and has no value. Without this method, it is `tooShort`. */
  toProblem?(content: string): ContentProblem;
  /** Whether the browser may keep the content and restore it with the page. */
  readonly isRestorable: boolean;
}

/** A change that the browser has made to the text of a native input, as the `input` event reports it. */
export interface TextChange {
  readonly before: string;
  readonly after: string;
  /** The offset of the caret in `after`. */
  readonly caret: number;
  /** The selection in `before`, or a range after its end if the selection isn't known. */
  readonly selectionBefore: TextRange;
  /** The `inputType` of the event, or `''` for the plain events of autofill and password managers. */
  readonly inputType: string;
}

/**
 * Finds the offset at which a single edit began that turned `before` into `after` and left the caret at `caret`. Returns -1 if
 * no single edit explains the change, because autofill or a script replaced the whole text.
 * @param maxStart the last offset at which the edit may have begun. An insertion begins at the start of the selection, even if
 *   the characters after it are equal to the inserted ones
 */
export function findEditStart(before: string, after: string, caret: number, maxStart: number): number {
  if (!before.endsWith(after.slice(caret))) return -1;
  let start = Math.min(before.length - after.length + caret, caret, maxStart);
  while (!before.startsWith(after.slice(0, start))) start--;
  return start;
}

/**
 * Returns the content after a change to the text that showed `content`, or null to refuse the change. The change is read from
 * the text and not from keys: the key events of virtual keyboards don't name the character, and autofill and password managers send no
 * key events.
 */
export function applyTextChange(format: TextFormat, content: string, change: TextChange): EditResult | null {
  const { before, after, caret, inputType } = change;
  const [selectionStart, selectionEnd] = change.selectionBefore;
  const isDeletion = inputType.startsWith('delete');
  // `insertReplacementText`, which spell checkers and autofill send, doesn't leave the caret after the inserted text.
  // An event without `inputType` doesn't describe an edit. In both cases the text is read as a whole, unless a script has
  // appended to it: scripts that type (`input.value += key`) send no `inputType`.
  const isEdit = isDeletion || /insert(?!Rep)/.test(inputType);
  const isAppended = !inputType && !!before && caret === after.length && after.startsWith(before);
  // A deletion may begin before the selection: Backspace, or the deletion of a word or a line.
  let start = isAppended ? before.length : -1;
  if (isEdit) start = findEditStart(before, after, caret, isDeletion ? caret : selectionStart);
  if (start < 0) {
    const parsed = format.parse(after);
    if (parsed === null) return null;
    const whole = { content: parsed, caret: parsed.length };
    return format.isDoubtful?.(after) ? { ...whole, isDoubtful: true } : whole;
  }
  return format.edit(content, {
    start: format.countBefore(before, start),
    end: format.countBefore(before, before.length - after.length + caret),
    inserted: after.slice(start, caret),
    inputType,
    hadSelection: selectionStart !== selectionEnd,
  });
}
