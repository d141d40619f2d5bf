import type { AuthErrorCode, PolicyField } from '../../src/core/auth-error.js';
import { answer, envelope, raw, type Reply } from './raw-server.js';

/** The methods of `AuthBackend` that make a call. */
export const CALLS = [
  'requestCode',
  'verifyCode',
  'login',
  'getSession',
  'renewSession',
  'endSession',
  'setDisplayName',
] as const;
export type CallName = (typeof CALLS)[number];

export interface Expected {
  readonly code: AuthErrorCode;
  readonly status?: number;
  readonly retryAfter?: number;
  readonly attemptsLeft?: number;
  readonly field?: PolicyField;
}

/** A bad answer, and the error that it must cause, or a function that returns the error for a call. */
export interface BadAnswer {
  readonly name: string;
  readonly reply: Reply;
  readonly error: Expected | ((call: CallName) => Expected);
  /** The call ends with its timeout. The test should set a short one. */
  readonly endsByTimeout?: boolean;
}

const HTML = '<!doctype html><title>Sign in to the Wi-Fi</title>';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const ok = (body: string): Reply => answer(200, body, JSON_TYPE);
const invalidResponse = { code: 'invalid-response', status: 200 } as const;
const network = { code: 'network' } as const;
const invalid = (status: number): Expected => ({ code: 'invalid-request', status });
const server = (status: number): Expected => ({ code: 'server', status });

/** The error of a 401 in the envelope without `what` depends on the call. */
function unauthorized(call: CallName): Expected {
  if (call === 'requestCode') return invalid(401);
  if (call === 'verifyCode') return { code: 'wrong-code', status: 401 };
  if (call === 'login') return { code: 'wrong-credentials', status: 401 };
  return { code: 'session-expired', status: 401 };
}

/** A 503 is `sms-failed` only for the call that sends an SMS. */
const unavailable = (call: CallName): Expected =>
  call === 'requestCode' ? { code: 'sms-failed', status: 503 } : server(503);

