// Sessions with a real Supabase Auth server: restoration, rotation of refresh tokens, and what ends a session.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StoredSession } from '../../../src/core/stored-session.js';
import { recordSignIns } from '../../support/clients.js';
import { until } from '../../e2e/support/until.mjs';
import { failureOf, setUpClient } from './accounts.js';
import { type AuthServer, setUpAuthServers, skipReason } from './auth-server.js';

const DAY_MS = 86_400_000;

describe('Supabase: session', { skip: skipReason }, () => {
  const servers = setUpAuthServers({
    usual: {},
    /** Access tokens live for a second. */
    brief: { GOTRUE_JWT_EXP: '1' },
    /** The newer kind of refresh tokens. */
    v2: {
      GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION: '2',
      GOTRUE_SECURITY_REFRESH_TOKEN_UPGRADE_PERCENTAGE: '100',
    },
  });

  const askUser = (server: AuthServer, token: string | null) =>
    fetch(`${server.url}/user`, { headers: { Authorization: `Bearer ${String(token)}` } });

  /** Waits until the server refuses the access token and it has expired according to the local clock too. */
  const tokenIsDead = async (server: AuthServer, { token, obtainedAt, expiresIn }: StoredSession) => {
    await until('the access token has expired', async () => (await askUser(server, token!)).status === 403);
    await until('it has expired here', () => Date.now() > obtainedAt + expiresIn * 1000);
  };

  const countSessions = async (userId: string | null) => {
    const [row] = await servers.usual.query('select count(*)::int as n from auth.sessions where user_id = $1', userId);
    return row!['n'];
  };

  test('after a reload the session is restored, and the server confirms it', async t => {
    const { client, store, register } = setUpClient(t, servers.usual);
    await register();
    const { userId } = client.state;
    client.dispose();
    const { client: next } = setUpClient(t, servers.usual, { store });
    await servers.usual.query(
      `update auth.users set raw_user_meta_data = '{"display_name":"Anna P."}' where id = $1`,
      userId,
    );
    await next.tryAutoLogin();
    assert.equal(next.state.userId, userId);
    await until('the name is up to date', () => next.state.displayName === 'Anna P.');
  });

  test('the token works for the project, and the refresh token stays private', async t => {
    const { client, store, register } = setUpClient(t, servers.usual);
    await register();
    const token = await client.getToken();
    const user = (await (await askUser(servers.usual, token)).json()) as { id: string };
    assert.equal(user.id, client.state.userId);
    assert.ok(store.stored!.refreshToken);
    assert.ok(!JSON.stringify([token, client.state, client.flow]).includes(store.stored!.refreshToken));
    assert.equal(store.stored!.expiresIn, 3600);
  });

  test('a night away: the access token has expired, the refresh token has not, and the person is signed in', async t => {
    const { client, store, register } = setUpClient(t, servers.brief);
    await register();
    client.dispose();
    const { token } = store.stored!;
    await tokenIsDead(servers.brief, store.stored!);
    const { client: next } = setUpClient(t, servers.brief, { store });
    const notices = recordSignIns(next);
    await next.tryAutoLogin();
    assert.equal(next.state.displayName, 'Anna');
    assert.deepEqual(notices, [`in ${next.state.userId!}`]);
    assert.notEqual(store.stored!.token, token);
  });

  test('a token that the server refuses before it expires by this clock is renewed', async t => {
    const { client, store, register } = setUpClient(t, servers.brief);
    await register();
    client.dispose();
    await tokenIsDead(servers.brief, store.stored!);
    store.stored = { ...store.stored!, expiresIn: 3600 };
    const { token } = store.stored;
    const { client: next } = setUpClient(t, servers.usual, { store });
    await next.tryAutoLogin();
    await until('the session was renewed', () => store.stored?.token !== token);
    assert.equal((await askUser(servers.usual, await next.getToken())).status, 200);
    assert.equal(next.state.isAuthenticated, true);
  });

  for (const days of [-30, 30])
    test(`a clock that is ${days} days off`, async t => {
      const { now } = Date;
      t.mock.method(Date, 'now', () => now() + days * DAY_MS);
      const { client, store, register } = setUpClient(t, servers.usual);
      await register();
      assert.equal((await askUser(servers.usual, await client.getToken())).status, 200);
      client.dispose();
      const { client: next } = setUpClient(t, servers.usual, { store });
      await next.tryAutoLogin();
      assert.equal(next.state.displayName, 'Anna');
    });

  for (const days of [-30, 30])
    test(`a clock that is changed by ${days} days after the sign-in`, async t => {
      const { client, store, register } = setUpClient(t, servers.usual);
      await register();
      client.dispose();
      const { now } = Date;
      t.mock.method(Date, 'now', () => now() + days * DAY_MS);
      const { client: next } = setUpClient(t, servers.usual, { store });
      await next.tryAutoLogin();
      assert.equal(next.state.displayName, 'Anna');
      assert.equal((await askUser(servers.usual, await next.getToken())).status, 200);
    });

  /** SQL that ends a session on the server, with the person's id as its parameter. */
  const ENDS = {
    'a revoked session': 'delete from auth.sessions where user_id = $1',
    'a deleted account': 'delete from auth.users where id = $1',
    'a ban of the person': `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
  };
  for (const [what, sql] of Object.entries(ENDS))
    for (const kind of ['usual', 'v2'] as const)
      test(`${what} signs out (${kind})`, async t => {
        const { client, store, register } = setUpClient(t, servers[kind]);
        await register();
        await servers[kind].query(sql, client.state.userId);
        client.dispose();
        const { client: next } = setUpClient(t, servers[kind], { store });
        const notices = recordSignIns(next);
        await next.tryAutoLogin();
        await until('signed out', () => !next.state.isAuthenticated);
        assert.equal(notices.at(-1), 'out session-expired');
        assert.equal(store.stored, null);
      });

  test('a session that has expired on the server signs out', async t => {
    const { client, store, register } = setUpClient(t, servers.brief);
    await register();
    client.dispose();
    await tokenIsDead(servers.brief, store.stored!);
    await servers.brief.query(
      `update auth.sessions set not_after = now() - interval '1 minute' where user_id = $1`,
      store.stored!.user,
    );
    const { client: next } = setUpClient(t, servers.brief, { store });
    await next.tryAutoLogin();
    assert.deepEqual([next.state.isAuthenticated, store.stored], [false, null]);
  });

  for (const kind of ['usual', 'v2'] as const) {
    test(`two renewals at once end no session (${kind})`, async t => {
      const { backend, store, register } = setUpClient(t, servers[kind]);
      await register();
      const { refreshToken } = store.stored!;
      const renewals = await Promise.all([1, 2, 3].map(() => backend.renewSession(null, { refreshToken })));
      for (const { token } of renewals) assert.equal((await askUser(servers[kind], token!)).status, 200);
      // Each of them can be renewed again, because any of them may be the one that a tab has kept.
      for (const renewal of renewals) await backend.renewSession(null, { refreshToken: renewal.refreshToken });
    });

    test(`the answer to a renewal is lost, and the renewal is repeated (${kind})`, async t => {
      const { backend, store, register } = setUpClient(t, servers[kind]);
      await register();
      const { refreshToken } = store.stored!;
      const lost = await backend.renewSession(null, { refreshToken });
      const repeated = await backend.renewSession(null, { refreshToken });
      assert.equal(repeated.refreshToken, lost.refreshToken);
    });

    test(`a refresh token used long ago ends the session (${kind})`, async t => {
      const { backend, store, register } = setUpClient(t, servers[kind]);
      await register();
      const first = await backend.renewSession(null, { refreshToken: store.stored!.refreshToken });
      const second = await backend.renewSession(null, { refreshToken: first.refreshToken });
      const third = await backend.renewSession(null, { refreshToken: second.refreshToken });
      const renew = ({ refreshToken }: { refreshToken?: string | undefined }) =>
        failureOf(backend.renewSession(null, { refreshToken }));
      assert.equal((await renew(first)).code, 'session-expired');
      assert.equal((await renew(third)).code, 'session-expired');
    });
  }

  test('a refresh token that the server does not know', async t => {
    const { backend } = setUpClient(t, servers.usual);
    const failure = await failureOf(backend.renewSession(null, { refreshToken: 'nonsense' }));
    assert.equal(failure.code, 'session-expired');
  });

  test('sign-out ends only this session', async t => {
    const { client, phone, register } = setUpClient(t, servers.usual);
    await register();
    await servers.usual.age(phone, 61);
    const { client: other } = setUpClient(t, servers.usual);
    await other.loginByPhone(phone);
    await other.loginWithSmsCode(servers.usual.codesTo(phone).at(-1)!);
    const { userId } = client.state;
    assert.equal(await countSessions(userId), 2);
    await client.logout();
    assert.equal(await countSessions(userId), 1);
    assert.equal((await askUser(servers.usual, await other.getToken())).status, 200);
  });

  test('sign-out with an expired access token ends the session too', async t => {
    const { backend, client, store, register } = setUpClient(t, servers.brief);
    await register();
    client.dispose();
    const { token, refreshToken, user } = store.stored!;
    await tokenIsDead(servers.brief, store.stored!);
    await backend.endSession(token!, { refreshToken });
    assert.equal(await countSessions(user), 0);
  });

  test('sign-out from a session that has already ended', async t => {
    const { backend, store, register } = setUpClient(t, servers.usual);
    await register();
    const { token, user } = store.stored!;
    await servers.usual.query('delete from auth.sessions where user_id = $1', user);
    await backend.endSession(token!, {});
  });

  test('a name for a session whose access token has expired', async t => {
    const { backend, client, store, register } = setUpClient(t, servers.brief);
    await register();
    client.dispose();
    const { token } = store.stored!;
    await tokenIsDead(servers.brief, store.stored!);
    assert.equal((await failureOf(backend.setDisplayName(token!, 'Boris', {}))).code, 'session-expired');
  });
});
