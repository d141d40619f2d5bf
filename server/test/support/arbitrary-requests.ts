import fc from 'fast-check';
import { anyText } from '../../../test/support/any-text.js';

/** A request as bytes. */
export interface RawRequest {
  readonly bytes: Buffer;
  readonly method: string;
  /**
   * Whether the request is complete. If not, the server waits for the rest, and may close the connection without an answer.
   */
  readonly isComplete: boolean;
  /** How fast-check shows a counterexample. */
  readonly [fc.toStringMethod]?: () => string;
}

const tel = fc.integer({ min: 79_160_000_000, max: 79_160_000_020 }).map(String);
const known = fc.oneof(
  fc.record({ tel, op: fc.constant('add') }),
  fc.record({ tel, val: fc.oneof(fc.stringMatching(/^\d{6}$/), fc.string({ maxLength: 6 })), op: fc.constant('add') }),
  fc.record({
    login: fc.oneof(fc.constantFrom('anna', 'PETER'), anyText({ maxLength: 40 })),
    password: fc.string({ maxLength: 20 }),
  }),
  fc.record({ displayName: anyText({ maxLength: 80 }) }),
);
const names = fc.constantFrom(
  'tel',
  'val',
  'op',
  'login',
  'password',
  'displayName',
  '__proto__',
  'constructor',
  'toString',
  '',
);
const anyObject = fc.dictionary(names, fc.oneof(fc.jsonValue(), anyText(), tel));
const nested = fc.integer({ min: 1, max: 2000 }).map(depth => `${'['.repeat(depth)}${']'.repeat(depth)}`);
const body = fc.oneof(
  known.map(value => Buffer.from(JSON.stringify(value))),
  anyObject.map(value => Buffer.from(JSON.stringify(value))),
  fc.json().map(text => Buffer.from(text)),
  nested.map(text => Buffer.from(text)),
  fc
    .constantFrom('1e999', '-0', '{"tel":"79161234567","tel":"79161234568","op":"add"}', '\ufeff{}', '"\\ud800"')
    .map(text => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
  fc.integer({ min: 4000, max: 9000 }).map(length => Buffer.alloc(length, '1')),
);

const route = fc.constantFrom('/v1/creds/tel', '/v1/session', '/v1/account');
const path = fc.oneof(
  { weight: 6, arbitrary: route },
  fc
    .tuple(route, fc.constantFrom('/', '//', '?', '?a=b&a=c', '/..', '/%2e%2e', '%00', '%', '#x', ';x'))
    .map(([a, b]) => a + b),
  fc.constantFrom(
    '/',
    '//',
    '/healthz',
    '/readyz',
    '/v1',
    '/V1/session',
    '*',
    'http://x/v1/session',
    '//x/v1/session',
    '/\\',
    '/%ff%fe',
  ),
  fc.webPath().map(value => `/${value}`),
  fc.integer({ min: 100, max: 12_000 }).map(length => `/${'a'.repeat(length)}`),
);
const method = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE') },
  fc.constantFrom('HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'get', 'post', 'Put', 'FOO', 'CONNECT'),
);

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map(n => String.fromCharCode(n)),
  maxLength: 60,
});
const header = fc.oneof(
  fc
    .constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', 'application/json;;', 'a/b')
    .map(v => ['Content-Type', v] as const),
  visible.map(v => ['Authorization', `Bearer ${v}`] as const),
  visible.map(v => ['Authorization', v] as const),
  anyText({ maxLength: 20 }).map(v => ['Idempotency-Key', v.replace(/[\0\r\n]/g, '')] as const),
  visible.map(v => ['Idempotency-Key', v] as const),
  visible.map(v => ['X-Auth-Challenge', v] as const),
  fc.json().map(v => ['X-Auth-Challenge', Buffer.from(v).toString('base64')] as const),
  fc.constantFrom('gzip', 'identity', 'br, gzip').map(v => ['Content-Encoding', v] as const),
  fc
    .oneof(visible, fc.ipV4(), fc.ipV6(), fc.constantFrom('::ffff:1.2.3.4', ',,,', '1.2.3.4:80'))
    .map(v => ['X-Forwarded-For', v] as const),
  visible.map(v => ['Accept-Language', v] as const),
  fc.constantFrom('https://example.org', 'null', 'https://evil.example', '').map(v => ['Origin', v] as const),
  fc.constantFrom('PUT', 'x').map(v => ['Access-Control-Request-Method', v] as const),
  fc.constantFrom('100-continue', 'something').map(v => ['Expect', v] as const),
  fc.constantFrom('websocket', 'h2c').map(v => ['Upgrade', v] as const),
  fc.tuple(fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/), visible).map(([n, v]) => [`X-${n}`, v] as const),
);

/** The ways to announce the length of the body: with Content-Length, in chunks, or wrongly. */
const framing = fc.oneof(
  { weight: 5, arbitrary: fc.constant('length') },
  fc.constantFrom('chunked', 'none', 'short', 'long', 'negative', 'both'),
);

/** Requests that follow the syntax of HTTP/1.1, with arbitrary methods, paths, headers and bodies. */
export const wellFormedRequest = fc
  .record({ method, path, headers: fc.array(header, { maxLength: 6 }), json: fc.boolean(), body, framing })
  .map(({ framing: frame, ...request }): RawRequest => {
    const { length } = request.body;
    const chunked = Buffer.concat([
      Buffer.from(`${length.toString(16)}\r\n`),
      request.body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    const frames: Record<typeof frame, { header: string; body: Buffer; isComplete: boolean }> = {
      length: { header: `Content-Length: ${length}\r\n`, body: request.body, isComplete: true },
      chunked: {
        header: 'Transfer-Encoding: chunked\r\n',
        body: length > 0 ? chunked : Buffer.from('0\r\n\r\n'),
        isComplete: true,
      },
      none: { header: '', body: Buffer.alloc(0), isComplete: true },
      short: { header: `Content-Length: ${Math.max(0, length - 1)}\r\n`, body: request.body, isComplete: true },
      long: { header: `Content-Length: ${length + 1}\r\n`, body: request.body, isComplete: false },
      negative: { header: 'Content-Length: -1\r\n', body: request.body, isComplete: true },
      both: { header: `Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n`, body: chunked, isComplete: true },
    };
    const { header: frameHeader, body: content, isComplete } = frames[frame];
    const typed = request.json ? 'Content-Type: application/json\r\n' : '';
    const lines = request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const head = `${request.method} ${request.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${typed}${lines}${frameHeader}\r\n`;
    // CONNECT asks for a tunnel: Node.js closes the connection without an answer.
    const handsConnectionOver = request.method === 'CONNECT';
    return {
      method: request.method,
      bytes: Buffer.concat([Buffer.from(head, 'utf8'), content]),
      [fc.toStringMethod]: () => JSON.stringify(head + content.toString('latin1').slice(0, 300)),
      isComplete: isComplete && !handsConnectionOver,
    };
  });

/** Bytes that are not an HTTP request, or a malformed one. */
export const malformedRequest = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 500 }).map(bytes => Buffer.from(bytes)),
  anyText({ minLength: 1 }).map(text => Buffer.from(`${text}\r\n\r\n`)),
  fc
    .constantFrom(
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n',
      'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.0\r\n\r\n',
      'GET  / HTTP/1.1\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\n${'X-Many: 1\r\n'.repeat(3000)}\r\n`,
      'POST /v1/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
      '\r\n\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    )
    .map(text => Buffer.from(text, 'latin1')),
);
