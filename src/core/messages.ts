import type { AuthErrorCode, AuthFailure, PolicyField } from './auth-error.js';
import { formatDuration } from './deadline.js';

/**
 * Text of each error. Placeholders: `{n}`, the attempts left; `{time}`, the time to wait, as `m:ss`. A part in square
 * brackets is left out if the value of its placeholder is not known: `Wrong code.[ Tries left: {n}.]`.
 */
export type ErrorMessages = Readonly<Record<Exclude<AuthErrorCode, 'policy'> | `policy-${PolicyField}`, string>>;

/** Replaces each `{name}` with its value, and leaves out the parts in square brackets whose value is missing. */
export function fillIn(text: string, values: Readonly<Record<string, string | number | null | undefined>>): string {
  return text
    .replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, name: string) =>
      (values[name] ?? '') === '' ? '' : part,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/**
 * The message of a failure for people.
 * @param seconds what is left of `retryAfter`; 0 leaves the time out
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
    n: attemptsLeft,
    time: seconds ? formatDuration(seconds) : '',
  });
}
