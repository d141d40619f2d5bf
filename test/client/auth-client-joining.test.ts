// The same operation joins the one that is running, and another one cancels it: docs/behaviour/flow.md#operations.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

type Setup = ReturnType<typeof setUpClient>;

const OPERATIONS: [string, (setup: Setup) => Promise<void>, (setup: Setup) => Promise<unknown>][] = [
  ['loginByPhone', s => s.client.loginByPhone(PHONE), s => s.backend.answer('requestCode')],
  ['sendRegistrationSms', s => s.client.sendRegistrationSms(PHONE), s => s.backend.answer('requestCode')],
  ['registerByPhone', s => s.client.registerByPhone(PHONE, 'Anna'), s => s.backend.answer('requestCode')],
  ['login', s => s.client.login('anna', 'correct horse'), s => s.backend.answer('login', session())],
  ['loginWithSmsCode', s => s.client.loginWithSmsCode('123456'), s => s.backend.answer('verifyCode', session())],
  [
    'verifyRegistrationSms',
    s => s.client.verifyRegistrationSms('123456', 'Anna'),
    s => s.backend.answer('verifyCode', session()),
  ],
];

const needsCode = (name: string) => name === 'loginWithSmsCode' || name === 'verifyRegistrationSms';

for (const [name, operate, answer] of OPERATIONS) {
  test(`${name}: called twice at once makes one backend call, and both promises settle with it`, async t => {
    const s = setUpClient(t);
    if (needsCode(name)) await s.awaitCode();
    const before = s.backend.calls.length;
    const both = [operate(s), operate(s)];
    await settle();
    const third = operate(s);
    assert.equal(s.backend.calls.length, before + 1);
    await answer(s);
    await Promise.all([...both, third]);
    assert.equal(s.backend.calls.length, before + 1);
  });

  test(`${name}: another operation cancels it and aborts its call, and no error enters the state`, async t => {
    const s = setUpClient(t);
    if (needsCode(name)) await s.awaitCode();
    const errors: (string | null)[] = [];
    s.client.subscribe(({ error }) => errors.push(error));
    const first = operate(s);
    await settle();
    const { signal } = s.backend.calls.at(-1)!;
    const second = s.client.login('boris', 'another horse');
    await assert.rejects(first, (error: AuthError) => {
      assert.ok(error instanceof AuthError);
      assert.equal(error.code, 'cancelled');
      return true;
    });
    assert.equal(signal?.aborted, true);
    assert.equal(s.client.state.isLoading, true);
    await s.backend.answer('login', session());
    await second;
    assert.deepEqual(
      errors.filter(error => error !== null),
      [],
    );
    assert.equal(s.client.state.isAuthenticated, true);
  });

  test(`${name}: with other arguments is another operation, and cancels it`, async t => {
    const s = setUpClient(t);
    if (needsCode(name)) await s.awaitCode();
    const first = operate(s);
    await settle();
    const open = s.backend.open.length;
    const second =
      name === 'login'
        ? s.client.login('anna', 'Correct horse')
        : needsCode(name)
          ? s.client.loginWithSmsCode('654321')
          : s.client.loginByPhone('79167654321');
    await assert.rejects(first, { code: 'cancelled' });
    assert.equal(s.backend.open.length, open);
    await answer(s);
    await second;
  });

  test(`${name}: back() cancels it`, async t => {
    const s = setUpClient(t);
    if (needsCode(name)) await s.awaitCode();
    const running = operate(s);
    await settle();
    s.client.back();
    await assert.rejects(running, { code: 'cancelled' });
    assert.equal(s.backend.open.length, 0);
    assert.equal(s.client.state.isLoading, false);
    assert.equal(s.client.state.error, null);
    assert.equal(s.client.state.verificationStep, 'none');
  });

  test(`${name}: logout() cancels it, and a late answer signs nobody in`, async t => {
    const s = setUpClient(t);
    if (needsCode(name)) await s.awaitCode();
    const running = operate(s);
    const signedOut = s.client.logout();
    await assert.rejects(running, { code: 'cancelled' });
    await signedOut;
    await settle();
    assert.equal(s.store.stored, null);
    assert.equal(s.client.state.isAuthenticated, false);
    assert.equal(s.client.state.verificationStep, 'none');
  });
}

