import { fillIn, type TextTemplate } from './text-template.js';
import { knownLanguage } from './language-tag.js';
import { MAX_WAIT_SECONDS } from './record-checks.js';

/**
 * A point in wall-clock time, with the duration it was computed from. A device's clock may be changed, so the duration
 * limits the time left (docs/behaviour/session.md#reload-in-mid-verification).
 */
export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The duration, in seconds. */
  readonly seconds: number;
}

/**
 * Returns the deadline `seconds` from `now` (milliseconds since the epoch). A backend may answer any number, so the duration
 * is clamped to 0…`MAX_WAIT_SECONDS`, and NaN becomes 0: a stored record holds finite numbers only.
 */
export function deadlineIn(seconds: number, now = Date.now()): Deadline {
  const duration = Math.max(0, Math.min(seconds, MAX_WAIT_SECONDS)) || 0;
  return { at: now + duration * 1000, seconds: duration };
}

/** Returns the deadline, moved closer if the clock was set back and more than its duration would be left. */
export function clampDeadline(deadline: Deadline, now = Date.now()): Deadline {
  const latest = deadlineIn(deadline.seconds, now);
  return deadline.at > latest.at ? latest : deadline;
}

/** Whole seconds until the deadline, rounded up; 0 when it has passed. */
export const secondsLeft = (deadline: Deadline, now = Date.now()): number =>
  Math.max(0, Math.ceil((clampDeadline(deadline, now).at - now) / 1000));

/** The texts of durations in one language. */
export interface DurationTexts {
  /** The language's tag (BCP 47). `en` by default. */
  readonly lang?: string | undefined;
  /**
   * Hours in words, `{n} hours`; below, minutes and seconds. By default `Intl` supplies them, but browsers don't know every
   * language, and a sentence may need another case than theirs.
   */
  readonly hours?: TextTemplate<{ readonly n: number }> | undefined;
  readonly minutes?: TextTemplate<{ readonly n: number }> | undefined;
  readonly seconds?: TextTemplate<{ readonly n: number }> | undefined;
}

const SECONDS = { second: 1, minute: 60, hour: 3600 };

/**
 * Formats a duration in seconds in words, rounded up to whole seconds, minutes or hours. Its parts are held together by
 * no-break spaces. If neither `words` nor `Intl` has words in the language, it has symbols: `15m`, `24h`.
 */
export function formatDuration(duration: number, { lang = 'en', ...words }: DurationTexts = {}): string {
  const seconds = Math.ceil(duration);
  // More than 59 minutes are an hour, and not 60 minutes.
  const unit = seconds < 60 ? 'second' : seconds <= 59 * 60 ? 'minute' : 'hour';
  const n = Math.ceil(seconds / SECONDS[unit]);
  const template = words[`${unit}s`];
  const known = knownLanguage(lang);
  const text =
    (template && fillIn(template, { n }, lang)) ||
    // For a language that it doesn't know, `Intl` would fall back to the browser's own.
    n.toLocaleString(known ?? 'en', {
      style: 'unit',
      unit,
      unitDisplay: known ? 'long' : 'narrow',
      numberingSystem: 'latn',
    });
  return text.replace(/ /g, '\u00A0');
}

/** Formats what is left of a countdown, in seconds: as `m:ss` below an hour, and otherwise like `formatDuration`. */
export function formatCountdown(duration: number, texts?: DurationTexts): string {
  const seconds = Math.ceil(duration);
  if (seconds >= 3600) return formatDuration(seconds, texts);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
