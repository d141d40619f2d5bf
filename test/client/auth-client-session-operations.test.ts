// login and logout, and the methods that leave a flow: result, state and errors of each.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { ANNA, PHONE, PHONE_TEXT, setUpClient, SIGNED_OUT, SMS_SENT } from '../support/client-setup.js';

test('login: signs in by login and password', async t => {
  const { client, backend, store } = setUpClient(t);
  const done: Promise<unknown> = client.login(' anna ', ' correct horse ');
  assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, isLoading: true });
  await backend.answer('login', session());
  assert.equal(await done, undefined);
  // Spaces around a login are trimmed; in a password they may be intended.
  assert.deepEqual(backend.last('login'), ['anna', ' correct horse ']);
  assert.deepEqual({ ...client.state }, ANNA);
  assert.equal(client.flow.created, false);
  assert.equal(store.stored?.token, 'token-1');
});

test('login: a new login is registered, and flow.created is true', async t => {
  for (const mode of ['login', 'register'] as const) {
    const { client, backend } = setUpClient(t, { mode });
    const done = client.login('anna', 'correct horse');
    assert.equal(client.flow.mode, mode);
    await backend.answer('login', session({ created: true }));
    await done;
    assert.equal(client.flow.created, true);
  }
});

test('a sign-in by code or a restored session: flow.created is false', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ created: true }));
  await done;
  assert.equal(client.flow.created, false);
  const restored = setUpClient(t, { stored: stored() });
  await restored.client.tryAutoLogin();
  assert.deepEqual([restored.client.state.isAuthenticated, restored.client.flow.created], [true, false]);
});

test('login: errors stay at the form', async t => {
  for (const error of [
    new AuthError('wrong-credentials', { status: 401 }),
    new AuthError('policy', { status: 422, field: 'password' }),
    new AuthError('too-many-requests', { status: 429, retryAfter: 60 }),
    new AuthError('server', { status: 500 }),
  ]) {
    const { client, backend } = setUpClient(t);
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', error);
    await assert.rejects(done, ({ code, status, field, retryAfter, message }: AuthError) => {
      const expected = [error.code, error.status, error.field, error.retryAfter, client.state.error];
      assert.deepEqual([code, status, field, retryAfter, message], expected);
      return true;
    });
    assert.equal(client.flow.screen, 'credentials');
    assert.equal(client.state.isAuthenticated, false);
  }
});

test('logout: the session is deleted at once, and then the server is called', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session());
  const done: Promise<unknown> = client.logout();
  assert.equal(store.stored, null);
  assert.equal(client.state.isAuthenticated, false);
  assert.equal(await client.getToken(), null);
  await settle();
  assert.deepEqual(backend.last('endSession'), ['token-1']);
  await backend.answer('endSession');
  assert.equal(await done, undefined);
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});

test('logout: resolves if the call fails', async t => {
  const { client, backend, store, signIn } = setUpClient(t);
  await signIn(session());
  const done = client.logout();
  await backend.answer('endSession', new AuthError('network'));
  await done;
  assert.equal(store.stored, null);
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});

test('logout: resolves without a session', async t => {
  const { client, backend } = setUpClient(t);
  await client.logout();
  assert.equal(backend.calls.length, 0);
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});

test('logout: the number and the name are cleared', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.registerByPhone(PHONE_TEXT, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session());
  await done;
  const signedOut = client.logout();
  await backend.answer('endSession');
  await signedOut;
  assert.equal(client.flow.phone, null);
  assert.equal(client.flow.typedName, null);
});

test('setMode: cancels the flow and keeps the number', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const wrong = client.loginWithSmsCode('111111');
  await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
  await assert.rejects(wrong);
  client.setMode('register');
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
  assert.equal(client.flow.mode, 'register');
  assert.equal(client.flow.phone, PHONE);
});

test('setMode: cancels a running operation without an error in the state', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.loginByPhone(PHONE);
  await settle();
  client.setMode('login');
  await assert.rejects(requested, { code: 'cancelled' });
  assert.equal(backend.calls[0]?.signal?.aborted, true);
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});

test('back: keeps the number; requesting again leads back to the code that was sent', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  client.back();
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
  assert.equal(client.flow.phone, PHONE);
  const again = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('too-soon', { status: 429, retryAfter: 50 }));
  await again;
  assert.deepEqual({ ...client.state }, SMS_SENT);
});

test('back: ends a session whose account has no name yet', async t => {
  const { client, backend, store, awaitCode } = setUpClient(t);
  await awaitCode();
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await confirmed;
  client.back();
  assert.equal(store.stored, null);
  await settle();
  assert.deepEqual(backend.last('endSession'), ['token-1']);
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});

test('clearError: removes the error', async t => {
  const { client } = setUpClient(t);
  await assert.rejects(client.loginByPhone('1'));
  assert.notEqual(client.state.error, null);
  client.clearError();
  assert.deepEqual({ ...client.state }, SIGNED_OUT);
});

test('clearError without an error reports nothing', t => {
  const { client, notices } = setUpClient(t);
  client.clearError();
  assert.deepEqual(notices, []);
});

test('the option `texts`: errors are in its language', async t => {
  const { errors: errorsRu } = await import('../../src/locales/ru.js');
  const { client, backend } = setUpClient(t, { texts: errorsRu });
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 3600 }));
  await assert.rejects(done, { message: 'Слишком много неверных кодов. Попробуйте ещё раз через\u00A01\u00A0час.' });
  assert.equal(client.state.error, 'Слишком много неверных кодов. Попробуйте ещё раз через\u00A01\u00A0час.');
});

test('an error that is not an AuthError counts as network, and its error message is not shown', async t => {
  const { client, backend } = setUpClient(t);
  const done = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new TypeError('secret detail'));
  await assert.rejects(done, { code: 'network' });
  assert.equal(client.state.error, 'We couldn’t reach the server. Check your connection and try again.');
});
