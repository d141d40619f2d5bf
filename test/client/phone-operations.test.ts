// The operations with a phone number, each with what it does and how it fails.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { FakeBackend, FakeStore, session } from '../support/fake-backend.js';
import { ANNA, AWAITED, NOBODY, PHONE, scene, SPELLED } from '../support/scene.js';

test('the state has the seven fields of the requirements and no other', t => {
  assert.deepEqual({ ...scene(t).client.state }, NOBODY);
});

const requests: [string, (client: AuthClient) => Promise<void>, string, string | null][] = [
  ['loginByPhone', client => client.loginByPhone(SPELLED), 'phone-login', null],
  ['sendRegistrationSms', client => client.sendRegistrationSms(SPELLED), 'phone-register', null],
  ['registerByPhone', client => client.registerByPhone(SPELLED, '  Anna '), 'phone-register', 'Anna'],
];
for (const [name, request, mode, typedName] of requests) {
  test(`${name}: asks for a code in wire form, and a code is awaited`, async t => {
    const { client, backend } = scene(t);
    const done = request(client);
    assert.deepEqual({ ...client.state }, { ...NOBODY, isLoading: true });
    await backend.answer('requestCode', { resendIn: 30, codeLength: 4 });
    assert.equal(await done, undefined);
    assert.deepEqual(backend.last('requestCode'), [PHONE]);
    assert.deepEqual({ ...client.state }, AWAITED);
    const { resend, ...flow } = client.flow;
    assert.equal(resend?.seconds, 30);
    assert.deepEqual(
      { mode: flow.mode, screen: flow.screen, phone: flow.phone, typedName: flow.typedName, length: flow.codeLength },
      { mode, screen: 'code', phone: PHONE, typedName, length: 4 },
    );
  });

  test(`${name}: where the server does not say, 60 seconds and 6 characters`, async t => {
    const { client, backend } = scene(t);
    const done = request(client);
    await backend.answer('requestCode', {});
    await done;
    assert.equal(client.flow.resend?.seconds, 60);
    assert.equal(client.flow.codeLength, 6);
  });

  test(`${name}: an error rejects with the message that stands in the state, and the number stays`, async t => {
    const { client, backend } = scene(t);
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

  test(`${name}: «too soon» is a code that is out there: resolves, with the countdown that is left`, async t => {
    const { client, backend } = scene(t);
    const done = request(client);
    await backend.answer('requestCode', new AuthError('too-soon', { status: 429, retryAfter: 17 }));
    await done;
    assert.deepEqual({ ...client.state }, AWAITED);
    assert.equal(client.flow.resend?.seconds, 17);
  });

  test(`${name}: a blocked number stays at the form, with the time`, async t => {
    const { client, backend } = scene(t);
    const done = request(client);
    await backend.answer('requestCode', new AuthError('blocked', { status: 429, retryAfter: 900 }));
    await assert.rejects(done, { code: 'blocked', retryAfter: 900 });
    assert.deepEqual({ ...client.state }, { ...NOBODY, error: 'Too many wrong codes. Try again in 15:00.' });
    assert.equal(client.flow.retry?.seconds, 900);
    assert.equal(client.flow.screen, 'credentials');
  });
}

for (const number of ['+44 20 7946 0958', '12', '']) {
  test(`a number that is none, ${JSON.stringify(number)}, is refused before anything is sent`, async t => {
    const { client, backend } = scene(t);
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

test('numbers are read by the rules for bulk input', async t => {
  for (const text of ['8 (916) 123-45-67', '916 123-45-67', 'tel:+7-916-123-45-67', '8 (916) 123-45-67, доб. 12']) {
    const { client, backend } = scene(t);
    const done = client.loginByPhone(text);
    await backend.answer('requestCode');
    await done;
    assert.deepEqual(backend.last('requestCode'), [PHONE], text);
  }
});

test('codes are found in the text that they came in', async t => {
  for (const [text, codeLength, code] of [
    ['Your code: 123-456', 6, '123456'],
    ['Код 123 456', 6, '123456'],
    ['Your code: 1234. It works for 5 minutes', 4, '1234'],
    ['Your code: ab12cd', 6, 'AB12CD'],
    ['AB-12', 6, 'AB12'],
  ] as const) {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode({ codeLength });
    client.loginWithSmsCode(text).catch(() => {});
    await settle();
    assert.deepEqual(backend.last('verifyCode'), [PHONE, code], text);
  }
});

for (const operation of ['loginWithSmsCode', 'verifyRegistrationSms'] as const) {
  test(`${operation}: submits the code and signs in`, async t => {
    const { client, backend, store, awaitCode } = scene(t);
    await awaitCode();
    const done = client[operation](' 123-456 ', 'Somebody else');
    assert.deepEqual({ ...client.state }, { ...AWAITED, isLoading: true });
    await backend.answer('verifyCode', session());
    assert.equal(await done, undefined);
    assert.deepEqual(backend.last('verifyCode'), [PHONE, '123456']);
    assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
    assert.equal(store.stored?.token, 'token-1');
    // The account has a name: it is not overwritten by registering again.
    assert.equal(backend.count('setDisplayName'), 0);
  });

  test(`${operation}: a wrong code leaves the person at the code, with the tries that are left`, async t => {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode();
    const done = client[operation]('123456');
    await backend.answer('verifyCode', new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
    await assert.rejects(done, { code: 'wrong-code', attemptsLeft: 2, message: 'Wrong code. Tries left: 2.' });
    assert.deepEqual({ ...client.state }, { ...AWAITED, error: 'Wrong code. Tries left: 2.' });
    assert.equal(client.flow.attemptsLeft, 2);
  });

  test(`${operation}: the right one ends the count of tries, as it does on the server`, async t => {
    const { client, backend, awaitCode } = scene(t);
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

  test(`${operation}: the third wrong one ends at the form, blocked`, async t => {
    const { client, backend, awaitCode } = scene(t);
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

  test(`${operation}: an expired code leaves the person where a new one can be asked for`, async t => {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode();
    const done = client[operation]('123456');
    await backend.answer('verifyCode', new AuthError('code-expired', { status: 410 }));
    await assert.rejects(done, { code: 'code-expired' });
    assert.equal(client.state.verificationStep, 'sms-sent');
    const again = client.loginByPhone(PHONE);
    assert.equal(client.state.verificationStep, 'sms-sent');
    await backend.answer('requestCode');
    await again;
    assert.deepEqual({ ...client.state }, AWAITED);
  });

  test(`${operation}: an empty code is refused before anything is sent`, async t => {
    const { client, backend, awaitCode } = scene(t);
    await awaitCode();
    await assert.rejects(client[operation]('  - '), { code: 'invalid-code' });
    assert.equal(backend.count('verifyCode'), 0);
    assert.equal(client.state.verificationStep, 'sms-sent');
    assert.equal(client.state.error, 'Enter the code from the SMS.');
  });

  test(`${operation}: without a code that is awaited it is refused`, async t => {
    const { client, backend } = scene(t);
    await assert.rejects(client[operation]('123456'), { code: 'code-expired' });
    assert.equal(backend.calls.length, 0);
    assert.equal(client.state.isLoading, false);
  });

  test(`${operation}: a server that signs nobody in ends in «verified» with no-session, and nothing is kept`, async t => {
    const { client, backend, store, awaitCode, told } = scene(t);
    await awaitCode();
    const done = client[operation]('123456', 'Anna');
    await backend.answer('verifyCode', null);
    await assert.rejects(done, { code: 'no-session' });
    assert.deepEqual(
      { ...client.state },
      {
        ...NOBODY,
        verificationStep: 'verified',
        error: 'The number is confirmed, but the server did not sign you in.',
      },
    );
    assert.equal(client.flow.screen, 'confirmed');
    assert.equal(store.stored, null);
    assert.equal(await client.getToken(), null);
    assert.ok(!told().includes('auth-signed-in'));
    client.back();
    assert.deepEqual({ ...client.state }, NOBODY);
  });
}

test('loginWithSmsCode: an account without a name resolves in «verified», not yet authenticated', async t => {
  const { client, backend, store, awaitCode, told } = scene(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await done;
  assert.deepEqual({ ...client.state }, { ...NOBODY, verificationStep: 'verified' });
  assert.equal(client.flow.screen, 'name');
  assert.deepEqual(told(), ['auth-change', 'auth-change']);
  // The code is used up: its session is kept, also for a reload.
  assert.equal(store.stored?.displayName, null);
});

test('verifyRegistrationSms: in «verified» the name alone is sent', async t => {
  const { client, backend, store, awaitCode } = scene(t);
  await awaitCode();
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await confirmed;
  const named = client.verifyRegistrationSms('123456', ' Anna ');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await named;
  assert.equal(backend.count('verifyCode'), 1);
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Anna']);
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  assert.equal(store.stored?.displayName, 'Anna');
});

test('registerByPhone, then verifyRegistrationSms(code): the name goes by itself', async t => {
  const { client, backend, store } = scene(t);
  const asked = client.registerByPhone(SPELLED, 'Anna');
  await backend.answer('requestCode');
  await asked;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Anna' });
  await done;
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Anna']);
  assert.deepEqual({ ...client.state }, { ...ANNA, verificationStep: 'verified' });
  assert.equal(store.stored?.displayName, 'Anna');
});

test('verifyRegistrationSms(code, name): the second argument wins over the name that was kept', async t => {
  const { client, backend } = scene(t);
  const asked = client.registerByPhone(SPELLED, 'Anna');
  await backend.answer('requestCode');
  await asked;
  const done = client.verifyRegistrationSms('123456', 'Maria');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Maria' });
  await done;
  assert.deepEqual(backend.last('setDisplayName'), ['token-1', 'Maria']);
  assert.equal(client.state.displayName, 'Maria');
});

test('a name that was not taken is sent again, the code is not', async t => {
  const { client, backend } = scene(t);
  const asked = client.registerByPhone(SPELLED, 'Anna');
  await backend.answer('requestCode');
  await asked;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await backend.answer('setDisplayName', new AuthError('policy', { status: 422, field: 'displayName' }));
  await assert.rejects(done, { code: 'policy', field: 'displayName' });
  assert.equal(client.state.verificationStep, 'verified');
  assert.equal(client.state.error, 'A name has 1 to 64 characters.');
  assert.equal(client.flow.typedName, 'Anna');
  const again = client.verifyRegistrationSms('', 'Ann');
  await backend.answer('setDisplayName', { user: 'u1', displayName: 'Ann' });
  await again;
  assert.equal(backend.count('verifyCode'), 1);
  assert.equal(client.state.displayName, 'Ann');
});

test('the same without anybody who looks, from a server that says that nothing was created: the error stands', async t => {
  const backend = new FakeBackend();
  const client = new AuthClient({ backend, store: new FakeStore() });
  t.after(() => client.dispose());
  const asked = client.registerByPhone(PHONE, 'Anna');
  await backend.answer('requestCode');
  await asked;
  const done = client.verifyRegistrationSms('123456');
  await backend.answer('verifyCode', session({ displayName: null, created: false }));
  await backend.answer('setDisplayName', new AuthError('policy', { status: 422, field: 'displayName' }));
  await assert.rejects(done, { code: 'policy' });
  assert.deepEqual([client.flow.failure?.code, client.state.verificationStep], ['policy', 'verified']);
});

test('a session that ends while the name is sent: signed out, session-expired', async t => {
  const { client, backend, store, awaitCode } = scene(t);
  await awaitCode();
  const confirmed = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ displayName: null }));
  await confirmed;
  const named = client.verifyRegistrationSms('', 'Anna');
  await backend.answer('setDisplayName', new AuthError('session-expired', { status: 401 }));
  await assert.rejects(named, { code: 'session-expired' });
  assert.equal(client.state.verificationStep, 'none');
  assert.equal(client.flow.screen, 'credentials');
  assert.equal(store.stored, null);
});

test('a server that keeps no names signs in without one', async t => {
  const { client, backend, awaitCode } = scene(t);
  await awaitCode();
  const done = client.loginWithSmsCode('123456');
  await backend.answer('verifyCode', { user: 'u1', token: 'token-1', expiresIn: 1000 });
  await done;
  assert.deepEqual({ ...client.state }, { ...ANNA, displayName: null, verificationStep: 'verified' });
});
