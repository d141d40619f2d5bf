// Sign-in and registration by login and password, with a real Supabase Auth server.
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { failureOf, newPhone, PASSWORD, setUpClient } from './accounts.js';
import { type AuthServer, setUpAuthServers, skipReason } from './auth-server.js';

describe('Supabase: password', { skip: skipReason }, () => {
  const servers = setUpAuthServers({
    /** Registrations must be confirmed, as in a new project. */
    usual: { GOTRUE_MAILER_AUTOCONFIRM: 'false', GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true' },
    autoconfirm: { GOTRUE_SMS_AUTOCONFIRM: 'true', GOTRUE_PASSWORD_MIN_LENGTH: '8' },
    closed: { GOTRUE_DISABLE_SIGNUP: 'true' },
  });

  const newEmail = () => `${newPhone()}@example.com`;

  const countUsers = async (server: AuthServer) => (await server.query('select id from auth.users')).length;

  /** A client that shows the form for a registration, and one that shows the form for a sign-in. */
  function setUpForms(t: TestContext, server: AuthServer) {
    const [registration, signIn] = [setUpClient(t, server), setUpClient(t, server)];
    registration.client.setMode('register');
    signIn.client.setMode('login');
    /** The id of the person who is signed in to this client. The state has it only once the account has a name. */
    const userOf = ({ store }: typeof signIn) => {
      assert.ok(store.stored?.user);
      return store.stored.user;
    };
    return {
      registration: registration.client,
      signIn: signIn.client,
      registeredUser: () => userOf(registration),
      signedInUser: () => userOf(signIn),
    };
  }

  for (const [kind, newLogin] of Object.entries({ 'a phone number': newPhone, 'an email address': newEmail }))
    test(`registration and sign-in with ${kind}`, async t => {
      const { registration, signIn, registeredUser, signedInUser } = setUpForms(t, servers.autoconfirm);
      const login = newLogin();
      await registration.login(login, PASSWORD);
      assert.equal(registration.flow.created, true);
      // An account created with a password has no name yet.
      assert.equal(registration.flow.screen, 'name');
      await registration.verifyRegistrationSms('', 'Anna');
      assert.equal(registration.state.displayName, 'Anna');
      await signIn.login(login, PASSWORD);
      assert.equal(signedInUser(), registeredUser());
      assert.equal(signIn.state.displayName, 'Anna');
      assert.equal(signIn.flow.created, false);
    });

  test('a phone number in any notation, also from another country', async t => {
    const { registration, signIn, registeredUser, signedInUser } = setUpForms(t, servers.autoconfirm);
    const [, area, first, second, third] = /^7(...)(...)(..)(..)$/.exec(newPhone())!;
    await registration.login(`8 (${area}) ${first}-${second}-${third}`, PASSWORD);
    await signIn.login(`+7${area}${first}${second}${third}`, PASSWORD);
    assert.equal(signedInUser(), registeredUser());
    const british = setUpForms(t, servers.autoconfirm);
    await british.registration.login('+44 7700 900123', PASSWORD);
    await british.signIn.login('447700900123', PASSWORD);
    assert.equal(british.signedInUser(), british.registeredUser());
  });

  test('the sign-in form refuses a new login, and creates no account', async t => {
    const { signIn } = setUpForms(t, servers.autoconfirm);
    const before = await countUsers(servers.autoconfirm);
    assert.equal((await failureOf(signIn.login(newPhone(), PASSWORD))).code, 'wrong-credentials');
    assert.equal(await countUsers(servers.autoconfirm), before);
  });

  test('a wrong password', async t => {
    const { registration, signIn } = setUpForms(t, servers.autoconfirm);
    const login = newPhone();
    await registration.login(login, PASSWORD);
    assert.equal((await failureOf(signIn.login(login, `${PASSWORD}!`))).code, 'wrong-credentials');
  });

  test('registration with a login that is taken: its password signs in, another one does not', async t => {
    const { registration, registeredUser } = setUpForms(t, servers.autoconfirm);
    const { registration: again, registeredUser: sameUser } = setUpForms(t, servers.autoconfirm);
    const login = newPhone();
    await registration.login(login, PASSWORD);
    assert.equal((await failureOf(again.login(login, `${PASSWORD}!`))).code, 'wrong-credentials');
    await again.login(login, PASSWORD);
    assert.equal(sameUser(), registeredUser());
    assert.equal(again.flow.created, false);
  });

  test('a password that the project refuses: `policy` for its field, without a text', async t => {
    const { registration } = setUpForms(t, servers.autoconfirm);
    const { code, field, text } = await failureOf(registration.login(newPhone(), 'short'));
    assert.deepEqual([code, field, text], ['policy', 'password', undefined]);
    const long = await failureOf(registration.login(newPhone(), 'x'.repeat(73)));
    assert.deepEqual([long.code, long.field, long.text], ['policy', 'password', undefined]);
  });

  test('a login that is neither a phone number nor an email address makes no call', async t => {
    const { signIn } = setUpForms(t, servers.autoconfirm);
    const calls = t.mock.method(globalThis, 'fetch').mock;
    const { code, field, text } = await failureOf(signIn.login('anna', PASSWORD));
    assert.deepEqual([code, field, text], ['policy', 'login', undefined]);
    assert.equal(calls.callCount(), 0);
  });

  test('a registration that must be confirmed: the code of its SMS confirms it, and then the password signs in', async t => {
    const { registration, signIn, registeredUser, signedInUser } = setUpForms(t, servers.usual);
    const phone = newPhone();
    const { code, text } = await failureOf(registration.login(phone, PASSWORD));
    assert.deepEqual([code, text], ['refused', undefined]);
    const unconfirmed = await failureOf(signIn.login(phone, PASSWORD));
    assert.deepEqual([unconfirmed.code, unconfirmed.text], ['refused', undefined]);
    // The request for a code is refused because one has been sent, and that one is valid.
    registration.setMode('phone-register');
    await registration.registerByPhone(phone, 'Anna');
    await registration.verifyRegistrationSms(servers.usual.codesTo(phone).at(-1)!);
    await signIn.login(phone, PASSWORD);
    assert.equal(signedInUser(), registeredUser());
  });

  test('registration closed', async t => {
    const { registration } = setUpForms(t, servers.closed);
    const { code, text } = await failureOf(registration.login(newPhone(), PASSWORD));
    assert.deepEqual([code, text], ['refused', undefined]);
  });

  test('a banned person', async t => {
    const { registration, signIn } = setUpForms(t, servers.autoconfirm);
    const phone = newPhone();
    await registration.login(phone, PASSWORD);
    await servers.autoconfirm.query(
      `update auth.users set banned_until = now() + interval '1 day' where phone = $1`,
      phone,
    );
    const { code, text } = await failureOf(signIn.login(phone, PASSWORD));
    assert.deepEqual([code, text], ['refused', undefined]);
  });
});
