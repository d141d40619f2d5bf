import { type Check, type CheckContext, fail, skip, widgetCopes } from '../check.js';
import { expectError, expectSession, expectSuccess } from '../expectations.js';

const path = '/v1/session';

const signIn = ({ client }: CheckContext, login: string, password: string) =>
  client.call('POST', path, { body: { login, password } });

const randomHex = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

function credentialsOf({ shared }: CheckContext): { login: string; password: string } {
  if (!shared.credentials) skip('no new login got a session');
  return shared.credentials;
}

/** Sign-in by login and password, which registers a new login. On a server that keeps the rules, the checks create one account. */
export const passwordChecks: readonly Check[] = [
  {
    id: 'password-register',
    title: 'A new login creates an account that has a name, and the response says so (created)',
    citation: 'docs/protocol.md#calls',
    async run(context) {
      if (!context.options.password) skip('--no-password was given');
      const credentials = { login: `check-${randomHex()}`, password: `Check ${randomHex()}` };
      const params = expectSuccess(await signIn(context, credentials.login, credentials.password));
      expectSession(params);
      context.shared.credentials = credentials;
      const { displayName } = params;
      if (displayName === null || displayName === '')
        fail('displayName is null or empty: the widget would ask the user for a name');
      if (params['created'] !== true) {
        widgetCopes("created is not true: a mistyped login creates an account, and the widget can't tell its user");
      }
    },
  },
  {
    id: 'password-login',
    title: 'A login signs in again with its password, in upper case too, and no account is created',
    citation: 'docs/protocol.md#field-rules',
    async run(context) {
      const { login, password } = credentialsOf(context);
      const first = expectSuccess(await signIn(context, login, password));
      const second = expectSuccess(await signIn(context, login.toUpperCase(), password));
      if (first['created'] === true || second['created'] === true) fail('another account was created');
      if (first['user'] !== second['user']) fail('upper case gets another user');
      if (expectSession(first) === expectSession(second)) fail('two sign-ins got the same token');
    },
  },
  {
    id: 'password-wrong',
    title: 'A wrong password is answered 401 "password"',
    citation: 'docs/protocol.md#errors',
    async run(context) {
      const { login, password } = credentialsOf(context);
      expectError(await signIn(context, login, `${password}x`), 401, 'password');
    },
  },
  {
    id: 'password-rules',
    title: 'A login or password that breaks a rule is refused with 422 and the name of the field',
    citation: 'docs/protocol.md#field-rules',
    async run(context) {
      if (!context.options.password) skip('--no-password was given');
      for (const login of ['abc', 'x'.repeat(33), 'with space', 'кириллица']) {
        expectError(await signIn(context, login, 'long enough'), 422, 'login');
      }
      for (const password of ['1234567', 'x'.repeat(129)]) {
        expectError(await signIn(context, `check-${randomHex()}`, password), 422, 'password');
      }
    },
  },
];
