// Sign-in by SMS code: the real client and SupabaseBackend with a real Supabase Auth server.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failureOf, setUpClient, wrongCode } from './accounts.js';
import { setUpAuthServers, skipReason } from './auth-server.js';

describe('Supabase: phone', { skip: skipReason }, () => {
  const servers = setUpAuthServers({
    open: { GOTRUE_SMS_OTP_EXP: '300' },
    closed: { GOTRUE_DISABLE_SIGNUP: 'true' },
    limited: { GOTRUE_RATE_LIMIT_HEADER: 'X-Client-IP', GOTRUE_RATE_LIMIT_SMS_SENT: '1/1h' },
    test: { GOTRUE_SMS_TEST_OTP: '79990000001:111111' },
  });

  const findUser = async (phone: string) => {
    const [user] = await servers.open.query('select * from auth.users where phone = $1', phone);
    return user as { id: string; raw_user_meta_data: Record<string, unknown> } | undefined;
  };

  test('registration keeps the name in the user metadata', async t => {
    const { client, phone, code } = setUpClient(t, servers.open);
    await client.registerByPhone(phone, 'Anna');
    assert.equal(client.state.verificationStep, 'sms-sent');
    await client.verifyRegistrationSms(code());
    const { isAuthenticated, displayName, userId } = client.state;
    assert.deepEqual([isAuthenticated, displayName], [true, 'Anna']);
    const user = (await findUser(phone))!;
    assert.equal(user.id, userId);
    assert.equal(user.raw_user_meta_data['display_name'], 'Anna');
  });

  test('registration saves the name if the number has asked for a code without a name before', async t => {
    const { client, phone, code } = setUpClient(t, servers.open);
    await client.sendRegistrationSms(phone);
    client.back();
    await servers.open.age(phone, 61);
    await client.registerByPhone(phone, 'Anna');
    await client.verifyRegistrationSms(code());
    assert.equal(client.state.displayName, 'Anna');
    assert.equal((await findUser(phone))!.raw_user_meta_data['display_name'], 'Anna');
  });

  test('registering again does not change the name', async t => {
    const { client, phone, code, register } = setUpClient(t, servers.open);
    await register('Anna');
    await client.logout();
    await servers.open.age(phone, 61);
    await client.registerByPhone(phone, 'Boris');
    await client.verifyRegistrationSms(code());
    assert.equal(client.state.displayName, 'Anna');
  });

  test('sign-in with a number that has an account', async t => {
    const { client, phone, code, register } = setUpClient(t, servers.open);
    await register();
    const { userId } = client.state;
    await client.logout();
    await servers.open.age(phone, 61);
    await client.loginByPhone(phone);
    await client.loginWithSmsCode(code());
    assert.deepEqual([client.state.userId, client.state.displayName], [userId, 'Anna']);
  });

  test('sign-in with an unknown number is refused, and creates no account', async t => {
    const { client, phone } = setUpClient(t, servers.open);
    assert.equal((await failureOf(client.loginByPhone(phone))).code, 'unknown-user');
    assert.equal(await findUser(phone), undefined);
    assert.deepEqual(servers.open.codesTo(phone), []);
  });

  test('registration closed: a sign-in with a number that has an account still works', async t => {
    const { register, phone } = setUpClient(t, servers.open);
    await register();
    await servers.open.age(phone, 61);
    const { client } = setUpClient(t, servers.closed);
    await client.loginByPhone(phone);
    await client.loginWithSmsCode(servers.closed.codesTo(phone).at(-1)!);
    assert.equal(client.state.displayName, 'Anna');
  });

  test('registration closed: a sign-in says that the number is unknown, and a registration is refused with the reason', async t => {
    const { client, phone } = setUpClient(t, servers.closed);
    assert.equal((await failureOf(client.loginByPhone(phone))).code, 'unknown-user');
    const { code, text } = await failureOf(client.registerByPhone(phone, 'Anna'));
    assert.deepEqual([code, text], ['refused', undefined]);
  });

  test('registration closed: a sign-in says that a number whose code was never entered is unknown', async t => {
    const { client: first, phone } = setUpClient(t, servers.open);
    await first.sendRegistrationSms(phone);
    await servers.open.age(phone, 61);
    const { client } = setUpClient(t, servers.closed);
    assert.equal((await failureOf(client.loginByPhone(phone))).code, 'unknown-user');
  });

  test('a wrong code, and then the right one', async t => {
    const { client, phone, code } = setUpClient(t, servers.open);
    await client.registerByPhone(phone, 'Anna');
    const { attemptsLeft, ...failure } = await failureOf(client.verifyRegistrationSms(wrongCode(code())));
    assert.equal(failure.code, 'wrong-code');
    assert.equal(attemptsLeft, undefined);
    await client.verifyRegistrationSms(code());
    assert.equal(client.state.isAuthenticated, true);
  });

  test('an expired code', async t => {
    const { client, phone, code } = setUpClient(t, servers.open, { codeLifetime: 0 });
    await client.registerByPhone(phone, 'Anna');
    await servers.open.age(phone, 301);
    assert.equal((await failureOf(client.verifyRegistrationSms(code()))).code, 'code-expired');
  });

  test('a used code cannot be used again', async t => {
    const { client, phone, code, register, backend } = setUpClient(t, servers.open);
    await register();
    await client.logout();
    assert.equal((await failureOf(backend.verifyCode(phone, code(), { register: false }))).code, 'wrong-code');
  });

  test('a second request within a minute: a countdown until the next code can be sent', async t => {
    const { backend, client, phone } = setUpClient(t, servers.open);
    await client.registerByPhone(phone, 'Anna');
    const failure = await failureOf(backend.requestCode(phone, { register: true }));
    assert.equal(failure.code, 'too-soon');
    assert.ok((failure.retryAfter as number) > 55 && (failure.retryAfter as number) <= 60, String(failure.retryAfter));
    // Another client, in a browser that doesn't know of the first request.
    const { client: second, code: _, ...other } = setUpClient(t, servers.open);
    await second.registerByPhone(phone, 'Anna');
    assert.equal(second.state.verificationStep, 'sms-sent');
    assert.equal(other.store.stored, null);
    await second.verifyRegistrationSms(servers.open.codesTo(phone).at(-1)!);
    assert.equal(second.state.isAuthenticated, true);
  });

  test('a request is accepted once its countdown is over', async t => {
    const { backend, phone } = setUpClient(t, servers.open);
    await backend.requestCode(phone, { register: true });
    await servers.open.age(phone, 30.5);
    const { retryAfter } = await failureOf(backend.requestCode(phone, { register: true }));
    await servers.open.age(phone, retryAfter as number);
    await backend.requestCode(phone, { register: true });
    assert.equal(servers.open.codesTo(phone).length, 2);
  });

  test('the SMS limit of the whole project', async t => {
    const { backend, phone } = setUpClient(t, servers.limited);
    const { client: other, phone: otherPhone } = setUpClient(t, servers.limited);
    await backend.requestCode(phone, { register: true });
    const { code, retryAfter } = await failureOf(other.registerByPhone(otherPhone, 'Anna'));
    assert.deepEqual([code, retryAfter], ['too-many-requests', undefined]);
  });

  test('test numbers of the project', async t => {
    const { client } = setUpClient(t, servers.test);
    await client.registerByPhone('79990000001', 'Test');
    await client.verifyRegistrationSms('111111');
    assert.equal(client.state.displayName, 'Test');
    assert.deepEqual(servers.test.codesTo('79990000001'), []);
  });

  test('a project that keeps no names asks for none', async t => {
    const { client, phone, code } = setUpClient(t, servers.open, { nameKey: null });
    await client.sendRegistrationSms(phone);
    await client.verifyRegistrationSms(code());
    assert.deepEqual([client.state.isAuthenticated, client.state.displayName], [true, null]);
  });

  test('an account without a name gets one', async t => {
    const { client, phone, code } = setUpClient(t, servers.open, { nameKey: 'nickname' });
    await client.sendRegistrationSms(phone);
    await client.verifyRegistrationSms(code());
    assert.equal(client.state.verificationStep, 'verified');
    await client.verifyRegistrationSms(code(), 'Anna');
    assert.equal(client.state.displayName, 'Anna');
    assert.equal((await findUser(phone))!.raw_user_meta_data['nickname'], 'Anna');
  });

  test('a name from another provider', async t => {
    const { client, phone, code, register } = setUpClient(t, servers.open);
    await register();
    await client.logout();
    const metadata = { full_name: 'Anna Petrova', name: 'Anna' };
    await servers.open.query('update auth.users set raw_user_meta_data = $2 where phone = $1', phone, metadata);
    await servers.open.age(phone, 61);
    await client.loginByPhone(phone);
    await client.loginWithSmsCode(code());
    assert.equal(client.state.displayName, 'Anna Petrova');
  });

  test('a banned person is refused with the reason', async t => {
    const { client, phone, code, register } = setUpClient(t, servers.open);
    await register();
    await client.logout();
    await servers.open.age(phone, 61);
    await servers.open.query(`update auth.users set banned_until = now() + interval '1 day' where phone = $1`, phone);
    await client.loginByPhone(phone);
    const failure = await failureOf(client.loginWithSmsCode(code()));
    assert.deepEqual([failure.code, failure.text], ['refused', undefined]);
  });
});
