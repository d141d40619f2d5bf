// The session of an app's own server: docs/server-session.md.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import fc from 'fast-check';
import { MemorySessionRecords, SessionBridge, toNodeHandler, TokenCheck } from '../../src/server/index.js';
import { answerRequest } from '../../src/testing/memory-server/http-answers.js';
import { MemoryBackend } from '../../src/testing/index.js';

const ORIGIN = 'https://app.example';
const DAY = 24 * 60 * 60;

/** A bridge, an auth server in memory, and a browser that keeps the cookie. */
function setUp(t: TestContext, store: MemorySessionRecords | undefined = new MemorySessionRecords()) {
  const backend = new MemoryBackend();
  const clock = { ms: 1_700_000_000_000 };
  const auth = { calls: 0, answer: undefined as (() => Promise<Response>) | undefined };
  t.mock.method(globalThis, 'fetch', async (_: string, { headers }: { headers: { Authorization: string } }) => {
    auth.calls++;
    if (auth.answer) return auth.answer();
    const request = {
      method: 'GET',
      path: '/v1/session',
      headers: { authorization: headers.Authorization },
      body: null,
    };
    const { status, body } = await answerRequest(backend, request);
    return new Response(body, { status });
  });
  t.mock.method(Date, 'now', () => clock.ms);
  const tokenCheck = new TokenCheck({ authUrl: 'https://auth.example', now: () => clock.ms });
  const bridge = new SessionBridge({ tokenCheck, origins: [ORIGIN], store });
  const browser = { cookie: '' };
  const call = async (method: string, token?: string, more: Record<string, string> = {}) => {
    const headers = new Headers({
      origin: ORIGIN,
      ...(browser.cookie && { cookie: `a=b; ${browser.cookie}` }),
      ...more,
    });
    if (token) headers.set('authorization', `Bearer ${token}`);
    const response = await bridge.handle({ method, headers });
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    const set = response.headers.get('set-cookie');
    if (set) browser.cookie = set.split(';')[0]!;
    return { status: response.status, set, headers: response.headers };
  };
  const whoIs = async () => {
    const found = await bridge.whoIs(browser.cookie);
    return found.kind === 'signed-in' ? found.account.userId : found.kind;
  };
  return { backend, clock, auth, bridge, browser, call, whoIs, store };
}

async function signIn(backend: MemoryBackend, login = 'anna') {
  const { user, token, expiresIn } = await backend.login(login, 'correct horse');
  assert.ok(token);
  return { user, token, expiresIn };
}

test('a sign-in: a cookie with a random id and never the token; the server knows the person', async t => {
  const { backend, call, whoIs, browser } = setUp(t);
  const { token, user, expiresIn } = await signIn(backend);
  const { status, set } = await call('POST', token);
  assert.equal(status, 204);
  const attributes = `; Path=/; Max-Age=${expiresIn}; HttpOnly; Secure; SameSite=Lax`;
  assert.match(set!, /^__Host-auth-session=[\w-]{43};/);
  assert.ok(set!.endsWith(attributes), set!);
  assert.ok(!set!.includes(token));
  assert.equal(await whoIs(), user);
  assert.equal((await call('POST', token)).set, null, 'the same token again changes nothing');
  assert.match(browser.cookie, /^__Host-auth-session=[\w-]{43}$/);
});

test('a call of another page, or without an origin: 403, and nothing is asked or kept', async t => {
  const { backend, call, auth } = setUp(t);
  const { token } = await signIn(backend);
  for (const more of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: `${ORIGIN}.evil.example` },
    { origin: 'http://app.example' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ])
    for (const method of ['POST', 'DELETE']) {
      const { status, set } = await call(method, token, more);
      assert.deepEqual([status, set], [403, null], JSON.stringify(more));
    }
  assert.equal(auth.calls, 0);
  assert.equal((await call('POST', token, { 'sec-fetch-site': 'same-origin' })).status, 204);
});

test('another method: 405', async t => {
  const { call } = setUp(t);
  for (const method of ['GET', 'OPTIONS', 'PUT', 'post']) assert.equal((await call(method)).status, 405);
});