test('an operation that is rejected for its arguments cancels nothing', async t => {
  const s = setUpClient(t);
  const running = s.client.loginByPhone(PHONE);
  await assert.rejects(s.client.loginByPhone('12'), { code: 'invalid-phone' });
  assert.equal(s.client.state.error, null);
  assert.equal(s.client.state.isLoading, true);
  await s.backend.answer('requestCode');
  await running;
  assert.equal(s.client.state.verificationStep, 'sms-sent');
});

test('requesting another code for the same number cancels a submission and keeps the step sms-sent', async t => {
  const s = setUpClient(t);
  await s.awaitCode();
  const submitted = s.client.loginWithSmsCode('123456');
  await settle();
  const requested = s.client.loginByPhone(PHONE);
  await assert.rejects(submitted, { code: 'cancelled' });
  assert.equal(s.client.state.verificationStep, 'sms-sent');
  await s.backend.answer('requestCode');
  await requested;
  assert.equal(s.client.state.phoneForVerification, PHONE);
});

test('requesting a code for another number resets what was known about the first one', async t => {
  const s = setUpClient(t);
  await s.awaitCode({ codeLength: 4, resendIn: 99 });
  const requested = s.client.loginByPhone('79167654321');
  assert.equal(s.client.state.verificationStep, 'none');
  assert.equal(s.client.flow.codeLength, 6);
  assert.equal(s.client.flow.resend, null);
  await s.backend.answer('requestCode', new AuthError('server'));
  await assert.rejects(requested, { code: 'server' });
  assert.equal(s.client.flow.phone, '79167654321');
});

test('tryAutoLogin while busy or signed in resolves and changes nothing', async t => {
  const s = setUpClient(t, { stored: null });
  const running = s.client.loginByPhone(PHONE);
  await s.client.tryAutoLogin();
  assert.equal(s.client.state.isLoading, true);
  await s.backend.answer('requestCode');
  await running;
  await s.signIn(session());
  await s.client.tryAutoLogin();
  assert.equal(s.client.state.isAuthenticated, true);
  assert.equal(s.backend.count('getSession'), 0);
});

test('tryAutoLogin called twice at once makes one call', async t => {
  const s = setUpClient(t, { stored: stored({ obtainedAt: Date.now() - 2_000_000 }) });
  const both = [s.client.tryAutoLogin(), s.client.tryAutoLogin()];
  await s.backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 500 });
  await Promise.all(both);
  assert.equal(s.backend.count('getSession'), 1);
});

for (const [name, operate] of [
  ['verifyRegistrationSms(code, name)', (client: AuthClient) => client.verifyRegistrationSms('123456', 'Anna')],
  ['verifyRegistrationSms(code)', (client: AuthClient) => client.verifyRegistrationSms('123456')],
  ['loginWithSmsCode(code)', (client: AuthClient) => client.loginWithSmsCode('123-456')],
] as const) {
  test(`${name} called again while the name is being saved joins the running operation`, async t => {
    const { client, backend } = setUpClient(t);
    const requested = client.registerByPhone(PHONE, 'Anna');
    await backend.answer('requestCode');
    await requested;
    const first = operate(client);
    await backend.answer('verifyCode', session({ displayName: null }));
    while (!backend.open.includes('setDisplayName')) await settle();
    const second = operate(client);
    await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
    await Promise.all([first, second]);
    assert.deepEqual([backend.count('verifyCode'), backend.count('setDisplayName')], [1, 1]);
    assert.equal(client.state.displayName, 'Anna');
  });
}

test('joined operations share one promise: one handler is enough to leave no unhandled rejection', async t => {
  const s = setUpClient(t);
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const one = s.client.loginByPhone(PHONE);
  one.catch(() => {});
  void s.client.loginByPhone(PHONE);
  await s.backend.answer('requestCode', new AuthError('server'));
  await settle();
  s.client.loginByPhone('1').catch(() => {});
  await settle();
  assert.deepEqual(unhandled, []);
});
