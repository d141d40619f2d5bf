// Sessions that the browser holds in a cookie: records without a token, and sessions that a restoration finds
// (docs/behaviour/session.md#sessions-in-cookies).
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { createClients, recordSignIns } from '../../support/clients.js';
import { FakeClock, settle } from '../../support/clock.js';
import { HeldBackend, session, stored } from '../../support/held-backend.js';
import { ANNA, PHONE, setUpClient, SIGNED_OUT } from '../../support/client-setup.js';
import { awaitCode, load, reload } from '../../support/reload.js';
import { FakePage } from '../../support/page.js';
import { FakeOrigin } from '../../support/tabs.js';

const SECOND = 1000;
const inCookie = session({ token: undefined });

test('a sign-in without a token: signed in, a record without one, and getToken is null', async t => {
  const { client, store, signIn } = setUpClient(t);
  await signIn(inCookie);
  assert.deepEqual({ ...client.state }, ANNA);
  assert.deepEqual([store.stored?.user, store.stored?.token], ['u1', undefined]);
  assert.equal(await client.getToken(), null);
});

test('calls with a session in a cookie get null as the token', async t => {
  const clock = new FakeClock(t);
  const { client, backend } = setUpClient(t, { stored: stored({ token: undefined, displayName: null }) });
  await client.tryAutoLogin();
  await backend.answer('getSession', { user: 'u1', displayName: null, expiresIn: 1000 });
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('setDisplayName');
  await named;
  while (!backend.open.includes('renewSession')) await clock.advance(SECOND);
  await backend.answer('renewSession', inCookie);
  await settle();
  const left = client.logout();
  await backend.answer('endSession');
  await left;
  assert.deepEqual(
    backend.calls.map(({ method, args }) => [method, args[0]]),
    [
      ['getSession', null],
      ['setDisplayName', null],
      ['renewSession', null],
      ['endSession', null],
    ],
  );
});

test('other tabs follow a session in a cookie', async t => {
  const origin = new FakeOrigin();
  const backend = new HeldBackend();
  const [one, other] = [0, 1].map(() => new AuthClient({ backend, store: origin.open() })) as [AuthClient, AuthClient];
  t.after(() => [one, other].forEach(client => client.dispose()));
  const seen = recordSignIns(other);
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', inCookie);
  await done;
  await settle();
  const left = one.logout();
  await backend.answer('endSession');
  await left;
  await settle();
  assert.deepEqual(seen, ['in u1', 'out other-tab']);
});

test('a check that is refused while the renewal fails is repeated when the person is back on the page', async t => {
  const page = new FakePage(t);
  const { client, backend } = setUpClient(t, { stored: stored({ token: undefined, refreshToken: 'refresh-1' }) });
  await client.tryAutoLogin();
  for (const count of [1, 2]) {
    await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
    await backend.answer('renewSession', new AuthError('server'));
    await settle();
    assert.equal(client.state.userId, 'u1');
    page.show();
    await settle();
    assert.equal(backend.count('getSession'), count + 1);
  }
});

test('the check of an earlier session does not end the one of a later sign-in of the same person', async t => {
  const clock = new FakeClock(t);
  const { client, backend, store } = setUpClient(t, { stored: stored({ token: undefined }) });
  await client.tryAutoLogin();
  await settle();
  clock.jump(SECOND);
  store.change(stored({ token: undefined }));
  await backend.answer('getSession', new AuthError('session-expired'));
  await settle();
  assert.equal(client.state.isAuthenticated, true);
});

test("the renewal of an earlier session does not change another person's record, even with cookies", async t => {
  const clock = new FakeClock(t);
  const { client, backend, store } = setUpClient(t, { stored: stored({ token: undefined }) });
  await client.tryAutoLogin();
  while (!backend.open.includes('renewSession')) await clock.advance(SECOND);
  const other = stored({ token: undefined, user: 'u2', displayName: 'Boris', expiresIn: 900 });
  store.change(other);
  clock.jump(SECOND);
  await backend.answer('renewSession', session({ token: undefined, expiresIn: 500 }));
  await settle();
  assert.deepEqual(store.stored, other);
});

test('a sign-in waits for the end of the session before it, whose answer clears the cookie', async t => {
  const clock = new FakeClock(t);
  const { client, backend, signIn } = setUpClient(t);
  await signIn(inCookie);
  const left = client.logout().catch(() => {});
  await settle();
  const signedIn = client.login('boris', 'correct horse').catch(() => {});
  await settle();
  assert.deepEqual(backend.open, ['endSession']);
  await backend.answer('endSession');
  await settle();
  assert.deepEqual(backend.open, ['login']);
  await backend.answer('login', session({ token: undefined, user: 'u2' }));
  await Promise.all([left, signedIn]);
  assert.equal(client.state.userId, 'u2');
  // It waits two seconds at most, as a sign-out does.
  void client.logout().catch(() => {});
  await settle();
  void client.login('anna', 'correct horse').catch(() => {});
  await clock.advance(2 * SECOND);
  assert.ok(backend.open.includes('login'));
});

