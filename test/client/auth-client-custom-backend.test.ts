// Backends of an app's own, in plain JavaScript: what they say may be anything, and they may throw anything anywhere.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthBackend } from '../../src/core/ports.js';
import { settle } from '../support/clock.js';
import { session, stored } from '../support/fake-backend.js';
import { ANNA, NOBODY, PHONE, scene } from '../support/scene.js';

type Method = Exclude<keyof AuthBackend, 'connect'>;
type Scene = ReturnType<typeof scene>;

/** What is no session, whatever else it is. */
const RUBBISH: readonly unknown[] = [
  ...[true, 7, 'text', [], {}, () => {}, { then: 7 }],
  ...[{ token: '' }, { token: 7 }, { token: undefined }, { user: '' }, { user: 7 }, { user: undefined }].map(wrong => ({
    ...session(),
    ...wrong,
  })),
  ...[{ displayName: '' }, { displayName: 7 }, { displayName: {} }].map(wrong => ({ ...session(), ...wrong })),
];

/** From now on this method of the backend does that. */
const make = ({ backend }: Scene, method: Method, does: () => unknown) => Object.assign(backend, { [method]: does });

const nameOf = (value: unknown) => (typeof value === 'function' ? 'a function' : JSON.stringify(value));

for (const value of [...RUBBISH, null, undefined]) {
  const what = nameOf(value);

  test(`a sign-in with ${what}: makes no sense, and nobody is signed in`, async t => {
    const s = scene(t);
    make(s, 'login', () => value);
    await assert.rejects(s.client.login('anna', 'correct horse'), { code: 'invalid-response' });
    assert.deepEqual({ ...s.client.state }, { ...NOBODY, error: s.client.state.error });
    assert.equal(s.store.stored, null);
    await s.awaitCode();
    make(s, 'verifyCode', () => value);
    const isNobody = value === null || value === undefined;
    await assert.rejects(s.client.loginWithSmsCode('123456'), { code: isNobody ? 'no-session' : 'invalid-response' });
    assert.equal(s.client.state.verificationStep, isNobody ? 'verified' : 'sms-sent');
    assert.deepEqual([s.client.state.isAuthenticated, s.store.stored], [false, null]);
  });

  test(`a renewal and a check with ${what}: the session that works stays`, async t => {
    for (const age of [0, 900_000, 5_000_000]) {
      const held = stored({ obtainedAt: Date.now() - age });
      const s = scene(t, { stored: held });
      // Nothing of it tells who this is: a whole session would.
      const isTelling = Object(value).user === 'u1' && typeof Object(value).displayName === 'string';
      make(s, 'getSession', () => (isTelling ? { ...(value as object), user: 7 } : value));
      make(s, 'renewSession', () => value);
      await s.client.tryAutoLogin();
      assert.equal(await s.client.getToken(), 'token-1');
      await settle();
      assert.deepEqual({ ...s.client.state }, ANNA);
      assert.deepEqual(s.store.stored, held);
      s.client.dispose();
    }
  });
}

test('a request for a code that is answered with nothing in particular: a code is awaited', async t => {
  for (const value of [undefined, null, true, 7, 'sent', [], { codeLength: null, resendIn: null }]) {
    const s = scene(t);
    make(s, 'requestCode', () => value);
    await s.client.loginByPhone(PHONE);
    assert.equal(s.client.state.verificationStep, 'sms-sent', nameOf(value));
    assert.deepEqual([s.client.flow.codeLength, s.client.flow.resend?.seconds], [6, 60], nameOf(value));
  }
});

test('a name that is answered with nothing in particular is taken, for the account that has the session', async t => {
  for (const value of [undefined, null, true, {}, { displayName: '' }, { displayName: null }, { user: 7 }]) {
    const s = scene(t, { stored: stored({ displayName: null }) });
    await s.client.tryAutoLogin();
    make(s, 'setDisplayName', () => value);
    await s.client.verifyRegistrationSms('', 'Anna');
    assert.deepEqual({ ...s.client.state }, { ...ANNA, verificationStep: 'verified' }, nameOf(value));
    assert.equal(s.store.stored?.displayName, 'Anna');
  }
});

test('a name that is answered with one that is none: makes no sense, and the name is asked for again', async t => {
  const s = scene(t, { stored: stored({ displayName: null }) });
  await s.client.tryAutoLogin();
  make(s, 'setDisplayName', () => ({ user: 'u1', displayName: 7 }));
  await assert.rejects(s.client.verifyRegistrationSms('', 'Anna'), { code: 'invalid-response' });
  assert.equal(s.client.flow.screen, 'name');
  assert.equal(s.store.stored?.displayName, null);
});

for (const thrown of [new Error('socket'), 'a text', undefined, null, { code: 'wrong-code' }]) {
  test(`${nameOf(thrown)} that is thrown before there is a promise: the network’s fault, and the way goes on`, async t => {
    const s = scene(t);
    const fail = () => {
      throw thrown;
    };
    make(s, 'requestCode', fail);
    await assert.rejects(s.client.loginByPhone(PHONE), { code: 'network' });
    make(s, 'requestCode', () => ({ idempotent: true }));
    await s.client.loginByPhone(PHONE);
    make(s, 'verifyCode', fail);
    await assert.rejects(s.client.loginWithSmsCode('123456'), { code: 'network' });
    // What is no promise is an answer as well.
    make(s, 'verifyCode', () => session({ displayName: null }));
    await s.client.loginWithSmsCode('123456');
    make(s, 'setDisplayName', fail);
    await assert.rejects(s.client.verifyRegistrationSms('', 'Anna'), { code: 'network' });
    make(s, 'endSession', fail);
    await s.client.logout();
    assert.deepEqual({ ...s.client.state }, NOBODY);
    Object.assign(s.backend, { connect: fail });
  });
}

test('a connection that is made without a promise, and one that throws before there is one', async t => {
  const s = scene(t);
  let attempts = 0;
  Object.assign(s.backend, {
    connect() {
      if (!attempts++) throw new Error('socket');
    },
  });
  make(s, 'requestCode', () => ({}));
  await assert.rejects(s.client.loginByPhone(PHONE), { code: 'network' });
  await s.client.loginByPhone(PHONE);
  await s.client.loginByPhone('79167654321');
  assert.equal(attempts, 2);
});

test('an AuthError of another copy of the package is one', async t => {
  class AuthErrorElsewhere extends Error {
    override name = 'AuthError';
    code = 'wrong-credentials';
    retryAfter = 7;
    secret = 'correct horse';
  }
  const s = scene(t);
  make(s, 'login', () => Promise.reject(new AuthErrorElsewhere('correct horse')));
  await assert.rejects(s.client.login('anna', 'correct horse'), { code: 'wrong-credentials', retryAfter: 7 });
  assert.equal(s.client.state.error, 'Login and password do not match.');
  assert.ok(!JSON.stringify(s.client.flow).includes('correct horse'));
});

test('an error with a code that nobody knows, and one whose text was left out: told by its code', async t => {
  const s = scene(t, { messages: { network: 'The network.' } as never });
  for (const code of ['teapot', 'server', 'network']) {
    make(s, 'login', () => Promise.reject(new AuthError(code as never)));
    const message = code === 'network' ? 'The network.' : code;
    await assert.rejects(s.client.login('anna', 'correct horse'), { code, message });
    assert.deepEqual([s.client.state.error, s.client.state.isLoading], [message, false]);
  }
});
