// Backends with one fault each, for every kind of fault that integrators have made or might make.
import { AuthError } from '../../src/core/auth-error.js';
import type { Account, AuthBackend, CallOptions, Session, SessionInfo } from '../../src/core/ports.js';
import type { SeededFault } from './faulty-backends.js';

type Fetch = typeof fetch;
type Init = RequestInit & { headers?: Record<string, string> };

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

/** Makes a call whose `fetch` gets other options. */
const withInit = <T>(change: (init: Init) => RequestInit, call: () => Promise<T>) =>
  withFetch(
    before =>
      (input, init = {}) =>
        before(input, change(init as Init)),
    call,
  );

const INIT = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/** How a second call of a method is made. */
interface HandMade {
  readonly hasLimit?: boolean;
  readonly hasSignal?: boolean;
  readonly isMapped?: boolean;
  /** Whether the limit ends with the headers of the answer. */
  readonly isLimitedToHeaders?: boolean;
  /** The time limit, in milliseconds. */
  readonly timeout: number;
}

/** Asks for the session without `RestBackend`, well or with one thing missing. */
async function askByHand(
  token: string | null | undefined,
  { signal }: CallOptions,
  { hasLimit = true, hasSignal = true, isMapped = true, isLimitedToHeaders = false, timeout }: HandMade,
): Promise<SessionInfo> {
  if (hasSignal && signal?.aborted) throw new AuthError('cancelled');
  const controller = new AbortController();
  const limit = { isOver: false };
  const timer = setTimeout(() => {
    limit.isOver = true;
    if (hasLimit) controller.abort();
  }, timeout);
  if (hasSignal) signal?.addEventListener('abort', () => controller.abort());
  try {
    const headers = { Authorization: `Bearer ${String(token)}`, Accept: 'application/json' };
    const answer = await fetch('https://id.test/v1/session', { ...INIT, headers, signal: controller.signal });
    if (isLimitedToHeaders) clearTimeout(timer);
    const text = await answer.text();
    if (answer.status === 429) {
      const wait = answer.headers.get('retry-after') ?? '';
      const seconds = /^\d+$/.test(wait)
        ? Number(wait)
        : (Date.parse(wait) - Date.parse(answer.headers.get('date') ?? '')) / 1000;
      throw new AuthError('too-many-requests', { status: 429, retryAfter: seconds });
    }
    if (answer.status >= 500) throw new AuthError(isMapped ? 'server' : 'invalid-request', { status: answer.status });
    let params: SessionInfo;
    try {
      ({ params } = JSON.parse(text) as { params: SessionInfo });
    } catch {
      throw new AuthError('invalid-response');
    }
    const code = (JSON.parse(text) as { code: unknown }).code;
    if (code === 401) throw new AuthError('session-expired', { status: 401 });
    const { user, displayName, expiresIn } = Object(params) as SessionInfo;
    const isName =
      displayName === undefined || displayName === null || (typeof displayName === 'string' && displayName);
    const isLifetime = typeof expiresIn === 'number' && expiresIn >= 1;
    if (code !== 200 || typeof user !== 'string' || !user || (isName !== true && !isName) || !isLifetime)
      throw new AuthError('invalid-response');
    return { user, displayName, expiresIn: Math.min(expiresIn, 1e9) };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new AuthError(limit.isOver ? 'timeout' : signal?.aborted ? 'cancelled' : 'network');
  } finally {
    clearTimeout(timer);
  }
}

/** A login of two calls: the second one asks whose session the first one has opened. */
export const twoCalls =
  (faults: Omit<HandMade, 'timeout'> = {}): SeededFault['seed'] =>
  (good, timeout = 15_000) => ({
    async login(login, password, options) {
      const session = await good.login(login, password, options);
      return { ...session, ...(await askByHand(session.token, options, { ...faults, timeout })) };
    },
  });

const handMade =
  (faults: Omit<HandMade, 'timeout'>): SeededFault['seed'] =>
  (_, timeout = 15_000) => ({ getSession: (token, options) => askByHand(token, options, { ...faults, timeout }) });

