import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const tel = '79161234567';
const testNumber = '79990000001';
const testCode = '111111';
const hour = 3600;
const day = 86_400;

onDatabase('the limits of SMS', h => {
  it('allow one SMS in each send interval', async () => {
    assert.equal((await h().send(tel)).status, 200);
    assertRefused(await h().send(tel), 429, { what: 'send', retryAfter: 60 });
    await h().database.advance(50);
    assertRefused(await h().send(tel), 429, { what: 'send', retryAfter: 10 });
    await h().database.advance(10);
    assert.equal((await h().send(tel)).status, 200);
    assert.equal(h().sms.sent.length, 2);
  });

  it('count no request that the send interval of its number refuses', async () => {
    await h().start({ SENDS_PER_IP: '2', SENDS_PER_DAY_TOTAL: '2' });
    assert.equal((await h().send('79160000001')).status, 200);
    for (let i = 0; i < 3; i++) assertRefused(await h().send('79160000001'), 429, { what: 'send', retryAfter: 60 });
    assert.equal((await h().send('79160000002')).status, 200);
  });

  it('allow a number of SMS to one number in 24 hours', async () => {
    await h().start({ SENDS_PER_DAY: '3' });
    for (let i = 0; i < 3; i++) {
      assert.equal((await h().send(tel)).status, 200);
      await h().database.advance(60);
    }
    assertRefused(await h().send(tel), 429, { what: 'day', retryAfter: day - 180 });
    await h().database.advance(day - 180);
    assert.equal((await h().send(tel)).status, 200);
  });

  it('count a day as 24 hours when summer time begins in the time zone of the database', async () => {
    await h().start({ SENDS_PER_DAY: '1' });
    await h().database.advance((Date.parse('2027-03-13T20:00:00-05:00') - Date.now()) / 1000);
    assert.equal((await h().send(tel)).status, 200);
    await h().database.advance(60);
    assertRefused(await h().send(tel), 429, { what: 'day', retryAfter: day - 60 });
  });

  it('allow a number of SMS to all numbers in 24 hours; a refused request starts no send interval', async () => {
    await h().start({ SENDS_PER_DAY_TOTAL: '2' });
    assert.equal((await h().send('79160000001')).status, 200);
    assert.equal((await h().send('79160000002')).status, 200);
    assertRefused(await h().send('79160000003'), 429, { what: 'day', retryAfter: day });
    await h().database.advance(day);
    assert.equal((await h().send('79160000003')).status, 200);
    assert.equal(h().sms.sent.length, 3);
  });

  it('allow a number of SMS from one address in an hour', async () => {
    await h().start({ SENDS_PER_IP: '2' });
    assert.equal((await h().send('79160000001', { ip: '192.0.2.1' })).status, 200);
    assert.equal((await h().send('79160000002', { ip: '192.0.2.1' })).status, 200);
    assertRefused(await h().send('79160000003', { ip: '192.0.2.1' }), 429, { what: 'ip', retryAfter: hour });
    assert.equal((await h().send('79160000003', { ip: '192.0.2.2' })).status, 200);
    await h().database.advance(hour);
    assert.equal((await h().send('79160000004', { ip: '192.0.2.1' })).status, 200);
  });

  it('hold for an address and for all numbers when 60 requests come at once', async () => {
    const numbers = Array.from({ length: 60 }, (_, i) => `791600000${String(i).padStart(2, '0')}`);
    for (const [setting, what] of [
      ['SENDS_PER_DAY_TOTAL', 'day'],
      ['SENDS_PER_IP', 'ip'],
    ] as const) {
      await h().start({ [setting]: '7' });
      const answers = await Promise.all(numbers.map(number => h().send(number)));
      const refused = answers.filter(({ status }) => status !== 200);
      assert.equal(h().sms.sent.length, 7, setting);
      assert.equal(refused.length, 53);
      for (const answer of refused) assertRefused(answer, 429, { what, retryAfter: answer.params.retryAfter! });
      // A refused request has started no send interval.
      await h().database.advance(day);
      const unlucky = numbers[answers.findLastIndex(({ status }) => status !== 200)]!;
      assert.equal((await h().send(unlucky)).status, 200);
    }
  });
});

onDatabase('a test number', h => {
  it('signs in ten times in a row, and each answer says that the next code may be requested at once', async () => {
    await h().start({ SENDS_PER_DAY: '1', SENDS_PER_DAY_TOTAL: '1' });
    for (let n = 1; n <= 10; n++) {
      const { status, params } = await h().send(testNumber);
      assert.deepEqual([status, params.resendIn], [200, 0], `request ${n}`);
      assert.equal((await h().verify(testNumber, testCode)).status, 200, `sign-in ${n}`);
    }
  });

  it('does not count towards the daily limit of all numbers', async () => {
    await h().start({ SENDS_PER_DAY_TOTAL: '1' });
    await h().send(testNumber);
    assert.equal((await h().send(tel)).status, 200);
    assertRefused(await h().send('79161234568'), 429, { what: 'day', retryAfter: day });
  });

  // Of two processes, one may read the clock first and claim the number second.
  it('gets a code even if its previous one was sent later by the clock of this request', async () => {
    await h().send(testNumber);
    await h().database.advance(-1);
    assert.equal((await h().send(testNumber)).status, 200);
  });

  it('has three attempts over all its codes, and is then blocked', async () => {
    for (const attemptsLeft of [2, 1]) {
      await h().send(testNumber);
      assertRefused(await h().verify(testNumber, '000000'), 401, { what: 'code', attemptsLeft });
    }
    await h().send(testNumber);
    assertRefused(await h().verify(testNumber, '000000'), 429, { what: 'blocked', retryAfter: 900 });
    assertRefused(await h().send(testNumber), 429, { what: 'blocked', retryAfter: 900 });
    assertRefused(await h().verify(testNumber, testCode), 429, { what: 'blocked', retryAfter: 900 });
  });

  it('counts towards the limit of its address, which then refuses it', async () => {
    await h().start({ SENDS_PER_IP: '2', SENDS_PER_DAY: '1' });
    for (let n = 0; n < 2; n++) assert.equal((await h().send(testNumber, { ip: '192.0.2.1' })).status, 200);
    assertRefused(await h().send(testNumber, { ip: '192.0.2.1' }), 429, { what: 'ip', retryAfter: hour });
    assert.equal((await h().send(testNumber, { ip: '192.0.2.2' })).status, 200);
  });
});
