// After a reload, a verification continues at the same point: docs/behaviour/session.md#reload-in-mid-verification.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { secondsLeft } from '../../src/core/deadline.js';
import { FakeClock, settle } from '../support/clock.js';
import { HeldBackend, FakeStore, session, stored } from '../support/held-backend.js';
import { FakePage } from '../support/page.js';
import { awaitCode, load, reload } from '../support/reload.js';
import { PHONE, SMS_SENT } from '../support/client-setup.js';

const HOUR = 3_600_000;

test('a reload in sms-sent keeps number, mode, name, code length, attempts and countdown', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const before = load(t);
  await awaitCode(before, { resendIn: 60, codeLength: 4 });
  const wrong = before.client.verifyRegistrationSms('1111');
  await before.backend.answer('verifyCode', new AuthError('wrong-code', { attemptsLeft: 2 }));
  await assert.rejects(wrong);
  await clock.advance(20_000);

  const { client, backend } = reload(t, before);
  await client.tryAutoLogin();
  const { state, flow } = client;
  assert.deepEqual([state.verificationStep, state.phoneForVerification, state.error], ['sms-sent', PHONE, null]);
  assert.deepEqual(
    [flow.screen, flow.mode, flow.typedName, flow.codeLength, flow.attemptsLeft],
    ['code', 'phone-register', 'Anna', 4, 2],
  );
  assert.equal(secondsLeft(flow.resend!, Date.now()), 40);
  // The registration can be completed, with the name that was typed before the reload.
  const done = client.verifyRegistrationSms('2222');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await done;
  assert.equal(client.state.displayName, 'Anna');
});

for (const resendIn of [Infinity, NaN, -1]) {
  test(`a reload in sms-sent, if the backend said to wait ${resendIn} seconds`, async t => {
    new FakePage(t);
    const before = load(t);
    await awaitCode(before, { resendIn });
    const { client } = reload(t, before);
    assert.deepEqual([client.flow.screen, client.flow.phone], ['code', PHONE]);
    assert.deepEqual(client.flow.resend, before.client.flow.resend);
  });
}

test('the step is sms-sent before, during and after tryAutoLogin', async t => {
  new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const { client } = reload(t, before);
  assert.equal(client.state.verificationStep, 'sms-sent');
  const restored = client.tryAutoLogin();
  assert.equal(client.flow.screen, 'restoring');
  await restored;
  assert.equal(client.state.verificationStep, 'sms-sent');
});

test('a reload during a restoration keeps the step sms-sent', async t => {
  const page = new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const between = reload(t, before);
  between.client.tryAutoLogin().catch(() => {});
  assert.notEqual(page.sessionStorage.text, '[]');
  const { client } = reload(t, between);
  assert.equal(client.state.verificationStep, 'sms-sent');
});

test('a reload during the request for a code keeps the number and the name in the form', async t => {
  new FakePage(t);
  const before = load(t);
  before.client.registerByPhone(PHONE, 'Anna').catch(() => {});
  await settle();
  const { client } = reload(t, before);
  const { screen, phone, typedName, mode } = client.flow;
  assert.deepEqual([screen, phone, typedName, mode], ['credentials', PHONE, 'Anna', 'phone-register']);
  assert.equal(client.state.isLoading, false);
});

test('a reload during a submission: the code can be submitted again', async t => {
  new FakePage(t);
  const before = load(t);
  await awaitCode(before, { idempotent: true });
  before.client.loginWithSmsCode('123456').catch(() => {});
  await settle();
  const { client, backend } = reload(t, before);
  assert.equal(client.state.isLoading, false);
  const done = client.loginWithSmsCode('123456');
  await settle();
  // Before the reload, the server announced that submissions are idempotent.
  const { options } = backend.calls.at(-1)!;
  assert.ok('idempotencyKey' in options);
  await backend.answer('verifyCode', session());
  await done;
});

test('a reload on the name screen keeps the step verified and the typed name', async t => {
  new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const done = before.client.verifyRegistrationSms('123456');
  await before.backend.answer('verifyCode', session({ displayName: null }));
  await before.backend.answer('setDisplayName', new AuthError('network'));
  await assert.rejects(done);
  const { client, backend } = reload(t, before);
  await client.tryAutoLogin();
  assert.deepEqual([client.flow.screen, client.flow.typedName], ['name', 'Anna']);
  assert.equal(client.state.verificationStep, 'verified');
  const named = client.verifyRegistrationSms('123456');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  assert.equal(client.state.isAuthenticated, true);
});

test('a number that was confirmed without a session leaves nothing in the storages', async t => {
  const page = new FakePage(t);
  const loaded = load(t);
  await awaitCode(loaded, { state: 'state-1' });
  const done = loaded.client.verifyRegistrationSms('123456');
  await loaded.backend.answer('verifyCode', null);
  await assert.rejects(done, { code: 'no-session' });
  assert.deepEqual([page.localStorage.text, page.sessionStorage.text], ['[]', '[]']);
});

