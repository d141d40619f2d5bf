// Answers of the server that arrive after something else has happened.
import assert from 'node:assert/strict';
import test from 'node:test';
import { settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { ANNA, setUpClient } from '../support/client-setup.js';

test('a late answer to the check of a session does not undo a name that was saved meanwhile', async t => {
  const { client, backend, store } = setUpClient(t, { stored: stored({ displayName: null }) });
  await client.tryAutoLogin();
  assert.equal(client.flow.screen, 'name');
  await settle();
  assert.deepEqual(backend.open, ['getSession']);
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  await backend.answer('getSession', { user: 'u1', displayName: null, expiresIn: 1000 });
  await settle();
  assert.equal(store.stored?.displayName, 'Anna');
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
});

test('a backend that ignores the signal: the late answer of a cancelled sign-in is dropped', async t => {
  const s = setUpClient(t);
  let answer!: (value: unknown) => void;
  s.backend.login = () => new Promise<never>(resolve => (answer = resolve as typeof answer));
  const running = s.client.login('anna', 'correct horse');
  await settle();
  s.client.back();
  await assert.rejects(running, { code: 'cancelled' });
  answer(session());
  await settle();
  assert.equal(s.store.stored, null);
  assert.equal(s.client.state.isAuthenticated, false);
});
