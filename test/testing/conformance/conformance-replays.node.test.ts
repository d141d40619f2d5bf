// The conformance suite's repetitions of the recorded calls, one by one: what it says if any of them ends in another way.
import assert from 'node:assert/strict';
import test from 'node:test';
import { RestBackend } from '../../../src/client/calls/rest-backend.js';
import { AuthError } from '../../../src/core/auth-error.js';
import type { AuthBackend } from '../../../src/core/auth-backend.js';
import { backendConformance, MemoryBackend, mockServer } from '../../../src/testing/index.js';
import { checkMessage, setupOf } from '../../support/conformance.js';
import { withMethods } from '../../support/faults/seeded-fault.js';
import { useQuickTimers } from '../../support/quick-timers.js';

useQuickTimers();

type AnyMethod = (...args: unknown[]) => Promise<unknown>;

const METHODS = [
  ...(['requestCode', 'verifyCode', 'login', 'getSession'] as const),
  ...(['renewSession', 'endSession', 'setDisplayName'] as const),
];

type Call = () => Promise<unknown>;

/** A call that is made, and then ends in this way. */
const after =
  (end: Call) =>
  (call: Call): Promise<unknown> =>
    call().then(end, end);

const RESULTS: Readonly<Record<string, (call: Call) => Promise<unknown>>> = {
  'has an error of its own': () => Promise.reject(new RangeError('broken')),
  'is not made': () => Promise.reject(new AuthError('network')),
  'is refused': after(() => Promise.reject(new AuthError('refused', { status: 403 }))),
  'is over': after(() => Promise.reject(new AuthError('session-expired', { status: 401 }))),
  'has another wait': after(() => Promise.reject(new AuthError('too-many-requests', { retryAfter: 8 }))),
  'resolves with null': after(() => Promise.resolve(null)),
  'says another lifetime': after(() => Promise.resolve({ user: 'nobody', token: 'token', expiresIn: 4 })),
};

/** The rules that repeat the recorded calls. Of each, every repetition is changed, or every so many. */
const RULES: Readonly<Record<string, number>> = {
  'asks-again': 1,
  'session-stays': 1,
  network: 1,
  'server-fault': 1,
  'proxy-refusals': 1,
  'one-call': 1,
  'retry-after': 1,
  'time-limit': 5,
  signal: 1,
  solution: 1,
  device: 1,
  'wrong-answers': 83,
  'html-answers': 1,
  durations: 1,
  'secrets-in-errors': 1,
  'secrets-on-console': 1,
};

for (const [rule, step] of Object.entries(RULES))
  test(`${rule}: what is said if a repeated call ends in another way`, async t => {
    t.mock.timers.enable({ apis: ['Date'] }); // a millisecond that passes makes a lifetime a whole second shorter
    const memory = new MemoryBackend();
    t.after(mockServer(memory));
    let count = 0;
    let intercept = (call: Call) => (count++, call());
    const setup = setupOf(memory, options => {
      const good: AuthBackend = new RestBackend('https://id.test', options);
      const changed = METHODS.map(method => {
        const call = good[method] as AnyMethod;
        return [method, (...args: unknown[]) => intercept(() => call.apply(good, args))];
      });
      return withMethods(good, Object.fromEntries(changed) as Partial<AuthBackend>);
    });
    const { tests } = backendConformance(setup);
    const run = (id: string) => tests.find(({ name }) => name.startsWith(`${id}: `))!.run();
    await run('recording');

    count = 0;
    await run(rule);
    const total = count;
    const said = new Map<string, Set<string>>();
    for (let changed = 0; changed < total; changed += step) {
      // Every third repetition ends in all ways, and the others in the first one, whose message says which repetition it was. `durations`
      // repeats each call three times.
      const endsInAllWays = changed % 3 === 0 || rule === 'durations';
      for (const [result, answer] of Object.entries(RESULTS).slice(0, endsInAllWays ? undefined : 1)) {
        count = 0;
        intercept = call => (count++ === changed ? answer(call) : call());
        const message = await run(rule).then(
          () => '',
          (error: unknown) => (error as Error).message.replace(/ \(docs\S+\)$/, ''),
        );
        const text = message.replace(/(it rejects) with [a-z-]+(?: \(status \d+\))?/, '$1');
        if (text) said.set(text, (said.get(text) ?? new Set()).add(result));
      }
    }
    assert.ok(said.size > 0);
    const lines = [...said].map(([text, results]) => `${text} <- ${[...results].join(', ')}`);
    checkMessage(`replays: ${rule}`, lines.join('\n'));
  });