test('no token, or one that is void: 401 without a cookie', async t => {
  const { call } = setUp(t);
  for (const token of [undefined, 'void', 'a b']) {
    const { status, set, headers } = await call('POST', token);
    assert.deepEqual([status, set, headers.get('www-authenticate')], [401, null, 'Bearer']);
  }
});

test('an id that the page had before is never taken over', async t => {
  const { backend, call, browser, whoIs } = setUp(t);
  browser.cookie = `__Host-auth-session=${'x'.repeat(43)}`;
  assert.equal(await whoIs(), 'signed-out');
  const { set } = await call('POST', (await signIn(backend)).token);
  assert.ok(!set!.includes('xxx'));
});

test('another person: a new id, and the earlier one ends', async t => {
  const { backend, call, browser, bridge, whoIs } = setUp(t);
  await call('POST', (await signIn(backend)).token);
  const earlier = browser.cookie;
  const ivan = await signIn(backend, 'ivan');
  await call('POST', ivan.token);
  assert.notEqual(browser.cookie, earlier);
  assert.equal(await whoIs(), ivan.user);
  assert.equal((await bridge.whoIs(earlier)).kind, 'signed-out');
});

test('a renewal: a new id, and requests under way keep the earlier one for a minute', async t => {
  const { auth, call, browser, bridge, clock, whoIs } = setUp(t);
  // A server that accepts the earlier token for longer.
  const params = { user: 'u1', displayName: 'Anna', expiresIn: DAY };
  auth.answer = () => Promise.resolve(Response.json({ code: 200, text: 'OK', params }));
  const user = 'u1';
  await call('POST', 't1');
  const earlier = browser.cookie;
  await call('POST', 't2');
  assert.notEqual(browser.cookie, earlier);
  assert.equal(await whoIs(), user);
  assert.equal((await bridge.whoIs(earlier)).kind, 'signed-in');
  clock.ms += 60_000;
  assert.equal((await bridge.whoIs(earlier)).kind, 'signed-out');
  assert.equal(await whoIs(), user);
});

test('a sign-out that the page tells: at once, and the cookie goes', async t => {
  const { backend, call, browser, bridge } = setUp(t);
  await call('POST', (await signIn(backend)).token);
  const earlier = browser.cookie;
  const { status, set } = await call('DELETE');
  assert.deepEqual([status, set?.includes('=; Path=/; Max-Age=0;')], [204, true]);
  assert.equal((await bridge.whoIs(earlier)).kind, 'signed-out');
});

test('a sign-out elsewhere: within the 30 seconds of TokenCheck', async t => {
  const { backend, call, clock, whoIs } = setUp(t);
  const { token, user } = await signIn(backend);
  await call('POST', token);
  await backend.endSession(token);
  clock.ms += 29_999;
  assert.equal(await whoIs(), user);
  clock.ms++;
  assert.equal(await whoIs(), 'signed-out');
});

test('the auth server is down: unknown, and the session is there afterwards', async t => {
  const { backend, call, clock, auth, whoIs } = setUp(t);
  const { token, user } = await signIn(backend);
  await call('POST', token);
  auth.answer = () => Promise.reject(new TypeError('down'));
  assert.equal(await whoIs(), user);
  clock.ms += 30_000;
  assert.equal(await whoIs(), 'unknown');
  assert.deepEqual((await call('POST', 'another')).status, 503);
  auth.answer = undefined;
  assert.equal(await whoIs(), user);
});

test('never longer than the session, and 90 days at most', async t => {
  const { call, auth, clock, whoIs } = setUp(t);
  const answerWith = (expiresIn: number) => {
    const params = { user: 'u1', displayName: 'Anna', expiresIn };
    auth.answer = () => Promise.resolve(Response.json({ code: 200, text: 'OK', params }));
  };
  answerWith(400 * DAY);
  assert.match((await call('POST', 't1')).set!, new RegExp(`Max-Age=${90 * DAY};`));
  clock.ms += 90 * DAY * 1000 - 1000;
  assert.equal(await whoIs(), 'u1');
  clock.ms += 1000;
  assert.equal(await whoIs(), 'signed-out');
  answerWith(100);
  assert.match((await call('POST', 't2')).set!, /Max-Age=100;/);
});