test('a sign-in does not wait for the end of a session with a token', async t => {
  const { client, backend, signIn } = setUpClient(t);
  await signIn(session());
  void client.logout().catch(() => {});
  await settle();
  void client.login('boris', 'correct horse').catch(() => {});
  await settle();
  assert.deepEqual(backend.open, ['endSession', 'login']);
});

/** A client whose backend can find sessions, with nothing stored. */
function setUpFinder(t: TestContext) {
  const setup = setUpClient(t);
  const { backend } = setup;
  const finder = new HeldBackend();
  // It gets no signal, so it answers even after the search was aborted.
  const findSession = () => finder.getSession({});
  Object.assign(backend, { findSession });
  return { ...setup, finder, find: (value: unknown) => finder.answer('getSession', value) };
}

test('a live cookie and nothing stored: a restoration finds the session', async t => {
  const { client, find, store, takeNotices } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  assert.equal(client.flow.screen, 'restoring');
  await find(inCookie);
  await restored;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.deepEqual([store.stored?.user, takeNotices()], ['u1', ['auth-change', 'auth-change', 'auth-signed-in']]);
});

test('a session that is found with a token, and one whose account needs a name', async t => {
  const { client, find } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  await find(session({ displayName: null }));
  await restored;
  assert.deepEqual([client.flow.screen, await client.getToken()], ['name', 'token-1']);
});

test('nobody is found: signed out, without an error', async t => {
  const { client, find, finder } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  await find(null);
  await restored;
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
  assert.equal(finder.calls.length, 1);
});

test('a stored session: nothing is looked for', async t => {
  const { client, store, finder } = setUpFinder(t);
  store.change(stored());
  await client.tryAutoLogin();
  assert.deepEqual([client.state.isAuthenticated, finder.calls.length], [true, 0]);
});

for (const answer of [
  new AuthError('network'),
  new AuthError('session-expired'),
  new AuthError('server'),
  new TypeError('boom'),
  {},
  { user: 7 },
])
  test(`a search that ends with ${answer instanceof Error ? String(answer) : JSON.stringify(answer)}: signed out, without an error, and the next one may find it`, async t => {
    const { client, find, store } = setUpFinder(t);
    const restored = client.tryAutoLogin();
    await find(answer);
    await restored;
    assert.deepEqual([{ ...client.state }, store.stored], [SIGNED_OUT, null]);
    const again = client.tryAutoLogin();
    await find(inCookie);
    await again;
    assert.equal(client.state.isAuthenticated, true);
  });

for (const code of ['refused', 'unknown-user'] as const)
  test(`a search that is answered with ${code}: the restoration resolves, and the error is shown`, async t => {
    const { client, find, takeNotices } = setUpFinder(t);
    const restored = client.tryAutoLogin();
    await find(new AuthError(code));
    await restored;
    assert.deepEqual([client.state.isAuthenticated, client.flow.failure?.code], [false, code]);
    assert.ok(takeNotices().includes('auth-error'));
  });

test('a search that is refused while a code is awaited: the code screen stays, and the error is shown on it', async t => {
  const { client, find, awaitCode, backend } = setUpFinder(t);
  await awaitCode();
  const restored = client.tryAutoLogin();
  await find(new AuthError('refused'));
  await restored;
  assert.deepEqual([client.flow.screen, client.flow.failure?.code], ['code', 'refused']);
  // Any other failure of a restore is quiet.
  client.clearError();
  const again = client.tryAutoLogin();
  await find(new AuthError('network'));
  await again;
  assert.deepEqual([client.flow.screen, client.flow.failure, backend.count('requestCode')], ['code', null, 1]);
});

test('a search without an answer: given up after ten seconds', async t => {
  const clock = new FakeClock(t);
  const { client } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  await clock.advance(9.9 * SECOND);
  assert.equal(client.state.isLoading, true);
  await clock.advance(0.2 * SECOND);
  await restored;
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});

test('a sign-in in another tab while the session is looked for wins', async t => {
  const { client, find, store } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  await settle();
  // Without an event, as if the event came after the answer.
  store.stored = stored({ user: 'u2', displayName: 'Boris' });
  await find(inCookie);
  await restored;
  assert.deepEqual([client.state.userId, store.stored.user], ['u2', 'u2']);
});

test('a sign-in here while the session is looked for wins', async t => {
  const { client, backend, find, store } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  await settle();
  const signedIn = client.login('boris', 'correct horse');
  await assert.rejects(restored, { code: 'cancelled' });
  await backend.answer('login', session({ user: 'u2', displayName: 'Boris' }));
  await signedIn;
  await find(inCookie);
  await settle();
  // Its answer could clear the cookie of the new session.
  assert.equal(backend.count('endSession'), 0);
  assert.deepEqual([client.state.userId, store.stored?.user], ['u2', 'u2']);
});

test('a sign-out in another client while the session is looked for: it stays signed out, and the server is told', async t => {
  const { backend, clients, store } = createClients(t, 2);
  const [one, other] = clients;
  const finder = new HeldBackend();
  Object.assign(backend, { findSession: (options: object) => finder.getSession(options) });
  const restored = one.tryAutoLogin();
  await settle();
  const left = other.logout();
  await backend.answer('endSession');
  await left;
  await finder.answer('getSession', inCookie);
  await restored;
  assert.deepEqual([one.state.isAuthenticated, store.stored], [false, null]);
  assert.equal(backend.last('endSession')?.[0], null);
});

