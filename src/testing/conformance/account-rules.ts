// Rules about accounts: who gets one, display names, and logins with passwords.
import type { AuthErrorCode } from '../../core/auth-error.js';
import type { AuthBackend, Session } from '../../core/auth-backend.js';
import { NAME, tokenOf, type Rule, type RuleContext } from './context.js';
import { expectCode, expectError, expectValue, fail, outcomeOf, skip } from './outcome.js';
import { wrongCode } from './values.js';

const SIGN_IN = { register: false };
const REGISTER = { register: true };

/** Signs in by phone. A refusal may come when the code is requested or when it is submitted. */
async function signInByPhone({ setup }: RuleContext, backend: AuthBackend, phone: string) {
  const { state } = await backend.requestCode(phone, SIGN_IN);
  return backend.verifyCode(phone, await setup.readCode(phone), { ...SIGN_IN, state });
}

/** A name with a hyphen, a space and an apostrophe, in two scripts. */
const TYPED_NAME = "Анна-Мария O'Neil";

/** The errors for a login that nobody has. A server may answer as for a wrong password, so that nobody learns which logins exist. */
const NO_SUCH_LOGIN: readonly AuthErrorCode[] = ['wrong-credentials', 'unknown-user'];

export const accountRules: readonly Rule[] = [
  {
    id: 'unknown-number',
    title: 'a sign-in with a number that has no account creates one, or is `unknown-user`',
    link: 'docs/backend.md#registration',
    async check(context) {
      const { capabilities } = context;
      if (capabilities.unknownNumber === undefined) skip('`unknownNumber` is not among the capabilities');
      const backend = await context.createBackend();
      const phone = await context.newPhone();
      const what = 'a sign-in with an unknown number';
      if (capabilities.unknownNumber === 'is refused') {
        await expectError(what, ['unknown-user'], () => signInByPhone(context, backend, phone));
        return;
      }
      const session = await expectValue(what, () => signInByPhone(context, backend, phone));
      if (!session) fail(`${what}: nobody is signed in`);
    },
  },
  {
    id: 'same-account',
    title: 'a number signs in the same account each time, with its name, and `created` is true at most the first time',
    link: 'docs/backend.md#methods',
    async check(context) {
      const { setup, capabilities } = context;
      if (capabilities.sendInterval !== undefined && !setup.allowResend)
        skip('there is a `sendInterval`, and no `allowResend`');
      const { backend, phone, session } = await context.register();
      if (capabilities.names)
        await expectValue('setDisplayName', () => backend.setDisplayName(tokenOf(session), NAME, {}));
      await context.signOut(backend, session);
      await setup.allowResend?.(phone);
      const again = await expectValue('a second sign-in', () => signInByPhone(context, backend, phone));
      if (!again) fail('a second sign-in: nobody is signed in');
      if (again.user !== session.user) fail('a second sign-in: its `user` is a different one');
      if (capabilities.names && again.displayName !== NAME)
        fail('a second sign-in: `displayName` is not the name of the account');
      if (again.created) fail('a second sign-in: `created` is true, and the account was there before');
    },
  },
  {
    id: 'known-number',
    title: 'a registration with a number that has an account signs in, or is `account-exists` once the code is right',
    link: 'docs/backend.md#registration',
    async check(context) {
      const { setup, capabilities } = context;
      if (capabilities.sendInterval !== undefined && !setup.allowResend)
        skip('there is a `sendInterval`, and no `allowResend`');
      const { backend, phone, session } = await context.register();
      await context.signOut(backend, session);
      await setup.allowResend?.(phone);
      const what = 'a registration with a known number';
      const options = { ...REGISTER, displayName: NAME };
      const { state } = await expectValue(`${what}: requestCode`, () => backend.requestCode(phone, options));
      const code = await setup.readCode(phone);
      const attempt = (text: string) => () => backend.verifyCode(phone, text, { ...options, state });
      await expectError(`${what}, with a wrong code`, ['wrong-code'], attempt(wrongCode(code)));
      const { value, error } = await outcomeOf(`${what}, with the right code`, attempt(code));
      if (error) {
        expectCode(`${what}, with the right code`, ['account-exists'], error);
        return;
      }
      if ((value as Session | null)?.user !== session.user) fail(`${what}: its \`user\` is not that of the account`);
    },
  },
  {
    id: 'name',
    title: '`setDisplayName` gives an account its name, and `getSession` returns it',
    link: 'docs/backend.md#names',
    async check(context) {
      if (!context.capabilities.names) skip('`names` is not among the capabilities');
      const { backend, session } = await context.register();
      const token = tokenOf(session);
      if (session.displayName === undefined)
        fail('verifyCode: `displayName` is left out, as if the server kept no names; an account without one has null');
      if (session.displayName !== null && session.displayName !== NAME)
        fail('verifyCode: `displayName` is neither null nor the name that was typed');
      const account = await expectValue('setDisplayName', () => backend.setDisplayName(token, 'Boris', {}));
      if (account && (account.user !== session.user || account.displayName !== 'Boris'))
        fail('setDisplayName: it resolves with another account or another name');
      const { displayName } = await expectValue('getSession', () => backend.getSession(token, {}));
      if (displayName !== 'Boris') fail('getSession after setDisplayName: `displayName` is not the new name');
    },
  },
  {
    id: 'name-as-typed',
    title: 'a name is sent as it was typed, in any script and with any punctuation',
    link: 'docs/backend.md#names',
    async check(context) {
      if (!context.capabilities.names) skip('`names` is not among the capabilities');
      const { backend, session } = await context.register(TYPED_NAME);
      const token = tokenOf(session);
      const account = await expectValue('setDisplayName', () => backend.setDisplayName(token, TYPED_NAME, {}));
      const { displayName } = await expectValue('getSession', () => backend.getSession(token, {}));
      const names = [session.displayName ?? TYPED_NAME, account ? account.displayName : TYPED_NAME, displayName];
      for (const name of names)
        if (name !== TYPED_NAME)
          fail(`a name of ${TYPED_NAME.length} characters: it has become ${JSON.stringify(name)}`);
    },
  },
  {
    id: 'refused-name',
    title: 'a name that the server refuses is `policy` with the field `displayName`',
    link: 'docs/backend.md#names',
    async check(context) {
      const { refusedName } = context.capabilities;
      if (refusedName === undefined) skip('`refusedName` is not among the capabilities');
      const { backend, session } = await context.register();
      const what = 'setDisplayName with a bad name';
      const { field } = await expectError(what, ['policy'], () =>
        backend.setDisplayName(tokenOf(session), refusedName, {}),
      );
      if (field !== 'displayName') fail(`${what}: the \`field\` of the error is ${String(field)}`);
    },
  },
  {
    id: 'password',
    title: 'a login signs in with its password, and is `wrong-credentials` with another',
    link: 'docs/backend.md#errors',
    async check(context) {
      const { setup } = context;
      if (!setup.credentials) skip('there are no `credentials`');
      const backend = await context.createBackend();
      const { login, password } = await setup.credentials();
      for (const options of [SIGN_IN, REGISTER]) {
        const what = `login with a wrong password, \`register: ${options.register}\``;
        // When registering, a server may say that the login is taken.
        const codes: AuthErrorCode[] = options.register
          ? ['wrong-credentials', 'refused', 'policy']
          : ['wrong-credentials'];
        await expectError(what, codes, () => backend.login(login, `${password}?`, options));
      }
      const session = await expectValue('login', () => backend.login(login, password, SIGN_IN));
      if (session.created) fail('login: `created` is true, and the account was there before');
      const { user } = await expectValue('getSession', () => backend.getSession(tokenOf(session), {}));
      if (user !== session.user) fail('getSession: its `user` is not that of the session that login has granted');
    },
  },
  {
    id: 'password-as-typed',
    title: 'a password is sent as it was typed: with its spaces, and in its case',
    link: 'docs/backend.md#methods',
    async check(context) {
      const { setup } = context;
      if (!setup.credentials) skip('there are no `credentials`');
      const backend = await context.createBackend();
      const { login, password } = await setup.credentials();
      for (const [what, other] of [
        ['with spaces around it', ` ${password} `],
        ['in capitals', password.toUpperCase()],
        ['in small letters', password.toLowerCase()],
      ] as const)
        if (other !== password)
          await expectError(`login with the password ${what}`, ['wrong-credentials'], () =>
            backend.login(login, other, SIGN_IN),
          );
    },
  },
  {
    id: 'new-login',
    title:
      'a registration with a new login creates an account, with `created`; a sign-in does so only if the server allows it',
    link: 'docs/backend.md#registration',
    async check(context) {
      const { setup, capabilities } = context;
      const { unknownLogin } = capabilities;
      if (!setup.newCredentials) skip('there are no `newCredentials`');
      const backend = await context.createBackend();
      const { login, password } = await setup.newCredentials();
      if (unknownLogin === 'is refused')
        await expectError('login with a new login, `register: false`', NO_SUCH_LOGIN, () =>
          backend.login(login, password, SIGN_IN),
        );
      const options = unknownLogin === 'creates an account' ? SIGN_IN : REGISTER;
      const what = `login with a new login, \`register: ${options.register}\``;
      const session = await expectValue(what, () => backend.login(login, password, options));
      if (!session.created) fail(`${what}: \`created\` is not true, so that nobody is told of the new account`);
      await context.signOut(backend, session);
      const again = await expectValue('login again', () => backend.login(login, password, SIGN_IN));
      if (again.user !== session.user) fail('login again: it signs in another account');
      if (again.created) fail('login again: `created` is true, and the account was there before');
    },
  },
];
