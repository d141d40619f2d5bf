/**
 * The part of a request, or the limit, that an error is about: the field `what` of its `params` (docs/protocol.md#errors).
 * `op` and `val` (the code that was entered) are members of the body of `/v1/creds/tel`.
 */
export type RefusalSubject =
  | 'body'
  | 'tel'
  | 'op'
  | 'val'
  | 'login'
  | 'password'
  | 'displayName'
  | 'idempotencyKey'
  | 'country'
  | 'code'
  | 'token'
  | 'challenge'
  | 'send'
  | 'blocked'
  | 'ip'
  | 'day';

/** HTTP status of a refusal. All but 499 are in docs/protocol.md#errors. 499 means that the client has left, so nobody reads the answer. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 410 | 413 | 422 | 429 | 499 | 500 | 503;

/** The `params` of an error answer. */
export interface RefusalParams {
  readonly what?: RefusalSubject;
  readonly attemptsLeft?: number;
  /** An integer number of seconds, at least 1. It's also sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** With `what: 'challenge'`: `pow`, or the name of a captcha (docs/protocol.md#challenges). */
  readonly type?: string;
  /** The public key that the site has from the captcha provider. */
  readonly siteKey?: string;
  /** The parameters of a proof of work. */
  readonly parameters?: object;
  /** The signature of `parameters`. */
  readonly signature?: string;
}

/** Thrown to refuse a call. The HTTP layer turns it into an answer. */
export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly params: RefusalParams;
  /** With status 405: the methods that the path supports, for the header `Allow`. */
  readonly allow: string | undefined;
  /**
   * Name of the limit that refused the call, for the log, the metrics and the alarms, such as `SMS, IPv6 /48`. answer-and-log.ts tells
   * from the name, the status and `what` whether many callers share the limit. Of the limits of calls, only such a one raises an alarm.
   */
  readonly limit: string | undefined;

  constructor(status: RefusalStatus, params: RefusalParams = {}, allow?: string, limit?: string) {
    super(`${status}${params.what ? ` ${params.what}` : ''}`);
    this.name = 'Refusal';
    this.status = status;
    this.params = params;
    this.allow = allow;
    this.limit = limit;
  }
}

/** A 429 with a wait of `seconds`, rounded up to whole seconds. `limit` is the name of the limit. */
export function tooManyRequests(what: 'send' | 'blocked' | 'ip' | 'day', seconds: number, limit: string): Refusal {
  return new Refusal(429, { what, retryAfter: Math.max(1, Math.ceil(seconds)) }, undefined, limit);
}

/** The 503 of an overloaded process. The refused step of the call was not started, and the call can be repeated after a second. */
export const overloaded = (): Refusal => new Refusal(503, { retryAfter: 1 }, undefined, 'waiting calls, process');

/** The refusal of a call whose client closed its connection before the next step of the call was started. */
export const callerLeft = (): Refusal => new Refusal(499);

/** The 503 of a process whose database is down. The failed statement may have run. `cause` is for the log. */
export function databaseDown(cause: unknown): Refusal {
  const refusal = new Refusal(503, { retryAfter: 5 });
  refusal.cause = cause;
  return refusal;
}
