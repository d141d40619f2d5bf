// The server in memory at its limits: who holds a code, what is left of tries, and the last moment of what ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MemoryBackend, mockServer } from '../../../src/testing/index.js';

const PHONE = '79161234567';
const DAY = 86_400;

/** A code of the right length that the backend has not sent. */
const wrongCodeOf = (backend: MemoryBackend) => (backend.codeFor(PHONE) === '000000' ? '000001' : '000000');

/** Requests a code, and enters a wrong one with the state of the request, so that the code belongs to its holder. */
async function requestAndShowState(backend: MemoryBackend): Promise<string> {
  const { state } = await backend.requestCode(PHONE);
  await assert.rejects(backend.verifyCode(PHONE, wrongCodeOf(backend), { state: state! }), { code: 'wrong-code' });
  return state!;
}

test('a caller without the state of a code has one try, and then not even the right code is accepted', async () => {
  const backend = new MemoryBackend();
  const state = await requestAndShowState(backend);
  const wrong = wrongCodeOf(backend);
  await assert.rejects(backend.verifyCode(PHONE, wrong), { code: 'wrong-code', attemptsLeft: 0 });
  await assert.rejects(backend.verifyCode(PHONE, backend.codeFor(PHONE)), { code: 'code-expired' });
  assert.match((await backend.verifyCode(PHONE, backend.codeFor(PHONE), { state })).token!, /^test-/);
});

test('the tries of a number are not renewed by a new code', async () => {
  const backend = new MemoryBackend();
  await requestAndShowState(backend);
  backend.clock.advance(60);
  const { state } = await backend.requestCode(PHONE);
  const wrong = wrongCodeOf(backend);
  await assert.rejects(backend.verifyCode(PHONE, wrong, { state: state! }), { code: 'wrong-code', attemptsLeft: 1 });
});

test('a device is known for 90 days, and not at their end', async t => {
  t.mock.timers.enable({ apis: ['Date'] });
  for (const [seconds, isKnown] of [
    [90 * DAY - 1, true],
    [90 * DAY, false],
  ] as const) {
    const backend = new MemoryBackend();
    await backend.requestCode(PHONE);
    const { device } = await backend.verifyCode(PHONE, backend.codeFor(PHONE));
    backend.clock.advance(seconds);
    await requestAndShowState(backend);
    const other = backend.verifyCode(PHONE, wrongCodeOf(backend), { device: device! });
    await assert.rejects(other, { code: 'wrong-code', attemptsLeft: isKnown ? 1 : 0 });
  }
});

test('the same code with the same key is answered for a minute, and not at its end', async t => {
  t.mock.timers.enable({ apis: ['Date'] });
  for (const [seconds, isRepeated] of [
    [59, true],
    [60, false],
  ] as const) {
    const backend = new MemoryBackend();
    await backend.requestCode(PHONE);
    const code = backend.codeFor(PHONE);
    const { user } = await backend.verifyCode(PHONE, code, { idempotencyKey: 'key' });
    backend.clock.advance(seconds);
    const again = backend.verifyCode(PHONE, code, { idempotencyKey: 'key' });
    if (isRepeated) assert.equal((await again).user, user);
    else await assert.rejects(again, { code: 'code-expired' });
  }
});

test('a number gets ten codes a day, and the next one at its end', async t => {
  t.mock.timers.enable({ apis: ['Date'] });
  const backend = new MemoryBackend();
  for (let count = 0; count < 10; count++) {
    await backend.requestCode(PHONE);
    backend.clock.advance(60);
  }
  await assert.rejects(backend.requestCode(PHONE), { code: 'too-many-requests', retryAfter: DAY - 600 });
  backend.clock.advance(DAY - 600);
  await backend.requestCode(PHONE);
});

test('mockServer answers a preflight of any origin, and its envelopes say whether a call succeeded', async t => {
  t.after(mockServer(new MemoryBackend()));
  const url = 'https://chat.example.com/v1/session';
  const preflight = await fetch(url, { method: 'OPTIONS' });
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
  const call = (password: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'anna', password }),
    }).then(answer => answer.json() as Promise<{ text: string }>);
  assert.equal((await call('correct horse')).text, 'OK');
  assert.equal((await call('battery staple')).text, 'Error');
});

