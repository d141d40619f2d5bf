// Rules about malformed answers, a wrong clock, and secrets.
import { findWrongAnswer } from './answer-types.js';
import type { Recording, Rule, RuleContext } from './context.js';
import { describe, expectError, fail, outcomeOf, type CallOutcome } from './outcome.js';
import type { Exchange, FakeAnswer } from './network.js';

/** The values that replace a member of an answer. */
const WRONG_VALUES: readonly unknown[] = [undefined, null, '', 'two\nlines', -1, 0, 1e300, true, {}, []];

/** Yields copies of a JSON value, each with one member replaced at any depth. */
function* mutations(value: unknown, path = ''): Generator<readonly [path: string, copy: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.entries(value);
  for (const [name, member] of entries) {
    const here = path === '' ? name : `${path}.${name}`;
    const replaced = (by: unknown) =>
      Array.isArray(value)
        ? value.map((old: unknown, index) => (`${index}` === name ? by : old))
        : { ...value, [name]: by };
    for (const wrong of WRONG_VALUES)
      yield [`${here} = ${wrong === undefined ? 'undefined' : JSON.stringify(wrong)}`, replaced(wrong)];
    for (const [what, copy] of mutations(member, here)) yield [what, replaced(copy)];
  }
}

/** Replays the server's answers in a recording. */
const replay =
  ({ exchanges }: Recording, change: (exchange: Exchange) => FakeAnswer = exchange => exchange) =>
  (_: unknown, index: number): FakeAnswer =>
    change(exchanges[Math.min(index, exchanges.length - 1)]!);

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Yields every answer in a recording, each time with one thing wrong. */
function* wrongAnswers({
  exchanges,
}: Recording): Generator<readonly [what: string, change: (e: Exchange) => FakeAnswer]> {
  for (const wanted of exchanges) {
    const only = (fake: FakeAnswer) => (exchange: Exchange) => (exchange === wanted ? fake : exchange);
    if (!isJson(wanted.body)) continue;
    for (const body of ['null', '[]', '{}', '"text"', '1']) yield [`the body ${body}`, only({ ...wanted, body })];
    for (const [what, copy] of mutations(JSON.parse(wanted.body)))
      yield [what, only({ ...wanted, body: JSON.stringify(copy) })];
    // A page can't read these headers from another origin unless the server exposes them.
    yield ['no headers', only({ ...wanted, headers: [['content-type', 'application/json']] })];
  }
}

function checkValue({ capabilities }: RuleContext, method: string, what: string, { error, value }: CallOutcome): void {
  const wrong = error ? undefined : findWrongAnswer(method, value, capabilities);
  if (wrong !== undefined) fail(`${method} ${what}: it resolves, and ${wrong}`);
}

const DAYS_30 = 30 * 86_400_000;

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

/** Whether a text contains a secret. A four-digit code inside a longer number doesn't count. */
function contains(text: string, secret: string): boolean {
  const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
    if (!isDigit(secret[0]) || !(isDigit(text[at - 1]) || isDigit(text[at + secret.length]))) return true;
  }
  return false;
}

const secondsOf = (value: unknown) => {
  const { expiresIn, resendIn } = Object(value) as { expiresIn?: number; resendIn?: number };
  return expiresIn ?? resendIn;
};

