// Rules about the types of answers, malformed answers, a wrong clock, and secrets in errors and on the console.
import { findWrongAnswer } from './answer-types.js';
import type { Rule, RuleContext } from './context.js';
import { describe, expectCode, fail, outcomeOf, skip, type CallOutcome } from './outcome.js';
import type { Exchange, FakeAnswer, Fault, SentRequest } from './network.js';
import type { Recording } from './recordings.js';
import { atEachCall, backendFor, callFaulty, replay } from './replay.js';
import { contains, textOf } from './secrets.js';

/** The values that replace a member of an answer. With undefined, an object lacks the member, and an array has null in its place. */
const WRONG_VALUES: readonly unknown[] = [undefined, null, '', 'two\nlines', -1, 0, 1e300, true, {}, []];

/** Yields copies of a JSON value, each with one member, at any depth, replaced by one of `WRONG_VALUES`. */
function* mutations(value: unknown, path = ''): Generator<readonly [path: string, copy: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  for (const [name, member] of entries) {
    const here = path === '' ? name : `${path}.${name}`;
    const replaced = (by: unknown) =>
      Array.isArray(value)
        ? value.map((old: unknown, index) => (`${index}` === name ? by : old))
        : { ...value, [name]: by };
    for (const wrong of WRONG_VALUES) yield [`${here} = ${JSON.stringify(wrong)}`, replaced(wrong)];
    for (const [what, copy] of mutations(member, here)) yield [what, replaced(copy)];
  }
}

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Yields each thing that can be wrong with an answer of a recording: its description, and a function that changes that answer alone. */
function* wrongAnswers({
  exchanges,
}: Recording): Generator<readonly [what: string, change: (e: Exchange) => FakeAnswer]> {
  for (const wanted of exchanges) {
    const only = (fake: FakeAnswer) => (exchange: Exchange) => (exchange === wanted ? fake : exchange);
    if (!isJson(wanted.body)) continue;
    for (const body of ['null', '[]', '{}', '"text"', '1']) yield [`the body ${body}`, only({ ...wanted, body })];
    for (const [what, copy] of mutations(JSON.parse(wanted.body)))
      yield [what, only({ ...wanted, body: JSON.stringify(copy) })];
    // From another origin, a page may be able to read no header but the type.
    yield ['no headers', only({ ...wanted, headers: [['content-type', 'application/json']] })];
  }
}

/**
 * Fails if a call resolved with a value that doesn't have the type in `AuthBackend`. A call that rejected passes here: `outcomeOf` has checked its
 * error.
 */
function checkValue({ capabilities }: RuleContext, method: string, what: string, { error, value }: CallOutcome): void {
  const wrong = error ? undefined : findWrongAnswer(method, value, capabilities);
  if (wrong !== undefined) fail(`${method} ${what}: it resolves, and ${wrong}`);
}

/** By how many seconds the durations in the answers to two repetitions of a call may differ. */
const TOLERANCE_SECONDS = 5;
const THIRTY_DAYS_MS = 30 * 86_400_000;

/** Runs a function while the device's clock is off by this many milliseconds. */
async function withClock<T>(offset: number, run: () => Promise<T>): Promise<T> {
  const RealDate = globalThis.Date;
  class WrongDate extends RealDate {
    constructor(...values: [] | [number]) {
      if (values.length === 0) super(RealDate.now() + offset);
      else super(...values);
    }
    static override now = () => RealDate.now() + offset;
  }
  globalThis.Date = WrongDate as DateConstructor;
  try {
    return await run();
  } finally {
    globalThis.Date = RealDate;
  }
}

const durationOf = (value: unknown) => {
  const { expiresIn, resendIn } = Object(value) as { expiresIn?: number; resendIn?: number };
  return expiresIn ?? resendIn;
};

/**
 * Repeats a recorded call with a clock that is off by this many milliseconds. Returns the lifetime or the interval in its answer, in seconds;
 * undefined if it has neither.
 */
async function secondsAt(context: RuleContext, recording: Recording, offset: number): Promise<number | undefined> {
  const { method, call } = recording;
  await context.newBrowser();
  const backend = await context.createBackend();
  const [{ error, value }] = await withClock(offset, () =>
    context.network.interfere(replay(recording), () => outcomeOf(method, () => call(backend, {}))),
  );
  if (error) fail(`${method} with a clock that is ${offset / 86_400_000} days off: it rejects with ${describe(error)}`);
  return durationOf(value);
}

/** Answers that aren't JSON. The second one has the type of JSON, so only its text shows that it isn't. */
const NO_JSON = [
  ['HTML', 'text/html', '<!doctype html><p>Sign in to this network</p>'],
  ['half an answer', 'application/json', '{"half": "an ans'],
] as const;

/**
 * Returns a function that answers with what was sent: the address, the body and the header `Authorization`. An error that quotes the answer
 * then contains the secrets.
 */
const echo =
  (status: number) =>
  ({ url, body, authorization }: SentRequest): FakeAnswer => ({
    status,
    body: `<p>${url} ${body} ${String(authorization)}</p>`,
  });

