// The proof of work: solved as altcha-lib solves it, verified by altcha-lib, and refused if it is invalid
// (docs/client.md#proof-of-work).
import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { solveProofOfWork } from '../../../src/client/calls/proof-of-work.js';

const SECRET = 'secret of the test';
const NEVER = new AbortController().signal;

type Challenge = Awaited<ReturnType<typeof createChallenge>>;
type Options = Parameters<typeof createChallenge>[0];
interface Payload {
  readonly challenge: Challenge;
  readonly solution: { readonly counter: number; readonly derivedKey: string };
}

const create = (options: Partial<Options> = {}) =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 3,
    keyPrefix: '0',
    deriveKey,
    hmacSignatureSecret: SECRET,
    ...options,
  });

/** A challenge as it is received over the network. */
const receive = (challenge: object) => JSON.parse(JSON.stringify({ type: 'pow', ...challenge })) as { type: string };
const solve = (challenge: object, signal = NEVER) => solveProofOfWork(receive(challenge), { signal });
const decode = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString('latin1')) as Payload;
const verify = ({ challenge, solution }: Payload) =>
  verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret: SECRET });

/** Counts the keys that are derived. `before` runs before each, and can hold it up. */
function watchKeys(t: TestContext, before: () => Promise<void> | void = () => {}) {
  const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
  const { mock } = t.mock.method(crypto.subtle, 'deriveBits', async (...args: Parameters<typeof derive>) => {
    await before();
    return derive(...args);
  });
  return mock;
}

test('a challenge that leaves the counter open: the solution is the lowest counter, as in altcha-lib, whose check accepts it', async () => {
  const keyLength = fc.integer({ min: 1, max: 64 });
  const keyPrefix = fc.string({
    unit: fc.constantFrom('0', '1', '7', '9', 'a', 'f', 'A', 'F'),
    minLength: 1,
    maxLength: 2,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 40 }), keyLength, keyPrefix, async (cost, keyLength, keyPrefix) => {
      const challenge = await create({ cost, keyLength, keyPrefix });
      const payload = decode(await solve(challenge));
      const expected = await solveChallenge({ challenge, deriveKey });
      assert.deepEqual(payload.solution, { counter: expected!.counter, derivedKey: expected!.derivedKey });
      assert.deepEqual(payload.challenge, challenge);
      assert.ok((await verify(payload)).verified);
    }),
    { numRuns: 60 },
  );
});

test('a challenge whose counter the server has chosen: the solution is that counter, and both checks of altcha-lib accept it', async () => {
  const counter = fc.integer({ min: 0, max: 130 });
  const keyLength = fc.integer({ min: 16, max: 48 });
  await fc.assert(
    fc.asyncProperty(counter, keyLength, fc.dictionary(fc.string(), fc.string()), async (counter, keyLength, data) => {
      const challenge = await create({ counter, keyLength, data, hmacKeySignatureSecret: 'of keys' });
      const payload = decode(await solve(challenge));
      assert.equal(payload.solution.counter, counter);
      assert.ok((await verify(payload)).verified);
      const byKey = { ...payload, deriveKey, hmacSignatureSecret: SECRET, hmacKeySignatureSecret: 'of keys' };
      assert.ok((await verifySolution(byKey)).verified);
    }),
    { numRuns: 40 },
  );
});

test('the solution is base64 of ASCII, whatever the server has put into the challenge', async () => {
  const challenge = await create({ data: { name: 'Анна 👍\u2028', bytes: '\u0000\u0080ÿ' } });
  const header = await solve(challenge);
  assert.match(header, /^[A-Za-z0-9+/]+=*$/);
  assert.match(Buffer.from(header, 'base64').toString('latin1'), /^[\0-\x7f]+$/);
  assert.deepEqual(decode(header).challenge, challenge);
  assert.ok((await verify(decode(header))).verified);
});

const valid = { algorithm: 'PBKDF2/SHA-256', nonce: 'ab'.repeat(16), salt: 'cd'.repeat(16), cost: 2, keyLength: 32 };
const bad: Readonly<Record<string, readonly unknown[]>> = {
  algorithm: [undefined, 'PBKDF2/SHA-512', 'SHA-256', 'ARGON2ID', 'pbkdf2/sha-256', ['PBKDF2/SHA-256']],
  nonce: [undefined, '', 7, 'xy', 'ab'.repeat(65), ['ab']],
  salt: [undefined, '', null, 'zz', 'ab'.repeat(65)],
  cost: [undefined, 0, -1, 1.5, '5', 1_000_001, 1e300, null],
  keyLength: [undefined, 0, -32, 65, 1e9, '32', 1.5],
  keyPrefix: [undefined, '', 'g', 0, '0'.repeat(65), ['0']],
};
for (const [name, values] of Object.entries(bad))
  test(`an invalid ${name} is refused before a key is derived`, async t => {
    const keys = watchKeys(t);
    for (const value of values) {
      const parameters = { ...valid, keyPrefix: '0', [name]: value };
      await assert.rejects(
        solve({ parameters, signature: 'ab' }),
        { name: 'TypeError', message: /proof of work/ },
        `${name}: ${JSON.stringify(value)}`,
      );
    }
    assert.equal(keys.callCount(), 0);
  });

