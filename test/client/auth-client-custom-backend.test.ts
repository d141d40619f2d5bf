// An app's own backend in plain JavaScript: it may answer with any type, and throw anything anywhere.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthBackend } from '../../src/core/auth-backend.js';
import { settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { ANNA, PHONE, setUpClient, SIGNED_OUT } from '../support/client-setup.js';

type Method = Exclude<keyof AuthBackend, 'connect'>;
type Setup = ReturnType<typeof setUpClient>;

/** Values that aren't valid sessions. */
const INVALID_SESSIONS: readonly unknown[] = [
  ...[true, 7, 'text', [], {}, () => {}, { then: 7 }],
  ...[{ token: '' }, { token: 7 }, { token: null }, { user: '' }, { user: 7 }, { user: undefined }].map(wrong => ({
    ...session(),
    ...wrong,
  })),
  ...[{ displayName: '' }, { displayName: 7 }, { displayName: {} }].map(wrong => ({ ...session(), ...wrong })),
];

/** Replaces a method of the backend. */
const stub = ({ backend }: Setup, method: Method, does: () => unknown) => Object.assign(backend, { [method]: does });

const nameOf = (value: unknown) => (typeof value === 'function' ? 'a function' : JSON.stringify(value));

for (const value of [...INVALID_SESSIONS, null, undefined]) {
  const what = nameOf(value);

  test(`a sign-in that is answered with ${what}: invalid-response, and not signed in`, async t => {
    const s = setUpClient(t);
    stub(s, 'login', () => value);
    await assert.rejects(s.client.login('anna', 'correct horse'), { code: 'invalid-response' });
    assert.deepEqual({ ...s.client.state }, { ...SIGNED_OUT, error: s.client.state.error });
    assert.equal(s.store.stored, null);
    await s.awaitCode();
    stub(s, 'verifyCode', () => value);
    const isNobody = value === null || value === undefined;
    await assert.rejects(s.client.loginWithSmsCode('123456'), { code: isNobody ? 'no-session' : 'invalid-response' });
    assert.equal(s.client.state.verificationStep, isNobody ? 'verified' : 'sms-sent');
    assert.deepEqual([s.client.state.isAuthenticated, s.store.stored], [false, null]);
  });

  test(`a renewal and a check that are answered with ${what}: the session stays`, async t => {
    for (const age of [0, 900_000, 5_000_000]) {
      const storedSession = stored({ obtainedAt: Date.now() - age });
      const s = setUpClient(t, { stored: storedSession });
      // It must not be a valid answer to getSession either.
      const { user, displayName } = Object(value) as Record<string, unknown>;
      const isValidInfo = user === 'u1' && typeof displayName === 'string';
      stub(s, 'getSession', () => (isValidInfo ? { ...(value as object), user: 7 } : value));
      stub(s, 'renewSession', () => value);
      await s.client.tryAutoLogin();
      // getToken gives out no expired token: session-keeper-get-token.test.ts.
      if (age < storedSession.expiresIn * 1000) assert.equal(await s.client.getToken(), 'token-1');
      await settle();
      assert.deepEqual({ ...s.client.state }, ANNA);
      assert.deepEqual(s.store.stored, storedSession);
      s.client.dispose();
    }
  });
}

test('a request for a code with an empty or unexpected answer: the code is awaited, with the defaults', async t => {
  for (const value of [undefined, null, true, 7, 'sent', [], { codeLength: null, resendIn: null }]) {
    const s = setUpClient(t);
    stub(s, 'requestCode', () => value);
    await s.client.loginByPhone(PHONE);
    assert.equal(s.client.state.verificationStep, 'sms-sent', nameOf(value));
    assert.deepEqual([s.client.flow.codeLength, s.client.flow.resend?.seconds], [6, 60], nameOf(value));
  }
});

test('setDisplayName with an empty or unexpected answer: the name counts as accepted', async t => {
  for (const value of [undefined, null, true, {}, { displayName: '' }, { displayName: null }, { user: 7 }]) {
    const s = setUpClient(t, { stored: stored({ displayName: null }) });
    await s.client.tryAutoLogin();
    stub(s, 'setDisplayName', () => value);
    await s.client.verifyRegistrationSms('', 'Anna');
    assert.deepEqual({ ...s.client.state }, { ...ANNA, verificationStep: 'verified' }, nameOf(value));
    assert.equal(s.store.stored?.displayName, 'Anna');
  }
});

test('setDisplayName that answers a name of the wrong type: invalid-response, and the name is asked for again', async t => {
  const s = setUpClient(t, { stored: stored({ displayName: null }) });
  await s.client.tryAutoLogin();
  stub(s, 'setDisplayName', () => ({ user: 'u1', displayName: 7 }));
  await assert.rejects(s.client.verifyRegistrationSms('', 'Anna'), { code: 'invalid-response' });
  assert.equal(s.client.flow.screen, 'name');
  assert.equal(s.store.stored?.displayName, null);
});

for (const thrown of [new Error('socket'), 'a text', undefined, null, { code: 'wrong-code' }]) {
  test(`${nameOf(thrown)} thrown synchronously: network, and the next call works`, async t => {
    const s = setUpClient(t);
    const fail = () => {
      // oxlint-disable-next-line typescript/only-throw-error -- a backend in JavaScript can throw any value
      throw thrown;
    };
    stub(s, 'requestCode', fail);
    await assert.rejects(s.client.loginByPhone(PHONE), { code: 'network' });
    stub(s, 'requestCode', () => ({ idempotent: true }));
    await s.client.loginByPhone(PHONE);
    stub(s, 'verifyCode', fail);
    await assert.rejects(s.client.loginWithSmsCode('123456'), { code: 'network' });
    // A value that isn't a promise is an answer too.
    stub(s, 'verifyCode', () => session({ displayName: null }));
    await s.client.loginWithSmsCode('123456');
    stub(s, 'setDisplayName', fail);
    await assert.rejects(s.client.verifyRegistrationSms('', 'Anna'), { code: 'network' });
    stub(s, 'endSession', fail);
    await s.client.logout();
    assert.deepEqual({ ...s.client.state }, SIGNED_OUT);
  });
}

test('a `connect` that returns no promise, and one that throws synchronously', async t => {
  const s = setUpClient(t);
  let attempts = 0;
  Object.assign(s.backend, {
    connect() {
      if (!attempts++) throw new Error('socket');
    },
  });
  stub(s, 'requestCode', () => ({}));
  await assert.rejects(s.client.loginByPhone(PHONE), { code: 'network' });
  await s.client.loginByPhone(PHONE);
  await s.client.loginByPhone('79167654321');
  assert.equal(attempts, 2);
});

test('an AuthError of another copy of the package is recognised', async t => {
  class AuthErrorElsewhere extends Error {
    override name = 'AuthError';
    code = 'wrong-credentials';
    retryAfter = 7;
    secret = 'correct horse';
  }
  const s = setUpClient(t);
  stub(s, 'login', () => Promise.reject(new AuthErrorElsewhere('correct horse')));
  await assert.rejects(s.client.login('anna', 'correct horse'), { code: 'wrong-credentials', retryAfter: 7 });
  assert.equal(s.client.state.error, 'Wrong username or password. Try again.');
  assert.ok(!JSON.stringify(s.client.flow).includes('correct horse'));
});

test('an unknown error code: the general error message, and never the code itself', async t => {
  const s = setUpClient(t);
  for (const code of ['teapot', 'constructor', '__proto__', 7, undefined, null, { code: 'server' }]) {
    stub(s, 'login', () => Promise.reject(new AuthError(code as never)));
    const message = 'Something went wrong on our side. Try again later.';
    await assert.rejects(s.client.login('anna', 'correct horse'), { code, message });
    assert.deepEqual([s.client.state.error, s.client.state.isLoading], [message, false]);
  }
});

test("policy without a text: the error message states the page's rules, and none of ours", async t => {
  const general = 'That can’t be used. Enter something else.';
  const texts = { 'policy-password': 'Enter at least 15 characters.' };
  for (const [options, field, message] of [
    [{}, 'login', general],
    [{}, 'password', general],
    [{}, undefined, general],
    [{ texts }, 'login', general],
    [{ texts }, 'password', texts['policy-password']],
    [{ texts: { policy: 'No.' } }, 'login', 'No.'],
  ] as const) {
    const s = setUpClient(t, options);
    stub(s, 'login', () => Promise.reject(new AuthError('policy', { field })));
    await assert.rejects(s.client.login('anna@example.com', 'short'), { code: 'policy', field, message });
    assert.equal(s.client.state.error, message);
  }
});

test('policy without a text: texts that are set later apply too', async t => {
  const s = setUpClient(t);
  stub(s, 'login', () => Promise.reject(new AuthError('policy', { field: 'login' })));
  await assert.rejects(s.client.login('anna', 'short'));
  s.client.texts = { 'policy-login': 'Enter your e-mail address.' };
  assert.equal(s.client.state.error, 'Enter your e-mail address.');
  s.client.texts = null;
  assert.equal(s.client.state.error, 'That can’t be used. Enter something else.');
});
