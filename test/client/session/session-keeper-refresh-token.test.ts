// Refresh tokens: a session past its time is renewed before anything else, and no refresh token is used twice
// (docs/behaviour/session.md#refresh-tokens).
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { setUpBrowserWith } from '../../support/browser-setup.js';
import { setUpClient } from '../../support/client-setup.js';
import { FakeClock, settle } from '../../support/clock.js';
import { session } from '../../support/held-backend.js';
import { SessionServer } from '../../support/session-servers.js';

const SECOND = 1000;
const NIGHT = 8 * 3600 * SECOND;
const LOCK = 'auth-widget:renew:https://api.test';

/** A person signs in, the page is closed for a while, and a new client starts from the store. */
async function setUpReload(t: TestContext, { away = NIGHT, user = 'anna', tabs = 1 } = {}) {
  const server = new SessionServer({ kind: 'rotating' });
  const browser = setUpBrowserWith(t, server);
  await browser.signIn(user);
  browser.tabs[0].client.dispose();
  browser.clock.jump(away);
  server.calls.length = 0;
  return { ...browser, server, opened: Array.from({ length: tabs }, () => browser.open()) };
}

test('a night away: the session is renewed, not checked with the expired token, and the person is signed in', async t => {
  const { clock, server, origin, opened } = await setUpReload(t);
  const { client } = opened[0]!;
  const restored = client.tryAutoLogin();
  assert.equal(client.state.isLoading, true);
  await clock.advance(SECOND);
  await restored;
  assert.deepEqual(server.callNames, ['renewSession']);
  assert.equal(server.calls[0]?.options.refreshToken, 'refresh-1');
  assert.equal(client.state.userId, 'anna');
  assert.deepEqual([origin.stored?.token, origin.stored?.refreshToken], ['token-2', 'refresh-2']);
  assert.equal(await client.getToken(), 'token-2');
});

test('a night away: signed in as soon as the answer arrives', async t => {
  const { clock, opened } = await setUpReload(t);
  const { client } = opened[0]!;
  void client.tryAutoLogin();
  await clock.advance(210); // the wait inside the lock takes 200 ms of these
  assert.deepEqual([client.state.isLoading, client.state.userId], [false, 'anna']);
});

test('a clock that was set back while the page was closed: the session is renewed first, too', async t => {
  const { clock, server, opened } = await setUpReload(t, { away: -30 * 24 * 3600 * SECOND });
  server.endTokens();
  const restored = opened[0]!.client.tryAutoLogin();
  await clock.advance(SECOND);
  await restored;
  assert.deepEqual([server.callNames, opened[0]!.client.state.isAuthenticated], [['renewSession'], true]);
});

test('a night away without a network: signed in, and renewed when the network is back', async t => {
  const { clock, page, server, origin, opened } = await setUpReload(t);
  const { client, signIns } = opened[0]!;
  server.failure = () => new AuthError('offline');
  const restored = client.tryAutoLogin();
  await clock.advance(SECOND);
  await restored;
  assert.deepEqual([client.state.userId, client.state.isLoading, client.state.error], ['anna', false, null]);
  server.failure = () => undefined;
  page.goOnline();
  await clock.advance(SECOND);
  assert.deepEqual([origin.stored?.refreshToken, signIns], ['refresh-2', ['in anna']]);
  assert.deepEqual(server.callNames, ['renewSession']);
});

test('a night away, and the session was ended elsewhere: signed out', async t => {
  const { clock, server, origin, opened } = await setUpReload(t);
  server.endAll();
  const restored = opened[0]!.client.tryAutoLogin();
  await clock.advance(SECOND);
  await restored;
  const { isAuthenticated, isLoading, error } = opened[0]!.client.state;
  assert.deepEqual([isAuthenticated, isLoading, error, origin.stored], [false, false, null, null]);
  assert.deepEqual(server.callNames, ['renewSession']);
});

test("a cancelled restoration doesn't wait for the renewal", async t => {
  const { clock, server, opened } = await setUpReload(t);
  const { client } = opened[0]!;
  server.latency = 2 * SECOND;
  const restored = client.tryAutoLogin();
  await clock.advance(SECOND);
  const left = client.logout();
  await assert.rejects(restored, { code: 'cancelled' });
  await clock.advance(9 * SECOND);
  await left;
  assert.equal(client.state.isAuthenticated, false);
  assert.equal(opened[0]!.store.read(), null);
});