export const answerRules: readonly Rule[] = [
  {
    id: 'answer-types',
    title: 'the answers have the types of the port: no empty `user`, no `codeLength` of 7',
    link: 'docs/backend.md#answers',
    async check(context) {
      for (const { method, value } of await context.recordings())
        checkValue(context, method, 'answered by the server', { value });
      context.throwFailure();
    },
  },
  {
    id: 'wrong-answers',
    title: 'an answer in which something is wrong is refused, or what is wrong is left out',
    link: 'docs/backend.md#answers',
    async check(context) {
      const backend = await context.createBackend();
      for (const recording of await context.recordedCalls()) {
        const { method, call } = recording;
        for (const [what, change] of wrongAnswers(recording)) {
          const where = `answered with ${what}`;
          const [outcome] = await context.network.interfere(replay(recording, change), () =>
            outcomeOf(`${method} ${where}`, () => call(backend, {})),
          );
          checkValue(context, method, where, outcome);
        }
      }
    },
  },
  {
    id: 'html-answers',
    title: 'a success that is no JSON is `invalid-response`',
    link: 'docs/backend.md#answers',
    async check(context) {
      const backend = await context.createBackend();
      const headers = [['content-type', 'text/html']] as const;
      for (const { method, call } of await context.recordedCalls()) {
        // A sign-out doesn't read its answer.
        if (method === 'endSession') continue;
        for (const body of ['<!doctype html><p>Sign in to this network</p>', '{"half": "an ans']) {
          const what = `${method} answered 200 with ${body.startsWith('<') ? 'HTML' : 'half an answer'}`;
          await context.network.interfere(
            () => ({ status: 200, body, headers }),
            () => expectError(what, ['invalid-response'], () => call(backend, {})),
          );
        }
      }
    },
  },
  {
    id: 'durations',
    title: 'a lifetime does not depend on the clock of the device',
    link: 'docs/backend.md#dates-into-durations',
    async check(context) {
      for (const recording of await context.recordedCalls()) {
        const { method, call } = recording;
        const seconds = async (offset: number) => {
          const backend = await context.createBackend();
          const [outcome] = await withClock(offset, () =>
            context.network.interfere(replay(recording), () => outcomeOf(method, () => call(backend, {}))),
          );
          if (outcome.error)
            fail(`${method} with a clock that is wrong by 30 days: it rejects with ${describe(outcome.error)}`);
          return secondsOf(outcome.value);
        };
        const right = await seconds(0);
        for (const offset of [DAYS_30, -DAYS_30]) {
          const wrong = await seconds(offset);
          if (right === wrong || Math.abs(Number(right) - Number(wrong)) <= 5) continue;
          const direction = offset > 0 ? 'fast' : 'slow';
          fail(
            `${method} with a clock that is 30 days ${direction}: ${String(wrong)} seconds in place of ${String(right)}`,
          );
        }
      }
    },
  },
  {
    id: 'secrets-in-addresses',
    title: 'no address contains a code, a password or a token: addresses are logged',
    link: 'docs/backend.md#secrets',
    async check(context) {
      for (const { method, exchanges } of await context.recordedCalls()) {
        for (const { request } of exchanges) {
          const url = decodeURIComponent(request.url);
          if (context.secrets.some(secret => contains(url, secret)))
            fail(`${method}: the address of its call contains a code, a password or a token`);
        }
      }
    },
  },
  {
    id: 'secrets-in-errors',
    title: 'no error contains a number, a code, a password or a token: errors are logged',
    link: 'docs/backend.md#secrets',
    async check(context) {
      const backend = await context.createBackend();
      const calls = await context.recordedCalls();
      const secrets = [...context.secrets, ...context.phones];
      for (const { method, call } of calls) {
        for (const what of ['network error', 'echo', 'server error'] as const) {
          const [outcome] = await context.network.interfere(
            ({ body, authorization, url }) =>
              what === 'network error'
                ? what
                : {
                    status: what === 'echo' ? 200 : 500,
                    body: `<p>${url} ${body} ${String(authorization)}</p>`,
                  },
            () => outcomeOf(`${method} when the network fails`, () => call(backend, {})),
          );
          if (!outcome.error) continue;
          const text = textOf(outcome.thrown);
          if (secrets.some(secret => contains(text, secret)))
            fail(`${method}: the error ${outcome.error.code} contains a number, a code, a password or a token`);
        }
      }
    },
  },
];

/** Returns all text of an error, its cause and its members. The stack is left out because it repeats the message. */
function textOf(error: Error): string {
  const { message, cause } = error;
  const members = JSON.stringify(Object.entries(error).filter(([name]) => name !== 'cause'));
  return [message, members, cause instanceof Error ? textOf(cause) : String(cause)].join('\n');
}
