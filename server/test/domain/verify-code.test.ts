import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const tel = '79161234567';
const hour = 3600;
const day = 86_400;

onDatabase('a code', h => {
  it('confirms a new number and opens a session of an account without a name', async () => {
    await h().send(tel);
    const answer = await h().verify(tel, h().codeFor(tel));
    assert.equal(answer.status, 200);
    const { user, token, device, ...rest } = answer.params;
    assert.deepEqual(rest, { cred: `tel:${tel}`, displayName: null, expiresIn: 1_209_600 });
    assert.equal(typeof user, 'string');
    assert.match(token!, /^[\w-]{59}$/);
    assert.match(device!, /^[\w-]{50}$/);
  });

  it('is valid for five minutes', async () => {
    await h().send(tel);
    await h().database.advance(299);
    assert.equal((await h().verify(tel, h().codeFor(tel))).status, 200);
    await h().database.advance(60);
    await h().send(tel);
    await h().database.advance(300);
    assertRefused(await h().verify(tel, h().codeFor(tel)), 410, { what: 'code' });
  });

  it('is valid for one sign-in', async () => {
    await h().signInByPhone(tel);
    assertRefused(await h().verify(tel, h().codeFor(tel)), 410, { what: 'code' });
  });

  it('is wrong if it is any other text of one to six characters', async () => {
    await h().send(tel);
    assertRefused(await h().verify(tel, 'абв'), 401, { what: 'code', attemptsLeft: 2 });
    assertRefused(await h().verify(tel, '1'), 401, { what: 'code', attemptsLeft: 1 });
    assert.equal((await h().verify(tel, h().codeFor(tel))).status, 200);
  });

  it('has its lifetime, attempts, send interval and block durations from the configuration', async () => {
    await h().start({ SEND_INTERVAL: '5', CODE_TTL: '7', MAX_ATTEMPTS: '2', BLOCK_STEPS: '11,22' });
    assert.equal((await h().send(tel)).params.resendIn, 5);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 1 });
    await h().database.advance(7);
    assertRefused(await h().verify(tel, h().codeFor(tel)), 410, { what: 'code' });
    await h().send(tel);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 429, { what: 'blocked', retryAfter: 11 });
  });
});

onDatabase('wrong codes', h => {
  it('are not counted without a live code', async () => {
    for (let i = 0; i < 5; i++) assertRefused(await h().verify(tel, '000000'), 410, { what: 'code' });
    await h().send(tel);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 2 });
  });

  it('are counted across a new SMS', async () => {
    await h().send(tel);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 2 });
    await h().database.advance(60);
    await h().send(tel);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 1 });
    await h().database.advance(60);
    await h().send(tel);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 429, { what: 'blocked', retryAfter: 900 });
  });

  it('are forgotten after a success, even at the last attempt', async () => {
    await h().send(tel);
    for (const attemptsLeft of [2, 1]) {
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft });
    }
    assert.equal((await h().verify(tel, h().codeFor(tel))).status, 200);
    await h().database.advance(60);
    await h().blockByWrongCodes(tel, 900);
  });

  it('destroy the code after the third one, and block verification and SMS', async () => {
    await h().blockByWrongCodes(tel, 900);
    assertRefused(await h().verify(tel, h().codeFor(tel)), 429, { what: 'blocked', retryAfter: 900 });
    await h().database.advance(60);
    assertRefused(await h().send(tel), 429, { what: 'blocked', retryAfter: 840 });
    await h().database.advance(840);
    assertRefused(await h().verify(tel, h().codeFor(tel)), 410, { what: 'code' });
    assert.equal((await h().send(tel)).status, 200);
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 2 });
  });

  it('block for 15 minutes, an hour, a day, and a day again', async () => {
    await h().blockByWrongCodes(tel, 900);
    await h().database.advance(900);
    await h().blockByWrongCodes(tel, hour);
    await h().database.advance(hour);
    await h().blockByWrongCodes(tel, day);
    await h().database.advance(day);
    await h().blockByWrongCodes(tel, day);
  });

  it('block for one step less for each day since the last block', async () => {
    await h().blockByWrongCodes(tel, 900);
    await h().database.advance(900);
    await h().blockByWrongCodes(tel, hour);
    await h().database.advance(2 * day);
    await h().blockByWrongCodes(tel, 900);
    await h().database.advance(day + 1);
    await h().blockByWrongCodes(tel, 900);
  });

  it('block for one step less after a day, even if the right code came in between, at whichever attempt', async () => {
    for (const wrong of [0, 2]) {
      const number = `7916123456${wrong}`;
      await h().blockByWrongCodes(number, 900);
      await h().database.advance(20 * hour);
      await h().send(number);
      for (let n = 0; n < wrong; n++) await h().verify(number, h().wrongCodeFor(number));
      assert.equal((await h().verify(number, h().codeFor(number))).status, 200);
      await h().database.advance(10 * hour);
      await h().blockByWrongCodes(number, 900);
    }
  });

  it('block only codes: sessions and passwords go on', async () => {
    const phone = await h().signInByPhone(tel);
    await h().signIn('anna', 'correct horse');
    await h().database.advance(60);
    await h().blockByWrongCodes(tel, 900);
    assert.equal((await h().session(phone.params.token!)).status, 200);
    assert.equal((await h().renew(phone.params.token!)).status, 200);
    assert.equal((await h().signIn('anna', 'correct horse')).status, 200);
    assert.equal((await h().signInByPhone('79161234568')).status, 200);
  });

  it('are limited for each address in an hour, and a right code is not counted', async () => {
    await h().start({ CODE_FAILURES_PER_IP: '2' });
    const [ip, other] = ['192.0.2.1', '192.0.2.2'];
    await h().send(tel, { ip });
    assert.equal((await h().verify(tel, h().codeFor(tel), { ip })).status, 200);
    for (const number of ['79160000001', '79160000002']) {
      await h().send(number, { ip });
      const answer = await h().verify(number, h().wrongCodeFor(number), { ip });
      assertRefused(answer, 401, { what: 'code', attemptsLeft: 2 });
    }
    await h().send('79160000003', { ip });
    const code = h().codeFor('79160000003');
    assertRefused(await h().verify('79160000003', code, { ip }), 429, { what: 'ip', retryAfter: hour });
    assert.equal((await h().verify('79160000003', code, { ip: other })).status, 200);
  });
});
