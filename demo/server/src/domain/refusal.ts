/** The part of a request that an answer is about (contract, «Errors», `what`). */
export type What =
  | 'body'
  | 'tel'
  | 'op'
  | 'val'
  | 'login'
  | 'password'
  | 'displayName'
  | 'idempotencyKey'
  | 'code'
  | 'token'
  | 'send'
  | 'blocked'
  | 'ip'
  | 'day';

/** Status codes of refusals (contract, «Errors»). */
export type RefusalCode = 400 | 401 | 404 | 405 | 410 | 413 | 422 | 429 | 500 | 503;

/** What an answer says of a refusal. */
export interface RefusalParams {
  readonly what?: What;
  readonly attemptsLeft?: number;
  /** Seconds, at least 1. */
  readonly retryAfter?: number;
}

/** A call that is answered with an error of the contract. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly params: RefusalParams;
  /** Methods that would not have been refused. */
  readonly allow: string | undefined;

  constructor(code: RefusalCode, params: RefusalParams = {}, allow?: string) {
    super(`${code}${params.what ? ` ${params.what}` : ''}`);
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.allow = allow;
  }
}

/** A refusal until `seconds` from now. */
export function tooMany(what: 'send' | 'blocked' | 'ip' | 'day', seconds: number): Refusal {
  return new Refusal(429, { what, retryAfter: Math.max(1, Math.ceil(seconds)) });
}
