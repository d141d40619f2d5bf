import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Payload } from 'altcha-lib/types';
import fc from 'fast-check';
import { headerOf, solvePayload } from '../support/challenges.js';
import { type Answer, Harness } from '../support/harness.js';

/** The lifetime of a challenge, in seconds. */
const life = 300;

const settings = {
  CHALLENGE: 'always',
  CHALLENGE_WORK: '2',
  SENDS_PER_DAY: '1000000',
  SENDS_PER_HOUR_TOTAL: '1000000',
  SENDS_PER_DAY_TOTAL: '1000000',
  SIGN_INS_PER_ACCOUNT: '1000000',
};

/** A call that meets a challenge. */
interface Call {
  readonly path: '/v1/creds/tel' | '/v1/session';
  /** A number, or a login. */
  readonly subject: string;
}

const password = 'correct horse';
const testNumbers = ['79990000001', '79990000002'];
// A number can also be a login. A solution for a code to that number must not sign in with it.
const logins = ['79990000001', 'anna'];
const calls: readonly Call[] = [
  ...testNumbers.map(subject => ({ path: '/v1/creds/tel', subject }) as const),
  ...logins.map(subject => ({ path: '/v1/session', subject }) as const),
];

/** Whether two calls share their solutions. */
const isSame = (a: Call, b: Call) => a.path === b.path && a.subject === b.subject;

const isChallenge = ({ status, params }: Answer) => status === 403 && params.what === 'challenge';

/** Changes to the text of a header. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(2000), text: fc.stringMatching(/^[!-~]$/) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(2000), text: fc.stringMatching(/^[!-~]{1,8}$/) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(2000), text: fc.constant('') }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(2000), text: fc.constant('') }),
);

function applyEdit(header: string, { kind, at, text }: typeof edit extends fc.Arbitrary<infer T> ? T : never): string {
  const index = at % header.length;
  if (kind === 'cut') return header.slice(0, index);
  return header.slice(0, index) + text + header.slice(kind === 'insert' ? index : index + 1);
}

/** Paths to all values in a payload. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key])),
  ];
}

/** A copy with another value at a path; undefined removes it. */
function withValue(payload: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  return { ...(payload as object), [key]: withValue((payload as Record<string, unknown>)[key], rest, value) };
}

const decode = (header: string): unknown => {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString());
  } catch {
    return undefined;
  }
};

/**
 * The part of a solution that proves the work. The counter is not part of it, because whoever has the derived key has done
 * the work, and the counter only says where the key was found.
 */
function proofOf(value: unknown): string {
  const { challenge, solution } = Object(value) as { challenge?: unknown; solution?: unknown };
  const { counter, ...rest } = Object(solution) as { counter?: unknown };
  const isCounter = typeof counter === 'number' && Number.isInteger(counter) && counter >= 0 && counter <= 0xffffffff;
  return JSON.stringify([challenge, rest, isCounter || counter]);
}