test('a reload while the number is blocked shows the block with the time left', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const before = load(t);
  await awaitCode(before);
  const blocked = before.client.loginWithSmsCode('111111');
  await before.backend.answer('verifyCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
  await assert.rejects(blocked);
  await clock.advance(300_000);
  const { client } = reload(t, before);
  await client.tryAutoLogin();
  assert.equal(client.flow.failure?.code, 'blocked');
  assert.equal(client.state.verificationStep, 'none');
  assert.equal(client.flow.phone, PHONE);
  assert.equal(secondsLeft(client.flow.retry!, Date.now()), 600);
  assert.equal(client.flow.failure.retryAfter, 600);
  assert.match(client.state.error ?? '', /Too many wrong codes.*10.minutes/);
});

test('a reload during a restoration keeps the block', async t => {
  new FakePage(t);
  const before = load(t);
  const blocked = before.client.loginByPhone(PHONE);
  await before.backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
  await assert.rejects(blocked);
  const between = reload(t, before);
  between.store.stored = stored({ obtainedAt: 0 });
  between.client.tryAutoLogin().catch(() => {});
  const { client } = reload(t, between);
  assert.deepEqual([client.flow.failure?.code, client.flow.blocked?.seconds], ['blocked', 900]);
});

test('a reload after the block has ended shows no error', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const before = load(t);
  const blocked = before.client.loginByPhone(PHONE);
  await before.backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
  await assert.rejects(blocked);
  await clock.advance(900_000); // to the very end
  const { client } = reload(t, before);
  assert.equal(client.state.error, null);
  assert.equal(client.flow.retry, null);
});

test('a clock that is set during a reload never makes the countdown longer than its duration', async t => {
  for (const jump of [-5 * HOUR, 5 * HOUR]) {
    const clock = new FakeClock(t);
    new FakePage(t);
    const before = load(t);
    await awaitCode(before, { resendIn: 60 });
    clock.jump(jump);
    const { client } = reload(t, before);
    const seconds = secondsLeft(client.flow.resend!, Date.now());
    assert.equal(seconds, jump < 0 ? 60 : 0);
    await clock.advance(60_000);
    assert.equal(secondsLeft(client.flow.resend!, Date.now()), 0);
    client.dispose();
  }
});

test('a clock that is set back never makes a block longer than its duration', async t => {
  const clock = new FakeClock(t);
  new FakePage(t);
  const before = load(t);
  const blocked = before.client.loginByPhone(PHONE);
  await before.backend.answer('requestCode', new AuthError('blocked', { retryAfter: 900 }));
  await assert.rejects(blocked);
  clock.jump(-5 * HOUR);
  const { client } = reload(t, before);
  assert.equal(secondsLeft(client.flow.retry!, Date.now()), 900);
});

test('the step stays sms-sent while tryAutoLogin waits for the server', async t => {
  new FakePage(t);
  const backend = new HeldBackend();
  const store = new FakeStore();
  const before = new AuthClient({ backend, store });
  const requested = before.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await requested;
  before.dispose();

  // Another tab has signed in since; the session is expired by this clock, so the server must be asked.
  store.stored = stored({ obtainedAt: Date.now() - 5_000_000 });
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  const states: object[] = [];
  client.subscribe(({ isLoading, phoneForVerification, verificationStep }) =>
    states.push({ isLoading, phoneForVerification, verificationStep }),
  );
  const { phoneForVerification, verificationStep } = SMS_SENT;
  const restored = client.tryAutoLogin();
  assert.equal(client.flow.screen, 'restoring');
  assert.deepEqual({ ...client.state }, { ...SMS_SENT, isLoading: true });
  await backend.answer('getSession', new AuthError('session-expired', { status: 401 }));
  await restored;
  assert.deepEqual({ ...client.state }, SMS_SENT);
  assert.equal(client.flow.screen, 'code');
  assert.deepEqual(
    states,
    [true, false].map(isLoading => ({ isLoading, phoneForVerification, verificationStep })),
  );
});

test('setMode() while a session is being restored on the code screen: the form follows if there is no session', async t => {
  new FakePage(t);
  const first = load(t);
  await awaitCode(first);
  first.store.stored = stored({ obtainedAt: Date.now() - 5_000_000 });
  const { client, backend } = reload(t, first);
  const restored = client.tryAutoLogin();
  assert.equal(client.state.verificationStep, 'sms-sent');
  client.setMode('login');
  assert.equal(client.state.verificationStep, 'none');
  await backend.answer('getSession', new AuthError('session-expired'));
  await restored;
  assert.deepEqual([client.flow.screen, client.flow.mode], ['credentials', 'login']);
});
