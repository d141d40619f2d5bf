import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sweep } from '../../src/domain/sweep.js';
import { assertRefused, type Harness } from '../support/harness.js';
import { median, separation } from '../support/statistics.js';

const tel = '79161234567';
const hour = 3600;
const day = 86_400;

/** Spends all tries of the number, and checks that the last one blocks it for `seconds`. */
async function block(h: () => Harness, number: string, seconds: number): Promise<void> {
  assert.equal((await h().send(number)).status, 200);
  const wrong = h().wrongCodeFor(number);
  assertRefused(await h().verify(number, wrong), 401, { what: 'code', attemptsLeft: 2 });
  assertRefused(await h().verify(number, wrong), 401, { what: 'code', attemptsLeft: 1 });
  assertRefused(await h().verify(number, wrong), 429, { what: 'blocked', retryAfter: seconds });
}

/** The limits (contract, «Limits, on the server, with the database's own clock»). */
export function limits(h: () => Harness): void {
  describe('limits', () => {
    beforeEach(() => h().start());

    it('sends one SMS a minute', async () => {
      assert.equal((await h().send(tel)).status, 200);
      assertRefused(await h().send(tel), 429, { what: 'send', retryAfter: 60 });
      await h().database.advance(58);
      assertRefused(await h().send(tel), 429, { what: 'send', retryAfter: 2 });
      await h().database.advance(2);
      assert.equal((await h().send(tel)).status, 200);
      assert.equal(h().sms.sent.length, 2);
    });

    it('replaces the old code by the new one', async () => {
      await h().send(tel);
      const old = h().codeFor(tel);
      await h().database.advance(60);
      await h().send(tel);
      const next = h().codeFor(tel);
      if (old !== next) assertRefused(await h().verify(tel, old), 401, { what: 'code', attemptsLeft: 2 });
      assert.equal((await h().verify(tel, next)).status, 200);
    });

    it('lets a code live for five minutes', async () => {
      await h().send(tel);
      await h().database.advance(299);
      assert.equal((await h().verify(tel, h().codeFor(tel))).status, 200);
      await h().database.advance(60);
      await h().send(tel);
      await h().database.advance(300);
      assertRefused(await h().verify(tel, h().codeFor(tel)), 410, { what: 'code' });
    });

    it('takes a code once', async () => {
      await h().signInByPhone(tel);
      assertRefused(await h().verify(tel, h().codeFor(tel)), 410, { what: 'code' });
    });

    it('counts nothing where there is no live code', async () => {
      for (let i = 0; i < 5; i += 1) assertRefused(await h().verify(tel, '000000'), 410, { what: 'code' });
      await h().send(tel);
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 2 });
    });

    it('takes any text of one to six characters for a wrong code', async () => {
      await h().send(tel);
      assertRefused(await h().verify(tel, 'абв'), 401, { what: 'code', attemptsLeft: 2 });
      assertRefused(await h().verify(tel, '1'), 401, { what: 'code', attemptsLeft: 1 });
      assert.equal((await h().verify(tel, h().codeFor(tel))).status, 200);
    });

    it('keeps the count of wrong codes through a new SMS', async () => {
      await h().send(tel);
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 2 });
      await h().database.advance(60);
      await h().send(tel);
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 1 });
      await h().database.advance(60);
      await h().send(tel);
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 429, { what: 'blocked', retryAfter: 900 });
    });

    it('forgets the count at success, also at the third try', async () => {
      await h().send(tel);
      for (const attemptsLeft of [2, 1]) {
        assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft });
      }
      assert.equal((await h().verify(tel, h().codeFor(tel))).status, 200);
      await h().database.advance(60);
      await block(h, tel, 900);
    });

    it('destroys the code with the third wrong one, and blocks codes and SMS alike', async () => {
      await block(h, tel, 900);
      assertRefused(await h().verify(tel, h().codeFor(tel)), 429, { what: 'blocked', retryAfter: 900 });
      await h().database.advance(60);
      assertRefused(await h().send(tel), 429, { what: 'blocked', retryAfter: 840 });
      await h().database.advance(840);
      assertRefused(await h().verify(tel, h().codeFor(tel)), 410, { what: 'code' });
      assert.equal((await h().send(tel)).status, 200);
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 2 });
    });

    it('blocks for 15 minutes, an hour, a day, and a day again', async () => {
      await block(h, tel, 900);
      await h().database.advance(900);
      await block(h, tel, hour);
      await h().database.advance(hour);
      await block(h, tel, day);
      await h().database.advance(day);
      await block(h, tel, day);
    });

    it('lets the ladder fall one step a day', async () => {
      await block(h, tel, 900);
      await h().database.advance(900);
      await block(h, tel, hour);
      await h().database.advance(2 * day);
      await block(h, tel, 900);
      await h().database.advance(day + 1);
      await block(h, tel, 900);
    });

    it('lets the ladder fall on, whatever the try of a right code', async () => {
      for (const wrong of [0, 2]) {
        const number = `7916123456${wrong}`;
        await block(h, number, 900);
        await h().database.advance(20 * hour);
        await h().send(number);
        for (let n = 0; n < wrong; n++) await h().verify(number, h().wrongCodeFor(number));
        assert.equal((await h().verify(number, h().codeFor(number))).status, 200);
        await h().database.advance(10 * hour);
        await block(h, number, 900);
      }
    });

    it('takes the steps, the interval, the lifetime and the tries from the configuration', async () => {
      await h().start({ SEND_INTERVAL: '5', CODE_TTL: '7', MAX_ATTEMPTS: '2', BLOCK_STEPS: '11,22' });
      assert.equal((await h().send(tel)).params['resendIn'], 5);
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 401, { what: 'code', attemptsLeft: 1 });
      await h().database.advance(7);
      assertRefused(await h().verify(tel, h().codeFor(tel)), 410, { what: 'code' });
      await h().send(tel);
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel)), 429, { what: 'blocked', retryAfter: 11 });
    });

    it('blocks phone codes alone: sessions and passwords go on', async () => {
      const phone = await h().signInByPhone(tel);
      await h().signIn('anna', 'correct horse');
      await h().database.advance(60);
      await block(h, tel, 900);
      assert.equal((await h().session(phone.params['token'])).status, 200);
      assert.equal((await h().renew(phone.params['token'])).status, 200);
      assert.equal((await h().signIn('anna', 'correct horse')).status, 200);
      assert.equal((await h().signInByPhone('79161234568')).status, 200);
    });

    it('limits the SMS to a number in a day', async () => {
      await h().start({ SENDS_PER_DAY: '3' });
      for (let i = 0; i < 3; i += 1) {
        assert.equal((await h().send(tel)).status, 200);
        await h().database.advance(60);
      }
      assertRefused(await h().send(tel), 429, { what: 'day', retryAfter: day - 180 });
      await h().database.advance(day - 180);
      assert.equal((await h().send(tel)).status, 200);
    });

    it('takes a day for 24 hours where the clocks of the database are put forward', async () => {
      await h().start({ SENDS_PER_DAY: '1' });
      await h().database.advance((Date.parse('2027-03-13T20:00:00-05:00') - Date.now()) / 1000);
      assert.equal((await h().send(tel)).status, 200);
      await h().database.advance(60);
      assertRefused(await h().send(tel), 429, { what: 'day', retryAfter: day - 60 });
    });

    it('limits the SMS to all numbers in a day, and takes no minute for one that was not sent', async () => {
      await h().start({ SENDS_PER_DAY_TOTAL: '2' });
      assert.equal((await h().send('79160000001')).status, 200);
      assert.equal((await h().send('79160000002')).status, 200);
      assertRefused(await h().send('79160000003'), 429, { what: 'day', retryAfter: day });
      await h().database.advance(day);
      assert.equal((await h().send('79160000003')).status, 200);
      assert.equal(h().sms.sent.length, 3);
    });

    it('holds the limits of an address and of all numbers when all come at once', async () => {
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
        for (const answer of refused) assertRefused(answer, 429, { what, retryAfter: answer.params['retryAfter'] });
        // Whoever was refused has lost no minute.
        await h().database.advance(day);
        const unlucky = numbers[answers.findLastIndex(({ status }) => status !== 200)]!;
        assert.equal((await h().send(unlucky)).status, 200);
      }
    });

    it('limits the SMS asked for from one address in an hour', async () => {
      await h().start({ SENDS_PER_IP: '2' });
      assert.equal((await h().send('79160000001', { ip: '192.0.2.1' })).status, 200);
      assert.equal((await h().send('79160000002', { ip: '192.0.2.1' })).status, 200);
      assertRefused(await h().send('79160000003', { ip: '192.0.2.1' }), 429, { what: 'ip', retryAfter: hour });
      assert.equal((await h().send('79160000003', { ip: '192.0.2.2' })).status, 200);
      await h().database.advance(hour);
      assert.equal((await h().send('79160000004', { ip: '192.0.2.1' })).status, 200);
    });

    it('limits the wrong codes from one address in an hour; a right one is none', async () => {
      await h().start({ CODE_FAILURES_PER_IP: '2' });
      const [ip, other] = ['192.0.2.1', '192.0.2.2'];
      await h().send(tel);
      assert.equal((await h().verify(tel, h().codeFor(tel), { ip })).status, 200);
      for (const number of ['79160000001', '79160000002']) {
        await h().send(number);
        const answer = await h().verify(number, h().wrongCodeFor(number), { ip });
        assertRefused(answer, 401, { what: 'code', attemptsLeft: 2 });
      }
      await h().send('79160000003');
      const code = h().codeFor('79160000003');
      assertRefused(await h().verify('79160000003', code, { ip }), 429, { what: 'ip', retryAfter: hour });
      assert.equal((await h().verify('79160000003', code, { ip: other })).status, 200);
    });

    it('lets wrong passwords for a login from an address wait longer and longer', async () => {
      await h().start({ PASSWORD_FREE_FAILURES: '3' });
      await h().signIn('anna', 'correct horse', { ip: '192.0.2.9' });
      const fail = (ip = '192.0.2.1') => h().signIn('anna', 'battery staple', { ip });
      for (let i = 0; i < 3; i += 1) assertRefused(await fail(), 401, { what: 'password' });
      for (const delay of [1, 2, 4, 8]) {
        assertRefused(await fail(), 429, { what: 'ip', retryAfter: delay });
        // Not even the right password is looked at meanwhile.
        const right = await h().signIn('anna', 'correct horse', { ip: '192.0.2.1' });
        assertRefused(right, 429, { what: 'ip', retryAfter: delay });
        await h().database.advance(delay);
        assertRefused(await fail(), 401, { what: 'password' });
      }
      assertRefused(await fail('192.0.2.2'), 401, { what: 'password' });
      await h().database.advance(16);
      assert.equal((await h().signIn('anna', 'correct horse', { ip: '192.0.2.1' })).status, 200);
      for (let i = 0; i < 3; i += 1) assertRefused(await fail(), 401, { what: 'password' });
    });

    it('slows wrong passwords for a login down wherever they come from, by a minute at most', async () => {
      await h().start({ PASSWORD_FREE_FAILURES_PER_LOGIN: '2' });
      await h().signIn('anna', 'correct horse');
      const fail = (n: number) => h().signIn('anna', 'battery staple', { ip: `192.0.2.${n}` });
      for (const n of [1, 2]) assertRefused(await fail(n), 401, { what: 'password' });
      for (let n = 3; n < 12; n += 1) {
        const refused = await fail(n);
        assertRefused(refused, 429, { what: 'ip', retryAfter: Math.min(60, 2 ** (n - 3)) });
        await h().database.advance(refused.params['retryAfter']);
        assertRefused(await fail(n), 401, { what: 'password' });
      }
      assert.equal((await h().signIn('peter', 'correct horse')).status, 200);
    });

    it('limits the wrong passwords from one address in an hour; a right one is none', async () => {
      await h().start({ PASSWORD_FAILURES_PER_IP: '2' });
      const ip = '192.0.2.1';
      for (const login of ['anna', 'peter', 'maria', 'anna']) {
        assert.equal((await h().signIn(login, 'correct horse', { ip })).status, 200);
      }
      for (const login of ['anna', 'peter']) {
        assertRefused(await h().signIn(login, 'battery staple', { ip }), 401, { what: 'password' });
      }
      const refused = await h().signIn('maria', 'correct horse', { ip });
      assertRefused(refused, 429, { what: 'ip', retryAfter: hour });
      assert.equal((await h().signIn('maria', 'correct horse', { ip: '192.0.2.2' })).status, 200);
    });

    it('limits the accounts made by password from one address in an hour', async () => {
      await h().start({ NEW_LOGINS_PER_IP: '2' });
      const ip = '192.0.2.1';
      for (const login of ['anna', 'peter']) {
        assert.equal((await h().signIn(login, 'correct horse', { ip })).params['created'], true);
      }
      assertRefused(await h().signIn('maria', 'correct horse', { ip }), 429, { what: 'ip', retryAfter: hour });
      assert.equal((await h().signIn('anna', 'correct horse', { ip })).status, 200);
      assert.equal((await h().signIn('maria', 'correct horse', { ip: '192.0.2.2' })).params['created'], true);
    });

    it('counts a subscriber of IPv6 once, and believes no header of a stranger', async () => {
      await h().start({ SENDS_PER_IP: '1', TRUSTED_PROXIES: '127.0.0.1,198.51.100.0/24' });
      assert.equal((await h().send('79160000001', { ip: '2001:db8::1' })).status, 200);
      assertRefused(await h().send('79160000002', { ip: '2001:db8::2' }), 429, { what: 'ip', retryAfter: hour });
      assert.equal((await h().send('79160000003', { ip: '192.0.2.1, 198.51.100.7' })).status, 200);
      const invented = await h().send('79160000004', { ip: '203.0.113.5, 192.0.2.1' });
      assertRefused(invented, 429, { what: 'ip', retryAfter: hour });
      await h().start({ SENDS_PER_IP: '1', TRUSTED_PROXIES: '' });
      assert.equal((await h().send('79160000001', { ip: '192.0.2.1' })).status, 200);
      assertRefused(await h().send('79160000002', { ip: '192.0.2.2' }), 429, { what: 'ip', retryAfter: hour });
    });

    it('answers the same for known numbers and unknown ones', async () => {
      await h().signInByPhone(tel);
      await h().database.advance(60);
      const [known, unknown] = [await h().send(tel), await h().send('79161234568')];
      assert.equal(known.raw.replace(tel, ''), unknown.raw.replace('79161234568', ''));
      const names = (headers: Headers) => [...headers.keys()].sort();
      assert.deepEqual(names(known.headers), names(unknown.headers));
      assertRefused(await h().verify('79161234569', '000000'), 410, { what: 'code' });
    });

    it('answers known numbers and unknown ones in the same time', async () => {
      const pairs = Array.from({ length: 300 }, (_, i) => {
        const digits = String(i).padStart(7, '0');
        return { known: `7916${digits}`, unknown: `7926${digits}` };
      });
      for (const { known } of pairs) await h().signInByPhone(known);
      await h().database.advance(61);
      const times = { known: [] as number[], unknown: [] as number[] };
      for (const [i, pair] of pairs.entries()) {
        const order = i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const which of order) {
          const began = performance.now();
          const { status } = await h().send(pair[which]);
          times[which].push(performance.now() - began);
          assert.equal(status, 200);
        }
      }
      // With 300 of each, chance alone keeps this within 0.1 of one half, but for one time in ten thousand.
      const told = separation(times.known, times.unknown);
      assert.ok(Math.abs(told - 0.5) < 0.1, `${told}: ${median(times.known)} and ${median(times.unknown)} ms`);
    });

    it('sweeps numbers that were not confirmed within a day, and keeps what counts', async () => {
      const accounts = async () => {
        const text = 'select tel from accounts order by tel';
        return (await h().database.db.query<{ tel: string }>({ name: '', text }, [])).map(row => row.tel);
      };
      const { token } = (await h().signInByPhone('79160000001')).params;
      await h().send('79160000002');
      await h().verify('79160000002', h().wrongCodeFor('79160000002'));
      await block(h, '79160000003', 900);
      assert.deepEqual(await accounts(), ['79160000001', '79160000002', '79160000003']);
      await h().database.advance(day - 10);
      await sweep(h().database.db);
      assert.equal((await accounts()).length, 3);
      await h().database.advance(20);
      await sweep(h().database.db);
      assert.deepEqual(await accounts(), ['79160000001']);
      assert.equal((await h().session(token)).status, 200);
      await h().send('79160000002');
      const second = await h().verify('79160000002', h().wrongCodeFor('79160000002'));
      assertRefused(second, 401, { what: 'code', attemptsLeft: 1 });
    });

    it('sweeps everything that has ended', async () => {
      await h().signInByPhone(tel);
      await h().verify(tel, '000000', { headers: { 'Idempotency-Key': 'a-key' } });
      await h().signIn('anna', 'correct horse');
      await h().signIn('anna', 'battery staple');
      await h().database.advance(91 * day);
      await sweep(h().database.db);
      for (const table of ['sessions', 'tokens', 'replays', 'counters', 'phone_guards']) {
        const [row] = await h().database.db.query<{ n: number }>(
          { name: '', text: `select count(*)::int as n from ${table}` },
          [],
        );
        assert.equal(row?.n, 0, table);
      }
      assert.equal((await h().signIn('anna', 'correct horse')).params['created'], undefined);
    });
  });
}

/** Whose clock counts. For a database with a clock of its own: the embedded one has the clock of its process. */
export function clocks(h: () => Harness): void {
  describe('clocks', () => {
    it('asks the database alone what time it is, however wrong the clock of the server', async t => {
      t.mock.timers.enable({ apis: ['Date'] });
      for (const now of ['2001-01-01', '2099-01-01']) {
        await h().start();
        t.mock.timers.setTime(Date.parse(now));
        assert.equal((await h().send(tel)).status, 200);
        assertRefused(await h().send(tel), 429, { what: 'send', retryAfter: 60 });
        t.mock.timers.setTime(Date.parse(now) + 600_000);
        const { status, params } = await h().verify(tel, h().codeFor(tel));
        assert.deepEqual([status, params['expiresIn']], [200, 14 * day]);
        t.mock.timers.setTime(Date.parse(now) + 100 * day * 1000);
        const renewed = await h().renew(params['token']);
        assert.deepEqual([renewed.status, renewed.params['expiresIn']], [200, 14 * day]);
        await h().database.advance(60);
        await block(h, '79161234568', 900);
        await sweep(h().database.db);
        assert.equal((await h().session(renewed.params['token'])).status, 200);
      }
    });
  });
}
