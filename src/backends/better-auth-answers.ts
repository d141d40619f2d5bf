// What the answers of better-auth mean: its errors, accounts and sessions. Used by better-auth.ts.
import { invalidResponse, readAmount, readRetryAfter, readText, type HttpAnswer } from '../client/calls/http.js';
import type { Account } from '../core/auth-backend.js';
import { AuthError, type AuthErrorCode, type ChallengeRequest } from '../core/auth-error.js';

/**
 * The meanings of better-auth's error codes. A code that is in neither list, this one and `FIELDS`, means `refused`, with the server's text, unless the status is 429 or 5xx.
 */
const CODES: Readonly<Record<string, AuthErrorCode>> = {
  INVALID_OTP: 'wrong-code',
  OTP_EXPIRED: 'code-expired',
  OTP_NOT_FOUND: 'code-expired',
  TOO_MANY_ATTEMPTS: 'code-expired',
  INVALID_PHONE_NUMBER: 'invalid-phone',
  INVALID_USERNAME_OR_PASSWORD: 'wrong-credentials',
  INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
  // In a registration, the login, or the email address made from it, already has an account.
  USERNAME_IS_ALREADY_TAKEN: 'wrong-credentials',
  USER_ALREADY_EXISTS: 'wrong-credentials',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'wrong-credentials',
  EMAIL_PASSWORD_SIGN_UP_DISABLED: 'refused',
  MISSING_RESPONSE: 'challenge',
  VERIFICATION_FAILED: 'challenge',
  OTP_SENT_RECENTLY: 'too-soon', // from a hook: docs/backends/better-auth.md#one-sms-a-minute
  // Integration mistakes that the person can't fix.
  VALIDATION_ERROR: 'invalid-request',
  INVALID_ORIGIN: 'invalid-request',
  MISSING_OR_NULL_ORIGIN: 'invalid-request',
};

/** The fields whose rules are broken, by error code. */
const FIELDS = [
  [/^(USERNAME_TOO_|INVALID_USERNAME$|INVALID_EMAIL$)/, 'login'],
  [/^PASSWORD_TOO_/, 'password'],
] as const;

/** What an error depends on besides the answer. */
export interface ErrorContext {
  /** The meanings of better-auth's error codes in this call, if they differ from `CODES`. */
  readonly codes?: Readonly<Record<string, AuthErrorCode>>;
  /** The error code for a 5xx whose body has no known error code. By default, `server`. */
  readonly faultCode?: AuthErrorCode;
  /** The token of the session that the call is about; null if the session is in a cookie. Undefined if the call is about none. */
  readonly token?: string | null;
}

const codeOfStatus = (status: number, faultCode: AuthErrorCode): AuthErrorCode | undefined =>
  status === 429 ? 'too-many-requests' : status >= 500 ? faultCode : undefined;

/**
 * Returns the error for an answer that is no success, from better-auth or a proxy.
 * @param challenge what the property `challenge` of the widget gets if the plugin `captcha` demands a solution
 */
export function toError(
  { status, headers, json }: HttpAnswer,
  { codes = {}, faultCode = 'server', token }: ErrorContext,
  challenge: ChallengeRequest = { type: 'captcha' },
): AuthError {
  const { code: serverCode, message } = Object(json) as Readonly<Record<string, unknown>>;
  const name = readText(serverCode) ?? '';
  const field = FIELDS.find(([pattern]) => pattern.test(name))?.[1];
  const known = codes[name] ?? CODES[name] ?? (field && 'policy') ?? codeOfStatus(status, faultCode);
  // `UNAUTHORIZED` comes from better-auth's own session middleware.
  const isSessionOver = status === 401 && name === 'UNAUTHORIZED' && token !== undefined;
  const code = known ?? (!name ? 'invalid-request' : isSessionOver ? 'session-expired' : 'refused');
  return new AuthError(code, {
    status,
    retryAfter: readRetryAfter(headers),
    field,
    // The server sets the rules for a login, and only it knows the reason for an unknown refusal, so its own text is shown.
    text: code === 'policy' || (!known && code === 'refused') ? readText(message) : undefined,
    challenge: code === 'challenge' ? challenge : undefined,
  });
}

/**
 * Reads an account. If a code has created it, better-auth has set its name to the number, and it still needs a name.
 */
export function toAccount(user: unknown, status: number): Account {
  const { id, name, phoneNumber } = Object(user) as Readonly<Record<string, unknown>>;
  const account = readText(id);
  if (!account) throw invalidResponse(status);
  return { user: account, displayName: name === phoneNumber ? null : (readText(name) ?? null) };
}

/**
 * Returns the seconds until the session ends. Both dates are the server's, because the device's clock may be wrong. The
 * current time is the header `Date` or, if CORS doesn't expose it, `updatedAt`. In the latter case the result is at most
 * `updateAge` (a day by default) too long: a session last updated longer ago than that is extended by this very call.
 */
export function toLifetime(session: unknown, headers: HttpAnswer['headers']): number | undefined {
  const { expiresAt, updatedAt } = Object(session) as Readonly<Record<string, string>>;
  const now = headers?.get?.('date') ?? updatedAt;
  return readAmount(Math.floor((Date.parse(expiresAt ?? '') - Date.parse(now ?? '')) / 1000)) || undefined;
}
