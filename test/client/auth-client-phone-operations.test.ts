// The operations with a phone number and a code: result, state and errors of each.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { session } from '../support/held-backend.js';
import { ANNA, PHONE, PHONE_TEXT, setUpClient, SIGNED_OUT, SMS_SENT } from '../support/client-setup.js';

test('the state has exactly the seven fields of the requirements', t => {
  assert.deepEqual({ ...setUpClient(t).client.state }, SIGNED_OUT);
});

const requests: [string, (client: AuthClient) => Promise<unknown>, string, string | null][] = [
  ['loginByPhone', client => client.loginByPhone(PHONE_TEXT), 'phone-login', null],
  ['sendRegistrationSms', client => client.sendRegistrationSms(PHONE_TEXT), 'phone-register', null],
  ['registerByPhone', client => client.registerByPhone(PHONE_TEXT, '  Anna '), 'phone-register', 'Anna'],
];
for (const [name, request, mode, typedName] of requests) {
  test(`${name}: requests a code for the wire form, and ends in sms-sent`, async t => {
    const { client, backend } = setUpClient(t);
    const done = request(client);
    assert.deepEqual({ ...client.state }, { ...SIGNED_OUT, isLoading: true });
    await backend.answer('requestCode', { resendIn: 30, codeLength: 4 });
    assert.equal(await done, undefined);
    assert.deepEqual(backend.last('requestCode'), [PHONE]);
    assert.deepEqual({ ...client.state }, SMS_SENT);
    const { resend, ...flow } = client.flow;
    assert.equal(resend?.seconds, 30);
    assert.deepEqual(
      { mode: flow.mode, screen: flow.screen, phone: flow.phone, typedName: flow.typedName, length: flow.codeLength },
      { mode, screen: 'code', phone: PHONE, typedName, length: 4 },
    );
  });

  test(`${name}: 60 seconds and 6 characters if the server names neither`, async t => {
    const { client, backend } = setUpClient(t);
    const done = request(client);
    await backend.answer('requestCode', {});
    await done;
    assert.equal(client.flow.resend?.seconds, 60);
    assert.equal(client.flow.codeLength, 6);
  });

  test(`${name}: rejects with the message that is in state.error, and keeps the number`, async t => {
    const { client, backend } = setUpClient(t);
    const done = request(client);
    await backend.answer('requestCode', new AuthError('sms-failed', { status: 503 }));
    await assert.rejects(done, (error: AuthError) => {
      assert.ok(error instanceof AuthError);
      assert.deepEqual([error.code, error.status, error.message], ['sms-failed', 503, client.state.error]);
      return true;
    });
    assert.equal(client.flow.screen, 'credentials');
    assert.equal(client.flow.phone, PHONE);
    assert.equal(client.state.isLoading, false);
  });

  test(`${name}: too-soon resolves in sms-sent with the server’s countdown`, async t => {
    const { client, backend } = setUpClient(t);
    const done = request(client);
    await backend.answer('requestCode', new AuthError('too-soon', { status: 429, retryAfter: 17 }));
    await done;
    assert.deepEqual({ ...client.state }, SMS_SENT);
    assert.equal(client.flow.resend?.seconds, 17);
  });

  test(`${name}: a blocked number rejects at the form, with the time`, async t => {
    const { client, backend } = setUpClient(t);
    const done = request(client);
    await backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
    await assert.rejects(done, { code: 'blocked', retryAfter: 900 });
    assert.deepEqual(
      { ...client.state },
      { ...SIGNED_OUT, error: 'Too many wrong codes. Try again in\u00A015\u00A0minutes.' },
    );
    assert.equal(client.flow.retry?.seconds, 900);
    assert.equal(client.flow.screen, 'credentials');
  });
}

for (const number of ['+44 20 7946 0958', '12', '']) {
  test(`an invalid number, ${JSON.stringify(number)}, is rejected without a call`, async t => {
    const { client, backend } = setUpClient(t);
    for (const refused of [
      client.loginByPhone(number),
      client.sendRegistrationSms(number),
      client.registerByPhone(number, 'Anna'),
    ])
      await assert.rejects(refused, { code: 'invalid-phone', message: client.state.error! });
    assert.equal(backend.calls.length, 0);
    assert.equal(client.state.isLoading, false);
  });
}