test('a renewal that takes too long: signed in after ten seconds', async t => {
  const { clock, server, opened } = await setUpReload(t);
  const { client } = opened[0]!;
  server.latency = 60 * SECOND;
  const restored = client.tryAutoLogin();
  await clock.advance(9 * SECOND);
  assert.equal(client.state.isLoading, true);
  await clock.advance(2 * SECOND);
  await restored;
  assert.equal(client.state.userId, 'anna');
});

test('two tabs after a night: one renews the session, the other adopts it, and no refresh token is used twice', async t => {
  const { clock, server, opened } = await setUpReload(t, { tabs: 2 });
  server.latency = 2 * SECOND;
  const restored = opened.map(({ client }) => client.tryAutoLogin());
  const tokens = opened.map(({ client }) => client.getToken());
  await clock.advance(5 * SECOND);
  await Promise.all(restored);
  assert.deepEqual(await Promise.all(tokens), ['token-2', 'token-2']);
  assert.deepEqual([server.count('renewSession'), server.count('getSession'), server.reused], [1, 0, []]);
  assert.deepEqual(
    opened.map(({ client }) => client.state.userId),
    ['anna', 'anna'],
  );
});

test('another tab holds the lock after a night: its renewal is waited for, and the lock is asked for again every five seconds', async t => {
  const { clock, page, server, origin, opened } = await setUpReload(t);
  page.locks.held.add(LOCK);
  const restored = opened[0]!.client.tryAutoLogin();
  await clock.advance(4 * SECOND);
  assert.deepEqual([page.locks.refusedCount, opened[0]!.client.state.isLoading], [1, true]);
  origin.change({ ...origin.stored!, token: 'token-9', refreshToken: 'refresh-9', obtainedAt: clock.now });
  await clock.advance(SECOND);
  await restored;
  assert.deepEqual([server.callNames, page.locks.refusedCount], [[], 1]);
  assert.deepEqual([opened[0]!.client.state.userId, await opened[0]!.client.getToken()], ['anna', 'token-9']);
});

test('another tab has renewed by the time the lock is granted: its session is adopted', async t => {
  const { clock, server, origin, opened } = await setUpReload(t);
  const { client } = opened[0]!;
  const restored = client.tryAutoLogin();
  await clock.advance(100);
  origin.change({ ...origin.stored!, token: 'token-9', refreshToken: 'refresh-9', obtainedAt: clock.now });
  await clock.advance(SECOND);
  await restored;
  assert.deepEqual([server.callNames, client.state.userId], [[], 'anna']);
});

test('the renewal before a name is refused, but another tab has brought a new session: the name is saved', async t => {
  const { clock, server, origin, opened } = await setUpReload(t, { away: SECOND, user: 'unnamed' });
  const { client } = opened[0]!;
  await client.tryAutoLogin();
  await clock.advance(SECOND);
  clock.jump(NIGHT);
  server.failure = name => (name === 'renewSession' ? new AuthError('session-expired') : undefined);
  const fresh = await server.login('unnamed', '', {});
  server.latency = SECOND;
  const named = client.verifyRegistrationSms('', 'Anna');
  await clock.advance(500);
  const { token, refreshToken } = fresh;
  origin.change({ ...origin.stored!, token, refreshToken, obtainedAt: clock.now });
  await clock.advance(5 * SECOND);
  await named;
  assert.equal(client.state.displayName, 'Anna');
});

test('many tabs and many renewals: no refresh token is used twice', async t => {
  const server = new SessionServer({ kind: 'rotating' });
  const browser = setUpBrowserWith(t, server, 4);
  server.latency = 300;
  browser.origin.lag = 100;
  await browser.signIn();
  await browser.clock.advance(SECOND);
  for (const { states, signIns } of browser.tabs) states.length = signIns.length = 0;
  for (let period = 0; period < 5; period++) await browser.clock.advance(850 * SECOND);
  assert.deepEqual(server.reused, []);
  assert.equal(server.count('renewSession'), 5);
  assert.ok(browser.isUndisturbed());
});

test('a token that the server refuses before its time: renewed, not signed out', async t => {
  const { clock, server, origin, opened } = await setUpReload(t, { away: 100 * SECOND });
  server.endTokens();
  await opened[0]!.client.tryAutoLogin();
  await clock.advance(SECOND);
  assert.deepEqual(server.callNames, ['getSession', 'renewSession']);
  assert.deepEqual([opened[0]!.signIns, origin.stored?.refreshToken], [['in anna'], 'refresh-2']);
});

