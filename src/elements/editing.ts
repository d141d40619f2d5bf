/** A change that the browser has made to a text: what stood from `start` to `end` became `inserted`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly inserted: string;
}

/**
 * Finds the one edit that made `after` out of `before`, from where the caret stands behind it. null: it was no single
 * edit at the caret, the text was replaced as a whole (autofill, a script).
 * @param from start of the selection before an insertion: what is equal by chance behind it was inserted all the same
 */
export function findEdit(before: string, after: string, caret: number, from: number): Edit | null {
  const tail = after.slice(caret);
  if (!before.endsWith(tail)) return null;
  const end = before.length - tail.length;
  const limit = Math.min(end, caret, from);
  let start = 0;
  while (start < limit && before[start] === after[start]) start++;
  return { start, end, inserted: after.slice(start, caret) };
}

/** An edit of a state: places are counted in its characters, and the browser's own name for it comes with it. */
export interface StateEdit extends Edit {
  /** `inputType` of the event. */
  readonly type: string;
  /** Nothing was selected: only the caret stood there. */
  readonly isAtCaret: boolean;
}

/** What a field can be put back to. `caret` is counted as the field counts it. */
export interface Moment {
  readonly state: string;
  readonly caret: number;
}

/** Undo and redo. A text that a script renders has no history of the browser's. */
export class History {
  #moments: Moment[];
  #at = 0;

  constructor(first: Moment) {
    this.#moments = [first];
  }

  add(moment: Moment): void {
    this.#moments.splice(++this.#at, Infinity, moment);
  }

  /** One step back (-1) or forth (1); undefined where there is none. */
  step(by: -1 | 1): Moment | undefined {
    const moment = this.#moments[this.#at + by];
    if (moment) this.#at += by;
    return moment;
  }
}
