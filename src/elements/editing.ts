/** A state of a field, and how many of its characters stand before the caret. */
export type Moment = readonly [state: string, caret: number];

/** What the browser did to a text: the characters from `start` to `end` became `inserted`. */
export type Edit = readonly [start: number, end: number, inserted: string];

/** What is known of an edit besides. */
export interface EditContext {
  /** `inputType` of the event. */
  readonly type: string;
  /** Nothing was selected. */
  readonly isAtCaret: boolean;
}

/**
 * Finds the one edit that made `after` out of `before`, from where the caret stands behind it. null: it was no single
 * edit at the caret, the text was replaced as a whole (autofill, a script).
 * @param from start of what was selected: an insertion begins there, though the characters behind it may be the same
 */
export function findEdit(before: string, after: string, caret: number, from: number): Edit | null {
  const tail = after.slice(caret);
  const end = before.length - tail.length;
  let start = 0;
  while (start < Math.min(end, caret, from) && before[start] === after[start]) start++;
  return before.endsWith(tail) ? [start, end, after.slice(start, caret)] : null;
}