const immediate: [string, Reply, BadAnswer['error']][] = [
  // Bodies that are not the documented envelope.
  ['a page of HTML', answer(200, HTML, { 'Content-Type': 'text/html' }), invalidResponse],
  ['HTML that says it is JSON', ok(HTML), invalidResponse],
  ['nothing', ok(''), invalidResponse],
  ['white space', ok(' \r\n'), invalidResponse],
  ['truncated JSON', ok('{"code":200,"text":"OK","par'), invalidResponse],
  ['two answers in one', ok('{"code":200,"params":{}}{"code":200,"params":{}}'), invalidResponse],
  ['null', ok('null'), invalidResponse],
  ['a list', ok('[{"code":200,"params":{}}]'), invalidResponse],
  ['a text', ok('"OK"'), invalidResponse],
  ['a number', ok('200'), invalidResponse],
  ['an object without code', ok('{"text":"OK","params":{}}'), invalidResponse],
  ['a code that is a text', ok('{"code":"200","params":{}}'), invalidResponse],
  ['a code of an error that is a text', ok('{"code":"404","params":{}}'), invalidResponse],
  ['a code that is null', ok('{"code":null,"params":{}}'), invalidResponse],
  ['a code of another success', ok('{"code":201,"params":{}}'), invalidResponse],
  ['a code that is no status', ok('{"code":-1,"params":{}}'), invalidResponse],
  ['a code below those of errors', ok('{"code":399,"params":{}}'), invalidResponse],
  ['a code above those of errors', ok('{"code":600,"params":{}}'), invalidResponse],
  ['no params', ok('{"code":200,"text":"OK"}'), invalidResponse],
  ['params that are null', ok('{"code":200,"params":null}'), invalidResponse],
  ['params that are a list', ok('{"code":200,"params":[]}'), invalidResponse],
  ['params that are a text', ok('{"code":200,"params":"{}"}'), invalidResponse],
  [
    'bytes that are no UTF-8',
    raw(Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\xff\xfe{}', 'latin1')),
    invalidResponse,
  ],
  ['204', answer(204), { code: 'invalid-response', status: 204 }],
  ['201 with HTML', answer(201, HTML), { code: 'invalid-response', status: 201 }],
  ['a body of another encoding', answer(200, 'no gzip', { 'Content-Encoding': 'gzip' }), network],
  // The HTTP status and `code` differ.
  ['200 with code 500', envelope(500, {}, { status: 200 }), server(500)],
  ['200 with code 400', envelope(400, {}, { status: 200 }), invalid(400)],
  ['200 with code 599', envelope(599, {}, { status: 200 }), server(599)],
  ['200 with code 404', envelope(404, {}, { status: 200 }), invalid(404)],
  [
    '200 with code 429',
    envelope(429, { retryAfter: 9 }, { status: 200 }),
    { code: 'too-many-requests', status: 429, retryAfter: 9 },
  ],
  [
    '200 with code 401 of a token',
    envelope(401, { what: 'token' }, { status: 200 }),
    { code: 'session-expired', status: 401 },
  ],
  ['500 with code 200', envelope(200, {}, { status: 500 }), server(500)],
  ['404 with code 200', envelope(200, {}, { status: 404 }), invalid(404)],
  ['500 with code 401', envelope(401, { what: 'token' }, { status: 500 }), server(500)],
  // Redirects aren't followed, because they would send a token or a password to another address.
  ['301', answer(301, '', { Location: 'https://example.com/' }), network],
  ['302 to itself', answer(302, '', { Location: '/v1/session' }), network],
  ['307', answer(307, '', { Location: '/elsewhere' }), network],
  // Client errors.
  ['400', envelope(400, { what: 'tel' }), invalid(400)],
  [
    '401 of a code',
    envelope(401, { what: 'code', attemptsLeft: 1 }),
    { code: 'wrong-code', status: 401, attemptsLeft: 1 },
  ],
  ['401 of a password', envelope(401, { what: 'password' }), { code: 'wrong-credentials', status: 401 }],
  ['401 of a token', envelope(401, { what: 'token' }), { code: 'session-expired', status: 401 }],
  ['401 without what', envelope(401), unauthorized],
  ['401 of something unknown', envelope(401, { what: 'cookie' }), unauthorized],
  ['401 with another code', envelope(200, {}, { status: 401 }), unauthorized],
  // A proxy, a captive portal or basic authentication: no envelope.
  ['401 with nothing', answer(401), { code: 'invalid-response', status: 401 }],
  [
    '401 in HTML',
    answer(401, HTML, { 'WWW-Authenticate': 'Basic realm="staging"' }),
    { code: 'invalid-response', status: 401 },
  ],
  [
    '401 with other JSON',
    answer(401, '{"message":"Unauthorized"}', JSON_TYPE),
    { code: 'invalid-response', status: 401 },
  ],
  [
    '401 with a code and no params',
    answer(401, '{"kind":"Status","code":401}', JSON_TYPE),
    { code: 'invalid-response', status: 401 },
  ],
  [
    '401 with params and no code',
    answer(401, '{"params":{"what":"token"}}', JSON_TYPE),
    { code: 'invalid-response', status: 401 },
  ],
  ['200 with code 401 and no params', ok('{"code":401}'), invalidResponse],
  ['403', answer(403), invalid(403)],
  ['404 in HTML', answer(404, HTML), invalid(404)],
  ['405', envelope(405), invalid(405)],
  ['408', answer(408), invalid(408)],
  ['409', envelope(409), invalid(409)],
  ['410 of a code', envelope(410, { what: 'code' }), { code: 'code-expired', status: 410 }],
  ['410 without what', answer(410), invalid(410)],
  ['413', envelope(413), invalid(413)],
  ['422 of a login', envelope(422, { what: 'login' }), { code: 'policy', status: 422, field: 'login' }],
  ['422 of a password', envelope(422, { what: 'password' }), { code: 'policy', status: 422, field: 'password' }],
  ['422 of a name', envelope(422, { what: 'displayName' }), { code: 'policy', status: 422, field: 'displayName' }],
  ['422 without what', answer(422), invalid(422)],
  ['429 of an SMS', envelope(429, { what: 'send', retryAfter: 42 }), { code: 'too-soon', status: 429, retryAfter: 42 }],
  [
    '429 of a block',
    envelope(429, { what: 'blocked', retryAfter: 900 }),
    { code: 'blocked', status: 429, retryAfter: 900 },
  ],
  [
    '429 of an address',
    envelope(429, { what: 'ip', retryAfter: 7 }),
    { code: 'too-many-requests', status: 429, retryAfter: 7 },
  ],
  [
    '429 of a day',
    envelope(429, { what: 'day', retryAfter: 8 }),
    { code: 'too-many-requests', status: 429, retryAfter: 8 },
  ],
  ['429 without what', answer(429), { code: 'too-many-requests', status: 429 }],
  [
    '429 with seconds in the header',
    answer(429, HTML, { 'Retry-After': '120' }),
    { code: 'too-many-requests', status: 429, retryAfter: 120 },
  ],
  [
    '429 with a date in the header, by the server’s own clock',
    answer(429, '', { 'Retry-After': 'Thu, 01 Jan 2032 00:01:30 GMT', Date: 'Thu, 01 Jan 2032 00:00:00 GMT' }),
    { code: 'too-many-requests', status: 429, retryAfter: 90 },
  ],
  [
    '429 with a date that has passed',
    answer(429, '', { 'Retry-After': 'Thu, 01 Jan 2032 00:00:00 GMT', Date: 'Thu, 01 Jan 2032 00:09:00 GMT' }),
    { code: 'too-many-requests', status: 429, retryAfter: 0 },
  ],
  [
    '429 with a date that begins and ends with digits',
    answer(429, '', { 'Retry-After': '2032-01-01T00:01:30+00:00', Date: 'Thu, 01 Jan 2032 00:00:00 GMT' }),
    { code: 'too-many-requests', status: 429, retryAfter: 90 },
  ],
  [
    '429 with rubbish in the header',
    answer(429, '', { 'Retry-After': 'soon' }),
    { code: 'too-many-requests', status: 429 },
  ],
  ['429 with less than nothing', envelope(429, { retryAfter: -5 }), { code: 'too-many-requests', status: 429 }],
  ['429 with a text for a number', envelope(429, { retryAfter: '60' }), { code: 'too-many-requests', status: 429 }],
  [
    '429 with both: params win',
    envelope(429, { what: 'ip', retryAfter: 5 }, { headers: { 'Retry-After': '99' } }),
    { code: 'too-many-requests', status: 429, retryAfter: 5 },
  ],
  ['431', answer(431), invalid(431)],
  ['451', answer(451, HTML), invalid(451)],
  // Server errors.
  ['500', envelope(500), server(500)],
  ['500 without a body', answer(500), server(500)],
  ['502 in HTML', answer(502, HTML), server(502)],
  ['503', envelope(503), unavailable],
  [
    '503 in HTML with Retry-After',
    answer(503, HTML, { 'Retry-After': '30' }),
    call => ({ ...unavailable(call), retryAfter: 30 }),
  ],
  ['504', answer(504, HTML), server(504)],
  ['599', answer(599), server(599)],
  // Broken connections.
  ['closed without an answer', socket => socket.destroy(), network],
  ['reset', socket => socket.resetAndDestroy(), network],
  ['broken off in the headers', raw('HTTP/1.1 200 OK\r\nContent-Ty'), network],
  ['broken off in the body', raw('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"code":200,'), network],
  ['broken off in a chunk', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"code"'), network],
  ['not HTTP', raw('SSH-2.0-OpenSSH_9.6\r\n'), network],
];

/** Answers that stall. */
const slow: [string, Reply][] = [
  ['stalled before the headers', () => {}],
  ['stalled in the headers', socket => void socket.write('HTTP/1.1 200 OK\r\nContent-')],
  ['stalled in the body', socket => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"code":2')],
  ['an error that stalls in the body', socket => void socket.write('HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\n{')],
];

/** Members of `params` that make a session invalid. */
const wrongParams: Readonly<Record<string, unknown>> = {
  'no user': { user: undefined },
  'a user that is a number': { user: 7 },
  'an empty user': { user: '' },
  'no lifetime': { expiresIn: undefined },
  'a lifetime that is a text': { expiresIn: '1000' },
  'a lifetime of nothing': { expiresIn: 0 },
  'a lifetime of less than nothing': { expiresIn: -1 },
  'a name that is a number': { displayName: 7 },
  'a name that is an object': { displayName: {} },
  'a token that is a number': { token: 7 },
  'an empty token': { token: '' },
  'a token with a line break': { token: 'abc\r\nX-Injected: 1' },
  'a token with a space': { token: 'abc def' },
};

export const BAD_ANSWERS: readonly BadAnswer[] = [
  ...immediate.map(([name, reply, error]) => ({ name, reply, error })),
  ...slow.map(([name, reply]) => ({ name, reply, error: { code: 'timeout' } as const, endsByTimeout: true })),
];

/** Successes with an invalid session, for the calls whose answer is a session. */
export const INVALID_SESSIONS: readonly BadAnswer[] = Object.entries(wrongParams).map(([name, wrong]) => ({
  name,
  reply: envelope(200, { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000, ...(wrong as object) }),
  error: invalidResponse,
}));

export const expectedError = ({ error }: BadAnswer, call: CallName): Expected =>
  typeof error === 'function' ? error(call) : error;
