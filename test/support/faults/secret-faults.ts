// Backends that leak a secret: into an address, an error or the console.
import { AuthError } from '../../../src/core/auth-error.js';
import type { SignInOptions, VerifyOptions } from '../../../src/core/auth-backend.js';
import { afterFirstCall, withFetch } from './changes.js';
import type { SeededFault } from './seeded-fault.js';

/** Faults that other rules may find too. */
export const BROAD_SECRET_FAULTS: readonly SeededFault[] = [
  {
    fault: 'sends the token in the address',
    rule: 'secrets-in-addresses',
    seed: good => ({
      getSession: (token, options) =>
        withFetch(
          before => (input, init) => before(`${input as string}?access_token=${String(token)}`, init),
          () => good.getSession(token, options),
        ),
    }),
  },
  {
    fault: 'writes the number into an error',
    rule: 'secrets-in-errors',
    seed: good => ({
      requestCode: (phone, options: SignInOptions) =>
        good.requestCode(phone, options).catch((error: unknown) => {
          throw new AuthError((error as AuthError).code, {}, `no code for ${phone}`);
        }),
    }),
  },
  {
    fault: 'passes on what was thrown, with the code in it',
    rule: 'secrets-in-errors',
    seed: good => ({
      verifyCode: (phone, code, options: VerifyOptions) =>
        good.verifyCode(phone, code, options).catch((error: unknown) => {
          throw Object.assign(new AuthError((error as AuthError).code), { cause: new Error(`PUT ${code}`) });
        }),
    }),
  },
  {
    fault: 'passes on what was thrown, an object with the code in it',
    rule: 'secrets-in-errors',
    seed: good => ({
      verifyCode: (phone, code, options: VerifyOptions) =>
        good.verifyCode(phone, code, options).catch((error: unknown) => {
          throw Object.assign(new AuthError((error as AuthError).code), { cause: { request: { body: code } } });
        }),
    }),
  },
  {
    fault: 'writes the password into the error of a second call',
    rule: 'secrets-in-errors',
    seed: good => ({
      login: afterFirstCall((login, password, options) =>
        good.login(login, password, options).catch((error: unknown) => {
          throw new AuthError((error as AuthError).code, {}, `not signed in with ${password}`);
        }),
      ),
    }),
  },
  {
    fault: 'writes the password to the console if a second call fails',
    rule: 'secrets-on-console',
    seed: good => ({
      login: afterFirstCall((login, password, options) =>
        good.login(login, password, options).catch((error: unknown) => {
          console.warn(`not signed in with ${password}`);
          throw error;
        }),
      ),
    }),
  },
  {
    fault: 'writes to the console for which number no code was sent',
    rule: 'secrets-on-console',
    seed: good => ({
      requestCode: (phone, options) =>
        good.requestCode(phone, options).catch((error: unknown) => {
          console.warn(`no code for ${phone}`);
          throw error;
        }),
    }),
  },
];

/** Faults that only the named rule finds. */
export const EXACT_SECRET_FAULTS: readonly SeededFault[] = [
  {
    fault: 'sends the password in the address, as the query of a form',
    rule: 'secrets-in-addresses',
    seed: good => ({
      login: (login, password, options) =>
        withFetch(
          before => (input, init) => before(`${input as string}?${new URLSearchParams({ password })}`, init),
          () => good.login(login, password, options),
        ),
    }),
  },
  {
    fault: 'logs what it sends',
    rule: 'secrets-on-console',
    seed: good => ({
      login(login, password, options) {
        console.debug('login', { login, password });
        return good.login(login, password, options);
      },
    }),
  },
  {
    fault: 'writes errors with the number to the console',
    rule: 'secrets-on-console',
    seed: good => ({
      requestCode: (phone, options) =>
        good.requestCode(phone, options).catch((error: unknown) => {
          console.warn(`no code for ${phone}`);
          throw error;
        }),
    }),
  },
  {
    fault: 'writes an object to the console that holds an error with the number',
    rule: 'secrets-on-console',
    seed: good => ({
      requestCode: (phone, options) =>
        good.requestCode(phone, options).catch((error: unknown) => {
          console.warn('no code', { error: new Error(`no code for ${phone}`) });
          throw error;
        }),
    }),
  },
  {
    fault: 'logs an object that holds itself and, deeper, what it sends',
    rule: 'secrets-on-console',
    seed: good => ({
      login(login, password, options) {
        const call: Record<string, unknown> = { request: { body: { login, password } } };
        call.self = call;
        console.debug(call);
        return good.login(login, password, options);
      },
    }),
  },
  {
    fault: 'sends the code in the address',
    rule: 'secrets-in-addresses',
    seed: good => ({
      verifyCode: (phone, code, options) =>
        withFetch(
          before => (input, init) => before(`${input as string}?code=${code}`, init),
          () => good.verifyCode(phone, code, options),
        ),
    }),
  },
];
