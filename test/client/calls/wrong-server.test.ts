// The development build names a wrong or missing server on the console: docs/starting.md#what-answers-v1.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { answerRequest } from '../../../src/testing/memory-server/http-answers.js';
import { MemoryBackend } from '../../../src/testing/index.js';
import '../../../src/development/check.js';
import { FakePage } from '../../support/page.js';

const TOKEN = 'a-token-that-nobody-may-see';
let servers = 0;

/** What the console says after a sign-in, a check and a sign-out at a server of its own that gives this answer. */
async function linesOf(t: TestContext, answer: () => Response | Promise<Response>): Promise<string[]> {
  const { mock } = t.mock.method(console, 'warn', () => {});
  t.mock.method(globalThis, 'fetch', () => Promise.resolve().then(answer));
  const backend = new RestBackend(`http://server-${++servers}.test`);
  await backend.login('anna', 'correct horse', {}).catch(() => {});
  await backend.getSession(TOKEN, {}).catch(() => {});
  await backend.getSession(TOKEN, {}).catch(() => {});
  const lines = mock.calls.map(({ arguments: [line] }) => String(line));
  t.mock.restoreAll();
  return lines;
}

const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };

for (const [what, answer, expected] of [
  ['404', () => new Response('Cannot POST', { status: 404 }), /answered 404 at http:\/\/server-\d+\.test: is base-url/],
  ['a page', () => new Response('<!doctype html>', html), /answered 200 .* with a page \(HTML\).*proxy for \/v1/],
  ['a proxy without a server', () => new Response('', { status: 502 }), /answered 502 .* without JSON/],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), /got no answer from http:.*does a server run/],
] as const)
  test(`${what}: one line for each call, with the place to look at`, async t => {
    const lines = await linesOf(t, answer);
    assert.equal(lines.length, 2);
    assert.match(lines[0]!, /^auth-widget: POST \/v1\/session /);
    assert.match(lines[1]!, /^auth-widget: GET \/v1\/session /);
    for (const line of lines) assert.match(line, expected);
    for (const line of lines) assert.match(line, /docs\/starting\.md#what-answers-v1$/);
    assert.ok(!lines.join().includes(TOKEN));
  });

test('a server of the protocol: nothing, whatever it refuses', async t => {
  const refusal = { code: 401, text: 'Unauthorized', params: { what: 'password' } };
  for (const status of [200, 400, 401, 403, 409, 429, 500, 503])
    assert.deepEqual(await linesOf(t, () => Response.json({ ...refusal, code: status }, { status })), []);
  const backend = new MemoryBackend();
  const { status, body } = await answerRequest(backend, {
    method: 'GET',
    path: '/v1/session',
    headers: {},
    body: null,
  });
  assert.deepEqual(await linesOf(t, () => new Response(body, { status })), []);
});

test('a document without a location, as a test may have one: the call fails as it should', async t => {
  t.mock.method(console, 'warn', () => {});
  new FakePage(t);
  t.mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await assert.rejects(new RestBackend('http://no-location.test').getSession(TOKEN, {}), { code: 'network' });
});

test('a cancelled call says nothing', async t => {
  const { mock } = t.mock.method(console, 'warn', () => {});
  const controller = new AbortController();
  t.mock.method(globalThis, 'fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
  });
  const call = new RestBackend('http://cancelled.test').login('anna', 'x', { signal: controller.signal });
  controller.abort();
  await assert.rejects(call);
  assert.equal(mock.callCount(), 0);
});

test('whatever a server answers, the check never breaks the call', async t => {
  t.mock.method(console, 'warn', () => {});
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 200, max: 599 }), fc.string(), fc.string(), async (status, body, type) => {
      const headers = { get: (name: string) => (name === 'content-type' ? type : null) };
      const { mock } = t.mock.method(globalThis, 'fetch', () =>
        Promise.resolve({ ok: status < 300, status, headers, text: () => Promise.resolve(body) }),
      );
      const error: unknown = await new RestBackend('http://any.test').getSession(TOKEN, {}).catch((e: unknown) => e);
      mock.restore();
      assert.equal((error as Error).name, 'AuthError');
      assert.notEqual((error as { code: string }).code, 'network');
    }),
  );
});
