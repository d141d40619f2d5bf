import { type Check, type Context, cope, expectRefusal, expectSuccess, fail, skip } from '../verdict.js';
import { expectSession } from './phone.js';

const path = '/v1/session';

const signIn = ({ caller }: Context, login: string, password: string) =>
  caller.call('POST', path, { body: { login, password } });

/** Random text of hexadecimal digits. */
const random = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

function credentialsOf({ memory }: Context): { login: string; password: string } {
  if (!memory.credentials) skip('no account could be made by password');
  return memory.credentials;
}

/** Sign-in by login and password, and the registration that it is. Makes one account with a random login. */
export const passwordChecks: readonly Check[] = [
  {
    id: 'password-register',
    title: 'A new login makes an account, named like it, and says so (created)',
    async run(context) {
      if (!context.options.password) skip('not asked to');
      const credentials = { login: `check-${random()}`, password: `Check ${random()}` };
      const params = expectSuccess(await signIn(context, credentials.login, credentials.password));
      expectSession(params);
      context.memory.credentials = credentials;
      if (params['displayName'] === null) fail('displayName is null: the person would be asked for a name');
      if (params['created'] !== true) {
        cope('created is missing: nobody is told when a typing mistake has made an account');
      }
    },
  },
  {
    id: 'password-login',
    title: 'The same login and password sign in again, in any case, and make nothing new',
    async run(context) {
      const { login, password } = credentialsOf(context);
      const first = expectSuccess(await signIn(context, login, password));
      const second = expectSuccess(await signIn(context, login.toUpperCase(), password));
      if (first['created'] === true || second['created'] === true) fail('another account was made');
      if (first['user'] !== second['user']) fail('two users have this login, in two cases');
      if (expectSession(first) === expectSession(second)) fail('two sign-ins got the same token');
    },
  },
  {
    id: 'password-wrong',
    title: 'A wrong password is answered 401 "password"',
    async run(context) {
      const { login, password } = credentialsOf(context);
      expectRefusal(await signIn(context, login, `${password}x`), 401, 'password');
    },
  },
  {
    id: 'password-rules',
    title: 'A login or password that breaks a rule is refused with 422 and its name',
    async run(context) {
      if (!context.options.password) skip('not asked to');
      for (const login of ['abc', 'x'.repeat(33), 'with space', 'кириллица']) {
        expectRefusal(await signIn(context, login, 'long enough'), 422, 'login');
      }
      for (const password of ['1234567', 'x'.repeat(129)]) {
        expectRefusal(await signIn(context, `check-${random()}`, password), 422, 'password');
      }
    },
  },
];
