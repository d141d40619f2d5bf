import type { AuthErrorCode, AuthFailure, PolicyField } from './auth-error.js';
import { formatDuration } from './deadline.js';

/**
 * Text of each error. Placeholders: `{n}`, the attempts left; `{time}`, the time to wait, as `m:ss` or in whole hours. A
 * part in square brackets is left out if the value of its placeholder is not known, or makes room for what follows the
 * `|` in it: `Wrong code.[ Tries left: {n}.]`, `Try again[ in {time}| later].`
 */
export type ErrorMessages = Readonly<Record<Exclude<AuthErrorCode, 'policy'> | `policy-${PolicyField}`, string>> & {
  /** Language of the texts (BCP 47), for the hours in `{time}`. English by default. */
  readonly lang?: string;
};

/**
 * Replaces each `{name}` with its value. A part in square brackets stays if the value of its placeholder is known; it is
 * left out if that is `''`, and otherwise makes room for what follows the `|` in it.
 */
export function fillIn(text: string, values: Readonly<Record<string, string | number | null | undefined>>): string {
  return text
    .replace(/\[([^\]|]*\{(\w+)\}[^\]|]*)\|?([^\]]*)\]/g, (_, part: string, name: string, otherwise: string) =>
      values[name] === '' ? '' : (values[name] ?? null) === null ? otherwise : part,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

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
  const text = code === 'policy' ? messages[`policy-${field ?? 'login'}`] : messages[code];
  // Without type checking an app can hand in an unknown code, or messages with a text missing.
  return fillIn(text ?? code, {
    n: attemptsLeft || null, // no “try again” beside “tries left: 0”
    time: seconds ? formatDuration(seconds, messages.lang) : seconds === 0 ? '' : null,
  });
}
