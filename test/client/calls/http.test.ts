// Calls over HTTP, and what is read from their answers. How each broken answer ends is in rest-backend.test.ts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { callHttp, readRetryAfter, readAmount, readText, readToken } from '../../../src/client/calls/http.js';
import { answer, raw, startRawServer } from '../../support/raw-server.js';

test('any status is an answer, with its headers and its JSON; a body that is not JSON is undefined', async t => {
  const server = await startRawServer(t);
  const call = () => callHttp(server.url, { method: 'POST', body: { a: 1 }, headers: { 'X-Own': 'yes' } });
  server.replyWith(answer(429, '{"error":"slow"}', { 'Retry-After': '7' }));
  const refused = await call();
  assert.deepEqual([refused.ok, refused.status, refused.json], [false, 429, { error: 'slow' }]);
  assert.equal(refused.headers?.get?.('retry-after'), '7');
  assert.match(server.requests[0]!, /^POST .*\r\nx-own: yes\r\n.*\{"a":1\}$/is);
  server.replyWith(answer(200, '<html></html>'));
  const page = await call();
  assert.deepEqual([page.ok, page.status, page.json], [true, 200, undefined]);
});

test('without a complete answer the call rejects: network, timeout, cancelled', async t => {
  const server = await startRawServer(t);
  server.replyWith(socket => socket.destroy());
  await assert.rejects(callHttp(server.url, { method: 'GET' }), { name: 'AuthError', code: 'network' });
  server.replyWith(raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"half":'));
  await assert.rejects(callHttp(server.url, { method: 'GET' }), { name: 'AuthError', code: 'network' });
  server.replyWith(() => {});
  await assert.rejects(callHttp(server.url, { method: 'GET', timeout: 50 }), { name: 'AuthError', code: 'timeout' });
  const controller = new AbortController();
  const running = callHttp(server.url, { method: 'GET', signal: controller.signal });
  controller.abort();
  await assert.rejects(running, { name: 'AuthError', code: 'cancelled' });
});

test('cookies are sent only if the call asks for them', async t => {
  const inits: RequestInit[] = [];
  t.mock.method(globalThis, 'fetch', (_: string, init: RequestInit) => {
    inits.push(init);
    return Promise.resolve(Response.json({}));
  });
  await callHttp('https://id.test', { method: 'GET' });
  await callHttp('https://id.test', { method: 'GET', credentials: 'include', keepalive: true });
  assert.deepEqual(
    inits.map(({ credentials, keepalive = false, redirect, cache }) => [credentials, keepalive, redirect, cache]),
    [
      ['omit', false, 'error', 'no-store'],
      ['include', true, 'error', 'no-store'],
    ],
  );
});

test('Retry-After and X-Retry-After, in seconds and as a date by the clock of the server', () => {
  const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers));
  const date = 'Mon, 01 Jan 2024 00:00:00 GMT';
  assert.equal(read({ 'Retry-After': '30' }), 30);
  assert.equal(read({ 'X-Retry-After': '41' }), 41);
  assert.equal(read({ 'Retry-After': '30', 'X-Retry-After': '41' }), 30);
  assert.equal(read({ 'X-Retry-After': 'Mon, 01 Jan 2024 00:01:30 GMT', Date: date }), 90);
  assert.equal(read({ 'Retry-After': 'Sun, 31 Dec 2023 23:00:00 GMT', Date: date }), 0);
  for (const value of ['soon', 'in 5 minutes'])
    assert.equal(read({ 'Retry-After': value, Date: date }), undefined, value);
  assert.equal(read({}), undefined);
  assert.equal(readRetryAfter(undefined), undefined);
});

test('values in an answer: text, amounts and tokens, or undefined', () => {
  assert.deepEqual(['a', '', 1, null].map(readText), ['a', undefined, undefined, undefined]);
  assert.deepEqual(
    [0, 1.5, 1e12, -1, NaN, '5', null].map(value => readAmount(value)),
    [0, 1.5, 1e9, ...Array<undefined>(4)],
  );
  const tokens = ['a.b-c_d~e+f/g=', 'two words', 'a\nb', '', 5].map(readToken);
  assert.deepEqual(tokens, ['a.b-c_d~e+f/g=', ...Array<undefined>(4)]);
});
