import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused, type CallOptions } from '../support/harness.js';

const tel = '79161234567';
const ip = '192.0.2.1';
const day = 86_400;
const elsewhere = '198.51.100.7';

onDatabase('a device with a memory of a number', h => {
  const showing = (device: string | undefined, options: CallOptions = {}): CallOptions => ({
    ip: elsewhere,
    ...options,
    headers: { 'X-Auth-Device': device! },
  });
  /** Signs in, waits until the next code may be sent, and returns the memory. */
  const remember = async (number = tel, options: CallOptions = { ip }) => {
    assert.equal((await h().send(number, options)).status, 200);
    const answer = await h().verify(number, h().codeFor(number), options);
    assert.equal(answer.status, 200, answer.raw);
    await h().database.advance(60);
    return answer.params.device!;
  };

  it('holds the codes of that number, also after a 429', async () => {
    const device = await remember();
    await h().send(tel, { ip });
    assertRefused(await h().send(tel, showing(device)), 429, { what: 'send', retryAfter: 60 });
    const wrong = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, wrong, { ip: '203.0.113.1' }), 401, { what: 'code', attemptsLeft: 0 });
    assertRefused(await h().verify(tel, wrong, showing(device)), 401, { what: 'code', attemptsLeft: 1 });
    assert.equal((await h().verify(tel, h().codeFor(tel), showing(device))).status, 200);
  });

  it('holds no codes of another number, and none with a changed memory', async () => {
    const device = await remember();
    const other = '79161234568';
    await h().send(other, { ip });
    const wrong = h().wrongCodeFor(other);
    assertRefused(await h().verify(other, wrong, showing(device)), 401, { what: 'code', attemptsLeft: 0 });
    assertRefused(await h().verify(other, wrong, showing(device)), 410, { what: 'code' });
    await h().send(tel, { ip });
    const guess = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, guess, { ip: '203.0.113.1' }), 401, { what: 'code', attemptsLeft: 0 });
    for (let index = 0; index < device.length; index += 7) {
      const changed = device.slice(0, index) + (device[index] === 'A' ? 'B' : 'A') + device.slice(index + 1);
      assertRefused(await h().verify(tel, guess, showing(changed)), 410, { what: 'code' });
    }
    assertRefused(await h().verify(tel, guess, showing(device)), 401, { what: 'code', attemptsLeft: 1 });
  });

  it('is remembered for 90 days after each sign-in, under the same id', async () => {
    const first = await remember();
    await h().database.advance(89 * day);
    const second = await remember(tel, showing(first));
    assert.equal(second.slice(0, 21), first.slice(0, 21));
    assert.notEqual(second, first);
    await h().database.advance(2 * day);
    await h().send(tel, { ip });
    const wrong = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, wrong, showing(first)), 401, { what: 'code', attemptsLeft: 0 });
    assertRefused(await h().verify(tel, wrong, showing(first)), 410, { what: 'code' });
    const renewed = await h().verify(tel, h().codeFor(tel), showing(second));
    assert.equal(renewed.status, 200);
    assert.equal(renewed.params.device!.slice(0, 21), first.slice(0, 21));
    await h().database.advance(60);
    await h().send(tel, { ip });
    const anew = await h().verify(tel, h().codeFor(tel), { ...showing(first), ip });
    assert.notEqual(anew.params.device!.slice(0, 21), first.slice(0, 21), 'an expired memory is not renewed');
  });

  it('gets an SMS from its own share when others have used theirs, its address and a challenge regardless', async () => {
    const settings = { SENDS_RESERVED: '50', SENDS_PER_DAY_TOTAL: '6', SENDS_PER_IP: '4', DAY_ALLOWANCE: '1' };
    await h().start({ ...settings, CHALLENGE: 'auto', CHALLENGE_TOTAL: '100', CHALLENGE_FREE: '100' });
    const device = await remember();
    for (const number of ['79160000001', '79160000002']) assert.equal((await h().send(number, { ip })).status, 200);
    assertRefused(await h().send('79160000003', { ip }), 429, { what: 'day', retryAfter: day - 60 });
    const known = showing(device, { ip });
    for (let n = 0; n < 3; n++) {
      assert.equal((await h().send(tel, known)).status, 200, `SMS ${n}`);
      await h().database.advance(60);
    }
    const last = await h().send(tel, known);
    assertRefused(last, 429, { what: 'day', retryAfter: last.params.retryAfter! });
  });

  it('gets none from the share of another number, and the share of all is counted exactly', async () => {
    await h().start({ SENDS_RESERVED: '50', SENDS_PER_DAY_TOTAL: '20' });
    const device = await remember();
    const numbers = Array.from({ length: 60 }, (_, n) => `791600000${String(n).padStart(2, '0')}`);
    const answers = await Promise.all(numbers.map(number => h().send(number, showing(device))));
    assert.equal(answers.filter(({ status }) => status === 200).length, 9);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertRefused(answer, 429, { what: 'day', retryAfter: answer.params.retryAfter! });
    }
    assert.equal((await h().send(tel, showing(device))).status, 200);
  });

  it('is trusted for some SMS and wrong codes a day, and then as any other', async () => {
    const settings = { USES_PER_DEVICE: '2', SENDS_RESERVED: '50', SENDS_PER_DAY_TOTAL: '2' };
    await h().start(settings);
    const device = await remember();
    assert.equal((await h().send(tel, showing(device))).status, 200);
    const wrong = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, wrong, showing(device, { ip: '203.0.113.1' })), 401, {
      what: 'code',
      attemptsLeft: 2,
    });
    const untrusted = await h().verify(tel, wrong, showing(device, { ip: '203.0.113.1' }));
    assertRefused(untrusted, 401, { what: 'code', attemptsLeft: 0 });
    await h().database.advance(60);
    const refused = await h().send(tel, showing(device));
    assertRefused(refused, 429, { what: 'day', retryAfter: refused.params.retryAfter! });
  });

  it('meets a challenge if every call does', async () => {
    const device = await remember();
    await h().restart({ CHALLENGE: 'always', CHALLENGE_WORK: '2' });
    assert.equal((await h().send(tel, showing(device))).params.what, 'challenge');
  });
});
