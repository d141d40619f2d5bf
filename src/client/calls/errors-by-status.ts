import type { AuthErrorCode } from '../../core/auth-error.js';

/** What decides the code of an error, besides the answer. */
export interface CallErrors {
  /** The bearer token of the call, if it has one. Only its presence counts. */
  readonly token?: string;
  /**
   * Error code for a 401 whose `what` is missing or unknown. A 401 without the envelope never gets here: rest-backend.ts. By default,
   * `session-expired`, or `invalid-request` without a token.
   */
  readonly unauthorized?: AuthErrorCode;
  /** Error code for a 503. By default, `server`. */
  readonly unavailable?: AuthErrorCode;
}

/** Error codes by a key that consists of the status and `what`: docs/protocol.md#errors. */
const ERROR_CODES: Readonly<Record<string, AuthErrorCode>> = {
  '400country': 'invalid-phone',
  '401code': 'wrong-code',
  '401password': 'wrong-credentials',
  '401token': 'session-expired',
  '403challenge': 'challenge',
  '410code': 'code-expired',
  '422login': 'policy',
  '422password': 'policy',
  '422displayName': 'policy',
  '429send': 'too-soon',
  '429blocked': 'blocked',
};

/** The error code for a status and `what` that `ERROR_CODES` lacks: docs/protocol.md#reading-other-servers. */
function codeOfStatus(status: number, { unauthorized, unavailable, token }: CallErrors): AuthErrorCode {
  if (status === 401) return unauthorized ?? (token ? 'session-expired' : 'invalid-request');
  if (status === 429) return 'too-many-requests';
  return status < 500 ? 'invalid-request' : (status === 503 && unavailable) || 'server';
}

/** The error code of an answer in the protocol of the reference server. */
export const toErrorCode = (status: number, what: string | undefined, call: CallErrors): AuthErrorCode =>
  ERROR_CODES[`${status}${what ?? ''}`] ?? codeOfStatus(status, call);
