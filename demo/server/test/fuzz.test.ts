import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { kinds } from './support/databases.js';
import { Harness, until } from './support/harness.js';

/** A request as bytes, and whether it is whole: a server need not answer half a request. */
interface RawRequest {
  readonly bytes: Buffer;
  readonly whole: boolean;
  /** How a failure shows it. */
  readonly [fc.toStringMethod]?: () => string;
}

/** Sends bytes and reads all that comes back. Ends its own side first where the server has to be told that no more comes. */
function exchange(url: string, bytes: Buffer, more: boolean): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      if (more) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.on('data', chunk => chunks.push(chunk));
    // A server that resets after its answer has still answered.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

/** Checks the first answer in what came back: an envelope of the right status, or a page of headers for 204 and HEAD. */
function checkAnswer(answer: Buffer, method: string): void {
  // Some ask to be told to go on first.
  const text = answer.toString('utf8').replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const shown = text.slice(0, 400);
  const end = text.indexOf('\r\n\r\n');
  assert.ok(end > 0, shown);
  const [line = '', ...headerLines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  assert.ok(status >= 200 && status < 500, shown);
  assert.doesNotMatch(text, /\n\s+at |Error:|node_modules|\.ts:/, 'no stack trace');
  const headers = new Map(headerLines.map(header => [header.split(':')[0]!.toLowerCase(), header]));
  assert.ok(!headers.has('set-cookie'));
  if (status === 204 || method === 'HEAD') return;
  let body = text.slice(end + 4);
  assert.match(headers.get('content-type') ?? '', /application\/json; charset=utf-8$/, shown);
  const length = Number(/\d+/.exec(headers.get('content-length') ?? '')?.[0]);
  body = Buffer.from(body, 'utf8').subarray(0, length).toString('utf8');
  const envelope = JSON.parse(body);
  assert.deepEqual(Object.keys(envelope), ['code', 'text', 'params'], shown);
  assert.equal(envelope.code, status, shown);
}

const tel = fc.integer({ min: 79_160_000_000, max: 79_160_000_020 }).map(String);
const known = fc.oneof(
  fc.record({ tel, op: fc.constant('add') }),
  fc.record({ tel, val: fc.oneof(fc.stringMatching(/^\d{6}$/), fc.string({ maxLength: 6 })), op: fc.constant('add') }),
  fc.record({
    login: fc.oneof(fc.constantFrom('anna', 'PETER'), fc.string({ unit: 'binary', maxLength: 40 })),
    password: fc.string({ maxLength: 20 }),
  }),
  fc.record({ displayName: fc.string({ unit: 'binary', maxLength: 80 }) }),
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
const anyObject = fc.dictionary(names, fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), tel));
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
  fc.string({ unit: 'binary', maxLength: 20 }).map(v => ['Idempotency-Key', v.replace(/[\0\r\n]/g, '')] as const),
  visible.map(v => ['Idempotency-Key', v] as const),
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

/** How a body is announced: its length, in chunks, or wrongly. */
const framing = fc.oneof(
  { weight: 5, arbitrary: fc.constant('length') },
  fc.constantFrom('chunked', 'none', 'short', 'long', 'negative', 'both'),
);

const wellFormed = fc
  .record({ method, path, headers: fc.array(header, { maxLength: 6 }), json: fc.boolean(), body, framing })
  .map(({ framing: frame, ...request }): RawRequest & { method: string } => {
    const { length } = request.body;
    const chunked = Buffer.concat([
      Buffer.from(`${length.toString(16)}\r\n`),
      request.body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]);
    const frames: Record<typeof frame, { header: string; body: Buffer; whole: boolean }> = {
      length: { header: `Content-Length: ${length}\r\n`, body: request.body, whole: true },
      chunked: {
        header: 'Transfer-Encoding: chunked\r\n',
        body: length > 0 ? chunked : Buffer.from('0\r\n\r\n'),
        whole: true,
      },
      none: { header: '', body: Buffer.alloc(0), whole: true },
      short: { header: `Content-Length: ${Math.max(0, length - 1)}\r\n`, body: request.body, whole: true },
      long: { header: `Content-Length: ${length + 1}\r\n`, body: request.body, whole: false },
      negative: { header: 'Content-Length: -1\r\n', body: request.body, whole: true },
      both: { header: `Content-Length: ${length}\r\nTransfer-Encoding: chunked\r\n`, body: chunked, whole: true },
    };
    const { header: frameHeader, body: content, whole } = frames[frame];
    const typed = request.json ? 'Content-Type: application/json\r\n' : '';
    const lines = request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const head = `${request.method} ${request.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${typed}${lines}${frameHeader}\r\n`;
    // These hand the connection over to something else, which nobody here wants: it is closed without a word.
    const handedOver = request.method === 'CONNECT';
    return {
      method: request.method,
      bytes: Buffer.concat([Buffer.from(head, 'utf8'), content]),
      [fc.toStringMethod]: () => JSON.stringify(head + content.toString('latin1').slice(0, 300)),
      whole: whole && !handedOver,
    };
  });

