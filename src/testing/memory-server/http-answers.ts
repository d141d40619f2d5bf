import { toFailure } from '../../core/auth-error.js';
import type { MemoryBackend } from './memory-backend.js';
import { isWireForm } from './memory-phones.js';
import { refusal, subjectOf } from './refusals.js';

/** A request of the protocol, without its host. */
export interface HttpRequest {
  readonly method: string;
  /** The path, from `/v1/` on: `/v1/session`. */
  readonly path: string;
  /** The values by name. The names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | null;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The `params` of an answer. */
type Params = Readonly<Record<string, unknown>>;
type Handler = (backend: MemoryBackend, request: HttpRequest) => Promise<Params>;

/** The maximum size of a body, in bytes: docs/protocol.md#envelope. */
const MAX_BODY_BYTES = 4096;

/** The headers of every answer but the one to a preflight. Any page may call, because there are no cookies for CORS to protect. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
};

const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Content-Type, Authorization, Idempotency-Key, X-Auth-Challenge, X-Auth-State, X-Auth-Device',
};

/** An error answer that no `AuthError` describes: its status, its `what`, and headers of its own. */
class HttpRefusal extends Error {
  readonly status: number;
  readonly what: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, what?: string, headers: Readonly<Record<string, string>> = {}) {
    super(`${status}`);
    this.status = status;
    this.what = what;
    this.headers = headers;
  }
}

const FIELD_CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  tel: isWireForm,
  op: text => text === 'add',
  val: text => /^.{1,6}$/su.test(text),
};

const isJson = (contentType = ''): boolean =>
  /^application\/json(?:\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i.test(contentType);

/** Reads a body that must have exactly these fields: docs/protocol.md#field-rules. */
function readBody<Name extends string>(request: HttpRequest, ...names: Name[]): Readonly<Record<Name, string>> {
  const { headers, body } = request;
  if (body === null || !isJson(headers['content-type'])) throw new HttpRefusal(400, 'body');
  if (new TextEncoder().encode(body).length > MAX_BODY_BYTES) throw new HttpRefusal(413);
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new HttpRefusal(400, 'body');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new HttpRefusal(400, 'body');
  const fields: Record<string, unknown> = { ...parsed };
  for (const name of names) {
    const value = fields[name];
    if (typeof value !== 'string' || FIELD_CHECKS[name]?.(value) === false) throw new HttpRefusal(400, name);
  }
  if (Object.keys(fields).length > names.length) throw new HttpRefusal(400, 'body');
  return fields as Readonly<Record<Name, string>>;
}

function readToken({ headers }: HttpRequest): string {
  const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw refusal('session-expired');
  return token;
}

function readIdempotencyKey({ headers }: HttpRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) throw new HttpRefusal(400, 'idempotencyKey');
  return key;
}

/** The calls of docs/protocol.md#calls, by path and method. */
const CALLS: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  '/v1/creds/tel': {
    async POST(backend, request) {
      const { tel } = readBody(request, 'tel', 'op');
      return { cred: `tel:${tel}`, ...(await backend.requestCode(tel)) };
    },
    async PUT(backend, request) {
      const idempotencyKey = readIdempotencyKey(request);
      const { tel, val } = readBody(request, 'tel', 'val', 'op');
      const { 'x-auth-state': state, 'x-auth-device': device } = request.headers;
      return { cred: `tel:${tel}`, ...(await backend.verifyCode(tel, val, { idempotencyKey, state, device })) };
    },
  },
  '/v1/session': {
    async POST(backend, request) {
      const { login, password } = readBody(request, 'login', 'password');
      return { ...(await backend.login(login, password)) };
    },
    GET: async (backend, request) => ({ ...(await backend.getSession(readToken(request))) }),
    PUT: async (backend, request) => ({ ...(await backend.renewSession(readToken(request))) }),
    async DELETE(backend, request) {
      await backend.endSession(readToken(request));
      return {};
    },
  },
  '/v1/account': {
    async PATCH(backend, request) {
      const token = readToken(request);
      return { ...(await backend.setDisplayName(token, readBody(request, 'displayName').displayName)) };
    },
  },
};

/** Returns the path of a call, from `/v1/` on; undefined if the URL isn't one of the protocol. */
export const pathOfCall = (address: string): string | undefined =>
  /\/v1\/(?:creds\/tel|session|account)$/.exec(new URL(address, 'http://localhost').pathname)?.[0];

function envelope(status: number, params: Params, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  const body = JSON.stringify({ code: status, text: status === 200 ? 'OK' : 'Error', params });
  return { status, headers: { ...HEADERS, ...headers }, body };
}

function answerError(error: unknown): HttpAnswer {
  if (error instanceof HttpRefusal) {
    const { status, what, headers } = error;
    return envelope(status, what === undefined ? {} : { what }, headers);
  }
  const failure = toFailure(error);
  const { code, status, retryAfter, attemptsLeft, challenge } = failure;
  if (code === 'invalid-response') {
    return { status: 200, headers: { ...HEADERS, 'content-type': 'text/html' }, body: '<!doctype html><p>Proxy</p>' };
  }
  // No answer arrives for `offline`, `network` and `timeout`.
  if (status === undefined) throw error;
  const params = { ...challenge, what: subjectOf(failure), retryAfter, attemptsLeft };
  return envelope(status, params, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` });
}

/**
 * Answers a request as the reference server would. Rejects with an `AuthError` if the fault is a missing answer (`offline`,
 * `network`, `timeout`).
 */
export async function answerRequest(backend: MemoryBackend, request: HttpRequest): Promise<HttpAnswer> {
  const { method, path } = request;
  if (method === 'OPTIONS') return { status: 204, headers: PREFLIGHT_HEADERS, body: '' };
  try {
    const methods = CALLS[path];
    if (!methods) throw new HttpRefusal(404);
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!handler) throw new HttpRefusal(405, undefined, { allow: Object.keys(methods).join(', ') });
    return envelope(200, await handler(backend, request));
  } catch (error) {
    return answerError(error);
  }
}
