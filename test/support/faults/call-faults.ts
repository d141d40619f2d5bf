// Faults in HTTP calls: what they send, when they end and what becomes of their errors.
import { AuthError } from '../../../src/core/auth-error.js';
import type { Account } from '../../../src/core/auth-backend.js';
import { handMade, twoCalls } from './calls-by-hand.js';
import { changeError, hasErrorCode, withInit, withoutSignal, withoutTimeLimit } from './changes.js';
import type { SeededFault } from './seeded-fault.js';

/** Other rules may find them too. */
export const BROAD_CALL_FAULTS: readonly SeededFault[] = [
  {
    fault: 'lets the error of `fetch` through',
    rule: 'network',
    seed: good => ({
      login: (...call) =>
        good.login(...call).catch((error: unknown) => {
          throw hasErrorCode(error, 'network') ? new TypeError('Failed to fetch') : error;
        }),
    }),
  },
  {
    fault: 'reports a fault of the server as a lost connection',
    rule: 'server-fault',
    seed: good => ({ requestCode: (...call) => changeError('server', 'network')(good.requestCode(...call)) }),
  },
  {
    fault: 'has no time limit',
    rule: 'time-limit',
    seed: good => ({ getSession: (...call) => withoutTimeLimit(() => good.getSession(...call)) }),
  },
  {
    fault: 'does not pass the signal on',
    rule: 'signal',
    seed: good => ({ getSession: (token, options) => good.getSession(token, withoutSignal(options)) }),
  },
  {
    fault: 'tries again when the server has failed',
    rule: 'one-call',
    seed: good => ({
      requestCode: (...call) =>
        good.requestCode(...call).catch((error: unknown) => {
          if (hasErrorCode(error, 'sms-failed')) return good.requestCode(...call);
          throw error;
        }),
    }),
  },
  {
    fault: 'follows redirects',
    rule: 'redirects',
    seed: good => ({
      login: (...call) =>
        withInit(
          init => ({ ...init, redirect: 'follow' }),
          () => good.login(...call),
        ),
    }),
  },
  {
    fault: 'lets the sign-out end with the page',
    rule: 'keepalive',
    seed: good => ({
      endSession: (...call) =>
        withInit(
          init => ({ ...init, keepalive: false }),
          () => good.endSession(...call),
        ),
    }),
  },
];

/** No other rule finds them. */
export const EXACT_CALL_FAULTS: readonly SeededFault[] = [
  { fault: 'waits for a body that stalls', rule: 'time-limit', seed: handMade({ isLimitedToHeaders: true }) },
  {
    fault: 'sends the cookies of the browser',
    rule: 'credentials',
    seed: good => ({
      requestCode: (...call) =>
        withInit(
          init => ({ ...init, credentials: 'include' }),
          () => good.requestCode(...call),
        ),
    }),
  },
  {
    fault: 'sends the address of the page',
    rule: 'referrer',
    seed: good => ({
      verifyCode: (...call) =>
        withInit(
          init => ({ ...init, referrerPolicy: 'unsafe-url' }),
          () => good.verifyCode(...call),
        ),
    }),
  },
  {
    fault: 'has no time limit for the second call of a login',
    rule: 'time-limit',
    seed: twoCalls({ hasLimit: false }),
  },
  { fault: 'does not pass the signal on to the second call', rule: 'signal', seed: twoCalls({ hasSignal: false }) },
  {
    fault: 'sends cookies with the second call',
    rule: 'credentials',
    seed: twoCalls({ init: { credentials: 'include' } }),
  },
  {
    fault: 'follows a redirect of the second call',
    rule: 'redirects',
    seed: twoCalls({ init: { redirect: 'follow' } }),
  },
  {
    fault: 'sends the address of the page with the second call',
    rule: 'referrer',
    seed: twoCalls({ init: { referrerPolicy: 'unsafe-url' } }),
  },
  { fault: 'reads no 500 of the second call', rule: 'server-fault', seed: twoCalls({ isMapped: false }) },
  {
    fault: 'sends cookies where page and server are of one origin',
    rule: 'credentials',
    seed: good => ({
      setDisplayName: (...call) =>
        withInit(
          ({ credentials: _, ...init }) => init,
          () => good.setDisplayName(...call) as Promise<Account>,
        ),
    }),
  },
  {
    fault: 'leaves the referrer to the page',
    rule: 'referrer',
    seed: good => ({
      login: (...call) =>
        withInit(
          ({ referrerPolicy: _, ...init }) => init,
          () => good.login(...call),
        ),
    }),
  },
  {
    fault: 'renews with a second call, which is sent again',
    rule: 'one-call',
    seed: good => ({
      async renewSession(token, options) {
        try {
          return await good.renewSession(token, options);
        } catch (error) {
          if ((error as AuthError).code === 'server') return good.renewSession(token, options);
          throw error;
        }
      },
    }),
  },
  {
    fault: 'calls although its signal was aborted before',
    rule: 'signal',
    seed: good => ({
      getSession: (token, { signal }) => good.getSession(token, signal?.aborted ? {} : { signal }),
    }),
  },
  {
    fault: 'takes a signal that was aborted before for a lost connection',
    rule: 'signal',
    seed: good => ({
      async login(...call) {
        if (call[2].signal?.aborted) throw new AuthError('network');
        return good.login(...call);
      },
    }),
  },
  {
    fault: 'takes a signal that is aborted during the call for a lost connection',
    rule: 'signal',
    seed: good => ({
      async login(...call) {
        if (call[2].signal?.aborted) throw new AuthError('cancelled');
        return changeError('cancelled', 'network')(good.login(...call));
      },
    }),
  },
  {
    fault: 'repeats a call after its time limit',
    rule: 'time-limit',
    seed: good => ({
      getSession: (...call) =>
        good.getSession(...call).catch((error: unknown) => {
          if ((error as AuthError).code === 'timeout') return good.getSession(...call);
          throw error;
        }),
    }),
  },
  {
    fault: 'shows what a gateway wrote',
    rule: 'server-fault',
    seed: good => ({
      login: (...call) =>
        good.login(...call).catch((error: unknown) => {
          const { code, status } = error as AuthError;
          throw code === 'server' ? new AuthError(code, { status, text: 'upstream' }) : error;
        }),
    }),
  },
];
