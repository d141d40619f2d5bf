import assert from 'node:assert/strict';
import { it } from 'node:test';
import { easyWork, parametersOf, solve } from '../support/challenges.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused, testEnvironment } from '../support/harness.js';

const tel = '79161234567';
const ip = '192.0.2.1';
const elsewhere = '198.51.100.7';
const next = { SERVER_SECRET: 'another secret for the tests, as long as the first' };
const rotated = { ...next, SERVER_SECRET_PREVIOUS: testEnvironment.SERVER_SECRET };

onDatabase('a new server secret', h => {
  const warning = () => /SERVER_SECRET is new/.test(h().log);

  it('that comes with the previous one accepts codes, states and device memories of both', async () => {
    const { device } = (await h().signInByPhone(tel)).params;
    await h().database.advance(60);
    const { state } = (await h().send(tel, { ip })).params;
    const code = h().codeFor(tel);
    await h().restart(rotated);
    const wrong = h().wrongCodeFor(tel);
    const withState = { ip: elsewhere, headers: { 'X-Auth-State': state! } };
    assertRefused(await h().verify(tel, wrong, withState), 401, { what: 'code', attemptsLeft: 2 });
    const withDevice = { ip: elsewhere, headers: { 'X-Auth-Device': device! } };
    assertRefused(await h().verify(tel, wrong, withDevice), 401, { what: 'code', attemptsLeft: 1 });
    assert.equal((await h().verify(tel, code, withState)).status, 200);
    assert.ok(!warning());
  });

  it('that comes with the previous one accepts solved challenges of both, for their call and number, once', async () => {
    const always = { ...easyWork, CHALLENGE: 'always' };
    const first = { SERVER_SECRET: testEnvironment.SERVER_SECRET };
    // Servers that get the new secret one after another meet the challenges of both kinds of the others.
    for (const [giver, taker] of [
      [first, rotated],
      [rotated, { ...first, SERVER_SECRET_PREVIOUS: next.SERVER_SECRET }],
    ]) {
      await h().start({ ...always, ...giver });
      const headers = await solve(await h().send(tel));
      const ofLogin = await solve(await h().signIn('anna', 'correct horse'));
      await h().restart({ ...always, ...taker });
      parametersOf(await h().send('79161234568', { headers }));
      assert.equal((await h().send(tel, { headers })).status, 200);
      await h().database.advance(60);
      parametersOf(await h().send(tel, { headers }));
      assert.equal((await h().signIn('anna', 'correct horse', { headers: ofLogin })).status, 200);
    }
  });

  it('keeps the limits of addresses, logins and all numbers, and answers that may be repeated', async () => {
    const limits = { SENDS_PER_IP: '2', PASSWORD_FREE_FAILURES: '1' };
    // The seventh wrong password delays the next by a minute: longer than the restarts below take on a busy machine.
    await h().start({ ...limits, PASSWORD_FREE_FAILURES: '7' });
    await h().signIn('anna', 'correct horse');
    for (let n = 0; n < 6; n++) await h().signIn('anna', 'battery staple');
    await h().restart(limits);
    await h().signIn('anna', 'battery staple');
    await h().send('79160000001', { ip });
    await h().send(tel, { ip });
    const code = h().codeFor(tel);
    const key = { ip, headers: { 'Idempotency-Key': 'a-key' } };
    const { user } = (await h().verify(tel, code, key)).params;
    for (const secrets of [
      rotated,
      next,
      { ...next, SERVER_SECRET_PREVIOUS: 'a third secret that nobody has used before' },
    ]) {
      await h().restart({ ...limits, ...secrets });
      assert.equal((await h().send('79160000002', { ip })).params.what, 'ip');
      assert.equal((await h().signIn('anna', 'battery staple')).params.what, 'ip');
    }
    assert.equal((await h().verify(tel, code, key)).params.user, user);
    const third = { SERVER_SECRET: 'a third secret for the tests, as long as the others' };
    await h().restart({ ...limits, ...third, SERVER_SECRET_PREVIOUS: next.SERVER_SECRET });
    assert.equal((await h().send('79160000002', { ip })).params.what, 'ip');
    assert.ok(!warning());
  });

  it('that comes alone charges no try for older codes, keeps the budget of all, and is reported', async () => {
    const budget = { SENDS_PER_DAY_TOTAL: '1' };
    await h().start(budget);
    const { state } = (await h().send(tel, { ip })).params;
    await h().restart({ ...budget, ...next });
    assert.ok(warning());
    const code = h().codeFor(tel);
    for (let n = 0; n < 4; n++) {
      assertRefused(await h().verify(tel, code, { ip, headers: { 'X-Auth-State': state! } }), 410, { what: 'code' });
    }
    const text = `select failures, code_tries from phone_guards where tel = '${tel}'`;
    const [guard] = await h().database.db.query({ name: '', text }, []);
    assert.deepEqual(guard, { failures: 0, code_tries: 0 });
    assert.equal((await h().send('79160000002', { ip })).params.what, 'day');
    await h().restart(budget);
    assert.equal((await h().verify(tel, code, { ip })).status, 200, 'under its own secret, the code is right');
  });

  it('that comes with a secret that this database has never had is reported as well', async () => {
    await h().send(tel, { ip });
    await h().restart({ ...next, SERVER_SECRET_PREVIOUS: 'a secret that nobody has used with this database' });
    assert.ok(warning());
  });

  it('that comes alone accepts no solution of an older challenge', async () => {
    const always = { ...easyWork, CHALLENGE: 'always' };
    await h().start(always);
    const headers = await solve(await h().send(tel));
    await h().restart({ ...always, ...next });
    parametersOf(await h().send(tel, { headers }));
  });
});
