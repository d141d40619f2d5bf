import { fillIn, type TextTemplate } from './text-template.js';
import { MAX_SECONDS } from './record-checks.js';

/**
 * A time by the wall clock, with the duration that it was computed from. Clocks of devices are set back and forth: with
 * the duration, what is left can be limited to it (docs/behaviour/session.md#reload-in-mid-verification).
 */
export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The duration, in seconds. */
  readonly seconds: number;
}

/**
 * The deadline `seconds` from `now` (milliseconds since the epoch). The backend of a page may say any number: no less than
 * 0 and no more than `MAX_SECONDS` count, and what is not a number is 0. A record keeps finite numbers alone.
 */
export function deadlineIn(seconds: number, now = Date.now()): Deadline {
  const duration = Math.max(0, Math.min(seconds, MAX_SECONDS)) || 0;
  return { at: now + duration * 1000, seconds: duration };
}

/** The deadline; after the clock was set back, moved so that no more than its duration is left. */
export const clampDeadline = (deadline: Deadline, now = Date.now()): Deadline =>
  deadline.at - now > deadline.seconds * 1000 ? deadlineIn(deadline.seconds, now) : deadline;

/** Whole seconds until the deadline, rounded up; 0 when it has passed. */
export const secondsLeft = (deadline: Deadline, now = Date.now()): number =>
  Math.max(0, Math.ceil((clampDeadline(deadline, now).at - now) / 1000));

/** The words of durations in one language. */
export interface DurationTexts {
  /** The language (BCP 47). English by default. */
  readonly lang?: string | undefined;
  /** Hours in words, `{n} hours`. Those of the browser (`Intl`) by default, which does not have the words of every language. */
  readonly hours?: TextTemplate<{ readonly n: number }> | undefined;
}

/** A duration in seconds as text, rounded up: `m:ss`, or from an hour on whole hours in words. */
export function formatDuration(duration: number, { lang = 'en', hours }: DurationTexts = {}): string {
  const seconds = Math.ceil(duration);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const n = Math.ceil(seconds / 3600);
  if (hours) return fillIn(hours, { n }, lang);
  // Where the browser does not know the language it would use the words of another one.
  if (!Intl.NumberFormat.supportedLocalesOf(lang).length) return `${n}:00:00`;
  return n.toLocaleString(lang, { style: 'unit', unit: 'hour', unitDisplay: 'long', numberingSystem: 'latn' });
}
