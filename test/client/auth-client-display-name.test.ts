// The display name of an account: asked for in the step `verified`, and sent with or after the code.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { HeldBackend, FakeStore, session } from '../support/held-backend.js';
import { ANNA, PHONE, PHONE_TEXT, setUpClient, SIGNED_OUT } from '../support/client-setup.js';

test('loginWithSmsCode: an account without a name resolves in verified, not yet authenticated', async t => {
  const { client, backend, store, awaitCode, takeNotices } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await done;
  assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, verificationStep: 'verified' });
  assert.equal(client.flow.screen, 'name');
  assert.deepEqual(takeNotices(), ['auth-change', 'auth-change']);
  // The session is stored, so a reload needs no other code.
  assert.equal(store.stored?.displayName, null);
});

test('verifyRegistrationSms: in verified only the name is sent', async t => {
  const { client, backend, store, awaitCode } = setUpClient(t);
  await awaitCode();
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await confirmed;
  const named = client.verifyRegistrationSms('123456', ' Anna ');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  assert.equal(backend.count('verifyCode'), 1);
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Anna']);
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  assert.equal(store.stored?.displayName, 'Anna');
});

test('registerByPhone keeps the name for verifyRegistrationSms(code)', async t => {
  const { client, backend, store } = setUpClient(t);
  const requested = client.registerByPhone(PHONE_TEXT, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await done;
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Anna']);
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  assert.equal(store.stored?.displayName, 'Anna');
});

test('verifyRegistrationSms(code, name): its name replaces the one from registerByPhone', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.registerByPhone(PHONE_TEXT, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456', 'Maria');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Maria' });
  await done;
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Maria']);
  assert.equal(client.state.displayName, 'Maria');
});

test('after a rejected name only the name is sent again, not the code', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.registerByPhone(PHONE_TEXT, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', new AuthError('policy', { status: 422, field: 'displayName' }));
  await assert.rejects(done, { code: 'policy', field: 'displayName' });
  assert.equal(client.state.verificationStep, 'verified');
  assert.equal(client.state.error, 'The server does not accept this. Enter something else.');
  assert.equal(client.flow.typedName, 'Anna');
  const again = client.verifyRegistrationSms('', 'Ann');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Ann' });
  await again;
  assert.equal(backend.count('verifyCode'), 1);
  assert.equal(client.state.displayName, 'Ann');
});

test('a rejected name stays in flow.failure without observers too', async t => {
  const backend = new HeldBackend();
  const client = new AuthClient({ backend, store: new FakeStore() });
  t.after(() => client.dispose());
  const requested = client.registerByPhone(PHONE, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null, created: false }));
  await backend.answer('setDisplayName', new AuthError('policy', { status: 422, field: 'displayName' }));
  await assert.rejects(done, { code: 'policy' });
  assert.deepEqual([client.flow.failure?.code, client.state.verificationStep], ['policy', 'verified']);
});

test('a session that ends while the name is saved: back to the form with session-expired', async t => {
  const { client, backend, store, awaitCode } = setUpClient(t);
  await awaitCode();
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await confirmed;
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
  await assert.rejects(named, { code: 'session-expired' });
  assert.equal(client.state.verificationStep, 'none');
  assert.equal(client.flow.screen, 'credentials');
  assert.equal(store.stored, null);
});

test('a server that keeps no names signs in without one', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', { user: 'u1', token: 'token-1', expiresIn: 1000 });
  await done;
  assert.deepEqual({ ...client.state }, { ...ANNA, displayName: null, verificationStep: 'verified' });
});
