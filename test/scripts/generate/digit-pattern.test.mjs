// What is read of a pattern of libphonenumber's metadata, and what is refused.
import assert from 'node:assert/strict';
import test from 'node:test';
import { beginnings, parsePattern } from '../../../scripts/generate/digit-pattern.mjs';

const sorted = (/** @type {string} */ source, length = 2) =>
  [...beginnings(parsePattern(source), length)].sort().join(' ');

test('digits, classes, groups, alternatives and counts', () => {
  assert.equal(sorted('12'), '12');
  assert.equal(sorted('[13-5]2'), '12 32 42 52');
  assert.equal(sorted('(?:1|2(3))4'), '14 23');
  assert.equal(sorted('1?2'), '12 2');
  assert.equal(sorted('1{2}|3{1,2}'), '11 3 33');
  assert.equal(sorted('\\d', 1), '0 1 2 3 4 5 6 7 8 9');
  assert.equal(sorted('[\\d]', 1), '0 1 2 3 4 5 6 7 8 9');
  assert.equal(sorted('[0-25]{2}', 1), '0 1 2 5');
});

test('anything else is refused', () => {
  for (const source of ['1$', '1+', '.', '\\D', '\\', '[^1]', '[\\s]', '[1', '[1-]', '(1', '1)', '(?!1)', '1{2,}', 'a'])
    assert.throws(() => parsePattern(source), SyntaxError, source);
});
