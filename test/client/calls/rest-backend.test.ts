// The requests of the REST backend, and how it reads answers: docs/protocol.md#calls, docs/protocol.md#errors.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { AuthError } from '../../../src/core/auth-error.js';
import {
  CALLS,
  expectedError,
  BAD_ANSWERS,
  INVALID_SESSIONS,
  type CallName,
  type BadAnswer,
} from '../../support/bad-answers.js';
import { answer, envelope, startRawServer } from '../../support/raw-server.js';

const PHONE = '79161234567';
const SESSION = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };

function call(backend: RestBackend, name: CallName, options: { signal?: AbortSignal } = {}): Promise<unknown> {
  switch (name) {
    case 'requestCode':
      return backend.requestCode(PHONE, options);
    case 'verifyCode':
      return backend.verifyCode(PHONE, '123456', options);
    case 'login':
      return backend.login('anna', 'correct horse', options);
    case 'setDisplayName':
      return backend.setDisplayName('token-1', 'Anna', options);
    default:
      return backend[name]('token-1', options);
  }
}

/** Method and path, header lines in lower case, and the body as JSON. */
function parts(request: string | undefined) {
  const [head = '', body = ''] = (request ?? '').split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map(header => [header.split(':')[0]!.toLowerCase(), header.replace(/^[^:]*: ?/, '')]),
  );
  return { line: line.replace(' HTTP/1.1', ''), headers, body: body && (JSON.parse(body) as unknown) };
}

const SENT: Readonly<Record<CallName, [string, unknown, string | undefined]>> = {
  requestCode: ['POST /api/v1/creds/tel', { tel: PHONE, op: 'add' }, undefined],
  verifyCode: ['PUT /api/v1/creds/tel', { tel: PHONE, val: '123456', op: 'add' }, undefined],
  login: ['POST /api/v1/session', { login: 'anna', password: 'correct horse' }, undefined],
  getSession: ['GET /api/v1/session', '', 'Bearer token-1'],
  renewSession: ['PUT /api/v1/session', '', 'Bearer token-1'],
  endSession: ['DELETE /api/v1/session', '', 'Bearer token-1'],
  setDisplayName: ['PATCH /api/v1/account', { displayName: 'Anna' }, 'Bearer token-1'],
};

test('requestCode: the language of the SMS is sent as Accept-Language, and no other call names one', async t => {
  const server = await startRawServer(t);
  server.replyWith(envelope(200, SESSION));
  const backend = new RestBackend(server.url);
  await backend.requestCode(PHONE, { lang: 'kk' });
  for (const name of CALLS) await call(backend, name);
  const languages = server.requests.map(request => parts(request).headers['accept-language']);
  // Node names no language of its own: it sends `*`.
  assert.deepEqual(languages, ['kk', ...CALLS.map(() => '*')]);
});

for (const name of CALLS) {
  test(`${name}: sends the documented request`, async t => {
    const server = await startRawServer(t);
    server.replyWith(envelope(200, SESSION));
    await call(new RestBackend(`${server.url}/api`), name);
    const { line, headers, body } = parts(server.requests[0]);
    assert.deepEqual([line, body, headers.authorization], SENT[name]);
    assert.equal(headers['content-type'], body ? 'application/json' : undefined);
    assert.equal(headers.accept, 'application/json');
    assert.equal(headers.cookie, undefined);
    assert.equal(headers['idempotency-key'], undefined);
    assert.equal(server.requests.length, 1);
  });
}

test('no cookies, no cache, no redirect, no referrer; keepalive only for a sign-out', async t => {
  const inits: RequestInit[] = [];
  t.mock.method(globalThis, 'fetch', (_: string, init: RequestInit) => {
    inits.push(init);
    return Promise.resolve(Response.json({ code: 200, params: SESSION }));
  });
  const backend = new RestBackend('https://api.test');
  for (const name of CALLS) {
    await call(backend, name);
    const { credentials, cache, redirect, referrerPolicy, keepalive } = inits.at(-1)!;
    assert.deepEqual(
      [credentials, cache, redirect, referrerPolicy],
      ['omit', 'no-store', 'error', 'no-referrer'],
      name,
    );
    assert.equal(keepalive, name === 'endSession', name);
  }
});

test('verifyCode sends the idempotency key as a header', async t => {
  const server = await startRawServer(t);
  server.replyWith(envelope(200, SESSION));
  await new RestBackend(server.url).verifyCode(PHONE, '123456', { idempotencyKey: 'key-1' });
  assert.equal(parts(server.requests[0]).headers['idempotency-key'], 'key-1');
});

