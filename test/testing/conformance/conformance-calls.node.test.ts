// The conformance suite, call by call: what it asks of a backend, and what it says if any one of the calls goes wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError, type AuthErrorCode, type AuthErrorDetails } from '../../../src/core/auth-error.js';
import type { AuthBackend, CodeRequest, Session } from '../../../src/core/auth-backend.js';
import { backendConformance, MemoryBackend, type ConformanceSetup } from '../../../src/testing/index.js';
import { checkMessage, otherSetup, setupOf, storedMessage, withoutFractions } from '../../support/conformance.js';
import { withMethods } from '../../support/faults/seeded-fault.js';

const METHODS = [
  ...(['requestCode', 'verifyCode', 'login', 'getSession'] as const),
  ...(['renewSession', 'endSession', 'setDisplayName', 'findSession'] as const),
];

type Method = (typeof METHODS)[number];
type AnyMethod = (...args: unknown[]) => Promise<unknown>;
type Intercept = (method: Method, args: unknown[], call: () => Promise<unknown>) => Promise<unknown>;

type Result = (call: () => Promise<unknown>) => Promise<unknown>;

const rejects =
  (code: AuthErrorCode, details?: AuthErrorDetails): Result =>
  () =>
    Promise.reject(new AuthError(code, details));

/** A call resolves with other members than it would, or with these alone if it would reject. */
const says =
  (members: Partial<Session> | Partial<CodeRequest>): Result =>
  async call => ({ ...((await call().catch(() => null)) as object | null), ...members });

const RESULTS: Record<string, Result> = {
  'is refused': rejects('refused', { status: 403 }),
  'is over': rejects('session-expired', { status: 401, retryAfter: 1e6, attemptsLeft: 0 }),
  'is too early': rejects('too-soon', { retryAfter: -1 }),
  'has an error of its own': () => Promise.reject(new RangeError('broken')),
  'has a wrong code': rejects('wrong-code', { attemptsLeft: 2 }),
  'has a code that is over': rejects('code-expired'),
  'is about nobody': rejects('unknown-user'),
  'is about somebody': rejects('account-exists'),
  'has a wrong password': rejects('wrong-credentials'),
  'breaks a rule': rejects('policy', { field: 'login' }),
  'resolves with null': () => Promise.resolve(null),
  'says another account': says({ user: 'nobody' }),
  'says another name': says({ displayName: 'Nobody' }),
  'leaves the name out': says({ displayName: undefined as never }),
  'says that the account is new': says({ created: true }),
  'says that the account is not new': says({ created: false }),
  'says other numbers': says({ expiresIn: 1e9, resendIn: 66, attemptsLeft: 4 }),
};

/** A setup whose backends make their calls through `intercept`. */
function intercepted({ createBackend, ...setup }: ConformanceSetup, intercept: Intercept): ConformanceSetup {
  return {
    ...setup,
    async createBackend(options) {
      const good = await createBackend(options);
      const changed = METHODS.flatMap(method => {
        const call = good[method] as AnyMethod | undefined;
        return call ? [[method, (...args: unknown[]) => intercept(method, args, () => call.apply(good, args))]] : [];
      });
      return withMethods(good, Object.fromEntries(changed) as Partial<AuthBackend>);
    },
  };
}

/** A server that creates accounts at registrations alone, and that sends codes without an interval. */
function strictSetup(): ConformanceSetup {
  const memory = new MemoryBackend({ sendInterval: 0, sendsPerDay: 1000 });
  const { allowResend: _, capabilities, ...setup } = setupOf(memory, () => memory);
  const known = new Set(['known']);
  const createBackend = () =>
    withMethods(memory, {
      requestCode: async phone => ({ ...(await memory.requestCode(phone)), idempotent: false }),
      async verifyCode(phone, code, options) {
        const session = await memory.verifyCode(phone, code, options);
        if (known.has(phone) === options.register)
          throw new AuthError(options.register ? 'account-exists' : 'unknown-user');
        known.add(phone);
        return session;
      },
      async login(login, password, options) {
        if (!known.has(login) && !options.register) throw new AuthError('unknown-user');
        const session = await memory.login(login, password);
        known.add(login);
        return session;
      },
    });
  const { sendInterval: __, names: ___, ...others } = capabilities!;
  return {
    ...setup,
    createBackend,
    capabilities: { ...others, unknownNumber: 'is refused', unknownLogin: 'is refused', extendsSessions: true },
  };
}

/** A server whose setup says nothing about it, and offers the required parts, a password and the passing of time. */
function plainSetup(): ConformanceSetup {
  const memory = new MemoryBackend({ sendInterval: 0 });
  const { createBackend, newPhone, readCode, credentials, passTime } = setupOf(memory, () => memory);
  return { createBackend, newPhone, readCode, ...(credentials && { credentials }), ...(passTime && { passTime }) };
}

