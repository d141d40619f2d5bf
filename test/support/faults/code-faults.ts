// Faults in how codes are requested and confirmed.
import { AuthError } from '../../../src/core/auth-error.js';
import type { AuthBackend } from '../../../src/core/auth-backend.js';
import { changeAnswer, changeDetails, changeError, hasErrorCode } from './changes.js';
import type { SeededFault } from './seeded-fault.js';

/** The number of the last request, as a module would keep it. */
let lastPhone = '';

const drop = <T extends { challengeSolution?: string | undefined }>({ challengeSolution: _, ...options }: T) => options;

/** Other rules may find them too. */
export const BROAD_CODE_FAULTS: readonly SeededFault[] = [
  {
    fault: 'accepts only codes that the same object has requested',
    rule: 'reload',
    seed: good => {
      const requested = new Set<string>();
      return {
        requestCode(phone, options) {
          requested.add(phone);
          return good.requestCode(phone, options);
        },
        verifyCode(phone, code, options) {
          if (!requested.has(phone)) throw new AuthError('code-expired');
          return good.verifyCode(phone, code, options);
        },
      };
    },
  },
  {
    fault: 'sends a code as a number',
    rule: 'code-as-typed',
    seed: good => ({ verifyCode: (phone, code, options) => good.verifyCode(phone, `${Number(code)}`, options) }),
  },
  {
    fault: 'reports a wrong code as expired',
    rule: 'wrong-code',
    seed: good => ({
      verifyCode: (...call) => changeError('wrong-code', 'code-expired')(good.verifyCode(...call)),
    }),
  },
  {
    fault: 'says that no tries are left although the code is still accepted',
    rule: 'wrong-code',
    seed: good => ({
      verifyCode: (...call) =>
        changeError('wrong-code', 'wrong-code', details => ({ ...details, attemptsLeft: 0 }))(good.verifyCode(...call)),
    }),
  },
  {
    fault: 'reports a blocked number as a wrong code',
    rule: 'last-attempt',
    seed: good => ({ verifyCode: (...call) => changeError('blocked', 'wrong-code')(good.verifyCode(...call)) }),
  },
  {
    fault: 'always returns the same number of tries',
    rule: 'last-attempt',
    seed: good => ({
      verifyCode: (...call) =>
        changeError('wrong-code', 'wrong-code', details => ({ ...details, attemptsLeft: 2 }))(good.verifyCode(...call)),
    }),
  },
  {
    fault: 'says in milliseconds how long a number is blocked',
    rule: 'last-attempt',
    seed: changeDetails('verifyCode', ({ code, retryAfter = 0 }) =>
      code === 'blocked' ? { retryAfter: retryAfter * 1000 } : {},
    ),
  },
  {
    fault: 'resolves for a code that is no longer valid',
    rule: 'used-code',
    seed: good => ({
      verifyCode: (phone, code, options) =>
        good.verifyCode(phone, code, options).catch((error: unknown) => {
          if (hasErrorCode(error, 'code-expired')) return null;
          throw error;
        }),
    }),
  },
  {
    fault: 'reports an expired code as a fault of the server',
    rule: 'expired-code',
    seed: good => ({ verifyCode: (...call) => changeError('code-expired', 'server')(good.verifyCode(...call)) }),
  },
  {
    fault: 'promises idempotency and does not send the key',
    rule: 'same-code-again',
    seed: good => ({
      verifyCode: (phone, code, { idempotencyKey: _, ...options }) => good.verifyCode(phone, code, options),
    }),
  },
  {
    fault: 'reports the interval between two codes as any other limit',
    rule: 'too-soon',
    seed: good => ({
      requestCode: (...call) => changeError('too-soon', 'too-many-requests')(good.requestCode(...call)),
    }),
  },
  {
    fault: 'does not say when the next code can be requested',
    rule: 'too-soon',
    seed: good => ({
      requestCode: (...call) =>
        changeError('too-soon', 'too-soon', ({ status }) => ({ status }))(good.requestCode(...call)),
    }),
  },
  {
    fault: 'returns the interval in milliseconds',
    rule: 'resend-in',
    seed: good => ({
      requestCode: async (...call) => ({ ...(await good.requestCode(...call)), resendIn: 60_000 }),
    }),
  },
  {
    fault: 'refuses a number for which the server would create an account',
    rule: 'unknown-number',
    seed: good => ({
      requestCode(phone, options) {
        if (!options.register) throw new AuthError('invalid-request');
        return good.requestCode(phone, options);
      },
    }),
  },
];

