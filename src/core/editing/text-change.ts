import type { EditResult, TextFormat, TextRange } from './text-format.js';

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
