import type { AuthErrorCode, AuthFailure, PolicyField } from './auth-error.js';
import { formatDuration } from './deadline.js';

/**
 * Texts of the errors. `{n}` stands for the tries that are left, `{time}` for the time until another attempt makes
 * sense; what stands in square brackets is left out where its value is not known.
 */
export type ErrorMessages = Readonly<Record<Exclude<AuthErrorCode, 'policy'> | `policy-${PolicyField}`, string>>;

/** Fills `{name}` in a text. A part in square brackets whose value is missing is left out. */
export function fillIn(text: string, values: Readonly<Record<string, string | number | null | undefined>>): string {
  return text
    .replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, name: string) =>
      (values[name] ?? '') === '' ? '' : part,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** What a person is told of a failure. `seconds` is what is left of `retryAfter`; 0 leaves the time out. */
export function errorMessage(failure: AuthFailure, messages: ErrorMessages, seconds = failure.retryAfter): string {
  const { code, field, attemptsLeft } = failure;
  const text = code === 'policy' ? messages[`policy-${field ?? 'login'}`] : messages[code];
  // A code or a text that is missing, in an app that checks no types, is no reason to stop.
  return fillIn((text as string | undefined) ?? code, {
    n: attemptsLeft,
    time: seconds ? formatDuration(seconds) : '',
  });
}