test('the store has neither the id nor the token, and a record that was exchanged is not read', async t => {
  const kept = new Map<string, string>();
  const store = new MemorySessionRecords();
  t.mock.method(store, 'read', (key: string) => kept.get(key));
  t.mock.method(store, 'write', (key: string, record: string) => kept.set(key, record));
  const { backend, call, browser, whoIs } = setUp(t, store);
  const anna = await signIn(backend);
  await call('POST', anna.token);
  const [key, record] = [...kept][0]!;
  const readable = `${key} ${record} ${Buffer.from(record, 'base64').toString('latin1')}`;
  for (const secret of [anna.token, anna.user, browser.cookie.split('=')[1]!]) assert.ok(!readable.includes(secret));
  browser.cookie = '';
  await call('POST', (await signIn(backend, 'ivan')).token);
  const [, other] = [...kept.keys()];
  kept.set(other!, record);
  assert.equal(await whoIs(), 'signed-out');
});

test('a store that can be read but not written: a token that is not valid any more means signed out', async t => {
  const store = new MemorySessionRecords();
  const { backend, call, clock, whoIs } = setUp(t, store);
  const { token } = await signIn(backend);
  assert.equal((await call('POST', token)).status, 204);
  await backend.endSession(token);
  clock.ms += 31_000; // until then, the token check keeps its answer
  t.mock.method(store, 'remove', () => Promise.reject(new Error('read-only')));
  assert.equal(await whoIs(), 'signed-out');
});

test('a store that fails: 503 and unknown, without its error', async t => {
  const store = new MemorySessionRecords();
  const { backend, call, browser, whoIs } = setUp(t, store);
  const { token } = await signIn(backend);
  await call('POST', token);
  for (const name of ['read', 'write', 'remove'] as const)
    t.mock.method(store, name, () => Promise.reject(new Error('redis://user:password@host')));
  assert.equal(await whoIs(), 'unknown');
  assert.equal((await call('DELETE')).status, 503);
  browser.cookie = '';
  assert.equal((await call('POST', token)).status, 503);
});

test('any cookie header: signed out or a person, never an error', async t => {
  const { bridge } = setUp(t);
  const part = fc.oneof(fc.string(), fc.constantFrom('__Host-auth-session=', ';', ' ', 'x'.repeat(43), '__proto__'));
  await fc.assert(
    fc.asyncProperty(fc.array(part), async parts => {
      assert.equal((await bridge.whoIs(parts.join(''))).kind, 'signed-out');
    }),
  );
});

test('two cookies of the name: neither counts', async t => {
  const { backend, call, browser, bridge } = setUp(t);
  await call('POST', (await signIn(backend)).token);
  assert.equal((await bridge.whoIs(`${browser.cookie}; ${browser.cookie}`)).kind, 'signed-out');
});

test('an origin that is no origin is refused when the bridge is made', () => {
  const tokenCheck = { check: () => Promise.resolve({ kind: 'unknown' } as const) };
  for (const origin of ['https://app.example/', '*', 'app.example', ''])
    assert.throws(() => new SessionBridge({ tokenCheck, origins: [origin] }), /is no origin/);
});

test('MemorySessionRecords keeps a limited number, and none for too long', t => {
  const clock = { ms: 0 };
  t.mock.method(Date, 'now', () => clock.ms);
  const records = new MemorySessionRecords(2);
  for (const key of ['a', 'b', 'c']) records.write(key, key, 10);
  assert.deepEqual(
    ['a', 'b', 'c'].map(key => records.read(key)),
    [undefined, 'b', 'c'],
  );
  clock.ms = 10_000;
  assert.equal(records.read('b'), undefined);
});

test("Node's http: the answers and headers of the bridge", async t => {
  const { fetch } = globalThis;
  const { backend, bridge } = setUp(t);
  const server = createServer((request, response) => void toNodeHandler(bridge)(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/session`;
  const { token } = await signIn(backend);
  const headers = { authorization: `Bearer ${token}`, origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
  const begun = await fetch(url, { method: 'POST', headers });
  assert.equal(begun.status, 204);
  assert.equal(begun.headers.get('cache-control'), 'private, no-store');
  assert.equal((await bridge.whoIs(begun.headers.get('set-cookie')!.split(';')[0])).kind, 'signed-in');
  assert.equal((await fetch(url, { method: 'POST' })).status, 403);
});
