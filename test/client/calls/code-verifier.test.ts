// Submitting codes. A lost answer: the call is repeated under the same idempotency key, if the server allows it
// (docs/protocol.md#lost-answers). A wrong code is remembered, and not submitted again.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { CodeVerifier } from '../../../src/client/calls/code-verifier.js';
import { AuthError } from '../../../src/core/auth-error.js';
import { settle } from '../../support/clock.js';
import { HeldBackend, session } from '../../support/held-backend.js';
import { PHONE, setUpClient } from '../../support/client-setup.js';

/** What is known about the number, for tests that need no more. */
const KNOWN = { phone: PHONE, register: false, typedName: null, idempotent: false, state: null, attemptsLeft: null };

const keyOf = (call: { options: object } | undefined) => (call?.options as { idempotencyKey?: string }).idempotencyKey;

for (const lost of [new AuthError('network'), new AuthError('timeout'), new AuthError('offline'), new Error('reset')]) {
  const what = lost instanceof AuthError ? lost.code : 'an error that is no AuthError';
  test(`${what}: the call is repeated once, with the same key`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
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

  test(`${what}: not repeated if the server is not idempotent`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
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

test('lost twice: when the person submits the same code again, it has the same key', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
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
  test(`${said}, which a proxy may send after the server has accepted the code: the next attempt has the same key`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
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

test('an accepted code ends its key: the next submission has a new one', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
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

test('each code keeps its own key, even after another code was submitted', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode({ idempotent: true });
  for (const code of ['111111', '222222', '111111']) {
    const failed = client.loginWithSmsCode(code);
    await backend.answer('verifyCode', new AuthError('server', { status: 500 }));
    await assert.rejects(failed);
  }
  const [first, second, third] = backend.calls.filter(call => call.method === 'verifyCode').map(keyOf);
  assert.notEqual(second, first);
  assert.equal(third, first);
});

for (const code of ['wrong-code', 'code-expired', 'blocked', 'server', 'invalid-response'] as const) {
  test(`${code} is an answer of the server: the call is not repeated`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode({ idempotent: true });
    const failed = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', new AuthError(code));
    await assert.rejects(failed, { code });
    await settle();
    assert.equal(backend.count('verifyCode'), 1);
  });
}

test('a cancelled call is not repeated', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode({ idempotent: true });
  const submitted = client.loginWithSmsCode('123456');
  await settle();
  client.back();
  await assert.rejects(submitted, { code: 'cancelled' });
  await settle();
  assert.equal(backend.count('verifyCode'), 1);
});

test('only verifyCode is repeated', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('network'));
  await assert.rejects(requested);
  const signedIn = client.login('anna', 'correct horse');
  await backend.answer('login', new AuthError('timeout'));
  await assert.rejects(signedIn);
  await settle();
  assert.deepEqual(
    backend.calls.map(({ method }) => method),
    ['requestCode', 'login'],
  );
});

/** Submits a code and answers with `answer`. */
async function submit(verifier: CodeVerifier, backend: HeldBackend, code: string, answer: unknown): Promise<void> {
  const done = verifier.verify({ ...KNOWN, code }, {}).catch(() => {});
  await backend.answer('verifyCode', answer);
  await done;
}

for (const errorCode of ['wrong-code', 'code-expired', 'blocked', 'network', 'server'] as const) {
  test(`isRejected after ${errorCode}: ${errorCode === 'wrong-code'}`, async () => {
    const backend = new HeldBackend();
    const verifier = new CodeVerifier(backend);
    await submit(verifier, backend, '123456', new AuthError(errorCode));
    assert.equal(verifier.isRejected(PHONE, '123456'), errorCode === 'wrong-code');
  });
}

test('isRejected: each wrong code, of the same number', async () => {
  const backend = new HeldBackend();
  const verifier = new CodeVerifier(backend);
  assert.equal(verifier.isRejected(PHONE, '123456'), false);
  await submit(verifier, backend, '111111', new AuthError('wrong-code'));
  await submit(verifier, backend, '123456', new AuthError('wrong-code'));
  assert.equal(verifier.isRejected(PHONE, '123456'), true);
  assert.equal(verifier.isRejected(PHONE, '111111'), true);
  assert.equal(verifier.isRejected(PHONE, '222222'), false);
  assert.equal(verifier.isRejected('79160000000', '123456'), false);
});

test('isRejected: not after another code was sent, or the number was blocked', async () => {
  const backend = new HeldBackend();
  const verifier = new CodeVerifier(backend);
  await submit(verifier, backend, '123456', new AuthError('wrong-code'));
  verifier.forgetRejections();
  assert.equal(verifier.isRejected(PHONE, '123456'), false);
  await submit(verifier, backend, '123456', new AuthError('wrong-code'));
  await submit(verifier, backend, '111111', new AuthError('blocked'));
  assert.equal(verifier.isRejected(PHONE, '123456'), false);
});

/** Brings a client to a wrong code, `123456`, with two attempts left. */
async function setUpWrongCode(t: TestContext) {
  const setup = setUpClient(t);
  await setup.awaitCode();
  const failed = setup.client.loginWithSmsCode('123456');
  await setup.backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
  await assert.rejects(failed);
  return setup;
}

for (const operation of ['loginWithSmsCode', 'verifyRegistrationSms'] as const)
  test(`${operation}: a code that was wrong before is rejected without a call, and the error is shown again`, async t => {
    const { client, backend, takeNotices } = await setUpWrongCode(t);
    client.clearError();
    takeNotices();
    await assert.rejects(client[operation](' 123-456 '), {
      code: 'wrong-code',
      attemptsLeft: 2,
      message: 'That code isn’t right. Check the text message. 2\u00A0tries left.',
    });
    assert.equal(client.state.error, 'That code isn’t right. Check the text message. 2\u00A0tries left.');
    assert.deepEqual(takeNotices(), ['auth-change', 'auth-error']);
    assert.equal(backend.count('verifyCode'), 1);
    assert.equal(client.flow.attemptsLeft, 2);
  });

test('a wrong code is rejected without a call after another wrong code, too', async t => {
  const { client, backend } = await setUpWrongCode(t);
  const failed = client.loginWithSmsCode('111111');
  await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 1 }));
  await assert.rejects(failed);
  await assert.rejects(client.loginWithSmsCode('123456'), { code: 'wrong-code', attemptsLeft: 1 });
  assert.equal(backend.count('verifyCode'), 2);
});

