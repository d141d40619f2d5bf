// tryAutoLogin: which stored sessions sign in, and when the server is asked: docs/behaviour/session.md#restore.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { FakeClock, settle } from '../support/clock.js';
import { stored } from '../support/held-backend.js';
import { FakePage } from '../support/page.js';
import { ANNA, PHONE, setUpClient, SIGNED_OUT } from '../support/client-setup.js';

const SECOND = 1000;
const HOUR = 3_600_000;
/** A session that was obtained `seconds` ago and lives for 1000. */
const aged = (seconds: number, overrides: object = {}) =>
  stored({ obtainedAt: Date.now() - seconds * SECOND, ...overrides });

test('nothing stored: resolves without a call and without an error', async t => {
  const { client, backend, takeNotices } = setUpClient(t);
  const done: Promise<unknown> = client.tryAutoLogin();
  assert.equal(await done, undefined);
  assert.equal(backend.calls.length, 0);
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
  assert.ok(!takeNotices().includes('auth-error'));
});

test('an unexpired session signs in at once, and is checked in the background', async t => {
  new FakeClock(t);
  const { client, backend, store } = setUpClient(t, { stored: aged(500) });
  await client.tryAutoLogin();
  assert.deepEqual({ ...client.state }, ANNA);
  await settle();
  assert.deepEqual(
    backend.calls.map(({ method, args }) => [method, ...args]),
    [['getSession', 'token-1']],
  );
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 500 });
  await settle();
  assert.deepEqual({ ...client.state }, ANNA);
  assert.equal(store.stored?.token, 'token-1');
  assert.deepEqual(backend.open, []);
});

test('a restored session is renewed only past 80 % of its lifetime', async t => {
  for (const [age, method] of [
    [799, 'getSession'],
    [821, 'renewSession'],
  ] as const) {
    const clock = new FakeClock(t);
    const { client, backend } = setUpClient(t, { stored: aged(age) });
    await client.tryAutoLogin();
    assert.deepEqual({ ...client.state }, ANNA);
    await clock.advance(1);
    assert.deepEqual(backend.open, [method], `at ${age} seconds`);
  }
});

test('the check of a session can change the name', async t => {
  const { client, backend, store } = setUpClient(t, { stored: stored() });
  await client.tryAutoLogin();
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna Maria', expiresIn: 500 });
  await settle();
  assert.equal(client.state.displayName, 'Anna Maria');
  assert.equal(store.stored?.displayName, 'Anna Maria');
});

for (const error of ['network', 'offline', 'timeout', 'server', 'too-many-requests', 'invalid-response'] as const) {
  test(`a check that fails with ${error} signs nobody out`, async t => {
    const { client, backend, store } = setUpClient(t, { stored: stored() });
    await client.tryAutoLogin();
    await backend.answer('getSession', new AuthError(error));
    await settle();
    assert.deepEqual({ ...client.state }, ANNA);
    assert.equal(store.stored?.token, 'token-1');
  });

  test(`locally expired, and the check fails with ${error}: signed in`, async t => {
    const { client, backend, store } = setUpClient(t, { stored: aged(5000) });
    const done = client.tryAutoLogin();
    await backend.answer('getSession', new AuthError(error));
    await done;
    assert.deepEqual({ ...client.state }, ANNA);
    assert.equal(store.stored?.token, 'token-1');
  });
}

test('locally expired: isLoading and the screen restoring until the answer', async t => {
  const clock = new FakeClock(t);
  const { client, backend, store } = setUpClient(t, { stored: aged(5000) });
  const screens = new Set<string>();
  client.observe(() => screens.add(client.flow.screen));
  const done = client.tryAutoLogin();
  assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, isLoading: true });
  assert.equal(client.flow.screen, 'restoring');
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 400 });
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.deepEqual([...screens], ['restoring', 'signed-in']);
  // The lifetime in the server's answer counts from now.
  assert.deepEqual([store.stored?.obtainedAt, store.stored?.expiresIn], [clock.now, 400]);
});

test('locally expired, and the server rejects it: not signed in, and the record is removed', async t => {
  const { client, backend, store } = setUpClient(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
  await done;
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
  assert.equal(client.flow.screen, 'credentials');
  assert.equal(store.stored, null);
});

test('locally expired, and the server does not answer: signed in after ten seconds', async t => {
  const clock = new FakeClock(t);
  const { client } = setUpClient(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  await clock.advance(9_900);
  assert.equal(client.state.isLoading, true);
  await clock.advance(200);
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
});

test('obtained in the future, because the clock has been set back since: the server is asked', async t => {
  new FakeClock(t);
  const { client, backend, store } = setUpClient(t, { stored: stored({ obtainedAt: Date.now() + 5 * HOUR }) });
  const done = client.tryAutoLogin();
  assert.equal(client.state.isLoading, true);
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 700 });
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.equal(store.stored?.obtainedAt, Date.now());
});

test('a check with 401 signs out with session-expired', async t => {
  const { client, backend, store } = setUpClient(t, { stored: stored() });
  await client.tryAutoLogin();
  await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
  await settle();
  assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, error: 'Your session has ended. Sign in again.' });
  assert.equal(store.stored, null);
  assert.equal(await client.getToken(), null);
});

