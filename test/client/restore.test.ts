// tryAutoLogin: what a stored session is worth (contract, «Client»; session page, «Time» and «Restore»).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { FakeClock, settle } from '../support/clock.js';
import { stored } from '../support/fake-backend.js';
import { FakePage } from '../support/page.js';
import { ANNA, NOBODY, scene } from '../support/scene.js';

const SECOND = 1000;
const HOUR = 3_600_000;
/** Obtained so long ago, in seconds; it lives for 1000. */
const aged = (seconds: number, over: object = {}) => stored({ obtainedAt: Date.now() - seconds * SECOND, ...over });

test('nothing stored: resolves quietly, no call, no error', async t => {
  const { client, backend, told } = scene(t);
  assert.equal(await client.tryAutoLogin(), undefined);
  assert.equal(backend.calls.length, 0);
  assert.deepEqual({ ...client.state }, NOBODY);
  assert.ok(!told().includes('auth-error'));
});

test('an unexpired one signs in at once, and is checked behind the person’s back', async t => {
  new FakeClock(t);
  const { client, backend, store } = scene(t, { stored: aged(500) });
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

test('renewed only past 80 % of its life', async t => {
  for (const [age, method] of [
    [799, 'getSession'],
    [821, 'renewSession'],
  ] as const) {
    const clock = new FakeClock(t);
    const { client, backend } = scene(t, { stored: aged(age) });
    await client.tryAutoLogin();
    assert.deepEqual({ ...client.state }, ANNA);
    await clock.advance(1);
    assert.deepEqual(backend.open, [method], `at ${age} seconds`);
  }
});

test('the check brings another name', async t => {
  const { client, backend, store } = scene(t, { stored: stored() });
  await client.tryAutoLogin();
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna Maria', expiresIn: 500 });
  await settle();
  assert.equal(client.state.displayName, 'Anna Maria');
  assert.equal(store.stored?.displayName, 'Anna Maria');
});

for (const error of ['network', 'offline', 'timeout', 'server', 'too-many-requests', 'invalid-response'] as const) {
  test(`a check that fails with ${error} signs nobody out`, async t => {
    const { client, backend, store } = scene(t, { stored: stored() });
    await client.tryAutoLogin();
    await backend.answer('getSession', new AuthError(error));
    await settle();
    assert.deepEqual({ ...client.state }, ANNA);
    assert.equal(store.stored?.token, 'token-1');
  });

  test(`locally expired, and the server answers ${error}: signed in`, async t => {
    const { client, backend, store } = scene(t, { stored: aged(5000) });
    const done = client.tryAutoLogin();
    await backend.answer('getSession', new AuthError(error));
    await done;
    assert.deepEqual({ ...client.state }, ANNA);
    assert.equal(store.stored?.token, 'token-1');
  });
}

test('locally expired: loading until the answer, and neither form nor person before', async t => {
  const clock = new FakeClock(t);
  const { client, backend, store } = scene(t, { stored: aged(5000) });
  const screens = new Set<string>();
  client.observe(() => screens.add(client.flow.screen));
  const done = client.tryAutoLogin();
  assert.deepEqual({ ...client.state }, { ...NOBODY, isLoading: true });
  assert.equal(client.flow.screen, 'restoring');
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 400 });
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.deepEqual([...screens], ['restoring', 'signed-in']);
  // The clock was wrong; the server's duration counts from now.
  assert.deepEqual([store.stored?.obtainedAt, store.stored?.expiresIn], [clock.now, 400]);
});

