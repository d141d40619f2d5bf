import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const tel = '79161234567';

onDatabase('a verification that is repeated under its idempotency key', h => {
  const key = { headers: { 'Idempotency-Key': '0b1e6a0e-6f3c-4a7e-8a55-0b0a3a1c9f11' } };

  const isLive = async (token: string) => {
    const answer = await h().session(token);
    if (answer.status !== 200) assertRefused(answer, 401, { what: 'token' });
    return answer.status === 200;
  };

  it('is answered with the same session for 60 s', async () => {
    await h().send(tel);
    const code = h().codeFor(tel);
    const first = await h().verify(tel, code, key);
    assert.equal(first.status, 200);
    const second = await h().verify(tel, code, key);
    assert.equal(second.status, 200);
    const own = { token: '', device: '' };
    assert.deepEqual({ ...second.params, ...own }, { ...first.params, ...own });
    assert.notEqual(second.params.token, first.params.token);
    assert.ok(await isLive(first.params.token!));
    assert.ok(await isLive(second.params.token!));
    await h().call('DELETE', '/v1/session', { token: first.params.token! });
    assert.ok(!(await isLive(second.params.token!)), 'both are one session');
  });

  it('is answered three more times, whatever the address', async () => {
    await h().send(tel);
    const code = h().codeFor(tel);
    for (let n = 0; n < 4; n++) {
      assert.equal((await h().verify(tel, code, { ...key, ip: `192.0.2.${n + 1}` })).status, 200, `call ${n}`);
    }
    for (let n = 4; n < 6; n++) {
      assertRefused(await h().verify(tel, code, { ...key, ip: `192.0.2.${n + 1}` }), 410, { what: 'code' });
    }
    await h().database.advance(60);
    await h().send(tel);
    assert.equal((await h().verify(tel, h().codeFor(tel), key)).status, 200, 'the next sign-in has its own');
  });

  it('is refused after 60 s, and after the end of the session', async () => {
    await h().send(tel);
    const code = h().codeFor(tel);
    const token = (await h().verify(tel, code, key)).params.token!;
    await h().database.advance(58);
    assert.equal((await h().verify(tel, code, key)).status, 200);
    await h().database.advance(3);
    assertRefused(await h().verify(tel, code, key), 410, { what: 'code' });
    await h().send(tel);
    const next = await h().verify(tel, h().codeFor(tel), key);
    assert.equal(next.status, 200);
    await h().call('DELETE', '/v1/session', { token: next.params.token! });
    assertRefused(await h().verify(tel, h().codeFor(tel), key), 410, { what: 'code' });
    assert.ok(await isLive(token), 'another sign-in is another session');
  });

  it('is refused with another key, body or number, or without a key', async () => {
    await h().send(tel);
    const code = h().codeFor(tel);
    await h().verify(tel, code, key);
    assertRefused(await h().verify(tel, code), 410, { what: 'code' });
    const other = { headers: { 'Idempotency-Key': 'another' } };
    assertRefused(await h().verify(tel, code, other), 410, { what: 'code' });
    assertRefused(await h().verify(tel, h().wrongCodeFor(tel), key), 410, { what: 'code' });
    assertRefused(await h().verify('79161234568', code, key), 410, { what: 'code' });
  });

  it('is counted while the code is wrong, and accepted with the right one', async () => {
    await h().send(tel);
    const wrong = h().wrongCodeFor(tel);
    assertRefused(await h().verify(tel, wrong, key), 401, { what: 'code', attemptsLeft: 2 });
    assertRefused(await h().verify(tel, wrong, key), 401, { what: 'code', attemptsLeft: 1 });
    assert.equal((await h().verify(tel, h().codeFor(tel), key)).status, 200);
  });

  it('is accepted if the first call failed before it opened a session, and costs no attempt', async () => {
    await h().send(tel);
    const code = h().codeFor(tel);
    for (let n = 0; n < 2; n++) await h().verify(tel, h().wrongCodeFor(tel));
    const script = (sql: string) => h().database.db.withAdvisoryLock(1, tx => tx.script(sql));
    await script('alter table tokens rename to hidden');
    assert.equal((await h().verify(tel, code, key)).status, 500);
    await script('alter table hidden rename to tokens');
    assert.equal((await h().verify(tel, code, key)).status, 200);
    assertRefused(await h().verify(tel, code), 410, { what: 'code' });
  });

  it('is not counted as an attempt against a new code', async () => {
    await h().start({ SEND_INTERVAL: '1' });
    await h().send(tel);
    const old = h().codeFor(tel);
    await h().verify(tel, old, key);
    await h().database.advance(1);
    await h().send(tel);
    assert.equal((await h().verify(tel, old, key)).status, 200);
    assert.equal((await h().verify(tel, h().codeFor(tel))).status, 200);
  });
});
