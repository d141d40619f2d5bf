// A lost answer to the code (contract, «Calls»): repeated where the server said that it may be, and nowhere else.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { session } from '../support/fake-backend.js';
import { PHONE, scene } from '../support/scene.js';

const keyOf = (call: { options: object } | undefined) => (call?.options as { idempotencyKey?: string }).idempotencyKey;

for (const lost of [new AuthError('network'), new AuthError('timeout'), new AuthError('offline'), new Error('reset')]) {
  const what = lost instanceof AuthError ? lost.code : 'an error that is not ours';
  test(`${what}: the same code goes again by itself, once, under the same key`, async t => {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode({ idempotent: true });
    const done = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', lost);
    await backend.answer('verifyCode', session());
    await done;
    const [first, second] = backend.calls.filter(call => call.method === 'verifyCode');
    assert.deepEqual(second?.args, [PHONE, '123456']);
    assert.match(keyOf(first) ?? '', /^[\w-]{16,64}$/);
    assert.equal(keyOf(second), keyOf(first));
    assert.equal(client.state.isAuthenticated, true);
  });

  test(`${what}: without the server’s word nothing is repeated`, async t => {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode({ idempotent: false });
    const done = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', lost);
    await assert.rejects(done);
    await settle();
    assert.equal(backend.count('verifyCode'), 1);
    assert.equal(keyOf(backend.calls.at(-1)), undefined);
    assert.equal(client.state.verificationStep, 'sms-sent');
  });
}

test('lost twice: the person submits the same code once more, under the same key', async t => {
  const { client, backend, awaitCode } = scene(t);
  await awaitCode({ idempotent: true });
  const failed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', new AuthError('network'));
  await backend.answer('verifyCode', new AuthError('network'));
  await assert.rejects(failed, { code: 'network' });
  assert.equal(backend.count('verifyCode'), 2);
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
  const keys = backend.calls.filter(call => call.method === 'verifyCode').map(keyOf);
  assert.equal(new Set(keys).size, 1);
});

for (const said of ['server', 'invalid-response', 'too-many-requests'] as const) {
  test(`${said}, which a proxy may say after the server has taken the code: the same code, the same key`, async t => {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode({ idempotent: true });
    const failed = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', new AuthError(said));
    await assert.rejects(failed, { code: said });
    const done = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session());
    await done;
    const [first, second] = backend.calls.filter(call => call.method === 'verifyCode').map(keyOf);
    assert.ok(first);
    assert.equal(second, first);
  });
}

test('a code that was taken has had its key: the next one has its own', async t => {
  const { client, backend, awaitCode } = scene(t);
  for (let n = 0; n < 2; n++) {
    await awaitCode({ idempotent: true });
    const done = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', null);
    await assert.rejects(done, { code: 'no-session' });
    client.back();
  }
  const [first, second] = backend.calls.filter(call => call.method === 'verifyCode').map(keyOf);
  assert.notEqual(second, first);
});

test('another code has another key', async t => {
  const { client, backend, awaitCode } = scene(t);
  await awaitCode({ idempotent: true });
  for (const code of ['111111', '222222', '111111']) {
    const failed = client.loginWithSmsCode(code);
    await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
    await assert.rejects(failed);
  }
  const keys = backend.calls.filter(call => call.method === 'verifyCode').map(keyOf);
  assert.equal(new Set(keys).size, 3);
});

for (const code of ['wrong-code', 'code-expired', 'blocked', 'server', 'invalid-response'] as const) {
  test(`${code} is an answer: nothing is repeated`, async t => {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode({ idempotent: true });
    const failed = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', new AuthError(code));
    await assert.rejects(failed, { code });
    await settle();
    assert.equal(backend.count('verifyCode'), 1);
  });
}

test('cancelled: nothing is repeated', async t => {
  const { client, backend, awaitCode } = scene(t);
  await awaitCode({ idempotent: true });
  const left = client.loginWithSmsCode('123456');
  await settle();
  client.back();
  await assert.rejects(left, { code: 'cancelled' });
  await settle();
  assert.equal(backend.count('verifyCode'), 1);
});

test('no other call is ever repeated by itself', async t => {
  const { client, backend } = scene(t);
  const asked = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('network'));
  await assert.rejects(asked);
  const signedIn = client.login('anna', 'correct horse');
  await backend.answer('login', new AuthError('timeout'));
  await assert.rejects(signedIn);
  await settle();
  assert.deepEqual(
    backend.calls.map(({ method }) => method),
    ['requestCode', 'login'],
  );
});
