// Which challenges the contract check takes for ones that the widget solves, and that it solves them too.
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  findPowDeviation,
  findPowProblem,
  isSolved,
  PowSolver,
  readPow,
  toHeader,
} from '../../contract-check/proof-of-work.js';
import { solveProofOfWork } from '../../src/client/calls/proof-of-work.js';

const parameters = {
  algorithm: 'PBKDF2/SHA-256',
  nonce: '00'.repeat(16),
  salt: '11'.repeat(16),
  cost: 5000,
  keyLength: 32,
  keyPrefix: '0f',
  expiresAt: 1_800_000_000,
};
const problemOf = (changes: Readonly<Record<string, unknown>>) =>
  findPowProblem({ parameters: { ...parameters, ...changes }, signature: 'ab' });

test('a challenge has no problem', () => {
  assert.equal(problemOf({}), undefined);
});

test('a challenge without parameters has one', () => {
  for (const missing of [undefined, null, 'text'])
    assert.equal(findPowProblem({ parameters: missing, signature: 'ab' }), 'parameters is missing');
});

test('a challenge needs the length of a key, which the widget does not guess', () => {
  assert.equal(problemOf({ keyLength: undefined }), 'keyLength is not a positive integer');
});

test('no key begins with a prefix that is longer than a key', () => {
  assert.equal(problemOf({ keyLength: 1, keyPrefix: '0f' }), undefined);
  assert.equal(problemOf({ keyLength: 1, keyPrefix: '0f0' }), 'keyPrefix is longer than a key');
});

const readHeader = (header: string): unknown => JSON.parse(Buffer.from(header, 'base64').toString());

for (const [changes, deviation] of [
  [{}, undefined],
  [{ keyPrefix: 'C' }, 'keyPrefix is not lower-case hex'],
  [{ nonce: 'abcd' }, 'nonce is not 8 or more bytes in hex'],
  [{ nonce: 'abc' }, 'nonce is not 8 or more bytes in hex'],
  [{ salt: 'a' }, 'salt is not 8 or more bytes in hex'],
  [{ expiresAt: undefined }, 'expiresAt is not a number of seconds'],
] as const)
  test(`the widget and the check solve a challenge with ${JSON.stringify(changes)} alike`, async () => {
    const params = { parameters: { ...parameters, cost: 1, ...changes }, signature: 'ab' };
    assert.equal(findPowProblem(params), undefined);
    assert.equal(findPowDeviation(readPow(params)), deviation);
    const byWidget = await solveProofOfWork({ type: 'pow', ...params }, { signal: new AbortController().signal });
    const byCheck = await new PowSolver().solve(readPow(params));
    assert.deepEqual(readHeader(toHeader(byCheck)), readHeader(byWidget));
    assert.equal(await isSolved(byCheck), true);
  });

test('the widget solves no challenge that has a problem', async () => {
  for (const changes of [{ nonce: '' }, { salt: 'xy' }, { keyPrefix: 'g' }, { nonce: 'a'.repeat(129) }]) {
    const params = { parameters: { ...parameters, ...changes }, signature: 'ab' };
    assert.notEqual(findPowProblem(params), undefined, JSON.stringify(changes));
    await assert.rejects(
      solveProofOfWork({ type: 'pow', ...params }, { signal: new AbortController().signal }),
      TypeError,
    );
  }
});
