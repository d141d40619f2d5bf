// Faults of backends for other kinds of servers: `cookie` and `refresh` are the ones in session-servers.ts.
import { AuthError, type AuthErrorCode } from '../../../src/core/auth-error.js';
import type { Session } from '../../../src/core/auth-backend.js';
import { changeError } from './changes.js';
import type { SeededFault } from './seeded-fault.js';

export const OTHER_SERVER_FAULTS: readonly (SeededFault & { readonly server: 'cookie' | 'refresh' })[] = [
  {
    fault: 'hands out the token of the cookie',
    rule: 'no-token-of-a-cookie',
    server: 'cookie',
    seed: good => ({
      verifyCode: async (...call) => ({ ...(await good.verifyCode(...call))!, token: 'readable' }),
    }),
  },
  {
    fault: 'finds no session in the cookie',
    rule: 'find-session',
    server: 'cookie',
    seed: () => ({ findSession: () => Promise.resolve(null) }),
  },
  {
    fault: 'does not use the refresh token',
    rule: 'refresh-token',
    server: 'refresh',
    seed: good => ({
      async renewSession(token, options): Promise<Session> {
        await good.getSession(token, {});
        return good.renewSession(token, options);
      },
    }),
  },
  {
    fault: 'leaves the refresh token alive after a sign-out',
    rule: 'sign-out',
    server: 'refresh',
    seed: good => {
      const ended = new Set<string | null>();
      return {
        endSession(token) {
          ended.add(token);
          return Promise.resolve();
        },
        getSession(token, options) {
          if (ended.has(token)) throw new AuthError('session-expired');
          return good.getSession(token, options);
        },
      };
    },
  },
  {
    fault: 'does not say what kind of challenge it is',
    rule: 'challenge',
    server: 'refresh',
    seed: good => ({
      requestCode: async (...call) =>
        changeError('challenge', 'challenge')(Promise.resolve().then(() => good.requestCode(...call))),
    }),
  },
  {
    fault: 'does not send the solution of a challenge',
    rule: 'challenge',
    server: 'refresh',
    seed: good => ({
      requestCode: async (phone, { challengeSolution: _, ...options }) => good.requestCode(phone, options),
    }),
  },
  {
    fault: 'has its own error code for a number without an account',
    rule: 'unknown-number',
    server: 'refresh',
    seed: good => ({
      requestCode: async (...call) =>
        changeError('unknown-user', 'refused')(Promise.resolve().then(() => good.requestCode(...call))),
    }),
  },
  {
    fault: 'invents an error code',
    rule: 'unknown-number',
    server: 'refresh',
    seed: good => ({
      requestCode: async (...call) =>
        changeError(
          'unknown-user',
          'no_such_user' as AuthErrorCode,
        )(Promise.resolve().then(() => good.requestCode(...call))),
    }),
  },
];
