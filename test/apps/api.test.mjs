// examples/api checks tokens with the reference server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TokenCheck } from '../../examples/api/token-check.mjs';
import { startDemoServer } from '../e2e/support/demo-server.mjs';
import { listen } from '../e2e/support/listen.mjs';
import { newLogin, PASSWORD } from '../e2e/support/test-data.mjs';

const EXAMPLE = fileURLToPath(new URL('../../examples/api/', import.meta.url));

/** @type {Awaited<ReturnType<typeof startDemoServer>>} */
let demo;
before(async () => {
  demo = await startDemoServer({ DEMO_DIR: EXAMPLE });
});
after(() => demo.close());

/** A person who has just signed in: the parameters of the answer, and the header with the token. */
async function signIn() {
  const response = await fetch(`${demo.url}/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login: newLogin(), password: PASSWORD }),
  });
  const { params } = /** @type {{ params: { user: string, displayName: string, token: string } }} */ (
    await response.json()
  );
  return { ...params, authorization: `Bearer ${params.token}` };
}

/** @param {string} authorization */
const signOut = authorization => fetch(`${demo.url}/v1/session`, { method: 'DELETE', headers: { authorization } });

/**
 * A gateway between the API and the reference server that records calls.
 * @param {import('node:test').TestContext} t
 */
async function startGateway(t) {
  /** @type {string[]} */
  const calls = [];
  /** @type {() => Promise<Response | undefined>} undefined breaks the connection */
  let answer;
  /** @type {(value?: unknown) => void} */
  let heard = () => {};
  const gateway = {
    url: '',
    calls,
    forward() {
      answer = () => fetch(`${demo.url}/v1/session`, { headers: { authorization: calls.at(-1) ?? '' } });
    },
    /** @param {() => Promise<Response | undefined>} replacement */
    answerBy(replacement) {
      answer = replacement;
    },
    nextCall: () => new Promise(resolve => (heard = resolve)),
  };
  gateway.forward();
  const server = await listen(
    createServer((request, response) => {
      assert.equal(`${request.method} ${request.url}`, 'GET /v1/session');
      calls.push(request.headers.authorization ?? '');
      heard();
      void answer().then(async answered => {
        if (!answered) return request.socket.destroy();
        response.writeHead(answered.status, { 'content-type': 'application/json' });
        return response.end(await answered.text());
      });
    }),
  );
  t.after(() => server.close());
  gateway.url = server.url;
  return gateway;
}

/** @param {object} body @param {number} [status] */
const json = (body, status = 200) => Promise.resolve(Response.json(body, { status }));
const broken = () => Promise.resolve(undefined);
/** Never answers. @returns {Promise<undefined>} */
const silent = () => new Promise(() => {});

/**
 * A token check whose clock only the test moves.
 * @param {import('node:test').TestContext} t
 * @param {Partial<import('../../examples/api/token-check.mjs').TokenCheckOptions>} [options]
 */
async function setUp(t, options) {
  const gateway = await startGateway(t);
  const clock = { ms: 1_000_000 };
  const tokenCheck = new TokenCheck({ authUrl: gateway.url, now: () => clock.ms, ...options });
  return { gateway, clock, tokenCheck, check: tokenCheck.check.bind(tokenCheck) };
}

const SIGNED_OUT = { kind: 'signed-out' };
const UNKNOWN = { kind: 'unknown' };

test('a valid token: the account, from one call for 30 seconds', async t => {
  const { gateway, clock, check } = await setUp(t);
  const { authorization, user, displayName } = await signIn();
  const signedIn = { kind: 'signed-in', account: { userId: user, displayName } };
  assert.deepEqual(await check(authorization), signedIn);
  clock.ms += 29_999;
  assert.deepEqual(await check(authorization), signedIn);
  assert.equal(gateway.calls.length, 1);
  clock.ms++;
  assert.deepEqual(await check(authorization), signedIn);
  assert.deepEqual(gateway.calls, [authorization, authorization]);
});

test('a wrong token: signed out, from one call for 30 seconds', async t => {
  const { gateway, clock, check } = await setUp(t);
  const wrong = `Bearer ${'x'.repeat(43)}`;
  assert.deepEqual(await check(wrong), SIGNED_OUT);
  clock.ms += 29_999;
  assert.deepEqual(await check(wrong), SIGNED_OUT);
  assert.equal(gateway.calls.length, 1);
});

for (const header of [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Basic eDp5',
  'Bearer a b',
  `Bearer ${'x'.repeat(8193)}`,
  'Bearer é',
])
  test(`a header without a token (${header?.slice(0, 20)}): signed out without a call`, async t => {
    const { gateway, check } = await setUp(t);
    assert.deepEqual(await check(header), SIGNED_OUT);
    assert.equal(gateway.calls.length, 0);
  });

test('a sign-out takes effect after 30 seconds, measured from the call', async t => {
  const { gateway, clock, check } = await setUp(t);
  const { authorization } = await signIn();
  const asked = gateway.nextCall();
  const first = check(authorization);
  await asked;
  clock.ms += 10_000; // the answer is slow
  assert.equal((await first).kind, 'signed-in');
  await signOut(authorization);
  clock.ms += 19_999;
  assert.equal((await check(authorization)).kind, 'signed-in');
  clock.ms++;
  assert.deepEqual(await check(authorization), SIGNED_OUT);
});

test('no answer is used for longer than the token lives', async t => {
  const { gateway, clock, check } = await setUp(t);
  gateway.answerBy(() => json({ code: 200, text: 'OK', params: { user: 'u1', expiresIn: 5 } }));
  assert.deepEqual(await check('Bearer t1'), { kind: 'signed-in', account: { userId: 'u1', displayName: null } });
  clock.ms += 5_000;
  await check('Bearer t1');
  assert.equal(gateway.calls.length, 2);
});

test('the auth server is down: cached answers are used, the rest is unknown and asked again', async t => {
  const { gateway, clock, check } = await setUp(t);
  const known = await signIn();
  const other = await signIn();
  assert.equal((await check(known.authorization)).kind, 'signed-in');
  gateway.answerBy(broken);
  assert.equal((await check(known.authorization)).kind, 'signed-in');
  assert.deepEqual(await check(other.authorization), UNKNOWN);
  clock.ms += 30_000;
  assert.deepEqual(await check(known.authorization), UNKNOWN);
  gateway.forward();
  assert.equal((await check(known.authorization)).kind, 'signed-in');
  assert.equal((await check(other.authorization)).kind, 'signed-in');
});

const BAD_ANSWERS = /** @type {const} */ ([
  ['500', () => json({ code: 500, text: 'Internal Server Error', params: {} }, 500)],
  ['429', () => json({ code: 429, text: 'Too Many Requests', params: {} }, 429)],
  ['no JSON', () => Promise.resolve(new Response('<html>'))],
  ['null', () => Promise.resolve(new Response('null'))],
  ['no params', () => json({ code: 200 })],
  ['no user', () => json({ code: 200, params: { expiresIn: 60 } })],
  ['a user that is no text', () => json({ code: 200, params: { user: 1, expiresIn: 60 } })],
  ['no lifetime', () => json({ code: 200, params: { user: 'u1' } })],
  ['another code than the status', () => json({ code: 500, params: { user: 'u1', expiresIn: 60 } })],
]);
for (const [what, answer] of BAD_ANSWERS)
  test(`an answer that says nothing about the token (${what}): unknown`, async t => {
    const { gateway, check } = await setUp(t);
    gateway.answerBy(answer);
    assert.deepEqual(await check('Bearer t1'), UNKNOWN);
    await check('Bearer t1');
    assert.equal(gateway.calls.length, 2, 'it is not cached');
  });

test('401 in the envelope alone: signed out', async t => {
  const { gateway, check } = await setUp(t);
  gateway.answerBy(() => json({ code: 401, text: 'Unauthorized', params: { what: 'token' } }));
  assert.deepEqual(await check('Bearer t1'), SIGNED_OUT);
});

test('a slow auth server: unknown at the time limit', async t => {
  const { gateway, check } = await setUp(t, { timeoutMs: 1000 });
  gateway.answerBy(silent);
  assert.deepEqual(await check('Bearer t1'), UNKNOWN);
  gateway.forward();
  assert.deepEqual(await check('Bearer t1'), SIGNED_OUT);
});

test('many requests at once: one call for each token', async t => {
  const { gateway, check } = await setUp(t);
  const [a, b] = [await signIn(), await signIn()];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => check((index % 2 ? a : b).authorization)),
  );
  assert.ok(answers.every(({ kind }) => kind === 'signed-in'));
  assert.deepEqual(gateway.calls.toSorted(), [a.authorization, b.authorization].toSorted());
});

test('concurrent calls to the auth server are limited, and beyond the limit the answer is unknown', async t => {
  const { gateway, check } = await setUp(t, { maxCalls: 2 });
  const answers = await Promise.all(['t1', 't2', 't3', 't1'].map(token => check(`Bearer ${token}`)));
  assert.deepEqual(answers, [SIGNED_OUT, SIGNED_OUT, UNKNOWN, SIGNED_OUT]);
  assert.equal(gateway.calls.length, 2);
  assert.deepEqual(await check('Bearer t3'), SIGNED_OUT, 'later calls are possible again');
});

test('the cache is limited: the least recently used answer is dropped', async t => {
  const { gateway, check } = await setUp(t, { maxAnswers: 2 });
  for (const token of ['t1', 't2', 't1', 't3']) await check(`Bearer ${token}`);
  gateway.calls.length = 0;
  for (const token of ['t1', 't3', 't2']) await check(`Bearer ${token}`);
  assert.deepEqual(gateway.calls, ['Bearer t2']);
});

test('a redirect from the auth server is not followed', async t => {
  const target = await startGateway(t);
  const redirecting = await listen(
    createServer((request, response) => {
      request.resume();
      response.writeHead(307, { location: `${target.url}/v1/session` }).end();
    }),
  );
  t.after(() => redirecting.close());
  const tokenCheck = new TokenCheck({ authUrl: `${redirecting.url}/` });
  assert.deepEqual(await tokenCheck.check('Bearer t1'), UNKNOWN);
  assert.equal(target.calls.length, 0);
});

test('the server: 200, 401, 503, 404, and no token in what it prints', async t => {
  const gateway = await startGateway(t);
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: EXAMPLE,
    env: { ...process.env, AUTH_URL: gateway.url, PORT: '0', CACHE_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += String(data)));
  while (!output.includes('\n')) await once(child.stdout, 'data');
  const url = output.trim();
  /** @param {string} at @param {string} [authorization] */
  const call = async (at, authorization) => {
    const response = await fetch(url + at, { headers: authorization ? { authorization } : {} });
    const { headers, status } = response;
    assert.equal(headers.get('cache-control'), 'no-store');
    return { status, body: await response.json(), headers };
  };
  const { authorization, user, displayName, token } = await signIn();

  const granted = await call('/api/messages?page=1', authorization);
  assert.deepEqual([granted.status, granted.body], [200, [`Hello, ${displayName}`, `Your account is ${user}`]]);
  const refused = await call('/api/messages');
  assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, 'Bearer']);
  gateway.answerBy(broken);
  const unknown = await call('/api/messages', authorization);
  assert.deepEqual([unknown.status, unknown.headers.get('retry-after')], [503, '5']);
  gateway.forward();
  await signOut(authorization);
  assert.equal((await call('/api/messages', authorization)).status, 401);
  for (const at of ['/', '//', '/api/nothing', '/constructor'])
    assert.equal((await call(at, authorization)).status, 404);
  assert.equal(child.exitCode, null);
  assert.ok(!output.includes(token), output);
});