test('values that are read from a successful answer', async t => {
  const server = await startRawServer(t);
  const backend = new RestBackend(server.url);
  const say = (params: object) => server.replyWith(envelope(200, params));

  say({ cred: `tel:${PHONE}`, resendIn: 30, codeLength: 4, idempotent: true });
  const request = { resendIn: undefined, codeLength: undefined, idempotent: false, state: undefined };
  assert.deepEqual(await call(backend, 'requestCode'), { ...request, resendIn: 30, codeLength: 4, idempotent: true });
  say({ cred: `tel:${PHONE}` });
  assert.deepEqual(await call(backend, 'requestCode'), request);
  say({ codeLength: 6 });
  assert.deepEqual(await call(backend, 'requestCode'), { ...request, codeLength: 6 });
  say({ resendIn: '30', codeLength: null, idempotent: 'yes' });
  assert.deepEqual(await call(backend, 'requestCode'), request);

  for (const codeLength of [0, 8, 7, -1, 4.5, '4', {}]) {
    say({ codeLength });
    await assert.rejects(call(backend, 'requestCode'), { code: 'invalid-response' }, JSON.stringify(codeLength));
  }

  say({ ...SESSION, unknown: 1 });
  for (const name of ['login', 'renewSession'] as const)
    assert.deepEqual(await call(backend, name), { ...SESSION, created: false }, name);
  assert.deepEqual(await call(backend, 'verifyCode'), { ...SESSION, created: false, device: undefined });
  say({ ...SESSION, created: true, displayName: null });
  assert.deepEqual(await call(backend, 'login'), { ...SESSION, created: true, displayName: null });
  say({ ...SESSION, displayName: '' });
  assert.deepEqual(await call(backend, 'login'), { ...SESSION, created: false, displayName: null });
  say({ cred: `tel:${PHONE}` });
  assert.equal(await call(backend, 'verifyCode'), null);

  say({ user: 'u1', displayName: 'Anna', expiresIn: 5 });
  assert.deepEqual(await call(backend, 'getSession'), { user: 'u1', displayName: 'Anna', expiresIn: 5 });
  say({ user: 'u1', expiresIn: 5 });
  assert.deepEqual(await call(backend, 'getSession'), { user: 'u1', displayName: undefined, expiresIn: 5 });
  say({ user: 'u1', displayName: 'Anna' });
  assert.deepEqual(await call(backend, 'setDisplayName'), { user: 'u1', displayName: 'Anna' });
  say({});
  assert.equal(await call(backend, 'endSession'), undefined);
});

test('a lifetime above 10⁹ counts as 10⁹, a wait above a week as a week', async t => {
  const server = await startRawServer(t);
  const backend = new RestBackend(server.url);
  for (const number of ['1000000000', '1000000001', '1e12', '1e999']) {
    server.replyWith(answer(200, `{"code":200,"params":{"user":"u1","token":"token-1","expiresIn":${number}}}`));
    assert.equal((await backend.login('anna', 'correct horse', {})).expiresIn, 1e9, number);
    server.replyWith(answer(429, `{"code":429,"params":{"retryAfter":${number}}}`));
    await assert.rejects(backend.login('anna', 'correct horse', {}), { retryAfter: 604_800 });
  }
  server.replyWith(envelope(200, { ...SESSION, expiresIn: 1e9 - 1 }));
  assert.equal((await backend.login('anna', 'correct horse', {})).expiresIn, 1e9 - 1);
});

const OK = { code: 200, text: 'OK', params: SESSION };
const FAILED = { code: 429, text: 'No', params: { what: 'ip' } };
const textOf = (body: object) => () => Promise.resolve(JSON.stringify(body));
const jsonOf = (body: object) => () => Promise.resolve(body);
const rejectJson = () => Promise.reject(new SyntaxError('Unexpected token'));
/** What a `fetch` that a page has wrapped may answer with, and the error code; undefined if the session is read. */
const WRAPPED_ANSWERS: Readonly<Record<string, readonly [answer: object, code?: string]>> = {
  'no body stream': [{ ok: true, status: 200, headers: new Headers(), body: null, text: textOf(OK) }],
  'text() alone': [{ text: textOf(OK) }],
  'json() alone': [{ json: jsonOf(OK) }],
  'ok, status and json()': [{ ok: true, status: 200, json: jsonOf(OK) }],
  'status and json() of an error': [{ status: 429, json: jsonOf(FAILED) }, 'too-many-requests'],
  'ok, status and json() of an error': [{ ok: false, status: 429, json: jsonOf(FAILED) }, 'too-many-requests'],
  'an object as headers': [{ ok: false, status: 429, headers: {}, json: jsonOf(FAILED) }, 'too-many-requests'],
  'json() of an error that is no JSON': [{ ok: false, status: 502, json: rejectJson }, 'server'],
  'json() of a success that is no JSON': [{ ok: true, status: 200, json: rejectJson }, 'invalid-response'],
  'neither text() nor json()': [{ ok: true, status: 200 }, 'invalid-response'],
};
for (const [name, [answer, code]] of Object.entries(WRAPPED_ANSWERS))
  test(`a wrapped fetch whose answer has ${name}: ${code ?? 'the session'}`, async t => {
    t.mock.method(globalThis, 'fetch', () => Promise.resolve(answer));
    const done = new RestBackend('https://api.test').login('anna', 'correct horse', {});
    if (code) await assert.rejects(done, { code });
    else assert.deepEqual(await done, { ...SESSION, created: false });
  });

