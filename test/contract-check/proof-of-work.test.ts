// Which challenges the contract check takes for ones that the widget solves.
import assert from 'node:assert/strict';
import test from 'node:test';
import { findPowProblem } from '../../contract-check/proof-of-work.js';

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
