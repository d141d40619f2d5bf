// Arguments of the wrong type, from apps without type checking.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../src/core/auth-error.js';
import { settle } from '../support/clock.js';
import { PHONE, setUpClient } from '../support/client-setup.js';

test("arguments that aren't strings: the promise rejects, and nothing is thrown synchronously", async t => {
  const { client, backend } = setUpClient(t);
  const wrong = [79161234567, 123456, null, undefined, true, {}, [], Object.create(null), Symbol('s'), () => {}];
  const operations: Record<string, (value: never) => Promise<void>> = {
    loginByPhone: value => client.loginByPhone(value),
    sendRegistrationSms: value => client.sendRegistrationSms(value),
    registerByPhone: value => client.registerByPhone(PHONE, value),
    loginWithSmsCode: value => client.loginWithSmsCode(value),
    verifyRegistrationSms: value => client.verifyRegistrationSms('123456', value),
    'verifyRegistrationSms, code': value => client.verifyRegistrationSms(value),
    login: value => client.login(value, 'correct horse'),
    'login, password': value => client.login('anna', value),
  };
  for (const [name, operate] of Object.entries(operations)) {
    for (const value of wrong) {
      const what = `${name} of ${typeof value} ${JSON.stringify(value)}`;
      if (/Sms(Code|$|,)/.test(name) && !name.startsWith('send')) {
        const requested = client.loginByPhone(PHONE);
        await backend.answer('requestCode');
        await requested;
      }
      let done: Promise<void> | undefined;
      assert.doesNotThrow(() => (done = operate(value as never)), what);
      const ended = done!.then(
        () => true,
        (error: unknown) => assert.ok(error instanceof AuthError, what),
      );
      // If a call was made anyway, it's answered with an error.
      await settle();
      for (const method of backend.open) void backend.answer(method, new AuthError('invalid-request'));
      await ended;
      assert.equal(client.state.isLoading, false, what);
    }
  }
});

test('a phone number of type number is read as its digits', async t => {
  const { client, backend } = setUpClient(t);
  const done = client.loginByPhone(79161234567 as never);
  await backend.answer('requestCode');
  await done;
  assert.deepEqual(backend.last('requestCode'), [PHONE]);
});
