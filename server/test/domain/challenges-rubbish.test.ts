import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { readPowPayload } from '../../src/challenge/pow.js';
import { easyWork, headerOf, parametersOf, solvePayload } from '../support/challenges.js';
import { Harness } from '../support/harness.js';
import { anyText } from '../../../test/support/any-text.js';

const tel = '79161234567';

/** Values that replace a part of a solution. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, -1, 0.5, 2 ** 32, 1e308, '', '0', '__proto__', [], {}, 'x'.repeat(3000)),
  fc.integer({ min: 1, max: 800 }).map(depth => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
  fc.stringMatching(/^[0-9a-f]{0,80}$/),
);

/** The texts that a header may have: Latin-1 without control characters. */
const headerText = fc
  .string({ unit: fc.integer({ min: 0x20, max: 0xff }).map(code => String.fromCharCode(code)), maxLength: 300 })
  .map(text => text.replaceAll('\x7f', '').trim());

describe('rubbish instead of a solution', () => {
  let harness: Harness;
  before(async () => {
    harness = await Harness.open();
    await harness.start({ ...easyWork, CHALLENGE: 'always', SENDS_PER_IP: '1000000000' });
  });
  after(async () => {
    assert.doesNotMatch(harness.log, /"level":50/, 'an error was logged');
    await harness.close();
  });
  let calls = 0;
  /** A different network for each call, so that the difficulty stays the same. */
  const newIp = () => `10.${++calls >> 8}.${calls & 255}.1`;
  const assertRefused = async (header: string) => {
    for (const call of [
      () => harness.send(tel, { ip: newIp(), headers: { 'X-Auth-Challenge': header } }),
      () => harness.signIn('anna', 'correct horse', { ip: newIp(), headers: { 'X-Auth-Challenge': header } }),
    ]) {
      parametersOf(await call());
    }
  };

  it('is answered with a challenge, whatever it is', async () => {
    const text = fc.oneof(
      headerText,
      fc.base64String({ maxLength: 400 }),
      fc.json().map(json => Buffer.from(json).toString('base64')),
      fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes).toString('base64')),
      fc.integer({ min: 1, max: 5000 }).map(depth => Buffer.from('['.repeat(depth)).toString('base64')),
    );
    await fc.assert(fc.asyncProperty(text, assertRefused), { numRuns: 120 });
  });

  it('is answered with a challenge if it is a valid solution with one part replaced', async () => {
    const good = await solvePayload(await harness.send(tel, { ip: newIp() }));
    const { challenge, solution } = good;
    const { parameters } = challenge;
    const parts = fc.constantFrom(
      ...Object.keys(parameters).map(name => ['parameters', name] as const),
      ['challenge', 'parameters'] as const,
      ['challenge', 'signature'] as const,
      ['solution', 'counter'] as const,
      ['solution', 'derivedKey'] as const,
      ['payload', 'challenge'] as const,
      ['payload', 'solution'] as const,
    );
    const property = fc.asyncProperty(parts, anything, async ([where, name], value) => {
      const changed = structuredClone(good) as unknown as Record<string, Record<string, Record<string, unknown>>>;
      const whole = { payload: changed, challenge: changed['challenge'], solution: changed['solution'] };
      const target = { ...whole, parameters: changed['challenge']!['parameters'] }[where] as Record<string, unknown>;
      fc.pre(JSON.stringify(target[name]) !== JSON.stringify(value));
      target[name] = value;
      await assertRefused(headerOf(changed));
    });
    await fc.assert(property, { numRuns: 120 });
    assert.equal(
      (await harness.send(tel, { headers: { 'X-Auth-Challenge': headerOf({ challenge, solution }) } })).status,
      200,
    );
  });
});

it('any header text is either read as a solution or ignored, and never an error', () => {
  fc.assert(
    fc.property(fc.oneof(anyText(), anything.map(headerOf)), header => {
      assert.equal(readPowPayload(header), undefined);
    }),
  );
});
