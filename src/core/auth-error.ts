import { MAX_WAIT_SECONDS, readAmount } from './record-checks.js';

/** All error codes: stable names of what went wrong, for programs. docs/client.md#errors explains each. */
export const AUTH_ERROR_CODES = [
  // Answers of the server. The client itself also finds `wrong-code`, `session-expired` and `code-expired`, without a call.
  'invalid-request',
  'wrong-code',
  'wrong-credentials',
  'session-expired',
  'code-expired',
  'policy',
  'too-soon',
  'blocked',
  'too-many-requests',
  'server',
  'sms-failed',
  'challenge',
  // Answers that the reference server never gives, but others may.
  'unknown-user',
  'account-exists',
  'refused',
  // Found by the client itself. A server may answer `invalid-phone`, too.
  'invalid-phone',
  'invalid-code',
  'offline',
  'timeout',
  'network',
  'invalid-response',
  'no-session',
  'cancelled',
] as const;

/** What went wrong, as one of `AUTH_ERROR_CODES`. */
export type AuthErrorCode = (typeof AUTH_ERROR_CODES)[number];

/** The field that breaks a server rule, for the code `policy`: docs/protocol.md#field-rules. */
export type PolicyField = 'login' | 'password' | 'displayName';

/**
 * A challenge that the server wants solved before it accepts a call, which makes automated calls expensive. `type`
 * names its kind (`pow`, `turnstile`, `hcaptcha`, …); the other members depend on that.
 */
export interface ChallengeRequest {
  readonly type: string;
  /** The site's public key with the captcha provider. */
  readonly siteKey?: string | undefined;
  readonly [parameter: string]: unknown;
}

/** Optional details of an error. */
export interface AuthErrorDetails {
  /** The HTTP status, if the server answered. */
  readonly status?: number | undefined;
  /** Seconds to wait before the next attempt. More than a week counts as a week. */
  readonly retryAfter?: number | undefined;
  /** How many more times a code can be entered. */
  readonly attemptsLeft?: number | undefined;
  readonly field?: PolicyField | undefined;
  /** The server's own sentence for the person, shown in place of our text. One line, at most 300 characters. */
  readonly text?: string | undefined;
  /** The challenge to solve, for the code `challenge`. */
  readonly challenge?: ChallengeRequest | undefined;
}

/** An error as plain data. The machine keeps it, and each view turns it into a text in its own language. */
export interface AuthFailure extends AuthErrorDetails {
  readonly code: AuthErrorCode;
}

const MAX_TEXT_LENGTH = 300;

/**
 * Makes a sentence from a server safe to show: one line, at most 300 characters, without control characters and without
 * the characters that reorder the text around them. Returns undefined if nothing is left.
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

/** Copies only the known details, because an error from another backend may carry anything. */
const detailsOf = ({
  status,
  retryAfter,
  attemptsLeft,
  field,
  text,
  challenge,
}: AuthErrorDetails): AuthErrorDetails => ({
  status,
  retryAfter: readAmount(retryAfter, MAX_WAIT_SECONDS),
  attemptsLeft: readAmount(attemptsLeft),
  field,
  text: cleanText(text),
  challenge,
});

/**
 * The error that every operation of the client rejects with. `code` is for programs, `message` for people. It never
 * carries a phone number, a code, a password or a token.
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
 * Turns anything that was thrown into plain data. An error of another class came from a backend and counts as `network`.
 * `AuthError` is recognised by its name, not with `instanceof`, because a page may load two copies of this package, and a
 * backend may throw the class of the other copy.
 */
export function toFailure(error: unknown): AuthFailure {
  const failure = Object(error) as AuthError;
  return failure.name === 'AuthError' ? { code: failure.code, ...detailsOf(failure) } : { code: 'network' };
}
