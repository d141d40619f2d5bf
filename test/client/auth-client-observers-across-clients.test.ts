// Observers that act while a sign-in or sign-out is being reported to several clients of one session.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { createClients } from '../support/clients.js';
import { settle } from '../support/clock.js';
import { HeldBackend, session, stored } from '../support/held-backend.js';
import { PHONE } from '../support/client-setup.js';

test('an observer that signs out at every sign-in: no other client stays signed in', async t => {
  const { backend, store, clients } = createClients(t, 2);
  const [strict, other] = clients;
  let signedOut: Promise<void> | undefined;
  strict.observe(notice => {
    if (notice.type === 'auth-signed-in') signedOut = strict.logout();
  });
  const recorded: string[] = [];
  other.observe(({ type }) => type.startsWith('auth-signed') && recorded.push(type));
  store.change(stored());
  assert.deepEqual([strict.state.isAuthenticated, other.state.isAuthenticated], [false, false]);
  assert.equal(store.stored, null);
  assert.deepEqual(recorded, []);
  await backend.answer('endSession');
  await signedOut;
});

test('an observer that signs out when another client signs in: that client is signed out', async t => {
  const { backend, store, clients } = createClients(t, 2);
  const [one, strict] = clients;
  const states: (string | null)[] = [];
  one.subscribe(({ isAuthenticated, userId }) => isAuthenticated && states.push(userId));
  strict.observe(({ type }) => {
    if (type === 'auth-signed-in') strict.logout().catch(() => {});
  });
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  await backend.answer('endSession');
  await settle();
  assert.equal(store.stored, null);
  assert.deepEqual([one.state.isAuthenticated, strict.state.isAuthenticated], [false, false]);
  assert.deepEqual(states, ['u1']);
});

test('an observer that asks for a code when another client signs in: both stay signed in', async t => {
  const { backend, store, clients } = createClients(t, 2);
  const [one, other] = clients;
  other.observe(({ type }) => {
    if (type === 'auth-signed-in') other.loginByPhone(PHONE).catch(() => {});
  });
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  await backend.answer('requestCode');
  await settle();
  assert.equal(store.stored?.token, 'token-1');
  assert.deepEqual([one.state.userId, other.state.userId], ['u1', 'u1']);
  assert.equal(other.flow.screen, 'code');
});

test('a sign-out in another client during a restoration: nobody is signed in', async t => {
  const { store, clients } = createClients(t, 2, stored());
  const [one, other] = clients;
  one.observe(() => {});
  const restored = one.tryAutoLogin();
  other.logout().catch(() => {});
  await restored;
  await settle();
  assert.equal(store.stored, null);
  assert.equal(one.state.isAuthenticated, false);
});

for (const leave of ['setMode', 'back'] as const) {
  test(`${leave}() in an observer of another client, before this client's sign-in is complete: both are signed in`, async t => {
    const { backend, clients } = createClients(t, 2);
    const [one, other] = clients;
    one.observe(() => {});
    other.observe(({ type }) => {
      if (type === 'auth-signed-in') one[leave]('register');
    });
    const signedIn = one.login('anna', 'correct horse');
    await backend.answer('login', session());
    await assert.rejects(signedIn, { code: 'cancelled' });
    await settle();
    assert.deepEqual([one.state.userId, other.state.userId], ['u1', 'u1']);
  });
}

for (const order of ['first', 'last'] as const)
  test(`an observer of another client starts a sign-in when a restoration finds a session, and hears of it ${order}`, async t => {
    const { backend, clients } = createClients(t, 2);
    const [one, other] = clients;
    const finder = new HeldBackend();
    Object.assign(backend, { findSession: (options: object) => finder.getSession(options) });
    let signedIn: Promise<void> | undefined;
    const observe = () =>
      other.observe(({ type }) => {
        if (type === 'auth-signed-in') signedIn = one.login('boris', 'wrong horse');
      });
    if (order === 'first') observe();
    const restored = one.tryAutoLogin();
    if (order === 'last') observe();
    await finder.answer('getSession', session({ token: undefined }));
    await assert.rejects(restored, { code: 'cancelled' });
    await backend.answer('login', new AuthError('wrong-credentials', { status: 401 }));
    await assert.rejects(signedIn!, { code: 'wrong-credentials' });
    // Both have the session that was found, and hear of its end.
    assert.deepEqual([one.state.userId, other.state.userId], ['u1', 'u1']);
    const signedOut = other.logout();
    await backend.answer('endSession');
    await signedOut;
    assert.deepEqual([one.state.userId, other.state.userId], [null, null]);
  });