describe('arbitrary solutions of challenges', () => {
  let harness: Harness;
  let addresses = 0;
  before(async () => {
    harness = await Harness.open();
    await harness.start(settings);
    // The first login is a number, as accounts of earlier versions may have.
    const [number, ...others] = logins;
    for (const login of ['former', ...others]) {
      assert.equal((await send({ path: '/v1/session', subject: login })).status, 200);
    }
    const text = `update accounts set login = '${number}' where login = 'former'`;
    await harness.database.db.query({ name: '', text }, []);
  });
  after(async () => {
    assert.doesNotMatch(harness.log, /"level":50/, 'an error was logged');
    await harness.close();
  });

  /** Returns a different network each time, because many challenges for one network would get hard. */
  const nextAddress = () => {
    addresses++;
    return `${11 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}.1`;
  };
  const request = ({ path, subject }: Call, header?: string): Promise<Answer> =>
    harness.call('POST', path, {
      body: path === '/v1/session' ? { login: subject, password } : { tel: subject, op: 'add' },
      ip: nextAddress(),
      headers: header === undefined ? {} : { 'X-Auth-Challenge': header },
    });
  const solve = async (call: Call): Promise<Payload> => solvePayload(await request(call));
  /** The call with its challenge solved. */
  const send = async (call: Call): Promise<Answer> => request(call, headerOf(await solve(call)));

  it('are refused with another challenge if they are any text', async () => {
    const text = fc.oneof(
      fc.stringMatching(/^[!-~]{0,2000}$/),
      fc.base64String({ maxLength: 2000 }),
      fc.jsonValue().map(headerOf),
      fc.record({ challenge: fc.jsonValue(), solution: fc.jsonValue() }).map(headerOf),
    );
    const property = fc.asyncProperty(fc.constantFrom(...calls), text, async (call, header) => {
      const answer = await request(call, header);
      assert.ok(isChallenge(answer), answer.raw);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('are refused with one character changed, and still valid without the change', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...calls),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      async (call, edits) => {
        const header = headerOf(await solve(call));
        const changed = edits.reduce(applyEdit, header);
        // Base64 may be written in several ways.
        const isTheSame = proofOf(decode(changed)) === proofOf(decode(header));
        if (!isTheSame) {
          const answer = await request(call, changed);
          assert.ok(isChallenge(answer), answer.raw);
        }
        assert.equal((await request(call, header)).status, 200);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  it('are refused with any of their values changed', async () => {
    const change = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(undefined, -1, 0, 1, 2 ** 32, 1e300, '', '00', 'ff'.repeat(32)),
    );
    const property = fc.asyncProperty(fc.constantFrom(...calls), fc.nat(), change, async (call, at, value) => {
      const payload = await solve(call);
      const paths = pathsIn(payload);
      const changed = withValue(payload, paths[at % paths.length]!, value);
      fc.pre(proofOf(changed) !== proofOf(payload));
      const answer = await request(call, headerOf(changed));
      assert.ok(isChallenge(answer), answer.raw);
      assert.equal((await request(call, headerOf(payload))).status, 200);
    });
    await fc.assert(property, { numRuns: 80 });
  });

  it('let a call through only if they are for it, in time, and used for the first time', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('get' as const), call: fc.nat(calls.length - 1) }) },
      {
        weight: 8,
        arbitrary: fc.record({
          do: fc.constant('use' as const),
          solution: fc.nat(9),
          call: fc.nat(calls.length - 1),
          own: fc.boolean(),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(20, 140, 290, 400) }),
      },
    );
    const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async steps => {
      const solutions: { call: Call; header: string; givenAt: number; isUsed: boolean }[] = [];
      let now = 0;
      for (const one of steps) {
        if (one.do === 'wait') {
          now += one.seconds;
          await harness.database.advance(one.seconds);
        } else if (one.do === 'get') {
          const call = calls[one.call]!;
          solutions.push({ call, header: headerOf(await solve(call)), givenAt: now, isUsed: false });
        } else if (solutions.length > 0) {
          const solution = solutions[one.solution % solutions.length]!;
          const call = one.own ? solution.call : calls[one.call]!;
          const age = now - solution.givenAt;
          // The steps take time themselves.
          if (Math.abs(age - life) <= 15) continue;
          const isGood = isSame(call, solution.call) && !solution.isUsed && age < life;
          const answer = await request(call, solution.header);
          assert.equal(answer.status, isGood ? 200 : 403, answer.raw);
          if (isGood) solution.isUsed = true;
        }
      }
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('let only one of many simultaneous calls through', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...calls),
      fc.integer({ min: 2, max: 12 }),
      async (call, count) => {
        const header = headerOf(await solve(call));
        const answers = await Promise.all(Array.from({ length: count }, () => request(call, header)));
        assert.equal(answers.filter(({ status }) => status === 200).length, 1);
        assert.equal(answers.filter(isChallenge).length, count - 1);
      },
    );
    await fc.assert(property, { numRuns: 15 });
  });
});
