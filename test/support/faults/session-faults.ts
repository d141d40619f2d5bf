// Faults in how sessions begin, are renewed and end.
import { AuthError } from '../../../src/core/auth-error.js';
import type { SessionInfo } from '../../../src/core/auth-backend.js';
import { changeAnswer, changeError, withFetch } from './changes.js';
import { endingOthers } from './other-devices.js';
import type { SeededFault } from './seeded-fault.js';

/** The tokens that were renewed. All backends share them, because a server would know them. */
const renewedTokens = new Set<string | null>();

/** Whether a session was ended, as a server with one list of sessions for everybody would know. */
let isAnyEnded = false;

/** The token of the last sign-in, as a module would keep it. */
let lastToken: string | null = null;

/** Ends the session on some answers of `getSession`, by their status, type and body. */
const endsOn =
  (status: number, isEnd: (type: string, body: string) => boolean): SeededFault['seed'] =>
  good => ({
    async getSession(token, options) {
      const session = { isOver: false };
      try {
        return await withFetch(
          before => async (input, init) => {
            const answer = await before(input, init);
            if (answer.status === status)
              session.isOver = isEnd(answer.headers.get('content-type') ?? '', await answer.clone().text());
            return answer;
          },
          () => good.getSession(token, options),
        );
      } catch (error) {
        throw session.isOver ? new AuthError('session-expired', { status }) : error;
      }
    },
  });

const isHtml = (type: string) => type.includes('html');
const isJson = (type: string) => type.includes('json');

/** Other rules may find them too. */
export const BROAD_SESSION_FAULTS: readonly SeededFault[] = [
  {
    fault: 'renews the session of another account',
    rule: 'renewal',
    seed: good => ({
      renewSession: async (...call) => ({ ...(await good.renewSession(...call)), user: 'somebody-else' }),
    }),
  },
  {
    fault: 'ends the old token when it renews',
    rule: 'overlap',
    seed: good => {
      const dead = new Set<string | null>();
      return {
        async renewSession(token, options) {
          const session = await good.renewSession(token, options);
          dead.add(token);
          return session;
        },
        getSession(token, options) {
          if (dead.has(token)) throw new AuthError('session-expired', { status: 401 });
          return good.getSession(token, options);
        },
      };
    },
  },
  {
    fault: 'renews each token once, and treats a second renewal as theft',
    rule: 'renewal-by-two-tabs',
    seed: good => ({
      renewSession(token, options) {
        if (renewedTokens.has(token)) throw new AuthError('session-expired', { status: 401 });
        renewedTokens.add(token);
        return good.renewSession(token, options);
      },
    }),
  },
  {
    fault: 'signs out on the device only',
    rule: 'sign-out',
    seed: () => ({ endSession: () => Promise.resolve() }),
  },
  {
    fault: 'renews no session once one was ended',
    rule: 'two-sessions',
    seed: good => ({
      endSession(...call) {
        isAnyEnded = true;
        return good.endSession(...call);
      },
      renewSession(...call) {
        if (isAnyEnded) throw new AuthError('session-expired', { status: 401 });
        return good.renewSession(...call);
      },
    }),
  },
  {
    fault: 'reports the end of a session as a fault of the server',
    rule: 'ended-elsewhere',
    seed: good => ({ getSession: (...call) => changeError('session-expired', 'server')(good.getSession(...call)) }),
  },
  {
    fault: 'rejects if it finds no session',
    rule: 'find-session',
    seed: () => ({ findSession: () => Promise.reject(new AuthError('session-expired', { status: 401 })) }),
  },
  {
    fault: 'cannot renew a session',
    rule: 'recording',
    seed: () => ({ renewSession: () => Promise.reject(new AuthError('refused')) }),
  },
  {
    fault: 'ends the session when the server fails',
    rule: 'session-stays',
    seed: good => ({ getSession: (...call) => changeError('server', 'session-expired')(good.getSession(...call)) }),
  },
  {
    fault: 'ends the session when the network fails',
    rule: 'session-stays',
    seed: good => ({
      renewSession: (...call) => changeError('network', 'session-expired')(good.renewSession(...call)),
    }),
  },
  {
    fault: 'ends the session when a proxy says 403',
    rule: 'session-stays',
    seed: good => ({
      getSession: (...call) => changeError('invalid-request', 'session-expired')(good.getSession(...call)),
    }),
  },
  {
    fault: 'ends the session on a 401 with nothing in it',
    rule: 'session-stays',
    seed: endsOn(401, (_, body) => !body),
  },
];

