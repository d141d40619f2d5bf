/**
 * A moment of the wall clock that was computed from a duration. Both are kept, because clocks of devices jump:
 * what is left is never more than the duration (session page, «Reload in mid-verification»).
 */
export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The duration it was made from, in seconds. */
  readonly seconds: number;
}

/** The deadline `seconds` from `now` (milliseconds since the epoch). */
export const deadlineIn = (seconds: number, now = Date.now()): Deadline => ({ at: now + seconds * 1000, seconds });

/** The same deadline, moved so that no more than its own duration is left: for a clock that was set back. */
export const clampDeadline = (deadline: Deadline, now = Date.now()): Deadline =>
  deadline.at - now > deadline.seconds * 1000 ? deadlineIn(deadline.seconds, now) : deadline;

/** Whole seconds that are left, rounded up; 0 when it has passed. */
export const secondsLeft = (deadline: Deadline, now = Date.now()): number =>
  Math.max(0, Math.ceil((clampDeadline(deadline, now).at - now) / 1000));

/** Seconds, rounded up, as `m:ss`, or `h:mm:ss` from an hour on. */
export function formatDuration(duration: number): string {
  const seconds = Math.ceil(duration);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (!parts[0]) parts.shift();
  return parts.map((n, i) => (i ? String(n).padStart(2, '0') : n)).join(':');
}