test('locally expired, and the server knows it no more: nobody, and nothing stays stored', async t => {
  const { client, backend, store } = scene(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
  await done;
  assert.deepEqual({ ...client.state }, NOBODY);
  assert.equal(client.flow.screen, 'credentials');
  assert.equal(store.stored, null);
});

test('locally expired, and the server does not answer: signed in after ten seconds', async t => {
  const clock = new FakeClock(t);
  const { client } = scene(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  await clock.advance(9_900);
  assert.equal(client.state.isLoading, true);
  await clock.advance(200);
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
});

test('the clock went backwards: the server is asked', async t => {
  new FakeClock(t);
  const { client, backend, store } = scene(t, { stored: stored({ obtainedAt: Date.now() + 5 * HOUR }) });
  const done = client.tryAutoLogin();
  assert.equal(client.state.isLoading, true);
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 700 });
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.equal(store.stored?.obtainedAt, Date.now());
});

test('a check with 401 signs out, and says why', async t => {
  const { client, backend, store } = scene(t, { stored: stored() });
  await client.tryAutoLogin();
  await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
  await settle();
  assert.deepEqual({ ...client.state }, { ...NOBODY, error: 'Your session has ended. Please sign in again.' });
  assert.equal(store.stored, null);
  assert.equal(await client.getToken(), null);
});

test('a check with 401, when another tab has signed in meanwhile: its session counts', async t => {
  for (const age of [0, 5000]) {
    const { client, backend, store } = scene(t, { stored: aged(age) });
    const done = client.tryAutoLogin();
    await settle();
    store.stored = stored({ token: 'token-2', user: 'u2', displayName: 'Boris' });
    await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
    await done;
    await settle();
    assert.equal(client.state.userId, 'u2');
    assert.equal(store.stored?.token, 'token-2');
  }
});

test('an account that lacks a name restores to «verified», and the name is asked for', async t => {
  for (const age of [0, 5000]) {
    const { client, backend, store } = scene(t, { stored: aged(age, { displayName: null }) });
    const done = client.tryAutoLogin();
    if (age) await backend.answer('getSession', { user: 'u1', displayName: null, expiresIn: 400 });
    await done;
    assert.deepEqual({ ...client.state }, { ...NOBODY, verificationStep: 'verified' });
    assert.equal(client.flow.screen, 'name');
    const named = client.verifyRegistrationSms('', 'Anna');
    await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
    await named;
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
    assert.equal(store.stored?.displayName, 'Anna');
  }
});

test('a sign-out while the session is being restored: nobody, and the late answer changes nothing', async t => {
  const { client, backend, store } = scene(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  await settle();
  const out = client.logout();
  await assert.rejects(done, { code: 'cancelled' });
  await backend.answer('endSession');
  await out;
  await settle();
  assert.deepEqual({ ...client.state }, NOBODY);
  assert.equal(store.stored, null);
});

test('a sign-in while the session is being restored wins', async t => {
  const { client, backend } = scene(t, { stored: aged(5000) });
  const restored = client.tryAutoLogin();
  await settle();
  const done = client.login('boris', 'another horse');
  await assert.rejects(restored, { code: 'cancelled' });
  await backend.answer('login', { user: 'u2', displayName: 'Boris', token: 'token-2', expiresIn: 1000 });
  await done;
  assert.equal(client.state.userId, 'u2');
});

test('a restoration that was cancelled holds no session: nothing is renewed, nobody is signed in by it', async t => {
  const clock = new FakeClock(t);
  const { client, backend } = scene(t, { stored: aged(5000) });
  const restored = client.tryAutoLogin();
  await settle();
  const asked = client.loginByPhone('79161234567');
  await assert.rejects(restored, { code: 'cancelled' });
  await backend.answer('requestCode');
  await asked;
  await clock.advance(60_000);
  assert.equal(backend.count('renewSession'), 0);
  assert.equal(client.state.verificationStep, 'sms-sent');
});

test('another mode while the session is being restored: still restored, and its promise says so', async t => {
  const { client, backend } = scene(t, { stored: aged(5000) });
  const done = client.tryAutoLogin();
  client.setMode('register');
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 400 });
  await done;
  assert.deepEqual({ ...client.state }, ANNA);
  assert.equal(client.flow.mode, 'register');
});

test('without a network a restored session goes on when the network is back', async t => {
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const { client, backend, store } = scene(t, { stored: aged(5000) });
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
