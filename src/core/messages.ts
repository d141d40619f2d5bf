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
  Record<Exclude<AuthErrorCode, 'policy' | CountingCode> | `policy-${PolicyField}` | 'challenge-insecure', string>
> &
  Readonly<Record<CountingCode, Message<ErrorValues>>> &
  DurationTexts;

/** A proof of work needs `crypto.subtle`, which pages over plain http do not have: to try again does not help there. */
const needsSecurePage = ({ code, challenge }: AuthFailure) =>
  code === 'challenge' && challenge?.type === 'pow' && !(globalThis.crypto as Partial<Crypto> | undefined)?.subtle;

/** The key of the message of a failure. */
function messageKey(failure: AuthFailure) {
  const { code, field } = failure;
  if (needsSecurePage(failure)) return 'challenge-insecure';
  return code === 'policy' ? (`policy-${field ?? 'login'}` as const) : code;
}

/**
 * The message of a failure for people: the server's own text, where there is one.
 * @param seconds what is left of `retryAfter`; 0 leaves the time out, and what would stand in its place
 */
export function errorMessage(failure: AuthFailure, messages: ErrorMessages, seconds = failure.retryAfter): string {
  const { attemptsLeft, text } = failure;
  if (text) return text;
  const key = messageKey(failure);
  const values: ErrorValues = {
    n: attemptsLeft || null, // no “try again” beside “tries left: 0”
    seconds: seconds ?? null,
    time: seconds ? formatDuration(seconds, messages) : seconds === 0 ? '' : null,
  };
  // A backend that is not type-checked can throw any code: one without a message of its own has the general one.
  return fillIn(messages[Object.hasOwn(messages, key) ? key : 'server'], values, messages.lang);
}