/** No other rule finds them. */
export const EXACT_SESSION_FAULTS: readonly SeededFault[] = [
  {
    fault: 'says the lifetime in milliseconds',
    rule: 'lifetime',
    seed: good => ({
      async renewSession(...call) {
        const session = await good.renewSession(...call);
        return { ...session, expiresIn: session.expiresIn! * 1000 };
      },
    }),
  },
  { fault: 'ends the session on the 401 of a proxy, in HTML', rule: 'session-stays', seed: endsOn(401, isHtml) },
  { fault: 'ends the session on any 401', rule: 'session-stays', seed: endsOn(401, type => !isJson(type)) },
  { fault: 'ends the session on a 403 in JSON', rule: 'session-stays', seed: endsOn(403, isJson) },
  { fault: 'ends the session on a 404 in JSON', rule: 'session-stays', seed: endsOn(404, isJson) },
  {
    fault: 'always says the whole lifetime',
    rule: 'lifetime-runs',
    seed: good => ({
      getSession: async (...call) => ({ ...(await good.getSession(...call)), expiresIn: 1_209_600 }),
    }),
  },
  {
    fault: 'keeps the answer of `getSession`',
    rule: 'asks-again',
    seed: good => {
      const answers = new Map<string | null, Promise<SessionInfo>>();
      return {
        async getSession(token, options) {
          const kept = answers.get(token);
          if (kept) return kept;
          const answer = good.getSession(token, options);
          await answer;
          answers.set(token, answer);
          return answer;
        },
        setDisplayName(...call) {
          answers.clear();
          return good.setDisplayName(...call);
        },
        endSession(...call) {
          answers.clear();
          return good.endSession(...call);
        },
      };
    },
  },
  {
    fault: 'says the lifetime in minutes',
    rule: 'lifetime',
    seed: changeAnswer('renewSession', session => ({ ...session, expiresIn: session.expiresIn! / 60 })),
  },
  {
    fault: 'ends the session on an answer that it cannot read',
    rule: 'session-stays',
    seed: good => ({
      async getSession(token, options) {
        const seen = { isEmpty: false };
        try {
          return await withFetch(
            before => async (input, init) => {
              const answer = await before(input, init);
              seen.isEmpty = answer.status === 200 && (await answer.clone().text()) === '';
              return answer;
            },
            () => good.getSession(token, options),
          );
        } catch (error) {
          throw seen.isEmpty ? new AuthError('session-expired', { status: 200 }) : error;
        }
      },
    }),
  },
  { fault: 'signs a person out everywhere', rule: 'two-sessions', seed: endingOthers('endSession') },
  {
    fault: 'keeps the token of the last sign-in in its module',
    rule: 'two-sessions',
    seed: good => ({
      async verifyCode(...call) {
        const session = await good.verifyCode(...call);
        lastToken = session?.token ?? null;
        return session;
      },
      async renewSession(...call) {
        const session = await good.renewSession(...call);
        if (call[0] === lastToken) lastToken = session.token ?? null;
        return session;
      },
      setDisplayName: (token, name, options) => good.setDisplayName(lastToken ?? token, name, options),
    }),
  },
  {
    fault: 'ends the sessions of other devices with a renewal',
    rule: 'two-sessions',
    seed: endingOthers('renewSession'),
  },
  {
    fault: 'asks the server for the account of the first token that an object gets',
    rule: 'two-sessions',
    seed: good => {
      let first: string | null | undefined;
      return {
        getSession(token, options) {
          first ??= token;
          return good.getSession(first, options);
        },
        async renewSession(...call) {
          const session = await good.renewSession(...call);
          first = session.token;
          return session;
        },
      };
    },
  },
  {
    fault: 'forgets the name with a renewal',
    rule: 'renewal',
    seed: changeAnswer('renewSession', session => ({ ...session, displayName: null })),
  },
];