test('a session is there in its last second', async t => {
  t.mock.timers.enable({ apis: ['Date'] });
  const backend = new MemoryBackend({ tokenTtl: 100 });
  const token = backend.signIn().read()!.token!;
  backend.clock.advance(99);
  assert.equal((await backend.getSession(token)).expiresIn, 1);
  backend.clock.advance(1);
  await assert.rejects(backend.getSession(token), { code: 'session-expired' });
});

test('mockServer refuses a body that is missing and a key that is no key, and fails like fetch', async t => {
  const backend = new MemoryBackend();
  t.after(mockServer(backend));
  const call = async (method: string, headers: Record<string, string>, body?: unknown) => {
    const json = { 'content-type': 'application/json', ...headers };
    const init = { method, headers: json, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch('https://chat.example.com/v1/creds/tel', init);
    return [answer.status, ((await answer.json()) as { params: { what?: string } }).params.what];
  };
  assert.deepEqual(await call('POST', {}), [400, 'body']);
  await backend.requestCode(PHONE);
  const entry = { tel: PHONE, val: backend.codeFor(PHONE) };
  for (const key of ['a b', '', 'k'.repeat(256)])
    assert.deepEqual(await call('PUT', { 'idempotency-key': key }, entry), [400, 'idempotencyKey'], key);
  backend.failNext('requestCode', 'network');
  await assert.rejects(call('POST', {}, { tel: PHONE, op: 'add' }), { name: 'TypeError', message: 'Failed to fetch' });
});

test('mockServer refuses what is no JSON object, as the reference server does', async t => {
  t.after(mockServer(new MemoryBackend()));
  const send = async (type: string, body: string) => {
    const init = { method: 'POST', headers: { 'content-type': type }, body };
    const answer = await fetch('https://chat.example.com/v1/creds/tel', init);
    return [answer.status, ((await answer.json()) as { params: { what?: string } }).params.what];
  };
  const body = JSON.stringify({ tel: '79990000001', op: 'add' });
  for (const type of ['text/plain', 'application/json-patch+json', 'application/json; charset=utf-16'])
    assert.deepEqual(await send(type, body), [400, 'body'], type);
  for (const other of ['', '{', 'null', '5', '"tel"', '[]'])
    assert.deepEqual(await send('application/json', other), [400, 'body'], other);
  for (const type of ['application/json', 'Application/JSON;charset="UTF-8"'])
    assert.deepEqual(await send(type, body), [200, undefined], type);
});

test('the lifetime of a new token is whole, even if the clock moves on while it is granted', async t => {
  const { now } = Date;
  let readings = 0;
  t.mock.method(Date, 'now', () => now() + readings++);
  const backend = new MemoryBackend();
  const { token, expiresIn } = await backend.login('anna', 'correct horse');
  assert.equal(expiresIn, 14 * DAY);
  assert.equal((await backend.renewSession(token!, {})).expiresIn, 14 * DAY);
});

test('the same code with the same key is answered three times more, and then not again', async () => {
  const backend = new MemoryBackend();
  for (const idempotencyKey of ['first', 'second']) {
    await backend.requestCode('79990000001');
    const verify = () => backend.verifyCode('79990000001', '111111', { idempotencyKey });
    const { user } = await verify();
    for (let count = 0; count < 3; count++) assert.equal((await verify()).user, user);
    await assert.rejects(verify(), { code: 'code-expired' });
  }
});

for (const phone of [PHONE, '79990000001'])
  test(`${phone}: wrong codes are forgotten after 30 days without a code, and not before`, async t => {
    t.mock.timers.enable({ apis: ['Date'] });
    for (const [seconds, attemptsLeft] of [
      [30 * DAY - 1, 1],
      [30 * DAY, 2],
    ] as const) {
      const backend = new MemoryBackend();
      const enterWrongCode = async (left: number) => {
        await backend.requestCode(phone);
        await assert.rejects(backend.verifyCode(phone, '000000'), { code: 'wrong-code', attemptsLeft: left });
      };
      await enterWrongCode(2);
      backend.clock.advance(seconds);
      await enterWrongCode(attemptsLeft);
    }
  });