test('a token that the server refuses because the session has ended: signed out by the refused renewal', async t => {
  const { clock, server, origin, opened } = await setUpReload(t, { away: 100 * SECOND });
  server.endAll();
  await opened[0]!.client.tryAutoLogin();
  await clock.advance(SECOND);
  assert.deepEqual(server.callNames, ['getSession', 'renewSession']);
  assert.deepEqual([opened[0]!.signIns, origin.stored], [['in anna', 'out session-expired'], null]);
});

test('the name step after a night: renewed, and then the name is saved', async t => {
  const { clock, server, origin, opened } = await setUpReload(t, { away: SECOND, user: 'unnamed' });
  const { client } = opened[0]!;
  await client.tryAutoLogin();
  await clock.advance(SECOND);
  assert.equal(client.flow.screen, 'name');
  server.calls.length = 0;
  clock.jump(NIGHT);
  const named = client.verifyRegistrationSms('', 'Anna');
  await clock.advance(SECOND);
  await named;
  assert.deepEqual(server.callNames, ['renewSession', 'setDisplayName']);
  assert.deepEqual([client.state.displayName, origin.stored?.displayName], ['Anna', 'Anna']);
});

test('the name step with a token that the server refuses before its time: renewed, and sent again', async t => {
  const { clock, server, opened } = await setUpReload(t, { away: SECOND, user: 'unnamed' });
  const { client } = opened[0]!;
  await client.tryAutoLogin();
  await clock.advance(SECOND);
  server.endTokens();
  const saved = client.verifyRegistrationSms('', 'Anna');
  await clock.advance(SECOND);
  await saved;
  assert.equal(client.state.displayName, 'Anna');
});

test('the name step after a night, and the renewal fails: its error, the session stays, and the next attempt works', async t => {
  const { clock, server, opened } = await setUpReload(t, { away: SECOND, user: 'unnamed' });
  const { client } = opened[0]!;
  await client.tryAutoLogin();
  await clock.advance(SECOND);
  server.calls.length = 0;
  clock.jump(NIGHT);
  server.failure = () => new AuthError('too-many-requests', { retryAfter: 30 });
  const failed = assert.rejects(client.verifyRegistrationSms('', 'Anna'), {
    code: 'too-many-requests',
    retryAfter: 30,
  });
  await clock.advance(SECOND);
  await failed;
  assert.deepEqual([client.flow.screen, client.state.isLoading], ['name', false]);
  server.failure = () => undefined;
  // The backoff after the failure doesn't delay what the person wants.
  const named = client.verifyRegistrationSms('', 'Anna');
  await clock.advance(SECOND);
  await named;
  assert.deepEqual(server.callNames, ['renewSession', 'setDisplayName']);
});

test('the name step after a night in a session that has ended: session-expired, and signed out', async t => {
  const { clock, server, origin, opened } = await setUpReload(t, { away: SECOND, user: 'unnamed' });
  const { client } = opened[0]!;
  await client.tryAutoLogin();
  await clock.advance(SECOND);
  clock.jump(NIGHT);
  server.endAll();
  const failed = assert.rejects(client.verifyRegistrationSms('', 'Anna'), { code: 'session-expired' });
  await clock.advance(SECOND);
  await failed;
  assert.deepEqual([origin.stored, client.flow.screen], [null, 'credentials']);
});

test('a sign-out hands the refresh token to the server', async t => {
  const { clock, server, opened } = await setUpReload(t, { away: SECOND });
  await opened[0]!.client.tryAutoLogin();
  await clock.advance(SECOND);
  await opened[0]!.client.logout();
  const index = server.callNames.indexOf('endSession');
  assert.equal(server.calls[index]?.options.refreshToken, 'refresh-1');
});

test('a renewal that brings no new refresh token, and no new token, keeps those that are stored', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session({ refreshToken: 'r-1', expiresIn: 1 }));
  store.stored = { ...store.stored!, obtainedAt: 0 };
  const token = client.getToken();
  await backend.answer('renewSession', { user: 'u1', displayName: 'Anna', expiresIn: 500 });
  assert.equal(await token, 'token-1');
  assert.deepEqual([store.stored.token, store.stored.refreshToken, store.stored.expiresIn], ['token-1', 'r-1', 500]);
});

test('a renewal whose refresh token was replaced meanwhile, but not the token: the answer is dropped', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session({ refreshToken: 'r-1', expiresIn: 1 }));
  store.stored = { ...store.stored!, obtainedAt: 0 };
  const token = client.getToken();
  while (!backend.open.includes('renewSession')) await settle();
  store.stored = { ...store.stored, refreshToken: 'r-9', obtainedAt: Date.now(), expiresIn: 900 };
  await backend.answer('renewSession', session({ refreshToken: 'r-2' }));
  await token;
  assert.equal(store.stored.refreshToken, 'r-9');
});