test('a wrong code is rejected without a call if the server names no attempts, too', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const failed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401 }));
  await assert.rejects(failed);
  await assert.rejects(client.loginWithSmsCode('123456'), {
    message: 'That code isn’t right. Check the text message.',
    attemptsLeft: undefined,
  });
});

test('a code that was rejected for one number can be submitted for another one', async t => {
  const { client, backend } = await setUpWrongCode(t);
  client.back();
  const requested = client.loginByPhone('79167654321');
  await backend.answer('requestCode', new AuthError('too-soon'));
  await requested;
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
});

test('a code that was rejected for one SMS can be submitted for the next', async t => {
  const { client, backend, awaitCode } = await setUpWrongCode(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session());
  await done;
});

test('a call without a signal is repeated, too', async () => {
  const backend = new HeldBackend();
  const done = new CodeVerifier(backend).verify({ ...KNOWN, code: '123456', idempotent: true }, {});
  await backend.answer('verifyCode', new AuthError('network'));
  await backend.answer('verifyCode', session());
  assert.equal((await done)?.user, 'u1');
});

test('too-soon at the first request: nothing says that the server is idempotent, so nothing is repeated', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('too-soon', { retryAfter: 30 }));
  await requested;
  const failed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', new AuthError('network'));
  await assert.rejects(failed, { code: 'network' });
  assert.equal(backend.count('verifyCode'), 1);
  assert.equal(keyOf(backend.calls.at(-1)), undefined);
});

test('attempts that the server counts for each code: the backend is told how many are left, and a new SMS allows all of them again', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode({ attemptsLeft: 3 });
  const told = () => backend.calls.filter(({ method }) => method === 'verifyCode').map(({ options }) => options);
  for (const [code, attemptsLeft] of [
    ['111111', 2],
    ['222222', 1],
  ] as const) {
    const wrong = client.loginWithSmsCode(code);
    await backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft }));
    await assert.rejects(wrong, { attemptsLeft });
  }
  await awaitCode({ attemptsLeft: 3 });
  assert.equal(client.flow.attemptsLeft, 3);
  const done = client.loginWithSmsCode('333333');
  await backend.answer('verifyCode', session());
  await done;
  assert.deepEqual(
    told().map(options => (options as { attemptsLeft?: number }).attemptsLeft),
    [3, 2, 3],
  );
});
