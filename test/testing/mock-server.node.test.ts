// What `mockServer` does as `fetch` does it.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { MemoryBackend, mockServer } from '../../src/testing/index.js';

const SESSION = 'https://chat.example.com/v1/session';

function start(t: TestContext) {
  const backend = new MemoryBackend();
  t.after(mockServer(backend));
  const { token } = backend.signIn().read()!;
  const authorization = `Bearer ${token}`;
  return { backend, headers: { authorization } };
}

for (const kind of ['an address', 'a Request'])
  test(`a call whose signal is already aborted never reaches the server: ${kind}`, async t => {
    const { backend, headers } = start(t);
    const reason = new Error('the page has gone');
    const init = { method: 'DELETE', headers, signal: AbortSignal.abort(reason) };
    const call = kind === 'an address' ? fetch(SESSION, init) : fetch(new Request(SESSION, init));
    await assert.rejects(call, reason);
    assert.deepEqual(backend.calls, []);
  });

test('a Request keeps what the options beside it leave undefined', async t => {
  const { backend, headers } = start(t);
  const nothing = {
    method: undefined,
    headers: undefined,
    signal: undefined,
    body: undefined,
  } as unknown as RequestInit;
  const reason = new Error('the page has gone');
  const aborted = new Request(SESSION, { headers, signal: AbortSignal.abort(reason) });
  await assert.rejects(fetch(aborted, nothing), reason);
  const account = 'https://chat.example.com/v1/account';
  const body = JSON.stringify({ displayName: 'Anna' });
  const withBody = { method: 'PATCH', headers: { ...headers, 'content-type': 'application/json' }, body };
  const renaming = () => new Request(account, withBody);
  assert.equal((await fetch(renaming(), nothing)).status, 200);
  assert.equal((await fetch(renaming(), { body: null })).status, 200);
  assert.deepEqual(backend.calls, ['setDisplayName', 'setDisplayName']);
});

test('the options beside a Request come before its own', async t => {
  const { backend, headers } = start(t);
  const aborted = new Request(SESSION, { headers, signal: AbortSignal.abort() });
  assert.equal((await fetch(aborted, { method: 'DELETE', signal: null })).status, 200);
  assert.deepEqual(backend.calls, ['endSession']);
});

test('the usual methods may be in lower case', async t => {
  const { backend, headers } = start(t);
  assert.equal((await fetch(SESSION, { method: 'get', headers })).status, 200);
  assert.equal((await fetch(SESSION, { method: 'Delete', headers })).status, 200);
  assert.deepEqual(backend.calls, ['getSession', 'endSession']);
  const account = 'https://chat.example.com/v1/account';
  assert.equal((await fetch(account, { method: 'patch', headers })).status, 405);
  assert.equal((await fetch(account, { method: 'constructor', headers })).status, 405);
});

test('an address that is none rejects, and null stands for no options', async t => {
  start(t);
  await assert.rejects(fetch('http://['), TypeError);
  assert.equal((await fetch(SESSION, null as unknown as undefined)).status, 401);
});

test('a call that waits rejects with the reason of its signal, and any other failure is one of the network', async t => {
  const { backend } = start(t);
  const login = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ login: 'anna', password: 'correct horse' });
  const controller = new AbortController();
  const stalled = backend.stallNext('login');
  const call = fetch(SESSION, { ...login, body, signal: controller.signal });
  await stalled.started;
  const reason = new Error('the page has gone');
  controller.abort(reason);
  await assert.rejects(call, reason);
  backend.failNext('login', 'timeout');
  const failed = fetch(SESSION, { ...login, body, signal: new AbortController().signal });
  await assert.rejects(failed, { name: 'TypeError', message: 'Failed to fetch' });
});

test('an answer has the status, the headers and the body of the server, and a preflight no body', async t => {
  const { headers } = start(t);
  const answer = await fetch(new URL(SESSION), { headers: new Headers(headers) });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(((await answer.json()) as { params: { user: string } }).params.user, 'user-1');
  const preflight = await fetch(SESSION, { method: 'OPTIONS' });
  assert.deepEqual([preflight.status, preflight.body], [204, null]);
});

test('a body that is no text is none, and so is a method of no call', async t => {
  start(t);
  const headers = { 'content-type': 'application/json' };
  const body = new Blob([JSON.stringify({ login: 'anna', password: 'correct horse' })]);
  assert.equal((await fetch(SESSION, { method: 'POST', headers, body })).status, 400);
  assert.equal((await fetch(SESSION, { headers, method: 'xget' })).status, 405);
  assert.equal((await fetch(SESSION, { headers, method: 'getx' })).status, 405);
  assert.equal((await fetch(new Request(SESSION, { method: 'POST', headers, body }))).status, 200);
});
