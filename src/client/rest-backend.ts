import { AuthError, type AuthErrorCode, type PolicyField } from '../core/auth-error.js';
import type { Account, AuthBackend, CallOptions, CodeRequest, Session, SessionInfo } from '../core/ports.js';
import { withTimeout } from './with-timeout.js';
import { parseJson } from './json.js';

interface Call extends CallOptions {
  readonly body?: object;
  readonly token?: string;
  readonly idempotencyKey?: string | undefined;
  /** What a 401 without `what` means here. */
  readonly unauthorized?: AuthErrorCode;
  /** What a 503 means here, if it is more than a fault of the server. */
  readonly unavailable?: AuthErrorCode;
}

type Params = Readonly<Record<string, unknown>>;

/** No answer of the contract is longer; what is longer is not one. In characters. */
const MAX_ANSWER = 65_536;

/** Status and `what` (contract, «Errors»). */
const BY_WHAT: Readonly<Record<string, AuthErrorCode>> = {
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
const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
/** A duration or a count from outside: finite and not negative, or nothing. */
const amount = (value: unknown) => (typeof value === 'number' && value >= 0 && value < 1e9 ? value : undefined);

/** `Retry-After` in seconds; its other form, a date, is measured against the server's own `Date`. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (!value) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return amount(Number(value));
  const seconds = (Date.parse(value) - Date.parse(headers.get('date') ?? new Date().toUTCString())) / 1000;
  return amount(Math.max(0, Math.ceil(seconds)));
}

/** Reads a body that may stall, lie about its length or have no end. */
async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let all = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return all + decoder.decode();
    all += decoder.decode(value, { stream: true });
    if (all.length > MAX_ANSWER) {
      void reader.cancel().catch(() => {});
      return '';
    }
  }
}

/** Without `what`, a status says as much as the call that got it can make of it. */
function codeOf(status: number, { unauthorized, unavailable, token }: Call): AuthErrorCode {
  if (status === 401) return unauthorized ?? (token ? 'session-expired' : 'invalid-request');
  if (status === 429) return 'too-many-requests';
  return status < 500 ? 'invalid-request' : (status === 503 && unavailable) || 'server';
}

function errorOf(status: number, params: Params | null | undefined, headers: Headers, call: Call): AuthError {
  const what = text(params?.what);
  const code = BY_WHAT[`${status}${what}`] ?? codeOf(status, call);
  return new AuthError(code, {
    status,
    retryAfter: amount(params?.retryAfter) ?? retryAfterOf(headers),
    attemptsLeft: amount(params?.attemptsLeft),
    field: code === 'policy' ? (what as PolicyField) : undefined,
  });
}

/** The account in `params`. A member `displayName` that is left out means that the server keeps no names. */
function accountOf(params: Params): Account {
  const user = text(params.user);
  const { displayName } = params;
  if (!user || !(displayName === undefined || displayName === null || typeof displayName === 'string'))
    throw new AuthError('invalid-response', { status: 200 });
  // An empty name is none.
  return { user, displayName: displayName === '' ? null : displayName };
}

function infoOf(params: Params): SessionInfo {
  const expiresIn = amount(params.expiresIn);
  if (!expiresIn) throw new AuthError('invalid-response', { status: 200 });
  return { ...accountOf(params), expiresIn };
}

function sessionOf(params: Params): Session {
  const token = text(params.token);
  // What a header cannot carry is no bearer token (RFC 6750, section 2.1).
  if (!token || !/^[\w.~+/=-]+$/.test(token)) throw new AuthError('invalid-response', { status: 200 });
  return { ...infoOf(params), token, created: params.created === true };
}

/** Options of the REST backend. */
export interface RestBackendOptions {
  /** Milliseconds after which a call ends with `timeout`. 15 seconds by default. */
  readonly timeout?: number | undefined;
}

/** The backend that speaks the contract of the reference server: JSON over HTTPS, a bearer token, no cookies. */
export class RestBackend implements AuthBackend {
  readonly #baseUrl: string;
  readonly #timeout: number;

  /** @param baseUrl absolute, without a trailing slash */
  constructor(baseUrl: string, { timeout = 15_000 }: RestBackendOptions = {}) {
    this.#baseUrl = baseUrl;
    this.#timeout = timeout;
  }

  /** Not for the proxies of Vue: see `AuthClient`. */
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }

  async requestCode(tel: string, options: CallOptions): Promise<CodeRequest> {
    const call = { body: { tel, op: 'add' }, unavailable: 'sms-failed', ...options } as const;
    const params = await this.#call('POST', '/v1/creds/tel', call);
    const length = amount(params.codeLength);
    return {
      resendIn: amount(params.resendIn),
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
    return params.token === undefined ? null : sessionOf(params);
  }

  async login(login: string, password: string, options: CallOptions): Promise<Session> {
    const call = { body: { login, password }, unauthorized: 'wrong-credentials', ...options } as const;
    return sessionOf(await this.#call('POST', '/v1/session', call));
  }

  async getSession(token: string, options: CallOptions): Promise<SessionInfo> {
    return infoOf(await this.#call('GET', '/v1/session', { token, ...options }));
  }

  async renewSession(token: string, options: CallOptions): Promise<Session> {
    return sessionOf(await this.#call('PUT', '/v1/session', { token, ...options }));
  }

  async endSession(token: string, options: CallOptions): Promise<void> {
    await this.#call('DELETE', '/v1/session', { token, ...options });
  }

  async setDisplayName(token: string, displayName: string, options: CallOptions): Promise<Account> {
    return accountOf(await this.#call('PATCH', '/v1/account', { body: { displayName }, token, ...options }));
  }

  /** One call, its answer read to the end; `params` of a success. Never repeats itself. */
  #call(method: string, path: string, call: Call): Promise<Params> {
    const { body, token, idempotencyKey } = call;
    return withTimeout(
      this.#timeout,
      async signal => {
        try {
          const response = await fetch(this.#baseUrl + path, {
            method,
            // A sign-out is told to the server even if the page goes away.
            keepalive: method === 'DELETE',
            body: body ? JSON.stringify(body) : null,
            headers: {
              Accept: 'application/json',
              ...(body && { 'Content-Type': 'application/json' }),
              ...(token && { Authorization: `Bearer ${token}` }),
              ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
            },
            // A password or a token never follows a redirect, and nothing of an answer is kept.
            redirect: 'error',
            credentials: 'omit',
            cache: 'no-store',
            referrerPolicy: 'no-referrer',
            signal,
          });
          const { ok, status, headers } = response;
          const { code, params } = Object(parseJson(await readText(response))) as { code?: unknown; params?: Params };
          if (!ok) throw errorOf(status, params, headers, call);
          if (code === 200 && isObject(params)) return params;
          if (typeof code === 'number' && code >= 400 && code <= 599) throw errorOf(code, params, headers, call);
          throw new AuthError('invalid-response', { status });
        } catch (error) {
          if (error instanceof AuthError) throw error;
          throw new AuthError(globalThis.navigator?.onLine === false ? 'offline' : 'network');
        }
      },
      call.signal,
    );
  }
}
