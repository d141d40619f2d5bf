import { createHmac, randomBytes } from 'node:crypto';
import { type Check, skip } from '../check.js';
import { type PowChallenge, type PowParameters, type PowSolution, toHeader } from '../proof-of-work.js';
import { expectRefused, getChallenge, getSolution, sendTo, signInAs } from './challenge-calls.js';

/** A challenge with other parameters under the same signature. */
const changed = (challenge: PowChallenge, change: Partial<PowParameters>): PowChallenge => ({
  ...challenge,
  parameters: { ...challenge.parameters, ...change },
});

/** Headers that are no solution, as pairs of a description and the header. */
const rubbish = (valid: PowSolution): readonly (readonly [string, string])[] => {
  const { challenge, solution } = valid;
  const toBase64 = (text: string) => Buffer.from(text).toString('base64');
  const encode = (value: unknown) => toBase64(JSON.stringify(value));
  const withChange = (change: object) => encode({ challenge, solution: { ...solution, ...change } });
  return [
    ['a word', 'rubbish'],
    ['the first 100 characters of a solution', toHeader(valid).slice(0, 100)],
    ['base64 of invalid JSON', toBase64('{"challenge":')],
    ['null', encode(null)],
    ['an array', encode([])],
    ['an empty object', encode({})],
    ['a challenge of null', encode({ challenge: null, solution: null })],
    ['parameters of null', encode({ challenge: { ...challenge, parameters: null }, solution })],
    ['no parameters', encode({ challenge: { signature: challenge.signature }, solution })],
    ['another algorithm', encode({ challenge: { ...challenge, parameters: { algorithm: 'none' } }, solution })],
    ['a counter below 0', withChange({ counter: -1 })],
    ['a counter above 32 bits', withChange({ counter: 2 ** 40 })],
    ['a counter that is a string', withChange({ counter: String(solution.counter) })],
    ['an empty derived key', withChange({ derivedKey: '' })],
    ['a derived key that is not hex', withChange({ derivedKey: 'zz' })],
    ['a derived key with an odd number of digits', withChange({ derivedKey: solution.derivedKey.slice(1) })],
    ['an object with the key __proto__', toBase64('{"__proto__":{}}')],
    ['4,000 characters', 'A'.repeat(4000)],
  ];
};

/** Solutions that a server must not accept. A server that refuses them sends no SMS. */
export const challengeForgeryChecks: readonly Check[] = [
  {
    id: 'challenge-rubbish',
    title: 'A header that is not a solution is refused with 403 "challenge", never with a server error',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const call = sendTo(context.options.numbers[0].phone);
      const valid = await getSolution(context, call);
      for (const [what, header] of rubbish(valid)) await expectRefused(context, call, header, what);
    },
  },
  {
    id: 'challenge-wrong',
    title: 'A key that was not derived is refused, even if it begins with the prefix',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const call = sendTo(context.options.numbers[0].phone);
      const challenge = await getChallenge(context, call);
      const { keyPrefix, keyLength } = challenge.parameters;
      // This key begins with the prefix, and costs no work.
      const derivedKey = keyPrefix.padEnd(2 * keyLength, '0');
      await expectRefused(
        context,
        call,
        { challenge, solution: { counter: 0, derivedKey } },
        'a key of the prefix alone',
      );
      const { solution } = await context.client.solver.solve(challenge);
      const otherKey = `${solution.derivedKey.slice(0, -1)}${solution.derivedKey.endsWith('0') ? '1' : '0'}`;
      const altered = { challenge, solution: { ...solution, derivedKey: otherKey } };
      await expectRefused(context, call, altered, 'a key with another last digit');
    },
  },
  {
    id: 'challenge-difficulty',
    title: 'A challenge whose difficulty was lowered is refused',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const call = sendTo(context.options.numbers[0].phone);
      const challenge = await getChallenge(context, call);
      const { keyPrefix } = challenge.parameters;
      // Both forgeries have another prefix. With the same one, the first would change nothing in a challenge whose cost is 1 already.
      const easier = await context.client.solver.solve(
        changed(challenge, { cost: 1, keyPrefix: keyPrefix === '0' ? '' : '0' }),
      );
      await expectRefused(context, call, easier, 'an easier challenge');
      const shorter = await context.client.solver.solve(
        changed(challenge, { keyPrefix: keyPrefix.length > 1 ? keyPrefix.slice(0, 1) : '' }),
      );
      await expectRefused(context, call, shorter, 'a shorter prefix');
    },
  },
  {
    id: 'challenge-signature',
    title: 'A challenge that the server has not signed is refused',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const call = sendTo(context.options.numbers[0].phone);
      const { challenge, solution } = await getSolution(context, call);
      const { parameters } = challenge;
      const { expiresAt } = parameters;
      const otherSignature = createHmac('sha256', randomBytes(32)).update(JSON.stringify(parameters)).digest('hex');
      await expectRefused(context, call, { challenge: { parameters }, solution }, 'a challenge without a signature');
      for (const [signature, what] of [
        ['', 'an empty signature'],
        [otherSignature, 'a signature of another key'],
      ] as const) {
        await expectRefused(context, call, { challenge: { parameters, signature }, solution }, what);
      }
      if (typeof expiresAt !== 'number') return;
      const postponed = { ...parameters, expiresAt: expiresAt + 86_400 };
      const longer: PowSolution = { challenge: { ...challenge, parameters: postponed }, solution };
      await expectRefused(context, call, longer, 'a challenge whose expiry was postponed');
    },
  },
  {
    id: 'challenge-number',
    title: 'A solution for one number is refused for another',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      const [first, second] = context.options.numbers;
      const solution = await getSolution(context, sendTo(first.phone));
      // This waits until the second number may have its next code. Otherwise a correct server would answer 429, and fail the check.
      await getChallenge(context, sendTo(second.phone));
      await expectRefused(context, sendTo(second.phone), solution, 'a solution for another number');
    },
  },
  {
    id: 'challenge-body',
    title: 'A solution for a sign-in is refused for another login',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      if (!context.shared.credentials) skip('no new login got a session');
      const { login, password } = context.shared.credentials;
      // A login has up to 32 characters.
      const solution = await getSolution(context, signInAs(`${login}-2`.slice(-32), password));
      await expectRefused(context, signInAs(login, password), solution, 'a solution for another login');
    },
  },
  {
    id: 'challenge-call',
    title: 'A solution for a code request is refused for a sign-in with the same number as its login',
    citation: 'docs/protocol.md#challenges',
    async run(context) {
      if (!context.options.password) skip('--no-password was given');
      const { phone } = context.options.numbers[0];
      const solution = await getSolution(context, sendTo(phone));
      await expectRefused(context, signInAs(phone, 'long enough'), solution, 'a solution for another call');
    },
  },
];