for (const operation of ['loginWithSmsCode', 'verifyRegistrationSms'] as const) {
  test(`${operation}: submits the code and signs in`, async t => {
    const { client, backend, store, awaitCode } = setUpClient(t);
    await awaitCode();
    const done: Promise<unknown> = client[operation](' 123-456 ', 'Somebody else');
    assert.deepEqual({ ...client.state }, { ...SMS_SENT, isLoading: true });
    await backend.answer('verifyCode', session());
    assert.equal(await done, undefined);
    assert.deepEqual(backend.last('verifyCode'), [PHONE, '123456']);
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
    assert.equal(store.stored?.token, 'token-1');
    // The account has a name already: registering again does not change it.
    assert.equal(backend.count('setDisplayName'), 0);
  });

  test(`${operation}: a wrong code stays in sms-sent, with the attempts left`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode();
    const done = client[operation]('123456');
    await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
    await assert.rejects(done, {
      code: 'wrong-code',
      attemptsLeft: 2,
      message: 'That code isn’t right. Check the text message. 2\u00A0tries left.',
    });
    assert.deepEqual(
      { ...client.state },
      { ...SMS_SENT, error: 'That code isn’t right. Check the text message. 2\u00A0tries left.' },
    );
    assert.equal(client.flow.attemptsLeft, 2);
  });

  test(`${operation}: the right code clears the attempts left`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode();
    const failed = client[operation]('111111');
    await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 1 }));
    await assert.rejects(failed, { attemptsLeft: 1 });
    const done = client[operation]('123456');
    await backend.answer('verifyCode', session({ displayName: null }));
    await done;
    client.back();
    await awaitCode();
    assert.equal(client.flow.attemptsLeft, null);
  });

  test(`${operation}: blocked goes back to the form`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode();
    const done = client[operation]('123456');
    await backend.answer('verifyCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
    await assert.rejects(done, { code: 'blocked', retryAfter: 900 });
    assert.equal(client.state.verificationStep, 'none');
    assert.equal(client.state.phoneForVerification, null);
    assert.equal(client.flow.screen, 'credentials');
    assert.equal(client.flow.phone, PHONE);
    assert.equal(client.flow.attemptsLeft, null);
  });

  test(`${operation}: an expired code stays in sms-sent, so that another one can be requested`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode();
    const done = client[operation]('123456');
    await backend.answer('verifyCode', new AuthError('code-expired', { status: 410 }));
    await assert.rejects(done, { code: 'code-expired' });
    assert.equal(client.state.verificationStep, 'sms-sent');
    const again = client.loginByPhone(PHONE);
    assert.equal(client.state.verificationStep, 'sms-sent');
    await backend.answer('requestCode');
    await again;
    assert.deepEqual({ ...client.state }, SMS_SENT);
  });

  for (const [code, resendIn, isAtOnce] of [
    ['code-expired', undefined, true],
    ['code-expired', 30, false],
    ['wrong-code', undefined, false],
    ['wrong-code', 30, false],
  ] as const) {
    const when = isAtOnce ? 'at once' : 'after the wait';
    test(`${operation}: after ${code}, with an interval of ${resendIn ?? 'nobody'}, another code can be requested ${when}`, async t => {
      const { client, backend, awaitCode } = setUpClient(t);
      await awaitCode({ resendIn });
      const { resend } = client.flow;
      assert.equal(resend?.seconds, resendIn ?? 60);
      const done = client[operation]('123456');
      await backend.answer('verifyCode', new AuthError(code, { status: 410 }));
      await assert.rejects(done, { code });
      assert.deepEqual(client.flow.resend, isAtOnce ? null : resend);
    });
  }

  test(`${operation}: an empty code is rejected without a call`, async t => {
    const { client, backend, awaitCode } = setUpClient(t);
    await awaitCode();
    await assert.rejects(client[operation]('  - '), { code: 'invalid-code' });
    assert.equal(backend.count('verifyCode'), 0);
    assert.equal(client.state.verificationStep, 'sms-sent');
    assert.equal(client.state.error, 'Enter the code from the text message.');
  });

  test(`${operation}: without a requested code it is rejected without a call`, async t => {
    const { client, backend } = setUpClient(t);
    await assert.rejects(client[operation]('123456'), { code: 'code-expired' });
    assert.equal(backend.calls.length, 0);
    assert.equal(client.state.isLoading, false);
  });

  test(`${operation}: a server that grants no session ends in verified with no-session, and nothing is stored`, async t => {
    const { client, backend, store, awaitCode, takeNotices } = setUpClient(t);
    await awaitCode();
    const done = client[operation]('123456', 'Anna');
    await backend.answer('verifyCode', null);
    await assert.rejects(done, { code: 'no-session' });
    assert.deepEqual(
      { ...client.state },
      {
        ...SIGNED_OUT,
        verificationStep: 'verified',
        error: 'Your number is confirmed, but we couldn’t sign you in. Start over.',
      },
    );
    assert.equal(client.flow.screen, 'confirmed');
    assert.equal(store.stored, null);
    assert.equal(await client.getToken(), null);
    assert.ok(!takeNotices().includes('auth-signed-in'));
    client.back();
    assert.deepEqual({ ...client.state }, SIGNED_OUT);
  });
}