/** No other rule finds them. */
export const EXACT_CODE_FAULTS: readonly SeededFault[] = [
  {
    fault: 'says another interval than the server',
    rule: 'resend-in',
    seed: good => ({ requestCode: async (...call) => ({ ...(await good.requestCode(...call)), resendIn: 30 }) }),
  },
  {
    fault: 'says 0 seconds where it is too soon',
    rule: 'too-soon',
    seed: changeDetails('requestCode', ({ code }) => (code === 'too-soon' ? { retryAfter: 0 } : {})),
  },
  {
    fault: 'counts one try too many',
    rule: 'last-attempt',
    seed: changeDetails('verifyCode', ({ attemptsLeft }) => (attemptsLeft ? { attemptsLeft: attemptsLeft + 1 } : {})),
  },
  {
    fault: 'keeps the state of a verification in its module',
    rule: 'two-at-once',
    seed: good => ({
      requestCode(phone, options) {
        lastPhone = phone;
        return good.requestCode(phone, options);
      },
      verifyCode: (phone, code, options) =>
        good.verifyCode(options.register && lastPhone ? lastPhone : phone, code, options),
    }),
  },
  ...(['requestCode', 'verifyCode', 'login'] as const).map(method => ({
    fault: `drops the solution of a challenge in ${method}`,
    rule: 'solution',
    seed: (good: AuthBackend): Partial<AuthBackend> => ({
      [method]: (...call: unknown[]) =>
        (good[method] as (...call: unknown[]) => unknown)(...call.slice(0, -1), drop(call.at(-1) as object)),
    }),
  })),
  {
    fault: 'says before the code is entered that a number has an account',
    rule: 'known-number',
    seed: good => {
      const known = new Set<string>();
      return {
        async requestCode(phone, options) {
          if (options.register && known.has(phone)) throw new AuthError('account-exists', { status: 409 });
          return good.requestCode(phone, options);
        },
        async verifyCode(phone, code, options) {
          const session = await good.verifyCode(phone, code, options);
          known.add(phone);
          return session;
        },
      };
    },
  },
  {
    fault: 'says with a wrong code that a number has an account',
    rule: 'known-number',
    seed: good => {
      const known = new Set<string>();
      return {
        async verifyCode(phone, code, options) {
          try {
            const session = await good.verifyCode(phone, code, options);
            known.add(phone);
            return session;
          } catch (error) {
            const { code: name, status, attemptsLeft } = error as AuthError;
            const isKnown = name === 'wrong-code' && options.register && known.has(phone);
            throw isKnown ? new AuthError('account-exists', { status, attemptsLeft }) : error;
          }
        },
      };
    },
  },
  {
    fault: 'says the interval in minutes',
    rule: 'resend-in',
    seed: changeAnswer('requestCode', answer => ({ ...answer, resendIn: 1 })),
  },
  {
    fault: 'says the wait in milliseconds',
    rule: 'too-soon',
    seed: changeDetails('requestCode', ({ code, retryAfter = 0 }) =>
      code === 'too-soon' ? { retryAfter: retryAfter * 1000 } : {},
    ),
  },
  {
    fault: 'says too many tries with the code',
    rule: 'last-attempt',
    seed: changeAnswer('requestCode', answer => ({ ...answer, attemptsLeft: 5 })),
  },
  {
    fault: 'says the wait of a block in milliseconds',
    rule: 'last-attempt',
    seed: changeDetails('verifyCode', ({ code, retryAfter = 0 }) =>
      code === 'blocked' ? { retryAfter: retryAfter * 1000 } : {},
    ),
  },
  {
    fault: 'counts the tries in its object',
    rule: 'last-attempt',
    seed: good => {
      let left = 3;
      return changeDetails('verifyCode', ({ code }) =>
        code === 'wrong-code' ? { attemptsLeft: Math.max(--left, 1) } : {},
      )(good);
    },
  },
  {
    fault: 'does not send the memory of a device',
    rule: 'device',
    seed: good => ({
      requestCode: (phone, { device: _, ...options }) => good.requestCode(phone, options),
    }),
  },
];
