// The conformance suite, call by call: what it asks of a backend, and what it says if any one of the calls goes wrong.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError } from '../../../src/core/auth-error.js';
import type { AuthBackend, Session } from '../../../src/core/auth-backend.js';
import { backendConformance, MemoryBackend, type ConformanceSetup } from '../../../src/testing/index.js';
import { checkMessage, otherSetup, setupOf } from '../../support/conformance.js';
import { withMethods } from '../../support/faults/seeded-fault.js';

const METHODS = [
  ...(['requestCode', 'verifyCode', 'login', 'getSession'] as const),
  ...(['renewSession', 'endSession', 'setDisplayName', 'findSession'] as const),
];

type Method = (typeof METHODS)[number];
type AnyMethod = (...args: unknown[]) => Promise<unknown>;
type Intercept = (method: Method, args: unknown[], call: () => Promise<unknown>) => Promise<unknown>;

const RESULTS: Record<string, (result: () => Promise<unknown>) => Promise<unknown>> = {
  'is refused': () => Promise.reject(new AuthError('refused', { status: 403 })),
  'is over': () => Promise.reject(new AuthError('session-expired', { status: 401, retryAfter: 1e6, attemptsLeft: 0 })),
  'is too early': () => Promise.reject(new AuthError('too-soon', { retryAfter: -1 })),
  'resolves with null': () => Promise.resolve(null),
  'says another account': async call => ({ ...((await call().catch(() => null)) as Session | null), user: 'nobody' }),
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

/** Servers in memory of three kinds. */
const KINDS: Record<string, () => ConformanceSetup> = {
  memory() {
    const memory = new MemoryBackend();
    return setupOf(memory, () => memory);
  },
  cookie: () => otherSetup('cookie'),
  refresh: () => otherSetup('refresh'),
};

/** The rules that other servers than the first one are for, or that depend on how a server holds a session. */
const OF_OTHERS =
  /^(challenge|unknown-number|overlap|renewal-by-two-tabs|refresh-token|sign-out|two-sessions|find-session|no-token)/;

const ruleOf = (setup: ConformanceSetup, index: number) => backendConformance(setup).tests[index]!;
const messageOf = (run: Promise<unknown>) =>
  run.then(
    () => '',
    (error: unknown) => (error as Error).message,
  );

for (const [kind, setUp] of Object.entries(KINDS)) {
  test(`${kind}: the calls of each rule, and what is said if one of them goes wrong`, async () => {
    const lines: string[] = [];
    for (const [index, { name }] of backendConformance(setUp()).tests.entries()) {
      if (kind !== 'memory' && !OF_OTHERS.test(name)) continue;
      lines.push(`# ${name.split(':')[0]}`);
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

      const said = new Set<string>();
      for (let wrong = 1; wrong <= Math.min(count, 12); wrong++)
        for (const [result, answer] of Object.entries(RESULTS)) {
          let number = 0;
          const intercept: Intercept = (_, __, call) => (++number === wrong ? answer(call) : call());
          const message = await messageOf(ruleOf(intercepted(setUp(), intercept), index).run());
          if (message) said.add(`${result}: ${message}`);
        }
      lines.push(...said);
    }
    assert.ok(lines.length > 50);
    checkMessage(`calls: ${kind}`, lines.join('\n'));
  });
}
