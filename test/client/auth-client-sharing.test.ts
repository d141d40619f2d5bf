// Clients of one server share its session, each with its own flow: docs/behaviour/flow.md#sharing-a-session.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { createClients, recordSignIns } from '../support/clients.js';
import { FakeClock, settle } from '../support/clock.js';
import { HeldBackend, FakeStore, session, stored } from '../support/held-backend.js';
import { SessionServer } from '../support/session-servers.js';
import { FakePage } from '../support/page.js';
import { ANNA, PHONE, SIGNED_OUT } from '../support/client-setup.js';

test('a sign-in and a sign-out in one client happen in the other too', async t => {
  const { backend, clients } = createClients(t, 2);
  const [one, other] = clients;
  const recorded: unknown[] = [];
  other.observe(notice => {
    if (notice.type === 'auth-signed-in') recorded.push(notice.userId);
    if (notice.type === 'auth-signed-out') recorded.push(notice.reason);
  });
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.equal(other.state.userId, 'u1');
  const signedOut = one.logout();
  await backend.answer('endSession');
  await signedOut;
  assert.equal(other.state.isAuthenticated, false);
  assert.deepEqual(recorded, ['u1', 'logout']);
});

test('a sign-out in one client, while the other asks for the name: the form, and no error', async t => {
  const { backend, clients } = createClients(t, 2);
  const [one, other] = clients;
  other.observe(() => {});
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session({ displayName: null }));
  await done;
  assert.equal(other.flow.screen, 'name');
  const signedOut = one.logout();
  assert.deepEqual([other.flow.screen, other.state.error], ['credentials', null]);
  await backend.answer('endSession');
  await signedOut;
});

test('each client has its own flow', async t => {
  const { backend, clients } = createClients(t, 2);
  const [one, other] = clients;
  const first = one.loginByPhone(PHONE);
  const second = other.registerByPhone('79167654321', 'Boris');
  await backend.answer('requestCode');
  await first;
  assert.equal(one.state.verificationStep, 'sms-sent');
  assert.equal(other.state.isLoading, true);
  await backend.answer('requestCode', new AuthError('server'));
  await assert.rejects(second);
  assert.equal(one.state.error, null);
  assert.deepEqual([one.flow.mode, other.flow.mode], ['phone-login', 'phone-register']);
});

for (const [where, user] of [
  ['at the form', null],
  ['signed in', 'u1'],
] as const) {
  test(`a session that another client finds first is reported to clients that are ${where}`, async t => {
    const { backend, store, clients } = createClients(t, 2, user && stored());
    const [one, other] = clients;
    const userIds: (string | null)[] = [];
    one.subscribe(({ userId }) => userId && userIds.push(userId));
    await one.tryAutoLogin();
    // Another tab has signed in, and its storage event has not arrived yet.
    store.stored = stored({ user: 'u2', displayName: 'Boris', token: 'token-2' });
    await other.tryAutoLogin();
    store.change(store.stored);
    await backend.answer('getSession', { user: 'u2', displayName: 'Boris', expiresIn: 1000 });
    await settle();
    assert.deepEqual([one.state.displayName, other.state.displayName], ['Boris', 'Boris']);
    assert.equal(await one.getToken(), 'token-2');
    assert.equal(userIds.at(-1), 'u2');
  });
}

test('a name that the check of a restoration brings is reported to all clients', async t => {
  const { backend, clients } = createClients(t, 2, stored());
  const [one, other] = clients;
  one.observe(() => {});
  await Promise.all([one.tryAutoLogin(), other.tryAutoLogin()]);
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna Maria', expiresIn: 1000 });
  await settle();
  assert.deepEqual([one.state.displayName, other.state.displayName], ['Anna Maria', 'Anna Maria']);
});

test('all clients share one renewal', async t => {
  const clock = new FakeClock(t);
  const backend = new SessionServer();
  const store = new FakeStore();
  const clients = Array.from({ length: 3 }, () => new AuthClient({ backend, store }));
  t.after(() => clients.forEach(client => client.dispose()));
  const done = clients[0]!.login('anna', 'correct horse');
  await settle();
  await done;
  await clock.advance(825_000);
  assert.equal(backend.count('renewSession'), 1);
});

test('clients share a session by resolved base URL', async t => {
  const page = new FakePage(t);
  page.localStorage.setItem('auth-widget:session:https://site.test/api', JSON.stringify(stored()));
  page.localStorage.setItem('auth-widget:session:https://site.test', JSON.stringify(stored({ user: 'root' })));
  const users: (string | null)[] = [];
  for (const baseUrl of [
    '/api',
    '/api/',
    'https://site.test/api',
    new URL('https://site.test/api//'),
    '/',
    undefined,
  ]) {
    const backend = new HeldBackend();
    const client = new AuthClient({ baseUrl, backend });
    await client.tryAutoLogin();
    users.push(client.state.userId);
    client.dispose();
  }
  assert.deepEqual(users, ['u1', 'u1', 'u1', 'u1', 'root', 'root']);
});

test('an invalid base URL throws a TypeError', () => {
  assert.throws(() => new AuthClient({ baseUrl: 'http://' }), TypeError);
});

