// The server in memory at its limits: who holds a code, sign-ins that are repeated, and when wrong codes are forgotten.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MemoryBackend } from '../../../src/testing/index.js';

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
