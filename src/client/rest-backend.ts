import { AuthError, type AuthErrorCode, type PolicyField } from '../core/auth-error.js';
import type { Account, AuthBackend, CallOptions, CodeRequest, Session, SessionInfo } from '../core/ports.js';
import { MAX_SECONDS } from '../core/record-checks.js';
import { globalScope } from './global-scope.js';
import { parseJson } from './json.js';
import { withTimeout } from './with-timeout.js';

interface Call extends CallOptions {
  readonly body?: object;
  readonly token?: string;
  readonly idempotencyKey?: string | undefined;
  /** Error code for a 401 without `what`. `session-expired` by default, or `invalid-request` without a token. */
  readonly unauthorized?: AuthErrorCode;
  /** Error code for a 503. `server` by default. */
  readonly unavailable?: AuthErrorCode;
}

type Params = Readonly<Record<string, unknown>>;

/** Error codes by status and `what`: docs/protocol.md#errors. */
const ERROR_CODES: Readonly<Record<string, AuthErrorCode>> = {
  '401code': 'wrong-code',
  '401password': 'wrong-credentials',
  '401token': 'session-expired',
  '410code': 'code-expired',
  '422login': 'policy',
  '422password': 'policy',
  '422displayName': 'policy',
  '429send': 'too-soon',
  '429blocked': 'blocked',
};

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A string that is not empty, or undefined. */
const toText = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
/** A duration or a count: not negative, and no more than `MAX_SECONDS`; or undefined. */
const toAmount = (value: unknown) =>
  typeof value === 'number' && value >= 0 ? Math.min(value, MAX_SECONDS) : undefined;

/** What is used of a `Response`. A `fetch` that the page has wrapped may answer with less than a whole one. */
type Answer = Partial<Pick<Response, 'ok' | 'status' | 'text' | 'json'> & { headers: Partial<Headers> }>;

/** The JSON of an answer; undefined if it is none. */
async function readJson(answer: Answer): Promise<unknown> {
  return answer.text ? parseJson(await answer.text()) : answer.json?.().catch(() => undefined);
}

/** `Retry-After` in seconds. Its other form, a date, is measured against the `Date` of the same answer. */
function parseRetryAfter(headers: Answer['headers']): number | undefined {
  const read = (name: string) => headers?.get?.(name);
  const value = read('retry-after');
  if (!value) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return toAmount(Number(value));
  const seconds = (Date.parse(value) - Date.parse(read('date') ?? new Date().toUTCString())) / 1000;
  return toAmount(Math.max(0, Math.ceil(seconds)));
}

/** The error code of a status without `what`: docs/protocol.md#reading-other-servers. */
function toErrorCode(status: number, { unauthorized, unavailable, token }: Call): AuthErrorCode {
  if (status === 401) return unauthorized ?? (token ? 'session-expired' : 'invalid-request');
  if (status === 429) return 'too-many-requests';
  return status < 500 ? 'invalid-request' : (status === 503 && unavailable) || 'server';
}

function toError(status: number, params: Params | null | undefined, headers: Answer['headers'], call: Call): AuthError {
  const what = toText(params?.what);
  const code = ERROR_CODES[`${status}${what ?? ''}`] ?? toErrorCode(status, call);
  return new AuthError(code, {
    status,
    retryAfter: toAmount(params?.retryAfter) ?? parseRetryAfter(headers),
    attemptsLeft: toAmount(params?.attemptsLeft),
    field: code === 'policy' ? (what as PolicyField) : undefined,
  });
}

const invalidResponse = () => new AuthError('invalid-response', { status: 200 });

/** A server that keeps no names leaves `displayName` out: docs/protocol.md#accounts-and-names. */
function parseAccount({ user, displayName }: Params): Account {
  const isName = displayName === undefined || displayName === null || typeof displayName === 'string';
  const id = toText(user);
  if (!id || !isName) throw invalidResponse();
  return { user: id, displayName: displayName === '' ? null : displayName };
}

function parseSessionInfo(params: Params): SessionInfo {
  const expiresIn = toAmount(params.expiresIn);
  if (!expiresIn) throw invalidResponse();
  return { ...parseAccount(params), expiresIn };
}