test('a nonce of one hex digit is no byte: the password is the counter alone', async () => {
  const { solution } = decode(await solve({ parameters: { ...valid, nonce: 'a', keyPrefix: '0' }, signature: 'ab' }));
  const password = Buffer.alloc(4);
  password.writeUInt32BE(solution.counter);
  const key = pbkdf2Sync(password, Buffer.from(valid.salt, 'hex'), valid.cost, valid.keyLength, 'sha256');
  assert.equal(solution.derivedKey, key.toString('hex'));
});

test('a challenge without its signature is refused before a key is derived', async t => {
  const keys = watchKeys(t);
  const { parameters } = await create();
  for (const signature of [undefined, '', 7, 'not hex'])
    await assert.rejects(solve({ parameters, signature }), { name: 'TypeError', message: /proof of work/ });
  assert.equal(keys.callCount(), 0);
});

test('parameters of any shape are refused, or solved', async t => {
  // The clock runs fast here, so that the search for a solution soon gives up.
  let now = 0;
  t.mock.method(performance, 'now', () => (now += 60_000));
  const anyOf = (value: unknown) => fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, fc.jsonValue());
  const parameters = fc.record(
    Object.fromEntries(Object.entries({ ...valid, keyPrefix: '00' }).map(([name, value]) => [name, anyOf(value)])),
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: parameters }, fc.jsonValue()), async parameters => {
      const header = await solve({ parameters, signature: 'ab' }).catch(() => undefined);
      if (header === undefined) return;
      assert.ok(decode(header).solution.derivedKey.startsWith('0'));
    }),
    { numRuns: 300 },
  );
});

test('a prefix is compared by hex digits, in any case, even if their number is odd', async () => {
  for (const keyPrefix of ['A', 'aB', 'c']) {
    const parameters = { ...valid, keyPrefix };
    const { solution } = decode(await solve({ parameters, signature: 'ab' }));
    assert.ok(solution.derivedKey.startsWith(keyPrefix.toLowerCase()));
    assert.equal(solution.derivedKey.length, 64);
  }
});

test("no key is begun after the abort, and the solver rejects with the signal's reason", async t => {
  const controller = new AbortController();
  let release!: () => void;
  const held = new Promise<void>(resolve => (release = resolve));
  let began!: () => void;
  const begun = new Promise<void>(resolve => (began = resolve));
  const keys = watchKeys(t, () => {
    began();
    return held;
  });
  const solving = solve({ parameters: { ...valid, keyPrefix: '0'.repeat(16) }, signature: 'ab' }, controller.signal);
  await begun;
  const reason = new Error('back');
  controller.abort(reason);
  release();
  await assert.rejects(solving, reason);
  assert.ok(keys.callCount() > 0 && keys.callCount() <= 4, `${keys.callCount()} keys`);
});

test('with a signal that is already aborted, no key is derived', async t => {
  const keys = watchKeys(t);
  await assert.rejects(solve(await create(), AbortSignal.abort()), { name: 'AbortError' });
  assert.equal(keys.callCount(), 0);
});

test('the solver gives up after four minutes by the monotonic clock if there is no solution', async t => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const keys = watchKeys(t, () => {
    if (keys.callCount() === 40) now += 239_999;
    if (keys.callCount() === 80) now++;
  });
  const parameters = { ...valid, keyPrefix: '0'.repeat(16) };
  await assert.rejects(solve({ parameters, signature: 'ab' }), /no solution in time/);
  assert.ok(keys.callCount() >= 80 && keys.callCount() <= 84, `${keys.callCount()} keys`);
});

test('other work of the page runs between the keys', async () => {
  const challenge = await create({ cost: 2000, counter: 200 });
  let turns = 0;
  let isSolved = false;
  const turn = () => {
    turns++;
    if (!isSolved) setImmediate(turn);
  };
  turn();
  await solve(challenge);
  isSolved = true;
  assert.ok(turns > 20, `${turns} turns`);
});

test('a failure of crypto.subtle, while other keys are derived, is no unhandled rejection', async t => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  t.after(() => process.off('unhandledRejection', listen));
  t.mock.method(crypto.subtle, 'deriveBits', () => Promise.reject(new Error('no keys today')));
  await assert.rejects(solve(await create()), /no keys today/);
  await new Promise(resolve => setImmediate(resolve));
  assert.deepEqual(unhandled, []);
});
