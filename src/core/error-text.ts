import type { AuthErrorCode, AuthFailure, PolicyField } from './auth-error.js';
import { formatDuration, type DurationTexts } from './deadline.js';
import { fillIn, type TextTemplate } from './text-template.js';

/** The values that an error text may contain. */
export interface ErrorValues {
  /** The attempts left; null if that's unknown or none are left. */
  readonly n: number | null;
  /** Seconds to wait; null if that's unknown, 0 if the time is shown next to the text. */
  readonly seconds: number | null;
  /** `seconds` in words, such as `15 minutes`; `''` for 0; null if that's unknown. */
  readonly time: string | null;
}

/** The errors whose text contains a value: the attempts left, `{n}`, or the time to wait, `{time}`. */
type CountingCode = 'wrong-code' | 'too-soon' | 'blocked' | 'too-many-requests';

/** The text of each error. */
export type ErrorTexts = Readonly<
  Record<Exclude<AuthErrorCode, CountingCode> | `policy-${PolicyField}` | 'challenge-insecure', string>
> &
  Readonly<Record<CountingCode, TextTemplate<ErrorValues>>> &
  DurationTexts;

/** The texts that say what a field may hold. */
export type RuleTexts = { readonly [Key in `policy-${PolicyField}`]?: string | undefined };

/** Whether a proof of work can't be solved, because the page lacks `crypto.subtle`, as over plain http. A further attempt doesn't help. */
const needsSecurePage = ({ challenge }: AuthFailure) =>
  challenge?.type === 'pow' && !(globalThis.crypto as Partial<Crypto> | undefined)?.subtle;

/**
 * Returns the text of a failure for people: the server's own sentence if it sent one.
 * @param seconds the seconds left of `retryAfter`; by default all of it. 0 means that the time is shown next to the text, which then has
 * neither the time nor what follows the `|`. A `retryAfter` of 0 counts as unknown, so that the text says what to do next
 * @param rules the texts for broken field rules. If the server has other rules than ours, these are the page's texts alone. A rule
 * without a text gets the text of `policy`
 */
export function errorText(
  failure: AuthFailure,
  texts: ErrorTexts,
  seconds = failure.retryAfter || undefined,
  rules: RuleTexts = texts,
): string {
  const { code, field, attemptsLeft, text } = failure;
  if (text) return text;
  const rule = code === 'policy' && field ? rules[`policy-${field}`] : undefined;
  const key = needsSecurePage(failure) ? 'challenge-insecure' : code;
  const values: ErrorValues = {
    n: attemptsLeft || null, // "Tries left: 0" would contradict "try again"
    seconds: seconds ?? null,
    time: seconds ? formatDuration(seconds, texts) : seconds === 0 ? '' : null,
  };
  // A backend that isn't type-checked can throw any code. A code without a text gets the general text.
  const { server, lang } = texts;
  return fillIn(rule ?? (Object.hasOwn(texts, key) ? texts[key] : server), values, lang, server);
}
