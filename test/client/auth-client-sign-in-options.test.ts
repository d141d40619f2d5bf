// The options that a backend gets for a sign-in: `SignInOptions` and `VerifyOptions` in src/core/auth-backend.ts.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { VerifyOptions } from '../../src/core/auth-backend.js';
import { setUpClient, PHONE } from '../support/client-setup.js';
import { type HeldBackend, session } from '../support/held-backend.js';
import { FakePage } from '../support/page.js';
import { load, reload } from '../support/reload.js';

/** The options of the last call of a method. */
function told({ calls }: HeldBackend, method: 'requestCode' | 'verifyCode' | 'login') {
  const { register, displayName, state } = calls.findLast(call => call.method === method)?.options as VerifyOptions;
  return { register, displayName, state };
}

const SIGN_IN = { register: false, displayName: undefined, state: undefined };
const REGISTRATION = { ...SIGN_IN, register: true };

test('a sign-in by phone', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  assert.deepEqual(told(backend, 'requestCode'), SIGN_IN);
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
  assert.deepEqual(told(backend, 'verifyCode'), SIGN_IN);
});

test('a registration by phone, with the name that was typed', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.registerByPhone(PHONE, ' Anna ');
  await backend.answer('requestCode');
  await requested;
  assert.deepEqual(told(backend, 'requestCode'), { ...REGISTRATION, displayName: 'Anna' });
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session());
  await done;
  assert.deepEqual(told(backend, 'verifyCode'), { ...REGISTRATION, displayName: 'Anna' });
});

test('a registration by phone whose name is typed with the code', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.sendRegistrationSms(PHONE);
  await backend.answer('requestCode');
  await requested;
  assert.deepEqual(told(backend, 'requestCode'), REGISTRATION);
  const done = client.verifyRegistrationSms('123456', 'Anna');
  await backend.answer('verifyCode', session());
  await done;
  assert.deepEqual(told(backend, 'verifyCode'), { ...REGISTRATION, displayName: 'Anna' });
});

test('another code, to register after all', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const requested = client.registerByPhone(PHONE, 'Anna');
  await backend.answer('requestCode');
  await requested;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session());
  await done;
  assert.deepEqual(told(backend, 'requestCode'), { ...REGISTRATION, displayName: 'Anna' });
  assert.deepEqual(told(backend, 'verifyCode'), { ...REGISTRATION, displayName: 'Anna' });
});

for (const [mode, register] of [
  ['login', false],
  ['register', true],
  ['phone-register', false],
] as const) {
  test(`a password while ${mode} is shown: register is ${register}`, async t => {
    const { client, backend } = setUpClient(t, { mode });
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    assert.deepEqual(told(backend, 'login'), { ...SIGN_IN, register });
  });
}

test('the state of the last code that was sent is handed to verifyCode', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode({ state: 'verification-1' });
  const again = client.loginByPhone(PHONE);
  await backend.answer('requestCode', { state: 'verification-2' });
  await again;
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
  assert.deepEqual(told(backend, 'verifyCode'), { ...SIGN_IN, state: 'verification-2' });
});

for (const [what, answer] of [
  ['another number', { number: '79161234568', request: { state: undefined } }],
  ['a code without a state', { number: PHONE, request: {} }],
  ['a state that is no text', { number: PHONE, request: { state: 7 } }],
] as const) {
  test(`${what}: the state of an earlier code is not handed on`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode({ state: 'verification-1' });
    const requested = client.loginByPhone(answer.number);
    await backend.answer('requestCode', answer.request);
    await requested;
    const done = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session());
    await done;
    assert.equal(Object.hasOwn(backend.calls.at(-1)!.options, 'state'), false);
  });
}

test('a reload between the two calls loses neither the choice, nor the name, nor the state', async t => {
  new FakePage(t);
  const before = load(t, 'phone-register');
  const requested = before.client.registerByPhone(PHONE, 'Anna');
  await before.backend.answer('requestCode', { state: 'verification-1' });
  await requested;
  const { client, backend } = reload(t, before, 'phone-register');
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session());
  await done;
  assert.deepEqual(told(backend, 'verifyCode'), { register: true, displayName: 'Anna', state: 'verification-1' });
});

test('a view sees neither the choice nor the state in the flow', async t => {
  const { client, awaitCode } = setUpClient(t);
  await awaitCode({ state: 'verification-1' });
  assert.deepEqual(
    ['register', 'state', 'idempotent'].filter(name => name in client.flow),
    [],
  );
});
