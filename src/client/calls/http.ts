// HTTP calls with JSON in both directions, and readers for their answers. Used by RestBackend and src/backends/.
import { AuthError } from '../../core/auth-error.js';
import type { CallOptions } from '../../core/auth-backend.js';
import { readAmount } from '../../core/record-checks.js';
import { globalScope, parseJson } from '../platform/global-scope.js';
import { withTimeout } from '../platform/with-timeout.js';

export interface HttpCall extends CallOptions {
  readonly method: string;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  /** Headers besides `Accept` and `Content-Type`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** By default, `omit`: no cookies are sent. */
  readonly credentials?: RequestCredentials;
  /** Whether the call must reach the server even if the page is unloading, as a sign-out must. By default, false. */
  readonly keepalive?: boolean;
  /** Milliseconds after which the call fails with `timeout`. By default, 15 seconds. */
  readonly timeout?: number | undefined;
}

type HeaderReader = Partial<Pick<Headers, 'get'>>;

/** An answer with any status. */
export interface HttpAnswer {
  /** Whether the status is a 2xx; true if the page has wrapped `fetch` and the answer doesn't say. */
  readonly ok: boolean;
  /** The HTTP status; 0 if the page has wrapped `fetch` and the answer has none. */
  readonly status: number;
  readonly headers: HeaderReader | undefined;
  /** The parsed body; undefined if it isn't JSON: empty, truncated, or a proxy's HTML. */
  readonly json: unknown;
}

/** The parts of a `Response` that are used here. A `fetch` that the page has wrapped may leave some of them out. */
type Answer = Partial<Pick<Response, 'ok' | 'status' | 'text' | 'json'> & { headers: HeaderReader }>;

type AnswerCheck = (method: string, url: string, answer?: HttpAnswer) => void;

let check: AnswerCheck | undefined;

/**
 * Sets a function that is called with every answer, and without one if none came or it broke off. Only the development build has such a function:
 * src/development/answer-check.ts.
 */
export function setAnswerCheck(newCheck: AnswerCheck): void {
  check = newCheck;
}

async function readJson(answer: Answer): Promise<unknown> {
  return answer.text ? parseJson(await answer.text()) : answer.json?.().catch(() => undefined);
}

/**
 * Makes one call and never repeats it. Resolves with any complete answer, whatever its status. Otherwise rejects with
 * an `AuthError`: `timeout`, `cancelled` (the signal was aborted), `offline` or `network`.
 * @param url absolute, or relative to the page
 */
export function callHttp(
  url: string,
  { body, headers, timeout, signal: outer, ...init }: HttpCall,
): Promise<HttpAnswer> {
  return withTimeout(timeout, outer, async signal => {
    try {
      const answer: Answer = await fetch(url, {
        credentials: 'omit',
        ...init,
        body: body ? JSON.stringify(body) : null,
        headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }), ...headers },
        // A redirect could send a password or a token to another address.
        redirect: 'error',
        // A cache could keep the answer.
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal,
      });
      const json = await readJson(answer);
      const found = { ok: answer.ok !== false, status: answer.status ?? 0, headers: answer.headers, json };
      check?.(init.method, url, found);
      return found;
    } catch {
      if (!signal.aborted) check?.(init.method, url);
      throw new AuthError(globalScope.navigator?.onLine === false ? 'offline' : 'network');
    }
  });
}

/** Returns the error for an answer that can't be read: a success with invalid content, or a 401 that isn't the server's. */
export const invalidResponse = (status = 200): AuthError => new AuthError('invalid-response', { status });

export { readAmount };

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A string that isn't empty, or undefined. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? value : undefined;

/**
 * A bearer token (RFC 6750, section 2.1), or undefined. With some of the other characters, such as a line break, `fetch`
 * would throw in every call.
 */
export function readToken(value: unknown): string | undefined {
  const token = readText(value);
  return token && /^[\w.~+/=-]+$/.test(token) ? token : undefined;
}

/**
 * The seconds from `Retry-After`, or from `X-Retry-After` if that's missing; undefined if both are, or if the value is neither seconds
 * nor a date. A date is compared with the `Date` header of the same answer, or else with this device's clock. A page can read the
 * headers of another origin only if `Access-Control-Expose-Headers` names them.
 */
export function readRetryAfter(headers: HttpAnswer['headers']): number | undefined {
  const read = (name: string) => headers?.get?.(name);
  const value = read('retry-after') ?? read('x-retry-after');
  if (!value) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return readAmount(Number(value));
  const seconds = (Date.parse(value) - Date.parse(read('date') ?? new Date().toUTCString())) / 1000;
  return readAmount(Math.max(0, Math.ceil(seconds)));
}
