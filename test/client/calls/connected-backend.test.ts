// `AuthBackend.connect`: called before the first call, once, and again after a failure.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import { settle } from '../../support/clock.js';
import { session, stored } from '../../support/held-backend.js';
import { PHONE, setUpClient } from '../../support/client-setup.js';

/** A client whose backend has a connection that the test opens. */
function setUpConnecting(t: test.TestContext, options: Parameters<typeof setUpClient>[1] = {}) {
  const s = setUpClient(t, options);
  const attempts: { open: () => void; fail: (error: Error) => void; signal: AbortSignal | undefined }[] = [];
  const backend = s.backend as typeof s.backend & { connect?: unknown };
  backend.connect = ({ signal }: { signal?: AbortSignal }) =>
    new Promise<void>((open, fail) => {
      attempts.push({ open, fail, signal });
      signal?.addEventListener('abort', () => fail(new AuthError('cancelled')));
    });
  return { ...s, attempts };
}

test('the first call waits for the connection', async t => {
  const { client, backend, attempts } = setUpConnecting(t);
  const done = client.loginByPhone(PHONE);
  await settle();
  assert.equal(attempts.length, 1);
  assert.equal(backend.calls.length, 0);
  attempts[0]!.open();
  await backend.answer('requestCode');
  await done;
});

test('a connection is opened once for all calls', async t => {
  const { client, backend, attempts } = setUpConnecting(t);
  const done = client.loginByPhone(PHONE);
  attempts[0]!.open();
  await backend.answer('requestCode');
  await done;
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await confirmed;
  assert.equal(attempts.length, 1);
});

test('a failed connection fails the operation, and the next operation tries again', async t => {
  const { client, backend, attempts } = setUpConnecting(t);
  const failed = client.loginByPhone(PHONE);
  attempts[0]!.fail(new Error('socket closed'));
  await assert.rejects(failed, { code: 'network' });
  assert.equal(backend.calls.length, 0);
  const done = client.loginByPhone(PHONE);
  await settle();
  assert.equal(attempts.length, 2);
  attempts[1]!.open();
  await backend.answer('requestCode');
  await done;
});

test('an operation that is cancelled while connecting does not end the connection for the next one', async t => {
  const { client, backend, attempts } = setUpConnecting(t);
  const first = client.loginByPhone(PHONE);
  await settle();
  const second = client.login('anna', 'correct horse');
  await assert.rejects(first, { code: 'cancelled' });
  await settle();
  attempts.at(-1)!.open();
  await backend.answer('login', session());
  await second;
  assert.equal(client.state.isAuthenticated, true);
  // The cancelled call is never sent.
  assert.equal(backend.count('requestCode'), 0);
});

test('a restored session is checked when the connection is open', async t => {
  const { client, backend, attempts } = setUpConnecting(t, { stored: stored() });
  await client.tryAutoLogin();
  await settle();
  assert.equal(backend.calls.length, 0);
  attempts[0]!.open();
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 500 });
});

test('setDisplayName and endSession wait for the connection, too', async t => {
  const { client, backend, attempts } = setUpConnecting(t, { stored: stored({ displayName: null }) });
  await client.tryAutoLogin();
  const named = client.verifyRegistrationSms('', 'Anna');
  await settle();
  assert.equal(backend.count('setDisplayName'), 0);
  attempts[0]!.open();
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;

  const other = setUpConnecting(t, { stored: stored() });
  await other.client.tryAutoLogin();
  const signedOut = other.client.logout();
  await settle();
  assert.equal(other.store.stored, null);
  assert.equal(other.backend.count('endSession'), 0);
  other.attempts[0]!.open();
  await other.backend.answer('endSession');
  await signedOut;
});

test('a sign-out without a session opens no connection', async t => {
  const { client, attempts } = setUpConnecting(t);
  await client.logout();
  assert.equal(attempts.length, 0);
});
