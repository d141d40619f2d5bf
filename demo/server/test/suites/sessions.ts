import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { assertRefused, type Harness } from '../support/harness.js';

const tel = '79161234567';
const day = 86_400;

/** Tokens and their renewal, and the verification that may be asked for again. */
export function sessions(h: () => Harness): void {
  const lives = async (token: string) => {
    const answer = await h().session(token);
    if (answer.status !== 200) assertRefused(answer, 401, { what: 'token' });
    return answer.status === 200;
  };
  const renew = async (token: string): Promise<string> => {
    const answer = await h().renew(token);
    assert.equal(answer.status, 200, answer.raw);
    return answer.params['token'];
  };

  describe('sessions', () => {
    beforeEach(() => h().start());

    it('lets a token live for 14 days, and a session for 90 however often it is renewed', async () => {
      const first: string = (await h().signInByPhone(tel)).params['token'];
      await h().database.advance(14 * day - 5);
      assert.ok(await lives(first));
      let token = await renew(first);
      await h().database.advance(5);
      assert.ok(!(await lives(first)));
      for (let days = 14; days < 84; days += 14) {
        await h().database.advance(14 * day - 10);
        token = await renew(token);
      }
      const last = await h().renew(token);
      assert.ok(last.params['expiresIn'] <= 6 * day + 60, `${last.params['expiresIn']}`);
      await h().database.advance(6 * day - 60);
      assert.ok(await lives(last.params['token']));
      await h().database.advance(120);
      assertRefused(await h().renew(last.params['token']), 401, { what: 'token' });
    });

    it('takes both lifetimes from the configuration', async () => {
      await h().start({ TOKEN_TTL: '100', SESSION_TTL: '150' });
      const { token, expiresIn } = (await h().signInByPhone(tel)).params;
      assert.equal(expiresIn, 100);
      await h().database.advance(90);
      const next = await h().renew(token);
      assert.ok(next.params['expiresIn'] > 50 && next.params['expiresIn'] <= 60);
    });

    it('never tells that nothing is left: refuses instead, and renews a token to its end', async () => {
      for (const [tokenTtl, sessionTtl] of ['100 1000', '100 100'].map(pair => pair.split(' '))) {
        await h().start({ TOKEN_TTL: tokenTtl!, SESSION_TTL: sessionTtl! });
        const { token } = (await h().signIn('anna', 'correct horse')).params;
        await h().database.advance(99.1);
        assertRefused(await h().session(token), 401, { what: 'token' });
        const next = await h().renew(token);
        if (sessionTtl === '100') assertRefused(next, 401, { what: 'token' });
        else assert.equal(next.params['expiresIn'], 100);
      }
    });

    it('keeps the old token until 60 s after the first use of its successor', async () => {
      const old: string = (await h().signInByPhone(tel)).params['token'];
      const next = await renew(old);
      await h().database.advance(day);
      assert.ok(await lives(old), 'a lost answer must sign nobody out');
      assert.ok(await lives(next));
      await h().database.advance(55);
      assert.ok(await lives(old));
      assert.ok(await lives(next));
      await h().database.advance(6);
      assert.ok(!(await lives(old)));
      assert.ok(await lives(next));
    });

    it('lets two tabs renew at once, and each go on with what it got', async () => {
      const old: string = (await h().signInByPhone(tel)).params['token'];
      const [one, two] = await Promise.all([renew(old), renew(old)]);
      assert.ok(await lives(one));
      await h().database.advance(61);
      assert.ok(!(await lives(old)));
      assert.ok(await lives(two));
      assert.ok(await lives(await renew(one)));
      assert.ok(await lives(two));
    });

    it('counts a renewal, a change of name and a question as use', async () => {
      for (const use of ['PUT', 'PATCH', 'GET']) {
        await h().start();
        const old: string = (await h().signInByPhone(tel)).params['token'];
        const token = await renew(old);
        if (use === 'PUT') await renew(token);
        if (use === 'GET') await h().session(token);
        if (use === 'PATCH') await h().call('PATCH', '/v1/account', { token, body: { displayName: 'Анна' } });
        await h().database.advance(61);
        assert.ok(!(await lives(old)), use);
        assert.ok(await lives(token), use);
      }
    });

    it('ends all tokens of a session by any of them, and no other session', async () => {
      const old: string = (await h().signIn('anna', 'correct horse')).params['token'];
      const other: string = (await h().signIn('anna', 'correct horse')).params['token'];
      const next = await renew(old);
      assert.ok(await lives(next));
      await h().database.advance(61);
      assert.ok(!(await lives(old)));
      await h().call('DELETE', '/v1/session', { token: old });
      assert.ok(!(await lives(next)));
      assert.ok(await lives(other));
    });

    it('stores no token and no code in clear', async () => {
      const answer = await h().signInByPhone(tel);
      await h().send('79161234568');
      const code = h().codeFor('79161234568');
      for (const table of ['accounts', 'phone_guards', 'counters', 'sessions', 'tokens', 'replays']) {
        const rows = await h().database.db.query(
          { name: '', text: `select row_to_json(t)::text as row from ${table} t` },
          [],
        );
        const text = JSON.stringify(rows);
        assert.ok(!text.includes(answer.params['token']), table);
        assert.ok(!new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`).test(text), table);
        assert.ok(!text.includes(Buffer.from(code).toString('hex')), table);
      }
    });
  });

  describe('a verification asked for again', () => {
    const key = { headers: { 'Idempotency-Key': '0b1e6a0e-6f3c-4a7e-8a55-0b0a3a1c9f11' } };
    beforeEach(() => h().start());

    it('gives a session again for 60 s under the same key and body', async () => {
      await h().send(tel);
      const code = h().codeFor(tel);
      const first = await h().verify(tel, code, key);
      assert.equal(first.status, 200);
      const second = await h().verify(tel, code, key);
      assert.equal(second.status, 200);
      assert.deepEqual({ ...second.params, token: '' }, { ...first.params, token: '' });
      assert.notEqual(second.params['token'], first.params['token']);
      assert.ok(await lives(first.params['token']));
      assert.ok(await lives(second.params['token']));
      await h().call('DELETE', '/v1/session', { token: first.params['token'] });
      assert.ok(!(await lives(second.params['token'])), 'both are one session');
    });

    it('ends after 60 s, and with the session', async () => {
      await h().send(tel);
      const code = h().codeFor(tel);
      const { token } = (await h().verify(tel, code, key)).params;
      await h().database.advance(58);
      assert.equal((await h().verify(tel, code, key)).status, 200);
      await h().database.advance(3);
      assertRefused(await h().verify(tel, code, key), 410, { what: 'code' });
      await h().send(tel);
      const next = await h().verify(tel, h().codeFor(tel), key);
      assert.equal(next.status, 200);
      await h().call('DELETE', '/v1/session', { token: next.params['token'] });
      assertRefused(await h().verify(tel, h().codeFor(tel), key), 410, { what: 'code' });
      assert.ok(await lives(token), 'another sign-in is another session');
    });

    it('gives nothing for another key, another body, another number or no key', async () => {
      await h().send(tel);
      const code = h().codeFor(tel);
      await h().verify(tel, code, key);
      assertRefused(await h().verify(tel, code), 410, { what: 'code' });
      const other = { headers: { 'Idempotency-Key': 'another' } };
      assertRefused(await h().verify(tel, code, other), 410, { what: 'code' });
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel), key), 410, { what: 'code' });
      assertRefused(await h().verify('79161234568', code, key), 410, { what: 'code' });
    });

    it('counts wrong codes under a key like any others, and takes the right one under it', async () => {
      await h().send(tel);
      const wrong = h().wrongCodeFor(tel);
      assertRefused(await h().verify(tel, wrong, key), 401, { what: 'code', attemptsLeft: 2 });
      assertRefused(await h().verify(tel, wrong, key), 401, { what: 'code', attemptsLeft: 1 });
      assert.equal((await h().verify(tel, h().codeFor(tel), key)).status, 200);
    });

    it('compares the last try again under its key, where the process that counted it did not come to that', async () => {
      await h().send(tel);
      const code = h().codeFor(tel);
      for (let n = 0; n < 2; n++) await h().verify(tel, h().wrongCodeFor(tel));
      // It is counted, and then nothing more can be written.
      const script = (sql: string) => h().database.db.exclusively(1, tx => tx.script(sql));
      await script('alter table tokens rename to hidden');
      assert.equal((await h().verify(tel, code, key)).status, 500);
      await script('alter table hidden rename to tokens');
      assertRefused(await h().verify(tel, code), 429, { what: 'blocked', retryAfter: 900 });
      assertRefused(await h().verify(tel, h().wrongCodeFor(tel), key), 429, { what: 'blocked', retryAfter: 900 });
      assert.equal((await h().verify(tel, code, key)).status, 200);
    });

    it('counts no try against a new code', async () => {
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
}
