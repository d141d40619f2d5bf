// TokenCheck: docs/your-api.md#what-is-remembered.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { TokenCheck, type TokenCheckOptions } from '../../src/server/index.js';

const SIGNED_OUT = { kind: 'signed-out' };
const UNKNOWN = { kind: 'unknown' };
const session = (params: object = { user: 'u1', displayName: 'Anna', expiresIn: 100 }) =>
  Response.json({ code: 200, text: 'OK', params });
const refusal = () => Response.json({ code: 401, text: 'Unauthorized', params: { what: 'token' } }, { status: 401 });

function setUp(t: TestContext, options: Partial<TokenCheckOptions> = {}) {
  const clock = { ms: 1_000_000 };
  const calls: { url: string; token: string; init: RequestInit }[] = [];
  const server = { answer: (): Response | Promise<Response> => session() };
  t.mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, token: (init.headers as { Authorization: string }).Authorization, init });
    return server.answer();
  });
  const tokenCheck = new TokenCheck({ authUrl: 'https://auth.example/', now: () => clock.ms, ...options });
  return { clock, calls, server, check: (token: string) => tokenCheck.check(`Bearer ${token}`), tokenCheck };
}

test('a valid token: the account, and what is left of the token, from one call for 30 seconds', async t => {
  const { clock, calls, check } = setUp(t);
  const account = { userId: 'u1', displayName: 'Anna' };
  assert.deepEqual(await check('t1'), { kind: 'signed-in', account, expiresIn: 100 });
  clock.ms += 29_999;
  assert.deepEqual(await check('t1'), { kind: 'signed-in', account, expiresIn: 70 });
  assert.equal(calls.length, 1);
  clock.ms++;
  await check('t1');
  assert.equal(calls.length, 2);
  assert.equal(calls[0]!.url, 'https://auth.example/v1/session');
  assert.equal(calls[0]!.init.redirect, 'manual', 'the token goes to no other address');
});

test('a void token: signed out, from one call for 30 seconds', async t => {
  const { server, calls, check } = setUp(t);
  server.answer = refusal;
  assert.deepEqual([await check('t1'), await check('t1')], [SIGNED_OUT, SIGNED_OUT]);
  assert.equal(calls.length, 1);
});

test('a header without a token: signed out without a call', async t => {
  const { tokenCheck, calls } = setUp(t);
  for (const header of [
    undefined,
    null,
    '',
    'Bearer',
    'Basic eDp5',
    'Bearer a b',
    `Bearer ${'x'.repeat(8193)}`,
    'Bearer é',
  ])
    assert.deepEqual(await tokenCheck.check(header), SIGNED_OUT);
  assert.equal(calls.length, 0);
});

test('no answer is used for longer than the token lives', async t => {
  const { clock, server, calls, check } = setUp(t);
  server.answer = () => session({ user: 'u1', expiresIn: 5 });
  await check('t1');
  clock.ms += 5000;
  await check('t1');
  assert.equal(calls.length, 2);
});

for (const [what, answer] of [
  ['no connection', () => Promise.reject(new TypeError('down'))],
  ['500', () => Response.json({ code: 500, params: {} }, { status: 500 })],
  ['429', () => Response.json({ code: 429, params: {} }, { status: 429 })],
  ['401 of a proxy', () => Response.json({ error: 'login required' }, { status: 401 })],
  ['a page', () => new Response('<html>')],
  ['null', () => new Response('null')],
  ['no params', () => Response.json({ code: 200 })],
  ['no user', () => session({ expiresIn: 60 })],
  ['a user that is no text', () => session({ user: 1, expiresIn: 60 })],
  ['no lifetime', () => session({ user: 'u1' })],
  ['a lifetime that is over', () => session({ user: 'u1', expiresIn: 0 })],
] as const)
  test(`an answer that says nothing about the token (${what}): unknown, and not remembered`, async t => {
    const { server, calls, check } = setUp(t);
    server.answer = answer;
    assert.deepEqual([await check('t1'), await check('t1')], [UNKNOWN, UNKNOWN]);
    assert.equal(calls.length, 2);
  });

test('a slow server: unknown at the time limit', async t => {
  const limit = new AbortController();
  const { mock } = t.mock.method(AbortSignal, 'timeout', () => limit.signal);
  const { server, calls, check } = setUp(t, { timeoutMs: 20 });
  server.answer = () =>
    new Promise((_, reject) => {
      const { signal } = calls.at(-1)!.init;
      signal!.addEventListener('abort', () => reject(signal!.reason as Error));
      limit.abort();
    });
  assert.deepEqual(await check('t1'), UNKNOWN);
  assert.deepEqual(mock.calls[0]!.arguments, [20]);
});

test('many requests at once: one call for each token, and a limit for all', async t => {
  const { calls, check, server } = setUp(t, { maxCalls: 2 });
  let resolve = (_: undefined) => {};
  const promise = new Promise<undefined>(resolved => {
    resolve = resolved;
  });
  server.answer = () => promise.then(() => session());
  const answers = ['t1', 't2', 't1', 't2'].map(check);
  while (calls.length < 2) await new Promise(setImmediate);
  assert.deepEqual(await check('t3'), UNKNOWN);
  resolve(undefined);
  for (const { kind } of await Promise.all(answers)) assert.equal(kind, 'signed-in');
  assert.equal(calls.length, 2);
});

test('the cache is limited: the least recently used answer is dropped', async t => {
  const { calls, check } = setUp(t, { maxAnswers: 2 });
  for (const token of ['t1', 't2', 't1', 't3']) await check(token);
  calls.length = 0;
  for (const token of ['t1', 't3', 't2']) await check(token);
  assert.deepEqual(
    calls.map(({ token }) => token),
    ['Bearer t2'],
  );
});

test('cacheMs: 0 asks each time', async t => {
  const { calls, check } = setUp(t, { cacheMs: 0 });
  await check('t1');
  await check('t1');
  assert.equal(calls.length, 2);
});
