import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const tel = '79161234567';
const day = 86_400;

onDatabase('a session', h => {
  const isLive = async (token: string) => {
    const answer = await h().session(token);
    if (answer.status !== 200) assertRefused(answer, 401, { what: 'token' });
    return answer.status === 200;
  };
  const renew = async (token: string): Promise<string> => {
    const answer = await h().renew(token);
    assert.equal(answer.status, 200, answer.raw);
    return answer.params.token!;
  };

  it('is read with its account and remaining lifetime', async () => {
    const { params } = await h().signIn('tolstoy', 'war and peace');
    const answer = await h().session(params.token!);
    assert.equal(answer.status, 200);
    const { expiresIn, ...rest } = answer.params;
    assert.deepEqual(rest, { user: params.user, displayName: 'tolstoy' });
    assert.ok(expiresIn! > 1_209_590 && expiresIn! <= 1_209_600);
  });

  it('is renewed with a new token and a full lifetime', async () => {
    const { params } = await h().signIn('tolstoy', 'war and peace');
    await h().database.advance(86_400);
    const answer = await h().renew(params.token!);
    assert.equal(answer.status, 200);
    const { token, ...rest } = answer.params;
    assert.deepEqual(rest, { user: params.user, displayName: 'tolstoy', expiresIn: 1_209_600 });
    assert.notEqual(token, params.token);
  });

  it('is ended, and an unknown token gets the same answer', async () => {
    const { params } = await h().signIn('tolstoy', 'war and peace');
    const ended = await h().call('DELETE', '/v1/session', { token: params.token! });
    const unknown = await h().call('DELETE', '/v1/session', { token: 'x'.repeat(43) });
    const rubbish = await h().call('DELETE', '/v1/session', { token: 'rubbish' });
    assert.deepEqual(JSON.parse(ended.raw), { code: 200, text: 'OK', params: {} });
    assert.equal(unknown.raw, ended.raw);
    assert.equal(rubbish.raw, ended.raw);
    assertRefused(await h().session(params.token!), 401, { what: 'token' });
  });

  it('sets the name of its account, which a later sign-in by phone keeps', async () => {
    const first = await h().signInByPhone(tel);
    const named = await h().call('PATCH', '/v1/account', {
      token: first.params.token!,
      body: { displayName: '  Анна Ахматова ' },
    });
    assert.deepEqual(named.params, { user: first.params.user, displayName: 'Анна Ахматова' });
    await h().database.advance(61);
    const again = await h().signInByPhone(tel);
    assert.equal(again.params.displayName, 'Анна Ахматова');
    assert.equal(again.params.user, first.params.user);
    assert.notEqual(again.params.token, first.params.token);
  });

  it('lives for 90 days however often it is renewed, its tokens for 14 days', async () => {
    const first = (await h().signInByPhone(tel)).params.token!;
    await h().database.advance(14 * day - 5);
    assert.ok(await isLive(first));
    let token = await renew(first);
    await h().database.advance(5);
    assert.ok(!(await isLive(first)));
    for (let days = 14; days < 84; days += 14) {
      await h().database.advance(14 * day - 10);
      token = await renew(token);
    }
    const last = await h().renew(token);
    assert.ok(last.params.expiresIn! <= 6 * day + 60, `${last.params.expiresIn}`);
    await h().database.advance(6 * day - 60);
    assert.ok(await isLive(last.params.token!));
    await h().database.advance(120);
    assertRefused(await h().renew(last.params.token!), 401, { what: 'token' });
  });

  it('has both lifetimes from the configuration', async () => {
    await h().start({ TOKEN_TTL: '100', SESSION_TTL: '150' });
    const { token, expiresIn } = (await h().signInByPhone(tel)).params;
    assert.equal(expiresIn, 100);
    await h().database.advance(90);
    const next = await h().renew(token!);
    assert.ok(next.params.expiresIn! > 50 && next.params.expiresIn! <= 60);
  });

  it('is refused instead of reported with 0 seconds left, and can be renewed until its end', async () => {
    for (const [tokenTtl, sessionTtl] of ['100 1000', '100 100'].map(pair => pair.split(' '))) {
      await h().start({ TOKEN_TTL: tokenTtl!, SESSION_TTL: sessionTtl! });
      const token = (await h().signIn('anna', 'correct horse')).params.token!;
      await h().database.advance(99.1);
      assertRefused(await h().session(token), 401, { what: 'token' });
      const next = await h().renew(token);
      if (sessionTtl === '100') assertRefused(next, 401, { what: 'token' });
      else assert.equal(next.params.expiresIn, 100);
    }
  });

  it('keeps the old token valid until 60 s after the first use of the new one', async () => {
    const old = (await h().signInByPhone(tel)).params.token!;
    const next = await renew(old);
    await h().database.advance(day);
    assert.ok(await isLive(old), 'the answer to the renewal may have been lost');
    assert.ok(await isLive(next));
    await h().database.advance(55);
    assert.ok(await isLive(old));
    assert.ok(await isLive(next));
    await h().database.advance(6);
    assert.ok(!(await isLive(old)));
    assert.ok(await isLive(next));
  });

  it('can be renewed by two tabs at once, and both new tokens stay valid', async () => {
    const old = (await h().signInByPhone(tel)).params.token!;
    const [one, two] = await Promise.all([renew(old), renew(old)]);
    assert.ok(await isLive(one));
    await h().database.advance(61);
    assert.ok(!(await isLive(old)));
    assert.ok(await isLive(two));
    assert.ok(await isLive(await renew(one)));
    assert.ok(await isLive(two));
  });

  it('counts a renewal, a change of name and a read as the first use of a token', async () => {
    for (const use of ['PUT', 'PATCH', 'GET']) {
      await h().start();
      const old = (await h().signInByPhone(tel)).params.token!;
      const token = await renew(old);
      if (use === 'PUT') await renew(token);
      if (use === 'GET') await h().session(token);
      if (use === 'PATCH') await h().call('PATCH', '/v1/account', { token, body: { displayName: 'Анна' } });
      await h().database.advance(61);
      assert.ok(!(await isLive(old)), use);
      assert.ok(await isLive(token), use);
    }
  });

  it('ends with all its tokens by any of them, and no other session ends', async () => {
    const old = (await h().signIn('anna', 'correct horse')).params.token!;
    const other = (await h().signIn('anna', 'correct horse')).params.token!;
    const next = await renew(old);
    assert.ok(await isLive(next));
    await h().database.advance(61);
    assert.ok(!(await isLive(old)));
    await h().call('DELETE', '/v1/session', { token: old });
    assert.ok(!(await isLive(next)));
    assert.ok(await isLive(other));
  });

  it('is stored without tokens or codes in clear text', async () => {
    const answer = await h().signInByPhone(tel);
    await h().send('79161234568');
    const code = h().codeFor('79161234568');
    for (const table of ['accounts', 'phone_guards', 'counters', 'network_records', 'sessions', 'tokens', 'replays']) {
      const rows = await h().database.db.query(
        { name: '', text: `select row_to_json(t)::text as row from ${table} t` },
        [],
      );
      const text = JSON.stringify(rows);
      assert.ok(!text.includes(answer.params.token!), table);
      assert.ok(!new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`).test(text), table);
      assert.ok(!text.includes(Buffer.from(code).toString('hex')), table);
    }
  });
});