test('a block during a resend goes back to the form, with the time', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const again = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
  await assert.rejects(again, { code: 'blocked', retryAfter: 900 });
  assert.deepEqual([client.flow.screen, client.state.verificationStep], ['credentials', 'none']);
  assert.deepEqual([client.flow.retry?.seconds, client.flow.blocked?.seconds], [900, 900]);
});

test('a resend during the countdown: the server is asked, and the countdown is the one of its answer', async t => {
  const { client, backend, awaitCode, takeNotices } = setUpClient(t);
  await awaitCode({ resendIn: 60, codeLength: 4 });
  const again = client.loginByPhone(PHONE);
  assert.deepEqual([client.flow.screen, client.state.isLoading], ['code', true]);
  await backend.answer('requestCode', new AuthError('too-soon', { status: 429, retryAfter: 42 }));
  await again;
  assert.deepEqual([client.flow.resend?.seconds, client.flow.codeLength, client.flow.failure], [42, 4, null]);
  assert.deepEqual({ ...client.state }, SMS_SENT);
  assert.ok(!takeNotices().includes('auth-code-sent'));
});

test('too-soon without a time: 60 seconds', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('too-soon', { status: 429 }));
  await requested;
  assert.equal(client.flow.resend?.seconds, 60);
});

test("the attempts left belong to the number: a new code keeps them, and so does an error that doesn't name them", async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  await awaitCode();
  const wrong = client.loginWithSmsCode('111111');
  await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
  await assert.rejects(wrong);
  await awaitCode();
  assert.equal(client.flow.attemptsLeft, 2);
  const lost = client.loginWithSmsCode('222222');
  await backend.answer('verifyCode', new AuthError('network'));
  await assert.rejects(lost);
  assert.equal(client.flow.attemptsLeft, 2);
});

test('another number: nothing is kept from the first one', async t => {
  const { client, backend } = setUpClient(t);
  const requested = client.registerByPhone(PHONE, 'Anna');
  await backend.answer('requestCode', { codeLength: 4, idempotent: true });
  await requested;
  const wrong = client.loginWithSmsCode('1111');
  await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
  await assert.rejects(wrong);
  void client.loginByPhone('79167654321').catch(() => {});
  const { phone, typedName, codeLength, attemptsLeft, resend } = client.flow;
  assert.deepEqual(
    { phone, typedName, codeLength, attemptsLeft, resend },
    { phone: '79167654321', typedName: null, codeLength: 6, attemptsLeft: null, resend: null },
  );
});

test('a new code ends the block of its number', async t => {
  const { client, backend, awaitCode } = setUpClient(t);
  const blocked = client.loginByPhone(PHONE);
  await backend.answer('requestCode', new AuthError('blocked', { retryAfter: 900 }));
  await assert.rejects(blocked);
  await awaitCode();
  assert.deepEqual([client.flow.blocked, client.flow.retry, client.flow.failure], [null, null, null]);
});
