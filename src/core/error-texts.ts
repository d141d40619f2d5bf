import type { AuthErrorCode, AuthFailure, PolicyField } from './auth-error.js';
import { formatDuration, type DurationTexts } from './deadline.js';
import { fillIn, type TextTemplate } from './text-template.js';

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
export type ErrorTexts = Readonly<
  Record<Exclude<AuthErrorCode, CountingCode> | `policy-${PolicyField}` | 'challenge-insecure', string>
> &
  Readonly<Record<CountingCode, TextTemplate<ErrorValues>>> &
  DurationTexts;

/** The messages that say what a field may hold. */
export type RuleTexts = { readonly [Key in `policy-${PolicyField}`]?: string | undefined };

/** A proof of work needs `crypto.subtle`, which pages over plain http do not have: to try again does not help there. */
const needsSecurePage = ({ challenge }: AuthFailure) =>
  challenge?.type === 'pow' && !(globalThis.crypto as Partial<Crypto> | undefined)?.subtle;

/**
 * The message of a failure for people: the server's own text, where there is one.
 * @param seconds what is left of `retryAfter`; 0 leaves the time out, and what would stand in its place
 * @param rules where the rules of the server are not ours: those of the page; the message `policy` stands for one that is not there
 */
export function errorText(
  failure: AuthFailure,
  messages: ErrorTexts,
  seconds = failure.retryAfter,
  rules: RuleTexts = messages,
): string {
  const { code, field, attemptsLeft, text } = failure;
  if (text) return text;
  const rule = code === 'policy' && field ? rules[`policy-${field}`] : undefined;
  const key = needsSecurePage(failure) ? 'challenge-insecure' : code;
  const values: ErrorValues = {
    n: attemptsLeft || null, // no “try again” beside “tries left: 0”
    seconds: seconds ?? null,
    time: seconds ? formatDuration(seconds, messages) : seconds === 0 ? '' : null,
  };
  // A backend that is not type-checked can throw any code: one without a message of its own has the general one.
  return fillIn(rule ?? messages[Object.hasOwn(messages, key) ? key : 'server'], values, messages.lang);
}
