// Faults in how the answers of HTTP calls are read: their types, times to wait, the pages of proxies.
import { AuthError } from '../../../src/core/auth-error.js';
import type { Account } from '../../../src/core/auth-backend.js';
import { afterFirstCall, changeError, hasErrorCode, withFetch } from './changes.js';
import type { SeededFault } from './seeded-fault.js';

/** The clock of the server. A rule that changes the clock of the device replaces `Date`, and with it `Date.now`. */
const serverNow = Date.now;

/** Other rules may find them too. */
export const BROAD_ANSWER_FAULTS: readonly SeededFault[] = [
  {
    fault: 'does not read `Retry-After`',
    rule: 'retry-after',
    seed: good => ({
      login: (...call) =>
        changeError('too-many-requests', 'too-many-requests', ({ status }) => ({ status }))(good.login(...call)),
    }),
  },
  {
    fault: 'asks for a code of seven characters',
    rule: 'answer-types',
    seed: good => ({ requestCode: async (...call) => ({ ...(await good.requestCode(...call)), codeLength: 7 }) }),
  },
  {
    fault: 'returns what the server has sent, unchecked',
    rule: 'wrong-answers',
    seed: () => ({
      async getSession(token, { signal }) {
        const headers = { Authorization: `Bearer ${token}` };
        const answer = await fetch('https://id.test/v1/session', {
          headers,
          redirect: 'error',
          signal: signal ?? null,
        });
        return ((await answer.json()) as { params: { user: string } }).params;
      },
    }),
  },
  {
    fault: 'returns the interval between two codes as the server has sent it, and checks the rest',
    rule: 'wrong-answers',
    seed: good => ({
      async requestCode(...call) {
        let sent = '';
        const request = await withFetch(
          before => async (input, init) => {
            const answer = await before(input, init);
            sent = await answer.clone().text();
            return answer;
          },
          () => good.requestCode(...call),
        );
        return { ...request, resendIn: (JSON.parse(sent) as { params: { resendIn: number } }).params.resendIn };
      },
    }),
  },
  {
    fault: 'returns the name that the server has sent to a second call, unchecked',
    rule: 'wrong-answers',
    seed: good => ({
      login: afterFirstCall(async (...call) => {
        let sent = '';
        const session = await withFetch(
          before => async (input, init) => {
            const answer = await before(input, init);
            sent = await answer.clone().text();
            return answer;
          },
          () => good.login(...call),
        );
        return {
          ...session,
          displayName: (JSON.parse(sent) as { params: { displayName: string } }).params.displayName,
        };
      }),
    }),
  },
  {
    fault: 'takes half an answer for a lost connection, if it is said to be JSON',
    rule: 'html-answers',
    seed: good => ({
      async getSession(...call) {
        const answered = { isJson: false };
        try {
          return await withFetch(
            before => async (input, init) => {
              const answer = await before(input, init);
              answered.isJson = !!answer.headers.get('content-type')?.includes('json');
              return answer;
            },
            () => good.getSession(...call),
          );
        } catch (error) {
          throw hasErrorCode(error, 'invalid-response') && answered.isJson ? new AuthError('network') : error;
        }
      },
    }),
  },
  {
    fault: 'takes the page of a proxy as a success',
    rule: 'html-answers',
    seed: good => ({
      requestCode: (...call) =>
        good.requestCode(...call).catch((error: unknown) => {
          if (hasErrorCode(error, 'invalid-response')) return {};
          throw error;
        }),
    }),
  },
  {
    fault: 'compares a date of the server with the clock of the device',
    rule: 'durations',
    seed: good => ({
      async renewSession(...call) {
        const session = await good.renewSession(...call);
        const now = Date.now(); // read before the server's, so that the difference is never a millisecond short
        const date = serverNow() + session.expiresIn! * 1000;
        return { ...session, expiresIn: Math.max(1, (date - now) / 1000) };
      },
    }),
  },
];

/** No other rule finds them. */
export const EXACT_ANSWER_FAULTS: readonly SeededFault[] = [
  {
    fault: 'does not read a date in `Retry-After`',
    rule: 'retry-after',
    seed: good => ({
      async login(...call) {
        const seen = { isDate: false };
        try {
          return await withFetch(
            before => async (input, init) => {
              const answer = await before(input, init);
              seen.isDate = /GMT$/.test(answer.headers.get('retry-after') ?? '');
              return answer;
            },
            () => good.login(...call),
          );
        } catch (error) {
          throw seen.isDate ? new AuthError('too-many-requests', { status: 429 }) : error;
        }
      },
    }),
  },
  {
    fault: 'takes the page of a captive portal for a lost connection',
    rule: 'html-answers',
    seed: good => ({
      login: (...call) =>
        good.login(...call).catch((error: unknown) => {
          throw (error as AuthError).code === 'invalid-response' ? new AuthError('network') : error;
        }),
    }),
  },
  {
    fault: 'takes a 429 for a fault of its own',
    rule: 'retry-after',
    seed: good => ({
      setDisplayName: (...call) =>
        (good.setDisplayName(...call) as Promise<Account>).catch((error: unknown) => {
          throw (error as AuthError).code === 'too-many-requests' ? new AuthError('invalid-request') : error;
        }),
    }),
  },
  {
    fault: 'takes the 403 of a proxy for a wrong password',
    rule: 'proxy-refusals',
    seed: good => ({
      login: (...call) =>
        good.login(...call).catch((error: unknown) => {
          throw (error as AuthError).status === 403 ? new AuthError('wrong-credentials', { status: 403 }) : error;
        }),
    }),
  },
  {
    fault: 'takes the 404 of a gateway for a number without an account',
    rule: 'proxy-refusals',
    seed: good => ({
      requestCode: (...call) =>
        good.requestCode(...call).catch((error: unknown) => {
          throw (error as AuthError).status === 404 ? new AuthError('unknown-user', { status: 404 }) : error;
        }),
    }),
  },
];
