import assert from 'node:assert/strict';
import { it } from 'node:test';
import { easyWork, parametersOf, solve } from '../support/challenges.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused, type Harness } from '../support/harness.js';

const hour = 3600;
// One derivation is enough work to tell that a challenge was given. The log names its step.
const auto = {
  CHALLENGE: 'auto',
  CHALLENGE_WORK: '2',
  SENDS_PER_IP: '60',
  PASSWORD_FAILURES_PER_IP: '100',
  NEW_LOGINS_PER_IP: '20',
  PASSWORD_FREE_FAILURES: '1000',
} as const;

let numbers = 0;
const newNumber = () => `7916${String(++numbers).padStart(7, '0')}`;

/** The steps of the challenges that were given after the first `from` characters of the log. */
const stepsSince = (h: Harness, from: number) =>
  h.log
    .slice(from)
    .split('\n')
    .filter(line => line.includes('"challenge given"'))
    .map(line => (JSON.parse(line) as { step?: number }).step);

/** Requests a code for a new number, and solves the challenge if there is one. Resolves to whether there was one. */
async function sendAsPerson(h: Harness, ip: string): Promise<boolean> {
  const tel = newNumber();
  const answer = await h.send(tel, { ip });
  if (answer.status === 200) return false;
  const repeated = await h.send(tel, { ip, headers: await solve(answer) });
  assert.equal(repeated.status, 200, repeated.raw);
  return true;
}

