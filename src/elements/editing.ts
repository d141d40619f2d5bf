/** A state of a field, and how many of its characters stand before the caret. */
export type Moment = readonly [state: string, caret: number];

/** What the browser did to a text: the characters from `start` to `end` became `inserted`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly inserted: string;
  /** `inputType` of the event. */
  readonly type: string;
  /** Nothing was selected. */
  readonly isAtCaret: boolean;
}

/**
 * Finds where the one edit began that made `after` out of `before` and left the caret where it is. -1: it was no single
 * edit at the caret, the text was replaced as a whole (autofill, a script).
 * @param from start of what was selected: an insertion begins there, though the characters behind it may be the same
 */
export function findEdit(before: string, after: string, caret: number, from: number): number {
  if (!before.endsWith(after.slice(caret))) return -1;
  let start = Math.min(before.length - after.length + caret, caret, from);
  while (!before.startsWith(after.slice(0, start))) start--;
  return start;
}