test('a refused renewal does not end the session whose refresh token was replaced meanwhile', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session({ refreshToken: 'r-1', expiresIn: 1 }));
  store.stored = { ...store.stored!, obtainedAt: 0 };
  const token = client.getToken();
  while (!backend.open.includes('renewSession')) await settle();
  store.stored = { ...store.stored, refreshToken: 'r-9', obtainedAt: Date.now(), expiresIn: 900 };
  await backend.answer('renewSession', new AuthError('session-expired'));
  assert.equal(await token, 'token-1');
  assert.equal(client.state.isAuthenticated, true);
});

test('a name that is saved during a renewal: the new tokens are stored, with the new name', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session({ refreshToken: 'r-1', displayName: null }));
  const named = client.verifyRegistrationSms('', 'Anna');
  store.stored = { ...store.stored!, obtainedAt: Date.now() - 900 * SECOND };
  const token = client.getToken();
  while (!backend.open.includes('renewSession')) await settle();
  await backend.answer('setDisplayName');
  await named;
  await backend.answer('renewSession', session({ token: 'token-2', refreshToken: 'r-2', displayName: null }));
  assert.equal(await token, 'token-2');
  assert.deepEqual([store.stored.refreshToken, store.stored.displayName], ['r-2', 'Anna']);
  assert.equal(client.state.displayName, 'Anna');
});

test('the refresh token never reaches the page: not in a state, a notice, an error, a text or a token', async t => {
  const secret = 'refresh-secret-7f3a';
  const seen: unknown[] = [];
  const { client, backend, store, signIn } = setUpClient(t);
  client.observe(notice => seen.push(notice, client.state, client.flow));
  await signIn(session({ refreshToken: secret, expiresIn: 1 }));
  store.stored = { ...store.stored!, obtainedAt: 0 };
  const token = client.getToken();
  await backend.answer('renewSession', new AuthError('server'));
  await backend.answer('renewSession', session({ token: 'token-2', refreshToken: `${secret}-2` }));
  seen.push(await token, Object.prototype.toString.call(client));
  const left = client.logout();
  await backend.answer('endSession', new AuthError('server'));
  await left;
  assert.ok(!inspect(seen, { depth: 10 }).includes(secret));
  assert.ok(!inspect(client, { depth: 10, showHidden: true }).includes(secret));
});

test('a record of an older version, without refresh token: still signed in, and the server is asked', async t => {
  const { clock, origin, server, open, tabs } = setUpBrowserWith(t, new SessionServer({ kind: 'rotating' }));
  tabs[0].client.dispose();
  origin.stored = {
    v: 1,
    token: 'token-0',
    user: 'anna',
    displayName: 'Anna',
    obtainedAt: clock.now - NIGHT,
    expiresIn: 9,
  };
  server.failure = () => new AuthError('network');
  const { client } = open();
  const restored = client.tryAutoLogin();
  await clock.advance(SECOND);
  await restored;
  assert.equal(client.state.userId, 'anna');
  assert.ok(client instanceof AuthClient);
});

test('the name is refused while another tab renews: it is sent again with the token of that tab', async t => {
  const { clock, page, server, origin, opened } = await setUpReload(t, { away: SECOND, user: 'unnamed' });
  const { client } = opened[0]!;
  await client.tryAutoLogin();
  await clock.advance(SECOND);
  server.endTokens();
  page.locks.held.add(LOCK);
  const saved = client.verifyRegistrationSms('', 'Anna');
  await clock.advance(2 * SECOND);
  assert.deepEqual([client.state.isLoading, client.state.error], [true, null]);
  const { token, refreshToken, ...account } = origin.stored!;
  const renewed = server.renewSession(token!, { signal: new AbortController().signal, refreshToken });
  await clock.advance(SECOND);
  origin.change({ ...account, ...(await renewed), obtainedAt: clock.now, expiresIn: 1000 });
  await clock.advance(SECOND);
  await saved;
  assert.equal(client.state.displayName, 'Anna');
});

test('the name is refused, and the renewal changes no token: the error of the name at once', async t => {
  const clock = new FakeClock(t);
  const { client, backend, signIn } = setUpClient(t);
  await signIn(session({ displayName: null, refreshToken: 'refresh-1' }));
  const saved = client.verifyRegistrationSms('', 'Anna');
  const refused = assert.rejects(saved, { code: 'session-expired' });
  await backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
  await clock.advance(500);
  await backend.answer('renewSession', { user: 'u1', displayName: null, expiresIn: 1000 });
  await clock.advance(500);
  await refused;
});
