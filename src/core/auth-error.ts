/** What went wrong, as a stable name for programs. What each means: docs/protocol.md#errors. */
export type AuthErrorCode =
  // answers of the server
  | 'invalid-request'
  | 'wrong-code'
  | 'wrong-credentials'
  | 'session-expired'
  | 'code-expired'
  | 'policy'
  | 'too-soon'
  | 'blocked'
  | 'too-many-requests'
  | 'server'
  | 'sms-failed'
  | 'challenge'
  // of other servers than the reference server
  | 'unknown-user'
  | 'refused'
  // found by the client itself
  | 'invalid-phone'
  | 'invalid-code'
  | 'offline'
  | 'timeout'
  | 'network'
  | 'invalid-response'
  | 'no-session'
  | 'cancelled';

/** The field that breaks a rule of the server, with the code `policy`: docs/protocol.md#field-rules. */
export type PolicyField = 'login' | 'password' | 'displayName';

/**
 * What the server wants solved before it makes a call, so that machines pay for what they ask: `type` says what it is
 * (`turnstile`, `hcaptcha`, …), the rest depends on it.
 */
export interface ChallengeRequest {
  readonly type: string;
  /** The site's public key with the captcha's provider. */
  readonly siteKey?: string | undefined;
  readonly [parameter: string]: unknown;
}

/** What may be known of an error besides its code. */
export interface AuthErrorDetails {
  /** HTTP status, if the server answered. */
  readonly status?: number | undefined;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number | undefined;
  /** Attempts left to enter a confirmation code. */
  readonly attemptsLeft?: number | undefined;
  readonly field?: PolicyField | undefined;
  /** A sentence of the server's for the person, shown as text in place of ours: 300 characters of it at most, in one line. */
  readonly text?: string | undefined;
  /** What the server wants solved, with the code `challenge`. */
  readonly challenge?: ChallengeRequest | undefined;
}

/** An error as plain data: the machine keeps it, and views make a message of it in their own language. */
export interface AuthFailure extends AuthErrorDetails {
  readonly code: AuthErrorCode;
}

const MAX_TEXT_LENGTH = 300;

/**
 * A sentence of a server's as it can be shown: one line, at most 300 characters, without control characters and without
 * those that reorder the text around them. undefined where nothing is left of it.
 */
function cleanText(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .slice(0, 10 * MAX_TEXT_LENGTH)
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, MAX_TEXT_LENGTH).join('') || undefined;
}

/** Copies the known details alone: an error of a foreign backend may carry anything else. */
const detailsOf = ({
  status,
  retryAfter,
  attemptsLeft,
  field,
  text,
  challenge,
}: AuthErrorDetails): AuthErrorDetails => ({
  status,
  retryAfter,
  attemptsLeft,
  field,
  text: cleanText(text),
  challenge,
});

/**
 * The error that every operation of the client rejects with. `code` is for programs, `message` for people.
 * Never carries a phone number, a confirmation code, a password or a token.
 */
export class AuthError extends Error implements AuthFailure {
  readonly code: AuthErrorCode;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly attemptsLeft: number | undefined;
  readonly field: PolicyField | undefined;
  readonly text: string | undefined;
  readonly challenge: ChallengeRequest | undefined;

  constructor(code: AuthErrorCode, details: AuthErrorDetails = {}, message: string = code) {
    super(message);
    this.name = 'AuthError';
    this.code = code;
    Object.assign(this, detailsOf(details));
  }
}

/**
 * Anything that was thrown, as plain data. An error of another class came from a backend and counts as `network`.
 * `AuthError` is recognised by its name, not with `instanceof`: a page may hold two copies of this package, and a
 * backend may throw the class of the other one.
 */
export function toFailure(error: unknown): AuthFailure {
  const failure = Object(error) as AuthError;
  return failure.name === 'AuthError' ? { code: failure.code, ...detailsOf(failure) } : { code: 'network' };
}