/** A server with an interval that a test can't shorten. */
function slowSetup(): ConformanceSetup {
  const memory = new MemoryBackend();
  const { allowResend: _, credentials: __, ...setup } = setupOf(memory, () => memory);
  return setup;
}

/** Servers in memory of several kinds. */
const KINDS: Record<string, () => ConformanceSetup> = {
  memory() {
    const memory = new MemoryBackend();
    return setupOf(memory, () => memory);
  },
  cookie: () => otherSetup('cookie'),
  refresh: () => otherSetup('refresh'),
  strict: strictSetup,
  plain: plainSetup,
  slow: slowSetup,
};

const ruleOf = (setup: ConformanceSetup, index: number) => backendConformance(setup).tests[index]!;
const messageOf = (run: Promise<unknown>) =>
  run.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

/** What is stored for the first kind: its lines, by rule. The other kinds store what differs: their calls as a whole, and each other line. */
function usualLines(): ReadonlyMap<string, readonly string[]> {
  const usual = new Map<string, string[]>();
  let ofRule: string[] = [];
  for (const line of storedMessage('calls: memory')) {
    if (line.startsWith('# ')) usual.set(line, (ofRule = []));
    else ofRule.push(line);
  }
  return usual;
}

for (const [kind, setUp] of Object.entries(KINDS)) {
  test(`${kind}: the calls of each rule, and what is said if one of them goes wrong`, async t => {
    t.mock.timers.enable({ apis: ['Date'] }); // a millisecond that passes makes a lifetime a whole second shorter
    const all: string[] = [];
    const usual = kind === 'memory' ? undefined : usualLines();
    const { tests } = backendConformance(setUp());
    const indexOfRecording = tests.findIndex(({ name }) => name.startsWith('recording: '));
    for (const [index, { name }] of tests.entries()) {
      const title = `# ${name.split(':')[0]}`;
      const lines: string[] = [];
      let setup = setUp();
      /** What is known of secrets, by what stands for it. */
      const names = new Map<string, string>();
      const readable = (value: unknown): unknown => {
        if (typeof value !== 'string') return value;
        return names.get(value) ?? (/^\d{6}$/.test(value) ? 'another code' : value.length > 20 ? 'a token' : value);
      };
      let count = 0;
      const { readCode } = setup;
      setup = {
        ...setup,
        async readCode(phone) {
          const code = await readCode(phone);
          names.set(code, 'the code');
          return code;
        },
      };
      const record: Intercept = async (method, args, call) => {
        const options = { ...(args.at(-1) as { signal?: unknown; refreshToken?: string; state?: string }) };
        if (options.signal) options.signal = 'a signal';
        if (options.refreshToken) options.refreshToken = 'a refresh token';
        if (options.state) options.state = 'a state';
        count++;
        lines.push(`${method}: ${JSON.stringify([...args.slice(0, -1).map(readable), options])}`);
        return call();
      };
      const context = { skip: (reason: string) => void lines.push(`skipped: ${reason}`) };
      await ruleOf(intercepted(setup, record), index).run(context);

      const usualOfRule = usual?.get(title) ?? [];
      const isCall = (line: string) => !line.includes(' <- ');
      const hasUsualCalls = lines.join() === usualOfRule.filter(isCall).join();
      // Without `fetch` there is nothing to repeat, so the rules about repeated calls only make the recording, each the same one.
      const isOfRecording = index > indexOfRecording;
      const results = Object.entries(RESULTS).slice(0, isOfRecording ? 1 : undefined);
      /** The results after which the rule says something, by what it says. */
      const said = new Map<string, Set<string>>();
      for (let wrong = 1; wrong <= Math.min(count, 30); wrong++)
        for (const [result, answer] of results) {
          let number = 0;
          const intercept: Intercept = (_, __, call) => (++number === wrong ? answer(call) : call());
          const message = await messageOf(ruleOf(intercepted(setUp(), intercept), index).run());
          if (!message) continue;
          const text = message
            .replace(/(it rejects) with [a-z-]+(?: \(status \d+\))?/, '$1')
            .replace(/ \(docs\S+\)$/, '');
          said.set(text, (said.get(text) ?? new Set()).add(result));
        }
      for (const [text, results] of said) lines.push(`${text} <- ${[...results].join(', ')}`);
      const unusual = lines.filter(line =>
        isCall(line) ? !hasUsualCalls : !usualOfRule.includes(withoutFractions(line)),
      );
      if (unusual.length > 0) all.push(title, ...unusual);
    }
    assert.ok(all.length > 0);
    checkMessage(`calls: ${kind}`, all.join('\n'));
  });
}