const needsSession: readonly CallName[] = ['verifyCode', 'login', 'renewSession'];

async function check(t: test.TestContext, name: CallName, cases: readonly BadAnswer[]): Promise<void> {
  const server = await startRawServer(t);
  for (const badAnswer of cases) {
    // A call that stalls must not time out before the server has received it, which can take long on a busy machine.
    const { setTimeout: setTimer } = globalThis;
    let endCall = () => {};
    const holdTimeout = (run: () => void, delay: number) => {
      if (delay !== 15_000) return setTimer(run, delay);
      endCall = run;
      return 0;
    };
    const mocked = badAnswer.endsByTimeout && t.mock.method(globalThis, 'setTimeout', holdTimeout as never);
    server.replyWith(socket => {
      badAnswer.reply(socket);
      if (mocked) setTimer(() => endCall(), 50);
    });
    const backend = new RestBackend(server.url);
    const none = { status: undefined, retryAfter: undefined, attemptsLeft: undefined, field: undefined };
    const before = server.requests.length;
    await assert.rejects(
      call(backend, name),
      (error: unknown) => {
        assert.ok(error instanceof AuthError, `${badAnswer.name}: ${String(error)}`);
        const { code, status, retryAfter, attemptsLeft, field } = error;
        const actual = { code, status, retryAfter, attemptsLeft, field };
        assert.deepEqual(actual, { ...none, ...expectedError(badAnswer, name) }, badAnswer.name);
        return true;
      },
      badAnswer.name,
    );
    assert.equal(server.requests.length, before + 1, `${badAnswer.name}: it was sent again`);
    if (mocked) mocked.mock.restore();
  }
}

for (const name of CALLS) {
  test(`${name}: ${BAD_ANSWERS.length} bad answers, each with its error`, t => check(t, name, BAD_ANSWERS));
}
for (const name of needsSession) {
  test(`${name}: ${INVALID_SESSIONS.length} invalid sessions`, t => check(t, name, INVALID_SESSIONS));
}

test('an endless answer: timeout, and the connection is closed', async t => {
  const server = await startRawServer(t);
  let isClosed!: () => void;
  const closed = new Promise<void>(resolve => (isClosed = resolve));
  server.replyWith(socket => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    // Client and server share this process: a loop of writes without a pause would hold up the timer of the timeout.
    const interval = setInterval(() => socket.write(`1000\r\n${' '.repeat(4096)}\r\n`), 5);
    socket.on('close', () => {
      clearInterval(interval);
      isClosed();
    });
  });
  await assert.rejects(call(new RestBackend(server.url, { timeout: 100 }), 'login'), { code: 'timeout' });
  await closed;
});

test('no server at the address: network', async () => {
  await assert.rejects(call(new RestBackend('http://127.0.0.1:1'), 'login'), { code: 'network' });
});

test('a call that is aborted: cancelled at once, and the connection is closed', async t => {
  const server = await startRawServer(t);
  for (const name of CALLS) {
    const controller = new AbortController();
    const closed = new Promise<void>(resolve =>
      server.replyWith(socket => {
        socket.on('close', resolve);
        controller.abort();
      }),
    );
    await assert.rejects(call(new RestBackend(server.url), name, { signal: controller.signal }), { code: 'cancelled' });
    await closed;
  }
});

test('a signal that is already aborted: cancelled, and nothing is sent', async t => {
  const server = await startRawServer(t);
  for (const name of CALLS)
    await assert.rejects(call(new RestBackend(server.url), name, { signal: AbortSignal.abort() }), {
      code: 'cancelled',
    });
  assert.equal(server.requests.length, 0);
});

test('errors contain nothing that was sent', async t => {
  const server = await startRawServer(t);
  server.replyWith(envelope(500));
  for (const name of CALLS)
    await assert.rejects(call(new RestBackend(server.url), name), (error: AuthError) => {
      const text = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
      for (const secret of ['token-1', '123456', 'correct horse', PHONE]) assert.ok(!text.includes(secret), name);
      return true;
    });
});
