// Mistakes that are easy to make in the client, and that a person would notice.
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock, settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

test('a name typed for a registration is not saved by a later sign-in with the same number', async t => {
  const { client, backend } = setUpClient(t);
  const registered = client.registerByPhone(PHONE, 'Anna');
  await backend.answer('requestCode');
  await registered;
  client.back();
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await requested;
  assert.equal(client.flow.typedName, null);
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await done;
  assert.deepEqual([client.flow.screen, backend.count('setDisplayName')], ['name', 0]);
});

test('a restoration whose client was disposed of starts nothing when the answer comes', async t => {
  const clock = new FakeClock(t);
  const { client, backend, store } = setUpClient(t, { stored: stored({ obtainedAt: clock.now - 5_000_000 }) });
  const restored = client.tryAutoLogin();
  await settle();
  client.dispose();
  await assert.rejects(restored, { code: 'cancelled' });
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
  await settle();
  assert.deepEqual([clock.pending, store.listeners.size], [0, 0]);
});