/** Ends the session on some answers of `getSession`, by their status. */
const endsOn =
  (status: number, isEnd: (type: string) => boolean): SeededFault['seed'] =>
  good => ({
    async getSession(token, options) {
      let type: string | undefined;
      try {
        return await withFetch(
          before => async (input, init) => {
            const answer = await before(input, init);
            if (answer.status === status) type = answer.headers.get('content-type') ?? '';
            return answer;
          },
          () => good.getSession(token, options),
        );
      } catch (error) {
        throw type !== undefined && isEnd(type) ? new AuthError('session-expired', { status }) : error;
      }
    },
  });

const isHtml = (type: string) => type.includes('html');
const isJson = (type: string) => type.includes('json');

/** Changes what a sign-in by phone resolves with. */
const changeSession =
  (change: (session: Session) => Session): SeededFault['seed'] =>
  good => ({
    async verifyCode(...call) {
      const session = await good.verifyCode(...call);
      return session && change(session);
    },
  });

/** Changes the errors of requests for a code, or of attempts. */
const changeDetails =
  (method: 'requestCode' | 'verifyCode' | 'login', change: (error: AuthError) => Partial<AuthError>) =>
  (good: AuthBackend): Partial<AuthBackend> => ({
    [method]: (...call: never[]) =>
      (good[method] as (...call: never[]) => Promise<never>)(...call).catch((error: unknown) => {
        const { code, status, retryAfter, attemptsLeft, field } = error as AuthError;
        throw new AuthError(code, { status, retryAfter, attemptsLeft, field, ...change(error as AuthError) });
      }),
  });

/** The number of the last request, as a module would keep it. */
let lastPhone = '';
/** The token of the last sign-in, as a module would keep it. */
let lastToken: string | null = null;

/** The sessions of a server that ends a session of a person together with their others. */
class Devices {
  readonly #users = new Map<string, string>();
  /** The tokens that the sessions began with. */
  readonly #origins = new Map<string, string>();
  readonly #ended = new Set<string>();

  keep(session: Session, origin = session.token!): void {
    this.#users.set(session.token!, session.user);
    this.#origins.set(session.token!, origin);
  }

  originOf(token: string): string {
    return this.#origins.get(token) ?? token;
  }