test("a sign-out with nothing stored makes no call if the backend can't look for sessions", async t => {
  const { client, backend } = setUpClient(t);
  await client.logout();
  assert.equal(backend.calls.length, 0);
});

test('after a reload while a code is awaited: a session that is found signs in, and without one the code is still awaited', async t => {
  new FakePage(t);
  let page = load(t);
  await awaitCode(page);
  for (const answer of [null, inCookie]) {
    page = reload(t, page);
    const finder = new HeldBackend();
    Object.assign(page.backend, { findSession: (options: object) => finder.getSession(options) });
    const restored = page.client.tryAutoLogin();
    assert.equal(page.client.state.phoneForVerification, PHONE);
    await finder.answer('getSession', answer);
    await restored;
    assert.equal(page.client.flow.screen, answer ? 'signed-in' : 'code');
  }
});

test('two clients that restore at once: one session, and both are signed in', async t => {
  const { backend, clients, store } = createClients(t, 2);
  const finder = new HeldBackend();
  Object.assign(backend, { findSession: (options: object) => finder.getSession(options) });
  const seen = clients.map(recordSignIns);
  const restored = clients.map(client => client.tryAutoLogin().catch(() => {}));
  await finder.answer('getSession', inCookie);
  await Promise.all(restored);
  assert.equal(finder.count('getSession'), 1);
  assert.deepEqual(seen, [['in u1'], ['in u1']]);
  assert.equal(store.stored?.user, 'u1');
});

/** Leaves the tab and comes back to it. */
async function comeBack(page: FakePage) {
  page.show(false);
  await settle();
  page.show();
  await settle();
}

test('a tab that is visible again asks about a session in a cookie, which another page may have ended', async t => {
  const page = new FakePage(t);
  const { client, backend, signIn } = setUpClient(t);
  await signIn(inCookie);
  await comeBack(page);
  assert.deepEqual(backend.open, ['getSession']);
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna' });
  await settle();
  assert.equal(client.state.isAuthenticated, true);
  await comeBack(page);
  await backend.answer('getSession', new AuthError('session-expired'));
  await settle();
  assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, error: 'Your session has ended. Sign in again.' });
});

test('a page asks about a session in a cookie when it comes back from the back/forward cache, and not when it has loaded', async t => {
  const page = new FakePage(t);
  const { backend, signIn } = setUpClient(t);
  await signIn(inCookie);
  page.fire('pageshow', { persisted: false });
  await settle();
  assert.deepEqual(backend.open, []);
  page.fire('pageshow', { persisted: true });
  await settle();
  assert.deepEqual(backend.open, ['getSession']);
});

test('a tab that is visible again asks nothing about a stored token', async t => {
  const page = new FakePage(t);
  const { backend, signIn } = setUpClient(t);
  await signIn(session());
  await comeBack(page);
  assert.deepEqual(backend.open, []);
});

test('a tab that is visible again finds a session that began on another page, without the answer it stays', async t => {
  const page = new FakePage(t);
  const { client, find, finder, store } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  await find(null);
  await restored;
  await comeBack(page);
  await find(new AuthError('network'));
  await settle();
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
  await comeBack(page);
  await find(inCookie);
  await settle();
  assert.deepEqual([client.state.userId, store.stored?.user], ['u1', 'u1']);
  page.show(false);
  await settle();
  assert.deepEqual(finder.open, [], 'a tab that is hidden asks nothing');
});

test('a cookie that outlives a sign-out does not sign in again when the tab is visible again', async t => {
  const page = new FakePage(t);
  const { client, backend, finder, signIn } = setUpFinder(t);
  await signIn(inCookie);
  const left = client.logout();
  await backend.answer('endSession', new AuthError('network'));
  await left;
  await comeBack(page);
  assert.deepEqual(finder.open, []);
});

test('a cookie that outlives a sign-out with nothing stored does not sign in when the tab is visible again', async t => {
  const page = new FakePage(t);
  const { client, backend, finder } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  await finder.answer('getSession', new AuthError('network'));
  await restored;
  const left = client.logout();
  await backend.answer('endSession', new AuthError('network'));
  await left;
  await comeBack(page);
  assert.deepEqual(finder.open, []);
});

test('a search that began before a sign-out does not answer the restoration that begins after it', async t => {
  const { client, backend, store, finder } = setUpFinder(t);
  const restored = client.tryAutoLogin();
  await settle();
  const left = client.logout();
  await assert.rejects(restored, { code: 'cancelled' });
  await backend.answer('endSession');
  await left;
  const again = client.tryAutoLogin();
  await settle();
  assert.equal(finder.open.length, 2);
  await finder.answer('getSession', inCookie);
  await settle();
  assert.deepEqual([client.state.isAuthenticated, store.stored], [false, null]);
  await finder.answer('getSession', null);
  await again;
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});