onDatabase('challenges that depend on how much of the budgets is used', h => {
  it('meet an address after half of its budget, and end with the window', async () => {
    await h().start({ ...auto, SENDS_PER_IP: '10' });
    const ip = '192.0.2.1';
    for (let n = 0; n < 5; n++) {
      assert.equal(await sendAsPerson(h(), ip), false);
      await h().database.advance(61);
    }
    const refused = await h().send(newNumber(), { ip });
    parametersOf(refused);
    assert.equal(await sendAsPerson(h(), '198.51.100.1'), false, 'another network');
    await h().database.advance(hour);
    assert.equal(await sendAsPerson(h(), ip), false);
    assert.equal(h().sms.sent.length, 7);
  });

  it('treat a /48 of IPv6 that changes its address with each call as one address, and a /24 of IPv4 as eight', async () => {
    await h().start({ ...auto, SENDS_PER_IP: '10' });
    const met = async (count: number, ip: (n: number) => string) => {
      const results: boolean[] = [];
      for (let n = 1; n <= count; n++) {
        results.push((await h().send(newNumber(), { ip: ip(n) })).status === 403);
        await h().database.advance(31);
      }
      return results;
    };
    assert.deepEqual(await met(7, n => `2001:db8:9:${n}00::1`), [...Array<boolean>(5).fill(false), true, true]);
    assert.deepEqual(await met(41, n => `192.0.2.${n}`), [...Array<boolean>(40).fill(false), true]);
  });

  it('meet an address or a /48 of IPv6 after three codes in a minute, and get hard at once', async () => {
    await h().start(auto);
    for (const ip of [(n: number) => `2001:db8:9:${n}00::1`, () => '192.0.2.1']) {
      const from = h().log.length;
      const met: boolean[] = [];
      for (let n = 0; n < 6; n++) met.push(await sendAsPerson(h(), ip(n)));
      assert.deepEqual(met, [false, false, false, true, true, true]);
      assert.deepEqual(stepsSince(h(), from), [4, 4, 4]);
      await h().database.advance(61);
      assert.equal(await sendAsPerson(h(), ip(9)), false);
    }
  });

  it('allow more in a minute to an address that may have more in an hour', async () => {
    await h().start({ ...auto, SENDS_PER_IP: '100' });
    const met: boolean[] = [];
    for (let n = 0; n < 6; n++) met.push(await sendAsPerson(h(), '192.0.2.1'));
    assert.deepEqual(met, [...Array<boolean>(5).fill(false), true]);
  });

  it('do not apply to test numbers', async () => {
    await h().start(auto);
    for (let n = 0; n < 10; n++) assert.equal((await h().send('79990000001')).status, 200);
  });

  it('do not affect ten thousand people behind one address on an ordinary day', async () => {
    await h().start(auto);
    // There are fifteen in the busiest hour, now and then two in a minute, and 111 in the day.
    for (let n = 0; n < 111; n++) {
      assert.equal(await sendAsPerson(h(), '192.0.2.7'), false, `${n}`);
      if (n % 4 > 0) await h().database.advance(5 * 60 + (n > 15 ? 10 * 60 : 0));
    }
  });

  it('get harder for an address that asks for many within a minute, even if nobody solves them, and for no longer', async () => {
    await h().start({ ...auto, CHALLENGE: 'always' });
    const from = h().log.length;
    await Promise.all(Array.from({ length: 6 }, () => h().send(newNumber(), { ip: '192.0.2.7' })));
    assert.deepEqual(stepsSince(h(), from).sort(), [1, 1, 1, 4, 4, 4]);
    await h().database.advance(60);
    await h().send(newNumber(), { ip: '192.0.2.7' });
    assert.equal(stepsSince(h(), from).at(-1), 1);
  });

  it('get harder with the used share of the budgets', async () => {
    await h().start({ ...auto, SENDS_PER_IP: '10' });
    const ip = '192.0.2.7';
    const from = h().log.length;
    for (let n = 0; n < 9; n++) {
      await sendAsPerson(h(), ip);
      await h().database.advance(61);
    }
    // First 5 of 10 are used, then 6, 7 …: half of them, then 60 %, 70 % and more.
    assert.deepEqual(stepsSince(h(), from), [1, 2, 4, 5]);
    await sendAsPerson(h(), ip);
    assertRefused(await h().send(newNumber(), { ip }), 429, { what: 'ip' });
  });

  it('meet everybody once all callers together have used more than their share, and a first request gets the first step', async () => {
    await h().start({ ...auto, SENDS_PER_HOUR_TOTAL: '20' });
    const from = h().log.length;
    const met: boolean[] = [];
    for (let n = 1; n <= 20; n++) met.push(await sendAsPerson(h(), `10.${n}.0.1`));
    assert.deepEqual(met, [...Array<boolean>(6).fill(false), ...Array<boolean>(14).fill(true)]);
    assert.deepEqual(new Set(stepsSince(h(), from)), new Set([1]));
    assertRefused(await h().send(newNumber(), { ip: '10.99.0.1' }), 429, { what: 'day' });
  });

  it('meet known and unknown logins alike after wrong passwords and new logins', async () => {
    await h().start({ ...auto, CHALLENGE_FREE_SIGN_INS: '5' });
    const ip = '192.0.2.7';
    await h().signIn('known', 'correct horse', { ip: '198.51.100.1' });
    for (let n = 0; n < 5; n++) {
      assertRefused(await h().signIn('known', 'wrong horse', { ip }), 401, { what: 'password' });
    }
    const known = await h().signIn('known', 'correct horse', { ip });
    const unknown = await h().signIn('unknown', 'correct horse', { ip });
    assert.deepEqual(Object.keys(parametersOf(known)), Object.keys(parametersOf(unknown)));
    assert.equal((await h().signIn('known', 'correct horse', { ip, headers: await solve(known) })).status, 200);
    const second = '203.0.113.9';
    for (const login of ['maria', 'olga', 'peter']) {
      assert.equal((await h().signIn(login, 'correct horse', { ip: second })).params.created, true);
    }
    parametersOf(await h().signIn('known', 'correct horse', { ip: second }));
    parametersOf(await h().signIn('another', 'correct horse', { ip: second }));
  });

  it('are given to an address in a minute ten times as often as its budget of an hour, and not more', async () => {
    await h().start({ ...auto, CHALLENGE: 'always', SENDS_PER_IP: '1' });
    for (let n = 0; n < 10; n++) parametersOf(await h().send(newNumber(), { ip: '192.0.2.1' }));
    assertRefused(await h().send(newNumber(), { ip: '192.0.2.1' }), 429, { what: 'ip', retryAfter: 60 });
    parametersOf(await h().send(newNumber(), { ip: '192.0.2.2' }));
    await h().database.advance(60);
    parametersOf(await h().send(newNumber(), { ip: '192.0.2.1' }));
  });

  it('do not get harder for the neighbours of somebody who solves none', async () => {
    await h().start(auto);
    for (const [attacker, neighbour] of [
      ['2001:db8:9:1::1', '2001:db8:9:2::1'],
      ['192.0.2.1', '192.0.2.2'],
    ] as const) {
      // Three calls are served. The others get a challenge that nobody solves, for ten hours.
      for (let n = 0; n < 8; n++) await h().send(newNumber(), { ip: attacker });
      for (let n = 0; n < 10; n++) {
        for (let each = 0; each < 6; each++) await h().send('79990000009', { ip: attacker });
        await h().database.advance(hour);
      }
      const from = h().log.length;
      assert.equal(await sendAsPerson(h(), neighbour), false);
      for (let each = 0; each < 40; each++) await h().send(newNumber(), { ip: attacker });
      assert.equal(await sendAsPerson(h(), neighbour), attacker.includes(':'), neighbour);
      assert.ok(stepsSince(h(), from).every(step => step! < 5));
      await h().database.advance(3601);
    }
  });

  it('are given again to the people behind an address a minute after somebody there has solved none of 600', async () => {
    await h().start({ ...auto, SENDS_PER_IP: '10' });
    const ip = '192.0.2.1';
    for (let n = 0; n < 5; n++) {
      assert.equal((await h().send(newNumber(), { ip })).status, 200);
      await h().database.advance(31);
    }
    // These calls have used a part of a minute, and a busy machine may need more than its rest for the 600 below.
    await h().database.advance(60);
    for (let round = 0; round < 6; round++) {
      await Promise.all(Array.from({ length: 100 }, () => h().send(newNumber(), { ip })));
    }
    const refused = await h().send(newNumber(), { ip });
    assertRefused(refused, 429, { what: 'ip', retryAfter: refused.params.retryAfter! });
    assert.ok(refused.params.retryAfter! <= 60);
    await h().database.advance(60);
    const from = h().log.length;
    assert.equal(await sendAsPerson(h(), ip), true);
    assert.deepEqual(stepsSince(h(), from), [1]);
  });

  it('are good for a few calls in a minute if they are easy and were collected in many networks of a /48', async () => {
    await h().start({ ...auto, CHALLENGE: 'always' });
    const collected = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const [tel, ip] = [newNumber(), `2001:db8:9:${(n * 256).toString(16)}::1`];
        return { tel, ip, headers: await solve(await h().send(tel, { ip })) };
      }),
    );
    const from = h().log.length;
    assert.deepEqual(stepsSince(h(), 0).slice(-30), Array<number>(30).fill(1));
    const answers = await Promise.all(collected.map(({ tel, ...options }) => h().send(tel, options)));
    const served = answers.filter(({ status }) => status === 200);
    assert.equal(served.length, 12);
    assert.equal(h().sms.sent.length, 12);
    assert.deepEqual(stepsSince(h(), from), Array<number>(18).fill(4));
    assert.match(h().log, /"reason":"easy"/);
    // The harder ones are good at once.
    const refused = answers.findIndex(({ status }) => status === 403);
    const { tel, ip } = collected[refused]!;
    assert.equal((await h().send(tel, { ip, headers: await solve(answers[refused]!) })).status, 200);
    assert.equal((await h().send(newNumber(), { ip: '198.51.100.1' })).status, 403, 'the mode is always');
  });

  it('meet nobody if they are switched off, and solutions are then ignored', async () => {
    await h().start({ ...auto, ...easyWork, CHALLENGE: 'never', SENDS_PER_IP: '5' });
    const headers = { 'X-Auth-Challenge': 'x' };
    for (let n = 0; n < 5; n++) assert.equal((await h().send(newNumber(), { headers })).status, 200);
    assertRefused(await h().send(newNumber(), { headers }), 429, { what: 'ip' });
  });
});
