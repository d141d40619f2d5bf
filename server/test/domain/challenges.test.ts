import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sweep } from '../../src/domain/sweep.js';
import { easyWork, headerOf, parametersOf, solve, solvePayload } from '../support/challenges.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';
import { MAX_SEPARATION, MEASUREMENTS, median, separation } from '../support/statistics.js';

const tel = '79161234567';
const other = '79161234568';
const testNumber = '79990000001';
const always = { CHALLENGE: 'always', ...easyWork };

onDatabase('a challenge with CHALLENGE=always', h => {
  it('is given for a code and for a password, and its solution lets the call through', async () => {
    await h().start(always);
    for (const call of [
      (headers = {}) => h().send(tel, { headers }),
      (headers = {}) => h().send(testNumber, { headers }),
      (headers = {}) => h().signIn('anna', 'correct horse', { headers }),
    ]) {
      const refused = await call();
      const { expiresAt, ...parameters } = parametersOf(refused);
      assert.equal(parameters.algorithm, 'PBKDF2/SHA-256');
      assert.match(parameters.keyPrefix, /^[0-9a-f]{32}$/);
      assert.ok(Math.abs(expiresAt! - Date.now() / 1000 - 300) < 10);
      assert.equal((await call(await solve(refused))).status, 200);
    }
    assert.equal(h().sms.sent.length, 1);
  });

  it('is good for one call', async () => {
    await h().start(always);
    const headers = await solve(await h().send(tel));
    assert.equal((await h().send(tel, { headers })).status, 200);
    assertRefused(await h().send(tel, { headers }), 429, { what: 'send', retryAfter: 60 });
    await h().database.advance(60);
    parametersOf(await h().send(tel, { headers }));
    const password = await solve(await h().signIn('anna', 'correct horse'));
    assert.equal((await h().signIn('anna', 'correct horse', { headers: password })).status, 200);
    parametersOf(await h().signIn('anna', 'correct horse', { headers: password }));
    assert.equal(h().sms.sent.length, 1);
  });

  it('is bound to its call and to the number or login', async () => {
    await h().start(always);
    const headers = await solve(await h().send(tel));
    parametersOf(await h().send(other, { headers }));
    parametersOf(await h().signIn(tel, 'correct horse', { headers }));
    assert.equal((await h().send(tel, { headers })).status, 200, 'it was not used up');
    const ofLogin = await solve(await h().signIn('anna', 'correct horse'));
    parametersOf(await h().signIn('peter', 'correct horse', { headers: ofLogin }));
    assert.equal((await h().signIn('ANNA', 'correct horse', { headers: ofLogin })).status, 200);
  });

  it('contains neither the number nor the login', async () => {
    await h().start(always);
    for (const [subject, refused] of [
      [tel, await h().send(tel)],
      ['anna', await h().signIn('anna', 'correct horse')],
    ] as const) {
      assert.ok(!refused.raw.includes(subject));
      assert.ok(!refused.raw.includes(Buffer.from(subject).toString('base64')));
    }
  });

  it('is the same for known and unknown numbers and logins', async () => {
    await h().start(always);
    for (const call of [
      (subject: string, headers = {}) => h().send(subject === 'known' ? tel : other, { headers }),
      (subject: string, headers = {}) => h().signIn(subject, 'correct horse', { headers, ip: '192.0.2.9' }),
    ]) {
      await call('known', await solve(await call('known')));
      await h().database.advance(61);
      const [known, unknown] = [parametersOf(await call('known')), parametersOf(await call('unknown'))];
      const shape = (parameters: object) =>
        Object.entries(parameters).map(([name, value]) => [name, typeof value, String(value).length]);
      assert.deepEqual(shape(known), shape(unknown));
      assert.equal(known.cost, unknown.cost);
    }
  });

  it('takes the same time for known and unknown numbers and logins', async () => {
    await h().start(always);
    const count = MEASUREMENTS;
    await h().database.db.query(
      {
        name: '',
        text: `insert into accounts (tel, tel_confirmed_at, created_at)
      select '7916' || lpad(i::text, 7, '0'), now(), now() from generate_series(0, ${count - 1}) i`,
      },
      [],
    );
    await h().database.db.query(
      {
        name: '',
        text: `insert into accounts (login, password_hash, created_at)
      select 'known' || i, 'x', now() from generate_series(0, ${count - 1}) i`,
      },
      [],
    );
    const password = 'correct horse';
    for (const call of [
      (isKnown: boolean, i: number, ip: string) =>
        h().send(`79${isKnown ? 16 : 26}${String(i).padStart(7, '0')}`, { ip }),
      (isKnown: boolean, i: number, ip: string) => h().signIn(`${isKnown ? 'known' : 'other'}${i}`, password, { ip }),
    ]) {
      const times: [known: number[], unknown: number[]] = [[], []];
      for (let i = 0; i < count; i++) {
        // Each call comes from another /24, so that no earlier call affects it.
        const ips = [`10.${i % 250}.${Math.floor(i / 250)}.1`, `11.${i % 250}.${Math.floor(i / 250)}.1`] as const;
        for (const which of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const began = performance.now();
          const refused = await call(which === 0, i, ips[which]);
          times[which].push(performance.now() - began);
          parametersOf(refused);
        }
      }
      const probability = separation(...times);
      assert.ok(
        Math.abs(probability - 0.5) < MAX_SEPARATION,
        `${probability}: ${median(times[0])} and ${median(times[1])} ms`,
      );
    }
  });

  it('is deleted by the sweep when it has expired', async () => {
    await h().start(always);
    await h().send(tel, { headers: await solve(await h().send(tel)) });
    const count = async () => {
      await sweep(h().database.db);
      const text = 'select count(*)::int as n from spent_solutions';
      return (await h().database.db.query<{ n: number }>({ name: '', text }, []))[0]!.n;
    };
    assert.equal(await count(), 1);
    await h().database.advance(301);
    assert.equal(await count(), 0);
  });

  it('lives for five minutes by the clock of the database', async () => {
    await h().start(always);
    const headers = await solve(await h().send(tel));
    const ofLogin = await solve(await h().signIn('anna', 'correct horse'));
    await h().database.advance(301);
    parametersOf(await h().send(tel, { headers }));
    parametersOf(await h().signIn('anna', 'correct horse', { headers: ofLogin }));
    await h().database.advance(-10);
    assert.equal((await h().send(tel, { headers })).status, 200);
  });

  it('is not solved by another counter, another key, or parameters other than the signed ones', async () => {
    await h().start(always);
    const refused = await h().send(tel);
    const good = await solvePayload(refused);
    const { challenge, solution } = good;
    const flipped = solution.derivedKey.replace(/^./, first => (first === '0' ? '1' : '0'));
    for (const bad of [
      { challenge, solution: { ...solution, derivedKey: flipped } },
      { challenge, solution: { ...solution, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') } },
      { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution },
      { challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9e9 } }, solution },
      { challenge: { ...challenge, parameters: { ...challenge.parameters, data: {} } }, solution },
      { challenge: { parameters: challenge.parameters, signature: '0'.repeat(64) }, solution },
      { challenge: { parameters: challenge.parameters }, solution },
      { challenge },
      [],
      null,
    ]) {
      parametersOf(await h().send(tel, { headers: { 'X-Auth-Challenge': headerOf(bad) } }));
    }
    assert.equal((await h().send(tel, { headers: { 'X-Auth-Challenge': headerOf(good) } })).status, 200);
  });

  it('is neither used up by nor asked of a call that a limit refuses', async () => {
    await h().start({ ...always, SENDS_PER_IP: '2', PASSWORD_FAILURES_PER_IP: '1' });
    const ofOther = await solve(await h().send(other));
    const first = await solve(await h().send(tel));
    assert.equal((await h().send(tel, { headers: first })).status, 200);
    assertRefused(await h().send(tel), 429, { what: 'send', retryAfter: 60 });
    const third = await solve(await h().send('79161234569'));
    assert.equal((await h().send('79161234569', { headers: third })).status, 200);
    assertRefused(await h().send(other), 429, { what: 'ip', retryAfter: 3600 });
    assertRefused(await h().send(other, { headers: ofOther }), 429, { what: 'ip', retryAfter: 3600 });
    assert.equal((await h().send(other, { headers: ofOther, ip: '192.0.2.9' })).status, 200);
  });
});