test('a check with 401 does not end the session of another tab that has signed in meanwhile', async t => {
  for (const age of [0, 5000]) {
    const { client, backend, store } = setUpClient(t, { stored: aged(age) });
    const done = client.tryAutoLogin();
    await settle();
    store.stored = stored({ token: 'token-2', user: 'u2', displayName: 'Boris' });
    await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
    await done;
    await settle();
    assert.equal(client.state.userId, 'u2');
    assert.equal(store.read()?.token, 'token-2');
  }
});

test('an account without a name restores to the step verified', async t => {
  for (const age of [0, 5000]) {
    const { client, backend, store } = setUpClient(t, { stored: aged(age, { displayName: null }) });
    const done = client.tryAutoLogin();
    if (age) await backend.answer('getSession', { user: 'u1', displayName: null, expiresIn: 400 });
    await done;
    assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, verificationStep: 'verified' });
    assert.equal(client.flow.screen, 'name');
    const named = client.verifyRegistrationSms('', 'Anna');
    await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
    await named;
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
    assert.equal(store.stored?.displayName, 'Anna');
  }
});

test('logout() during a restoration: the late answer changes nothing', async t => {
  const { client, backend, store } = setUpClient(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  await settle();
  const signedOut = client.logout();
  await assert.rejects(done, { code: 'cancelled' });
  await backend.answer('endSession');
  await signedOut;
  await settle();
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
  assert.equal(store.stored, null);
});

test('a sign-in during a restoration cancels it', async t => {
  const { client, backend } = setUpClient(t, { stored: aged(5000) });
  const restored = client.tryAutoLogin();
  await settle();
  const done = client.login('boris', 'another horse');
  await assert.rejects(restored, { code: 'cancelled' });
  await backend.answer('login', { user: 'u2', displayName: 'Boris', token: 'token-2', expiresIn: 1000 });
  await done;
  assert.equal(client.state.userId, 'u2');
});

test('a restoration that a sign-out cancels neither signs in nor renews', async t => {
  const clock = new FakeClock(t);
  const { client, backend } = setUpClient(t, { stored: aged(5000) });
  const restored = client.tryAutoLogin();
  await settle();
  const signedOut = client.logout();
  await assert.rejects(restored, { code: 'cancelled' });
  await backend.answer('endSession');
  await signedOut;
  await clock.advance(60_000);
  assert.equal(backend.count('renewSession'), 0);
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});

test('setMode() during a restoration does not cancel it', async t => {
  const { client, backend } = setUpClient(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  client.setMode('register');
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 400 });
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.equal(client.flow.mode, 'register');
});

test('a session restored offline is renewed when the network is back', async t => {
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const { client, backend, store } = setUpClient(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  await backend.answer('getSession', new AuthError('offline'));
  await done;
  assert.equal(client.state.isAuthenticated, true);
  await clock.advance(1000);
  await backend.answer('renewSession', new AuthError('offline'));
  await settle();
  page.goOnline();
  await clock.advance(1000);
  await backend.answer('renewSession', { user: 'u1', displayName: 'Anna', token: 'token-2', expiresIn: 1000 });
  await settle();
  assert.equal(store.stored?.token, 'token-2');
});

const begin: [string, (client: AuthClient) => Promise<void>][] = [
  ['loginByPhone', client => client.loginByPhone(PHONE)],
  ['login', client => client.login('boris', 'another horse')],
];
for (const [name, operation] of begin)
  for (const [lifetime, seconds] of [
    ['running', 500],
    ['expired', 5000],
  ] as const) {
    test(`${name} right after tryAutoLogin leaves the session that is ${lifetime}`, async t => {
      const { client, backend, store } = setUpClient(t, { stored: aged(seconds) });
      const restored = client.tryAutoLogin();
      void operation(client).catch(() => {});
      await assert.rejects(restored, { code: 'cancelled' });
      await settle();
      assert.deepEqual({ ...client.state }, { ...ANNA, isLoading: true });
      for (const method of ['login', 'requestCode'] as const)
        if (backend.open.includes(method)) await backend.answer(method, new AuthError('network'));
      await settle();
      assert.deepEqual({ ...client.state, error: null }, ANNA);
      assert.equal(store.stored?.token, 'token-1');
      assert.equal(backend.count('endSession'), 0);
    });

    test(`${name} while the check of a restoration runs leaves the session that is ${lifetime}`, async t => {
      const { client, backend, store } = setUpClient(t, { stored: aged(seconds) });
      const restored = client.tryAutoLogin();
      await settle();
      void operation(client).catch(() => {});
      const result = seconds > 1000 ? assert.rejects(restored, { code: 'cancelled' }) : restored;
      await result;
      await settle();
      assert.equal(store.stored?.token, 'token-1');
      assert.equal(backend.count('endSession'), 0);
      assert.deepEqual({ ...client.state }, { ...ANNA, isLoading: true });
    });
  }

test('an operation right after tryAutoLogin, with nothing stored: no call', async t => {
  const { client, backend } = setUpClient(t);
  client.tryAutoLogin().catch(() => {});
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await requested;
  assert.equal(backend.count('endSession'), 0);
});

test('setMode() and back() during a restoration end no session', async t => {
  const { client, backend, store } = setUpClient(t, { stored: aged(500) });
  const restored = client.tryAutoLogin();
  client.setMode('login');
  client.back();
  await restored;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.equal(store.stored?.token, 'token-1');
  assert.equal(backend.count('endSession'), 0);
});
