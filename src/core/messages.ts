import type { AuthErrorCode, AuthFailure, PolicyField } from './auth-error.js';
import { formatDuration, type DurationTexts } from './deadline.js';
import { fillIn, type Message } from './message.js';

/** What a message of an error may name. */
export interface ErrorValues {
  /** The attempts left, where any are; null where that is not known. */
  readonly n: number | null;
  /** Seconds to wait; null where that is not known, 0 where the time stands beside the message. */
  readonly seconds: number | null;
  /** The same as text, `m:ss` or whole hours in words; `''` for 0. */
  readonly time: string | null;
}

/** The errors whose message names a number: the attempts left, `{n}`, or the time to wait, `{time}`. */
type CountingCode = 'wrong-code' | 'too-soon' | 'blocked' | 'too-many-requests';

/** Text of each error. */
export type ErrorMessages = Readonly<
  Record<Exclude<AuthErrorCode, 'policy' | CountingCode> | `policy-${PolicyField}`, string>
> &
  Readonly<Record<CountingCode, Message<ErrorValues>>> &
  DurationTexts;

/**
 * The message of a failure for people.
 * @param seconds what is left of `retryAfter`; 0 leaves the time out, and what would stand in its place
 */
export function errorMessage(
  failure: AuthFailure,
  messages: Partial<ErrorMessages>,
  seconds = failure.retryAfter,
): string {
  const { code, field, attemptsLeft } = failure;
  const message = code === 'policy' ? messages[`policy-${field ?? 'login'}`] : messages[code];
  const values: ErrorValues = {
    n: attemptsLeft || null, // no “try again” beside “tries left: 0”
    seconds: seconds ?? null,
    time: seconds ? formatDuration(seconds, messages) : seconds === 0 ? '' : null,
  };
  // Without type checking an app can hand in an unknown code.
  return fillIn(message ?? code, values, messages.lang);
}
