// Backends that wrap a good one and have one fault each, with the rule of the conformance suite that finds the fault.
import { AuthError, type AuthErrorCode, type AuthErrorDetails } from '../../src/core/auth-error.js';
import type { AuthBackend, CallOptions, Session, SignInOptions, VerifyOptions } from '../../src/core/ports.js';

export interface SeededFault {
  /** What the backend does wrong. Completes «a backend that …». */
  readonly fault: string;
  readonly rule: string;
  /** Returns the methods with the fault. Called for each backend that the suite creates. */
  readonly seed: (good: AuthBackend, timeout?: number) => Partial<AuthBackend>;
}

type Fetch = typeof fetch;

/** The clock of the server. A rule that changes the clock of the device replaces `Date`, and with it `Date.now`. */
const serverNow = Date.now;

/** Replaces errors that have one code with errors that have another. */
const changeError =
  (from: AuthErrorCode, to: AuthErrorCode, change: (details: AuthErrorDetails) => AuthErrorDetails = same => same) =>
  <T>(call: Promise<T>) =>
    call.catch((error: unknown) => {
      const { code, status, retryAfter, attemptsLeft, field } = error as AuthError;
      throw code === from ? new AuthError(to, change({ status, retryAfter, attemptsLeft, field })) : error;
    });

/** Makes a call with another `fetch`. The call must reach `fetch` before it waits for anything. */
function withFetch<T>(change: (before: Fetch) => Fetch, call: () => Promise<T>): Promise<T> {
  const before = globalThis.fetch;
  globalThis.fetch = change(before);
  try {
    return call();
  } finally {
    globalThis.fetch = before;
  }
}

const changeInit =
  (change: (init: RequestInit) => RequestInit) =>
  (before: Fetch): Fetch =>
  (input, init = {}) =>
    before(input, change(init));

/** Makes a call whose timeout never passes. The call must set its timer before it waits for anything. */
function withoutTimeLimit<T>(call: () => Promise<T>): Promise<T> {
  const before = globalThis.setTimeout;
  globalThis.setTimeout = (() => 0) as never;
  try {
    return call();
  } finally {
    globalThis.setTimeout = before;
  }
}

const withoutSignal = <T extends CallOptions>({ signal: _, ...options }: T) => options;
const isCode = (error: unknown, code: AuthErrorCode) => (error as AuthError).code === code;

/** The tokens that were renewed. All backends share them, because a server would know them. */
const renewedTokens = new Set<string | null>();

export const SEEDED_FAULTS: readonly SeededFault[] = [
  {
    fault: 'returns another account than the one that signed in',
    rule: 'sign-in',
    seed: good => ({
      getSession: async (token, options) => ({ ...(await good.getSession(token, options)), user: 'somebody-else' }),
    }),
  },
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
    fault: 'resolves for a code that is no longer valid',
    rule: 'used-code',
    seed: good => ({
      verifyCode: (phone, code, options) =>
        good.verifyCode(phone, code, options).catch((error: unknown) => {
          if (isCode(error, 'code-expired')) return null;
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
  {
    fault: 'leaves the name out if the account has none',
    rule: 'name',
    seed: good => ({
      async verifyCode(...call) {
        const session = await good.verifyCode(...call);
        return session && { ...session, displayName: session.displayName ?? undefined };
      },
    }),
  },
  {
    fault: 'sets no name',
    rule: 'name',
    seed: () => ({ setDisplayName: () => Promise.resolve() }),
  },
  {
    fault: 'does not say that the name breaks a rule',
    rule: 'refused-name',
    seed: good => ({
      setDisplayName: (...call) =>
        changeError('policy', 'policy', ({ status }) => ({ status }))(good.setDisplayName(...call)),
    }),
  },
  {
    fault: 'reports a wrong password as the end of the session',
    rule: 'password',
    seed: good => ({ login: (...call) => changeError('wrong-credentials', 'session-expired')(good.login(...call)) }),
  },
  {
    fault: 'reports every sign-in as one that created the account',
    rule: 'password',
    seed: good => ({ login: async (...call) => ({ ...(await good.login(...call)), created: true }) }),
  },
  {
    fault: 'does not say that a login was registered',
    rule: 'new-login',
    seed: good => ({ login: async (...call) => ({ ...(await good.login(...call)), created: false }) }),
  },
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
    fault: 'lets the error of `fetch` through',
    rule: 'network',
    seed: good => ({
      login: (...call) =>
        good.login(...call).catch((error: unknown) => {
          throw isCode(error, 'network') ? new TypeError('Failed to fetch') : error;
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
          if (isCode(error, 'sms-failed')) return good.requestCode(...call);
          throw error;
        }),
    }),
  },
  {
    fault: 'does not read `Retry-After`',
    rule: 'retry-after',
    seed: good => ({
      login: (...call) =>
        changeError('too-many-requests', 'too-many-requests', ({ status }) => ({ status }))(good.login(...call)),
    }),
  },
  {
    fault: 'follows redirects',
    rule: 'redirects',
    seed: good => ({
      login: (...call) =>
        withFetch(
          changeInit(init => ({ ...init, redirect: 'follow' })),
          () => good.login(...call),
        ),
    }),
  },
  {
    fault: 'lets the sign-out end with the page',
    rule: 'keepalive',
    seed: good => ({
      endSession: (...call) =>
        withFetch(
          changeInit(init => ({ ...init, keepalive: false })),
          () => good.endSession(...call),
        ),
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
    fault: 'takes the page of a proxy as a success',
    rule: 'html-answers',
    seed: good => ({
      requestCode: (...call) =>
        good.requestCode(...call).catch((error: unknown) => {
          if (isCode(error, 'invalid-response')) return {};
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
];

/** Faults of backends for other kinds of servers: `cookie` and `refresh` are the ones in session-servers.ts. */
export const OTHER_FAULTS: readonly (SeededFault & { readonly server: 'cookie' | 'refresh' })[] = [
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

/** A backend with some of its methods replaced. */
export const withMethods = (good: AuthBackend, methods: Partial<AuthBackend>): AuthBackend =>
  new Proxy(good, {
    get(target, name: keyof AuthBackend) {
      const method = methods[name] ?? target[name];
      return typeof method === 'function' ? (method as () => unknown).bind(target) : method;
    },
  });
