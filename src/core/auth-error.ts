/** What went wrong, as a stable name for programs (contract, «Errors»). */
export type AuthErrorCode =
  // said by the server
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
  // found out by the client
  | 'invalid-phone'
  | 'invalid-code'
  | 'offline'
  | 'timeout'
  | 'network'
  | 'invalid-response'
  | 'no-session'
  | 'cancelled';

/** The field that broke a rule of the server, with the code `policy`. */
export type PolicyField = 'login' | 'password' | 'displayName';

/** What is known of an error besides its code. */
export interface AuthErrorDetails {
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** Seconds until another attempt makes sense. */
  readonly retryAfter?: number | undefined;
  /** Tries that are left for a confirmation code. */
  readonly attemptsLeft?: number | undefined;
  /** The field that broke a rule. */
  readonly field?: PolicyField | undefined;
}

/** An error as plain data: what the machine keeps, and what a message is made of. */
export interface AuthFailure extends AuthErrorDetails {
  readonly code: AuthErrorCode;
}

/** What is known besides the code, and nothing else that may be there. */
const detailsOf = ({ status, retryAfter, attemptsLeft, field }: AuthErrorDetails): AuthErrorDetails => ({
  status,
  retryAfter,
  attemptsLeft,
  field,
});

/**
 * The error with which every operation of the client rejects.
 * It carries neither a phone number nor a code, a password or a token.
 */
export class AuthError extends Error implements AuthFailure {
  readonly code: AuthErrorCode;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly attemptsLeft: number | undefined;
  readonly field: PolicyField | undefined;

  constructor(code: AuthErrorCode, details: AuthErrorDetails = {}, message: string = code) {
    super(message);
    this.name = 'AuthError';
    this.code = code;
    Object.assign(this, detailsOf(details));
  }
}

/**
 * Whatever was thrown, as plain data. An error that is not ours came from a port: it is taken for the network's. Ours is
 * known by its name: a backend may have its `AuthError` from another copy of this package.
 */
export function toFailure(error: unknown): AuthFailure {
  const failure = Object(error) as AuthError;
  return failure.name === 'AuthError' ? { code: failure.code, ...detailsOf(failure) } : { code: 'network' };
}