function parseSession(params: Params): Session {
  const token = toText(params.token);
  // The characters of a bearer token (RFC 6750, section 2.1). With a line break `fetch` would throw at every call.
  if (!token || !/^[\w.~+/=-]+$/.test(token)) throw invalidResponse();
  return { ...parseSessionInfo(params), token, created: params.created === true };
}

/** Options of the REST backend. */
export interface RestBackendOptions {
  /** Milliseconds after which a call ends with `timeout`. 15 seconds by default. */
  readonly timeout?: number | undefined;
}

/**
 * The protocol of the reference server (docs/protocol.md): JSON over HTTPS, a bearer token, no cookies. Every method
 * makes one call and never repeats it.
 */
export class RestBackend implements AuthBackend {
  readonly #baseUrl: string;
  readonly #timeout: number;

  /** @param baseUrl absolute, without a trailing slash */
  constructor(baseUrl: string, { timeout = 15_000 }: RestBackendOptions = {}) {
    this.#baseUrl = baseUrl;
    this.#timeout = timeout;
  }

  /** Keeps Vue from making a proxy of a backend: private members do not work through one. */
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }

  async requestCode(tel: string, options: CallOptions): Promise<CodeRequest> {
    const call = { body: { tel, op: 'add' }, unavailable: 'sms-failed', ...options } as const;
    const params = await this.#call('POST', '/v1/creds/tel', call);
    const length = toAmount(params.codeLength);
    return {
      resendIn: toAmount(params.resendIn),
      codeLength: length && length <= 6 ? Math.floor(length) || undefined : undefined,
      idempotent: params.idempotent === true,
    };
  }

  async verifyCode(
    tel: string,
    val: string,
    options: CallOptions & { readonly idempotencyKey?: string | undefined },
  ): Promise<Session | null> {
    const call = { body: { tel, val, op: 'add' }, unauthorized: 'wrong-code', ...options } as const;
    const params = await this.#call('PUT', '/v1/creds/tel', call);
    return params.token === undefined ? null : parseSession(params);
  }

  async login(login: string, password: string, options: CallOptions): Promise<Session> {
    const call = { body: { login, password }, unauthorized: 'wrong-credentials', ...options } as const;
    return parseSession(await this.#call('POST', '/v1/session', call));
  }

  async getSession(token: string, options: CallOptions): Promise<SessionInfo> {
    return parseSessionInfo(await this.#call('GET', '/v1/session', { token, ...options }));
  }

  async renewSession(token: string, options: CallOptions): Promise<Session> {
    return parseSession(await this.#call('PUT', '/v1/session', { token, ...options }));
  }

  async endSession(token: string, options: CallOptions): Promise<void> {
    await this.#call('DELETE', '/v1/session', { token, ...options });
  }

  async setDisplayName(token: string, displayName: string, options: CallOptions): Promise<Account> {
    return parseAccount(await this.#call('PATCH', '/v1/account', { body: { displayName }, token, ...options }));
  }

  /** Resolves with the `params` of a success (docs/protocol.md#envelope); everything else rejects with an `AuthError`. */
  #call(method: string, path: string, call: Call): Promise<Params> {
    const { body, token, idempotencyKey } = call;
    return withTimeout(
      this.#timeout,
      async signal => {
        try {
          const answer: Answer = await fetch(this.#baseUrl + path, {
            method,
            // The sign-out must reach the server even if the page is being left.
            keepalive: method === 'DELETE',
            body: body ? JSON.stringify(body) : null,
            headers: {
              Accept: 'application/json',
              ...(body && { 'Content-Type': 'application/json' }),
              ...(token && { Authorization: `Bearer ${token}` }),
              ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
            },
            // A redirect would take a password or a token to another address, and a cache would keep the answer.
            redirect: 'error',
            credentials: 'omit',
            cache: 'no-store',
            referrerPolicy: 'no-referrer',
            signal,
          });
          const { code, params } = Object(await readJson(answer)) as { code?: unknown; params?: Params };
          const { ok, status = 0, headers } = answer;
          if (ok === false) throw toError(status, params, headers, call);
          if (code === 200 && isObject(params)) return params;
          if (typeof code === 'number' && code >= 400 && code <= 599) throw toError(code, params, headers, call);
          throw new AuthError('invalid-response', { status });
        } catch (error) {
          if (error instanceof AuthError) throw error;
          throw new AuthError(globalScope.navigator?.onLine === false ? 'offline' : 'network');
        }
      },
      call.signal,
    );
  }
}