  endOthers(token: string): void {
    const user = this.#users.get(token);
    for (const [other, owner] of this.#users)
      if (owner === user && this.originOf(other) !== this.originOf(token)) this.#ended.add(other);
  }

  throwIfEnded(token: string | null): void {
    if (this.#ended.has(token ?? '')) throw new AuthError('session-expired', { status: 401 });
  }
}

/** A fault of one method, which ends the other sessions of the person. */
function endingOthers(by: 'endSession' | 'renewSession'): SeededFault['seed'] {
  const devices = new Devices();
  return good => ({
    async verifyCode(...call) {
      const session = await good.verifyCode(...call);
      if (session) devices.keep(session);
      return session;
    },
    async login(...call) {
      const session = await good.login(...call);
      devices.keep(session);
      return session;
    },
    async getSession(token, options) {
      devices.throwIfEnded(token);
      return good.getSession(token, options);
    },
    async renewSession(token, options) {
      devices.throwIfEnded(token);
      const session = await good.renewSession(token, options);
      devices.keep(session, devices.originOf(token!));
      if (by === 'renewSession') devices.endOthers(session.token!);
      return session;
    },
    async endSession(token, options) {
      await good.endSession(token, options);
      if (by === 'endSession') devices.endOthers(token!);
    },
  });
}

/** The users of this server, in the eyes of an adapter that names each session. */
let sessions = 0;

const drop = <T extends { challengeSolution?: string | undefined }>({ challengeSolution: _, ...options }: T) => options;

/** The kinds that a report of integrators has named. */
export const KNOWN_KINDS: readonly SeededFault[] = [
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
  { fault: 'ends the session on the 401 of a proxy, in HTML', rule: 'session-stays', seed: endsOn(401, isHtml) },
  { fault: 'ends the session on any 401', rule: 'session-stays', seed: endsOn(401, type => !isJson(type)) },
  { fault: 'ends the session on a 403 in JSON', rule: 'session-stays', seed: endsOn(403, isJson) },
  { fault: 'ends the session on a 404 in JSON', rule: 'session-stays', seed: endsOn(404, isJson) },
  { fault: 'waits for a body that stalls', rule: 'time-limit', seed: handMade({ isLimitedToHeaders: true }) },
  {
    fault: 'trims a password',
    rule: 'password-as-typed',
    seed: good => ({ login: (login, password, options) => good.login(login, password.trim(), options) }),
  },
  {
    fault: 'sends a password in small letters',
    rule: 'password-as-typed',
    seed: good => ({ login: (login, password, options) => good.login(login, password.toLowerCase(), options) }),
  },
  {
    fault: 'escapes a name',
    rule: 'name-as-typed',
    seed: good => ({
      setDisplayName: (token, name, options) => good.setDisplayName(token, name.replaceAll("'", '&#39;'), options),
    }),
  },
  {
    fault: 'says another user at the second sign-in of a number',
    rule: 'same-account',
    seed: good => {
      const known = new Map<string, string>();
      return {
        async verifyCode(phone, code, options) {
          const session = await good.verifyCode(phone, code, options);
          if (options.register || !session) return session;
          known.set(session.token!, `session-${++sessions}`);
          return { ...session, user: known.get(session.token!)! };
        },
      };
    },
  },
  {
    fault: 'says at each sign-in by phone that the account is new',
    rule: 'same-account',
    seed: changeSession(session => ({ ...session, created: true })),
  },
  {
    fault: 'counts one try too many',
    rule: 'last-attempt',
    seed: changeDetails('verifyCode', ({ attemptsLeft }) => (attemptsLeft ? { attemptsLeft: attemptsLeft + 1 } : {})),
  },
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
    fault: 'has no time limit for the second call of a login',
    rule: 'time-limit',
    seed: twoCalls({ hasLimit: false }),
  },
  { fault: 'does not pass the signal on to the second call', rule: 'signal', seed: twoCalls({ hasSignal: false }) },
  { fault: 'reads no 500 of the second call', rule: 'server-fault', seed: twoCalls({ isMapped: false }) },
];

const changeAnswer =
  <M extends 'requestCode' | 'renewSession'>(
    method: M,
    change: (value: Awaited<ReturnType<AuthBackend[M]>>) => object,
  ): SeededFault['seed'] =>
  good => ({
    [method]: async (...call: never[]) =>
      change(await (good[method] as unknown as (...call: never[]) => Promise<never>)(...call)),
  });

/** Kinds that nobody has reported. */
export const OTHER_KINDS: readonly SeededFault[] = [
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
    fault: 'says the lifetime in minutes',
    rule: 'lifetime',
    seed: changeAnswer('renewSession', session => ({ ...session, expiresIn: session.expiresIn! / 60 })),
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
    fault: 'cuts a name at its first space',
    rule: 'name-as-typed',
    seed: good => ({
      setDisplayName: (token, name, options) => good.setDisplayName(token, name.split(' ')[0]!, options),
    }),
  },
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
      login: (...call) =>
        good.login(...call).catch((error: unknown) => {
          throw call[2].signal?.aborted && (error as AuthError).code === 'cancelled' ? new AuthError('network') : error;
        }),
    }),
  },
  {
    fault: 'says the wait of a block in milliseconds',
    rule: 'last-attempt',
    seed: changeDetails('verifyCode', ({ code, retryAfter = 0 }) =>
      code === 'blocked' ? { retryAfter: retryAfter * 1000 } : {},
    ),
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
  {
    fault: 'loses the name until the next sign-in',
    rule: 'same-account',
    seed: good => ({
      async verifyCode(phone, code, options) {
        const session = await good.verifyCode(phone, code, options);
        return session && !options.register ? { ...session, displayName: null } : session;
      },
    }),
  },
];