/** The failures whose errors are searched for secrets. */
const FAILURES: readonly (readonly [what: string, fault: (request: SentRequest) => Fault])[] = [
  ['when the network fails', () => 'network error'],
  ['answered 200 with what it has sent', echo(200)],
  ['answered 500 with what it has sent', echo(500)],
];

/** The failures after which the console is searched for secrets. */
const LOGGED_FAILURES: readonly Fault[] = ['network error', { status: 500, body: '{}' }];

export const answerRules: readonly Rule[] = [
  {
    id: 'answer-types',
    title: 'the answers have the types of `AuthBackend`: no empty `user`, no `codeLength` of 7',
    link: 'docs/backend.md#answers',
    check: context =>
      context.checkRecordings(({ method, value }) => checkValue(context, method, 'answered by the server', { value })),
  },
  {
    id: 'wrong-answers',
    title: 'an answer with something wrong in it is refused, or used without that part',
    link: 'docs/backend.md#answers',
    async check(context) {
      const shared = await context.createBackend();
      await context.checkCalls(async recording => {
        const { method, call } = recording;
        for (const [what, change] of wrongAnswers(recording)) {
          const where = `answered with ${what}`;
          const backend = await backendFor(context, recording, shared);
          const [outcome] = await context.network.interfere(replay(recording, change), () =>
            outcomeOf(`${method} ${where}`, () => call(backend, {})),
          );
          checkValue(context, method, where, outcome);
        }
      });
    },
  },
  {
    id: 'html-answers',
    title: 'a success whose body is not JSON is `invalid-response`',
    link: 'docs/backend.md#answers',
    async check(context) {
      const shared = await context.createBackend();
      await context.checkCalls(async recording => {
        // A sign-out need not read its answer.
        if (recording.method === 'endSession') return;
        for (const [name, type, body] of NO_JSON) {
          const answer: FakeAnswer = { status: 200, body, headers: [['content-type', type]] };
          for (const faulty of atEachCall(recording, `answered 200 with ${name}`, () => answer)) {
            const backend = await backendFor(context, recording, shared);
            const [{ error }] = await callFaulty(context, faulty, () => recording.call(backend, {}));
            expectCode(faulty.what, ['invalid-response'], error);
          }
        }
      });
    },
  },
  {
    id: 'durations',
    title: 'a lifetime does not depend on the clock of the device',
    link: 'docs/backend.md#dates-into-durations',
    async check(context) {
      /** The durations that answers state. */
      const stated: number[] = [];
      await context.checkCalls(async recording => {
        const right = await secondsAt(context, recording, 0);
        if (right !== undefined) stated.push(right);
        for (const offset of [THIRTY_DAYS_MS, -THIRTY_DAYS_MS]) {
          const wrong = await secondsAt(context, recording, offset);
          if (right === wrong || Math.abs(Number(right) - Number(wrong)) <= TOLERANCE_SECONDS) continue;
          const direction = offset > 0 ? 'fast' : 'slow';
          fail(
            `${recording.method} with a clock that is 30 days ${direction}: ${String(wrong)} seconds in place of ${String(right)}`,
          );
        }
      });
      if (stated.length === 0) skip('no answer states a lifetime or an interval');
    },
  },
  {
    id: 'secrets-in-errors',
    title: 'no error contains a number, a code, a password or a token: errors are logged',
    link: 'docs/backend.md#secrets',
    async check(context) {
      const shared = await context.createBackend();
      await context.checkCalls(async recording => {
        const { method, call } = recording;
        const secrets = [...context.secrets, ...context.phones];
        for (const [name, fault] of FAILURES) {
          for (const faulty of atEachCall(recording, name, fault)) {
            const backend = await backendFor(context, recording, shared);
            const [outcome] = await callFaulty(context, faulty, () => call(backend, {}));
            if (!outcome.error) continue;
            const text = textOf(outcome.thrown);
            if (secrets.some(secret => contains(text, secret)))
              fail(`${method}: the error ${outcome.error.code} contains a number, a code, a password or a token`);
          }
        }
      });
    },
  },
  {
    id: 'secrets-on-console',
    title: 'nothing secret is written to the console, which other scripts and services read',
    link: 'docs/backend.md#secrets',
    async check(context) {
      const shared = await context.createBackend();
      try {
        // A call without `fetch` isn't repeated. What it wrote when it was recorded is in `context.console` already.
        await context.checkRecordings(async recording => {
          for (const fault of LOGGED_FAILURES) {
            for (const faulty of atEachCall(recording, 'when it fails', () => fault)) {
              const backend = await backendFor(context, recording, shared);
              await callFaulty(context, faulty, () => recording.call(backend, {}));
            }
          }
        });
      } finally {
        // Also if the recording broke off, which ends the rule as skipped.
        const text = context.console.lines.join('\n');
        if ([...context.secrets, ...context.phones].some(secret => contains(text, secret)))
          fail('a number, a code, a password or a token is on the console');
      }
    },
  },
];