const garbage = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 500 }).map(bytes => Buffer.from(bytes)),
  fc.string({ unit: 'binary', minLength: 1 }).map(text => Buffer.from(`${text}\r\n\r\n`)),
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

describe('who takes long to ask', () => {
  it('is answered 408 in the envelope after 15 seconds, and holds no connection', async t => {
    const harness = await Harness.open('pglite');
    t.after(() => harness.close());
    await harness.start();
    const post = 'POST /v1/creds/tel HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const slow = {
      'says nothing': ['', 10],
      'begins a header': ['GET /healthz HTTP/1.1\r\nHost: x\r\nX-', 10],
      'begins a body': [`${post}Content-Length: 40\r\n\r\n{"tel`, 15],
      'begins a body in chunks': [`${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tel\r\n`, 15],
    } as const;
    const ended = Object.entries(slow).map(async ([name, [bytes, seconds]]) => {
      const began = performance.now();
      const answer = await exchange(harness.url, Buffer.from(bytes), true);
      const took = (performance.now() - began) / 1000;
      assert.match(answer.toString('utf8'), /^HTTP\/1\.1 408 /, name);
      checkAnswer(answer, 'POST');
      assert.ok(took > seconds - 0.5 && took < seconds + 5, `${name}: ${took} s`);
    });
    await Promise.all(ended);
    assert.equal((await harness.call('GET', '/readyz')).status, 200);
  });

  it('is let go of after its answer, also when it does not hang up', { timeout: 40_000 }, async t => {
    const harness = await Harness.open('pglite');
    t.after(() => harness.close());
    await harness.start();
    const { hostname, port } = new URL(harness.url);
    const post =
      'POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    const answered = ['', 'GET / HTTP/1.1\r\nHo', post].map(async bytes => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      t.after(() => socket.destroy());
      // A byte for a connection that is gone is answered by a reset.
      socket.on('error', () => undefined);
      socket.write(bytes);
      socket.resume();
      await once(socket, 'end');
      return socket;
    });
    for (const socket of await Promise.all(answered)) {
      await until(() => {
        if (!socket.destroyed) socket.write('x');
        return socket.destroyed;
      });
    }
  });

  it('gets its answers in order when it asks for several things at once', async t => {
    const harness = await Harness.open('pglite');
    t.after(() => harness.close());
    await harness.start();
    const post = (body: string) =>
      `POST /v1/creds/tel HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const requests = [
      post('{"tel":"79161234567","op":"add"}'),
      post('{"tel":"79161234567","op":"add"}'),
      post('x'.repeat(6000)),
      'GET http://elsewhere.example/v1/session HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n',
    ];
    const answers = (await exchange(harness.url, Buffer.from(requests.join('')), true)).toString('utf8');
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '429', '413', '401', '200']);
    assert.equal(harness.sms.sent.length, 1);
  });
});

for (const kind of kinds) {
  describe(`whatever is sent, ${kind}`, () => {
    let harness: Harness;
    before(async () => {
      harness = await Harness.open(kind);
      await harness.start();
    });
    after(async () => {
      assert.doesNotMatch(harness.log, /"level":50/, 'something was logged as an error');
      await harness.close();
    });

    it('a request of any shape gets an envelope, never a fault or a stack trace', async () => {
      const property = fc.asyncProperty(wellFormed, async ({ bytes, whole, method: asked }) => {
        const answer = await exchange(harness.url, bytes, whole);
        if (!whole && answer.length === 0) return;
        checkAnswer(answer, asked);
      });
      await fc.assert(property, { numRuns: 800 });
    });

    it('bytes that are no request get an envelope or a closed connection', async () => {
      const property = fc.asyncProperty(garbage, async bytes => {
        const answer = await exchange(harness.url, bytes, false);
        if (answer.length > 0) checkAnswer(answer, bytes.toString('latin1').split(' ')[0]!);
      });
      await fc.assert(property, { numRuns: 300 });
    });

    it('the server is well afterwards', async () => {
      assert.equal((await harness.call('GET', '/readyz')).status, 200);
      assert.equal((await harness.signInByPhone('79169999999')).status, 200);
    });
  });
}
