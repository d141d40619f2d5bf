// An answer about one person is never written over another person's session (docs/behaviour/session.md#tabs).
import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeClock, settle } from '../../support/clock.js';
import { session, stored } from '../../support/held-backend.js';
import { setUpClient } from '../../support/client-setup.js';

test('a name that is saved while another person signs in in another tab: the new session stays as it is', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session({ displayName: null }));
  const named = client.verifyRegistrationSms('', 'Anna').catch(() => {});
  const other = stored({ user: 'u2', displayName: 'Boris', token: 'token-2' });
  // The store changes without an event, as if the event came after the answer.
  store.stored = other;
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  await settle();
  assert.deepEqual(store.stored, other);
});

test('a name that is saved while the same session is renewed: the new token stays, with the name', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session({ displayName: null }));
  const named = client.verifyRegistrationSms('', 'Anna');
  const renewed = stored({ displayName: null, token: 'token-2', method: 'password' });
  store.stored = renewed;
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  assert.deepEqual(store.stored, { ...renewed, displayName: 'Anna' });
});

test('a renewal during which another tab replaces the session does not delay the next one', async t => {
  t.mock.method(Math, 'random', () => 0.99);
  const clock = new FakeClock(t);
  const { backend, store, signIn } = setUpClient(t);
  await signIn(session({ expiresIn: 100 }));
  const renewals = () => backend.calls.filter(({ method }) => method === 'renewSession');
  while (renewals().length === 0) await clock.advance(1000);
  store.change(stored({ user: 'u2', token: 'token-2', obtainedAt: Date.now(), expiresIn: 1 }));
  await backend.answer('renewSession', session({ token: 'token-3' }));
  // The next renewal comes after 820 ms. After a failure it would come after 990 ms.
  await clock.advance(900);
  assert.deepEqual(
    renewals().map(({ args }) => args[0]),
    ['token-1', 'token-2'],
  );
});
