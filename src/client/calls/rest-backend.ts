import { AuthError, type ChallengeRequest, type PolicyField } from '../../core/auth-error.js';
import { isCodeLength } from '../../core/phone-verification.js';
import { isOpaqueText } from '../../core/record-checks.js';
import type {
  Account,
  AuthBackend,
  CallOptions,
  CodeRequest,
  Session,
  SessionInfo,
  SignInOptions,
} from '../../core/auth-backend.js';
import { toErrorCode, type CallErrors } from './errors-by-status.js';
import {
  callHttp,
  invalidResponse,
  isObject,
  readRetryAfter,
  readAmount,
  readText,
  readToken,
  type HttpAnswer,
} from './http.js';
import { Unproxied } from '../platform/unproxied.js';

/** What shows the server who asked for a code: docs/protocol.md#who-asked-for-a-code. */
interface Proofs {
  readonly state?: string | undefined;
  readonly device?: string | undefined;
}

interface Call extends CallOptions, CallErrors, Proofs {
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
  readonly lang?: string | undefined;
  readonly challengeSolution?: string | undefined;
}

type Params = Readonly<Record<string, unknown>>;

/** The challenge to solve: docs/protocol.md#challenges. undefined if the answer doesn't name its type. */
function parseChallenge({ what: _what, ...request }: Params): ChallengeRequest | undefined {
  const type = readText(request.type);
  return type ? { ...request, type, siteKey: readText(request.siteKey) } : undefined;
}

function toError(
  status: number,
  params: Params | null | undefined,
  headers: HttpAnswer['headers'],
  call: Call,
): AuthError {
  const what = readText(params?.what);
  const code = toErrorCode(status, what, call);
  return new AuthError(code, {
    status,
    retryAfter: readAmount(params?.retryAfter) ?? readRetryAfter(headers),
    attemptsLeft: readAmount(params?.attemptsLeft),
    field: code === 'policy' ? (what as PolicyField) : undefined,
    challenge: code === 'challenge' ? parseChallenge(params!) : undefined,
  });
}

const readOpaque = (value: unknown): string | undefined => (isOpaqueText(value) ? value : undefined);

/**
 * Reads an account. A server that keeps no names leaves `displayName` out. null or an empty one means that the account has none
 * yet: docs/protocol.md#accounts-and-names.
 */
function parseAccount({ user, displayName }: Params): Account {
  const isName = displayName === undefined || displayName === null || typeof displayName === 'string';
  const id = readText(user);
  if (!id || !isName) throw invalidResponse();
  return { user: id, displayName: displayName === '' ? null : displayName };
}

function parseSessionInfo(params: Params): SessionInfo {
  const expiresIn = readAmount(params.expiresIn);
  if (!expiresIn) throw invalidResponse();
  return { ...parseAccount(params), expiresIn };
}

function parseSession(params: Params): Session {
  const token = readToken(params.token);
  if (!token) throw invalidResponse();
  return { ...parseSessionInfo(params), token, created: params.created === true };
}

/** Options of the REST backend. */
export interface RestBackendOptions {
  /** Milliseconds after which a call fails with `timeout`. By default, 15 seconds. */
  readonly timeout?: number | undefined;
}

/**
 * Speaks the protocol of the reference server (docs/protocol.md): JSON over HTTP, a bearer token, no cookies. Every method
 * makes one call and never repeats it.
 */
export class RestBackend extends Unproxied implements AuthBackend {
  readonly #baseUrl: string;
  readonly #timeout: number | undefined;

  /** @param baseUrl absolute, without a trailing slash */
  constructor(baseUrl: string, { timeout }: RestBackendOptions = {}) {
    super();
    this.#baseUrl = baseUrl;
    this.#timeout = timeout;
  }

  async requestCode(
    phone: string,
    options: CallOptions & Pick<SignInOptions, 'challengeSolution' | 'lang' | 'device'>,
  ): Promise<CodeRequest> {
    const call = { body: { tel: phone, op: 'add' }, unavailable: 'sms-failed', ...options } as const;
    const params = await this.#call('POST', '/v1/creds/tel', call);
    const codeLength = params.codeLength ?? undefined;
    if (codeLength !== undefined && !isCodeLength(codeLength)) throw invalidResponse();
    return {
      resendIn: readAmount(params.resendIn),
      codeLength: codeLength as number | undefined,
      idempotent: params.idempotent === true,
      state: readOpaque(params.state),
    };
  }

  async verifyCode(
    phone: string,
    code: string,
    options: CallOptions &
      Proofs &
      Pick<SignInOptions, 'challengeSolution'> & { readonly idempotencyKey?: string | undefined },
  ): Promise<Session | null> {
    const call = { body: { tel: phone, val: code, op: 'add' }, unauthorized: 'wrong-code', ...options } as const;
    const params = await this.#call('PUT', '/v1/creds/tel', call);
    if (params.token === undefined) return null;
    return { ...parseSession(params), device: readOpaque(params.device) };
  }

  async login(
    login: string,
    password: string,
    options: CallOptions & Pick<SignInOptions, 'challengeSolution'>,
  ): Promise<Session> {
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

  /**
   * Resolves with the `params` of a successful answer (docs/protocol.md#envelope), and otherwise rejects with an
   * `AuthError`.
   */
  async #call(method: string, path: string, call: Call): Promise<Params> {
    const { body, token, idempotencyKey, lang, challengeSolution, state, device, signal } = call;
    // A solution is visible ASCII characters: docs/protocol.md#challenges. With some others in a header, `fetch` would throw. `state` and
    // `device` are checked below, a token when it is granted.
    if (challengeSolution && !/^[\x21-\x7e]+$/.test(challengeSolution)) throw new AuthError('challenge');
    const { ok, status, headers, json } = await callHttp(this.#baseUrl + path, {
      method,
      // The sign-out must reach the server even if the page is unloading.
      keepalive: method === 'DELETE',
      body,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...(lang && { 'Accept-Language': lang }),
        ...(challengeSolution && { 'X-Auth-Challenge': challengeSolution }),
        ...(isOpaqueText(state) && { 'X-Auth-State': state }),
        ...(isOpaqueText(device) && { 'X-Auth-Device': device }),
      },
      timeout: this.#timeout,
      signal,
    });
    const { code, params } = Object(json) as { code?: unknown; params?: Params };
    const isEnvelope = typeof code === 'number' && isObject(params);
    // A proxy, a captive portal or basic authentication answers 401 too, and knows nothing about sessions.
    if (status === 401 && !isEnvelope) throw invalidResponse(status);
    if (!ok) throw toError(status, params, headers, call);
    if (code === 200 && isEnvelope) return params;
    if (isEnvelope && code >= 400 && code <= 599) throw toError(code, params, headers, call);
    throw invalidResponse(status);
  }
}
