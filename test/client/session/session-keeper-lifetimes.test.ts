// Sessions for which the server gives no lifetime (docs/behaviour/session.md#lifetimes-left-out).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { FakeClock, settle } from '../../support/clock.js';
import { session, stored } from '../../support/held-backend.js';
import { setUpClient } from '../../support/client-setup.js';

const SECOND = 1000;

test('a sign-in without a lifetime: signed in at once, and the server is asked for the lifetime once', async t => {
  const clock = new FakeClock(t);
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session({ expiresIn: undefined }));
  assert.deepEqual([client.state.isAuthenticated, store.stored?.expiresIn], [true, 3600]);
  await clock.advance(5 * SECOND);
  await backend.answer('getSession', { user: 'u1', displayName: 'Another', expiresIn: 500 });
  await settle();
  assert.deepEqual([store.stored?.expiresIn, store.stored?.obtainedAt], [500, clock.now]);
  assert.equal(client.state.displayName, 'Anna', 'asked for the lifetime alone');
  await clock.advance(300 * SECOND);
  assert.deepEqual([backend.count('getSession'), backend.count('renewSession')], [1, 0]);
  await clock.advance(115 * SECOND);
  // The first call may have timed out by now, with the next one still to come.
  assert.ok(backend.count('renewSession') > 0);
});

test('a sign-in with a lifetime: the server is not asked', async t => {
  const { backend, signIn } = setUpClient(t);
  await signIn(session());
  await settle();
  assert.equal(backend.count('getSession'), 0);
});

for (const [what, answer] of [
  ['fails', new AuthError('network')],
  ['says that the session is over', new AuthError('session-expired')],
  ['does not say it either', { user: 'u1', displayName: 'Anna' }],
  ['says no number', { user: 'u1', displayName: 'Anna', expiresIn: 'soon' }],
  ['says less than a second', { user: 'u1', displayName: 'Anna', expiresIn: 0 }],
  ['is empty', null],
] as const)
  test(`the answer about the lifetime ${what}: an hour, and no sign-in is lost`, async t => {
    const clock = new FakeClock(t);
    const { client, backend, store, signIn } = setUpClient(t);
    await signIn(session({ expiresIn: undefined }));
    const obtainedAt = clock.now;
    await clock.advance(5 * SECOND);
    await backend.answer('getSession', answer);
    await settle();
    assert.equal(client.state.isAuthenticated, true);
    assert.deepEqual([store.stored?.expiresIn, store.stored?.obtainedAt], [3600, obtainedAt]);
    assert.equal(await client.getToken(), 'token-1');
    await clock.advance(2800 * SECOND);
    assert.deepEqual([backend.count('getSession'), backend.count('renewSession')], [1, 0]);
    await clock.advance(200 * SECOND);
    assert.ok(backend.count('renewSession') > 0);
  });

test('a lifetime that comes after the name was saved: used', async t => {
  const { client, backend, store, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.verifyRegistrationSms('123456', 'Anna');
  await backend.answer('verifyCode', session({ displayName: null, expiresIn: undefined }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await done;
  await backend.answer('getSession', { user: 'u1', displayName: null, expiresIn: 500 });
  await settle();
  assert.deepEqual([store.stored?.expiresIn, store.stored?.displayName], [500, 'Anna']);
});

test('a lifetime that comes after a renewal or another sign-in: not used', async t => {
  const clock = new FakeClock(t);
  const { backend, store, signIn } = setUpClient(t);
  await signIn(session({ expiresIn: undefined }));
  await settle();
  clock.jump(SECOND);
  store.stored = { ...store.stored!, obtainedAt: clock.now, expiresIn: 900 };
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 500 });
  await settle();
  assert.equal(store.stored.expiresIn, 900);
});

test('a renewal without a lifetime: the previous one counts until the server gives one', async t => {
  const clock = new FakeClock(t);
  const { client, backend, store } = setUpClient(t, { stored: stored({ obtainedAt: Date.now() - 900 * SECOND }) });
  await client.tryAutoLogin();
  await clock.advance(1);
  store.stored = { ...store.stored!, obtainedAt: clock.now - 900 * SECOND };
  const token = client.getToken();
  await backend.answer('renewSession', session({ token: 'token-2', expiresIn: undefined }));
  assert.equal(await token, 'token-2');
  assert.equal(store.stored.expiresIn, 1000);
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 700 });
  await settle();
  assert.equal(store.stored.expiresIn, 700);
});

test('a check that does not name the lifetime: the stored one still counts, and begins again if it had passed', async t => {
  for (const age of [100, 5000]) {
    const clock = new FakeClock(t);
    const obtainedAt = clock.now - age * SECOND;
    const { client, backend, store } = setUpClient(t, { stored: stored({ obtainedAt }) });
    const restored = client.tryAutoLogin();
    await backend.answer('getSession', { user: 'u1', displayName: 'Maria' });
    await restored;
    await settle();
    assert.equal(client.state.displayName, 'Maria');
    assert.deepEqual([store.stored?.expiresIn, store.stored?.obtainedAt], [1000, age > 1000 ? clock.now : obtainedAt]);
    assert.equal(backend.count('getSession'), 1);
    client.dispose();
  }
});
