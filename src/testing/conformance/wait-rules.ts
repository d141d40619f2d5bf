// Rules about calls that get no answer, or half of one: their time limit and their signal.
import type { Rule, RuleContext } from './context.js';
import type { Recording } from './recordings.js';
import { atEachCall, callFaulty, replay } from './replay.js';
import { expectCode, fail, outcomeOf } from './outcome.js';

/** The time limit of the backend's methods, in milliseconds. */
const TIMEOUT = 150;
/** How many milliseconds a call may take beyond its time limit, or in all if its signal is aborted. */
const LATENESS = 2000;

const WAITS = [
  ['without an answer', 'silence'],
  ['with half an answer', 'stalled body'],
] as const;

async function checkTimeLimits(context: RuleContext, recording: Recording): Promise<void> {
  for (const [name, fault] of WAITS) {
    const what = `${name}, made with \`timeout: ${TIMEOUT}\``;
    for (const faulty of atEachCall(recording, what, () => fault)) {
      const backend = await context.createBackend(TIMEOUT);
      const call = () => recording.call(backend, {});
      const [{ error }, requests] = await callFaulty(context, faulty, call, TIMEOUT + LATENESS);
      if (requests.length > faulty.place + 1) fail(`${faulty.what}: it is sent again`);
      expectCode(faulty.what, ['timeout'], error);
    }
  }
}

/** Checks that a call whose signal is already aborted sends nothing and rejects with `cancelled`. */
async function checkAborted(context: RuleContext, recording: Recording): Promise<void> {
  const what = `${recording.method} with a signal that is already aborted`;
  const backend = await context.createBackend();
  const call = () => recording.call(backend, { signal: AbortSignal.abort() });
  const [{ error }, requests] = await context.network.interfere(replay(recording), () => outcomeOf(what, call));
  if (requests.length > 0) fail(`${what}: it is sent anyway`);
  expectCode(what, ['cancelled'], error);
}

export const waitRules: readonly Rule[] = [
  {
    id: 'time-limit',
    title: 'a call that gets no answer, or half of one, ends with `timeout`',
    link: 'docs/backend.md#signals-and-time',
    check: context => context.checkCalls(recording => checkTimeLimits(context, recording)),
  },
  {
    id: 'signal',
    title:
      'a call and its request end when its signal is aborted; with a signal that is already aborted, nothing is sent',
    link: 'docs/backend.md#signals-and-time',
    check: context =>
      context.checkCalls(async recording => {
        for (const [name, fault] of WAITS) {
          let controller = new AbortController();
          const wait = () => {
            // Abort in a later task, so that the call is already waiting for its answer.
            setTimeout(() => controller.abort());
            return fault;
          };
          for (const faulty of atEachCall(recording, `${name}, with a signal that is aborted`, wait)) {
            const backend = await context.createBackend();
            controller = new AbortController();
            const { signal } = controller;
            const call = () => recording.call(backend, { signal });
            const [{ error }, requests] = await callFaulty(context, faulty, call, LATENESS);
            if (!requests[faulty.place]!.signal?.aborted)
              fail(`${faulty.what}: the signal is not passed on to \`fetch\``);
            expectCode(faulty.what, ['cancelled'], error);
          }
        }
        await checkAborted(context, recording);
      }),
  },
];