for (const baseUrl of ['/', '/api/', undefined]) {
  test(`outside a page, a client for the address ${baseUrl} can be created, and its first call fails with an error that says what is missing`, async t => {
    const fetching = t.mock.method(globalThis, 'fetch');
    const client = new AuthClient({ baseUrl });
    t.after(() => client.dispose());
    const isTold = (error: unknown) => error instanceof TypeError && /absolute address.*baseUrl/.test(error.message);
    await assert.rejects(client.login('anna', 'correct horse'), isTold);
    await assert.rejects(client.loginByPhone('9161234567'), isTold);
    await client.tryAutoLogin();
    await client.logout();
    assert.equal(await client.getToken(), null);
    assert.equal(client.state.isLoading, false);
    assert.equal(fetching.mock.callCount(), 0);
  });

  test(`outside a page, an app's own backend is called, with the address ${baseUrl}`, async t => {
    const backend = new HeldBackend();
    const client = new AuthClient({ baseUrl, backend });
    t.after(() => client.dispose());
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    assert.equal(client.state.userId, 'u1');
  });
}

test('a sign-in as the user of a stored session that was not restored: reported to all clients, and the session is renewed in time', async t => {
  const clock = new FakeClock(t);
  const backend = new SessionServer();
  const store = new FakeStore();
  store.stored = stored({ user: 'anna', displayName: 'Name of anna' });
  const [one, other] = [new AuthClient({ backend, store }), new AuthClient({ backend, store })];
  t.after(() => [one, other].forEach(client => client.dispose()));
  const recorded = recordSignIns(other);
  await one.login('anna', 'correct horse');
  await settle();
  assert.deepEqual(recorded, ['in anna']);
  assert.equal(other.state.displayName, 'Name of anna');
  assert.equal(backend.count('renewSession'), 0);
  await clock.advance(825_000);
  assert.equal(backend.count('renewSession'), 1);
  assert.ok(backend.knows(store.stored.token));
});

test('a session restored offline by one client ends in all when the server rejects its renewal', async t => {
  const clock = new FakeClock(t);
  const { backend, store, clients } = createClients(t, 2, stored({ obtainedAt: Date.now() - 5_000_000 }));
  const [offline, late] = clients;
  const recorded = recordSignIns(offline);
  const first = offline.tryAutoLogin();
  await backend.answer('getSession', new AuthError('offline'));
  await first;
  assert.deepEqual({ ...offline.state }, ANNA);
  await late.tryAutoLogin();
  assert.deepEqual({ ...late.state }, ANNA);
  await clock.advance(1000);
  await backend.answer('renewSession', new AuthError('session-expired', { status: 401 }));
  await settle();
  assert.deepEqual(recorded, ['in u1', 'out session-expired']);
  assert.deepEqual({ ...offline.state }, { ...SIGNED_OUT, error: 'Your session has ended. Sign in again.' });
  assert.equal(late.state.isAuthenticated, false);
  assert.equal(store.stored, null);
  // The ended session is no longer renewed.
  await clock.advance(600_000);
  assert.equal(backend.count('renewSession'), 1);
});

for (const [what, age] of [
  ['running', 0],
  ['expired', 2_000_000],
] as const)
  test(`a session that is ${what} and that one client restores is that of an observed client, too, made before`, async t => {
    const { backend, clients } = createClients(t, 3, stored({ obtainedAt: Date.now() - age }));
    const [one, observed, unobserved] = clients;
    const recorded = recordSignIns(observed);
    const restored = one.tryAutoLogin();
    await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
    await restored;
    assert.deepEqual(
      [observed.state.userId, unobserved!.state.userId, observed.flow.screen],
      ['u1', 'u1', 'signed-in'],
    );
    assert.deepEqual(recorded, ['in u1']);
  });

test('two clients that restore at once: both promises resolve, whichever brings the session', async t => {
  for (const isFound of [true, false]) {
    const { backend, clients } = createClients(t, 2, isFound ? null : stored({ obtainedAt: Date.now() - 2_000_000 }));
    const answer = { user: 'u1', displayName: 'Anna Maria', expiresIn: 1000 };
    if (isFound) Object.assign(backend, { findSession: () => Promise.resolve(answer) });
    const restored = Promise.all(clients.map(client => client.tryAutoLogin()));
    if (!isFound) await backend.answer('getSession', answer);
    await restored;
    assert.deepEqual(
      clients.map(({ state }) => state.displayName),
      ['Anna Maria', 'Anna Maria'],
    );
    for (const client of clients) client.dispose();
  }
});

test('a restoration in one client leaves the flow of another one alone', async t => {
  const { backend, clients } = createClients(t, 2, stored());
  const [one, other] = clients;
  other.observe(() => {});
  const requested = other.loginByPhone(PHONE);
  await backend.answer('requestCode', {});
  await requested;
  const submitted = other.loginWithSmsCode('123456');
  await one.tryAutoLogin();
  assert.deepEqual([one.state.userId, other.flow.screen], ['u1', 'code']);
  await backend.answer('verifyCode', session({ user: 'u2', token: 'token-2' }));
  await submitted;
  assert.deepEqual([one.state.userId, other.state.userId], ['u2', 'u2']);
});
