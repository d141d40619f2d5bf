// The comparison of flat objects.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { shallowEqual } from '../../src/core/shallow-equal.js';

test('the same members, in any order', () => {
  assert.equal(shallowEqual({ a: 1, b: 'x' }, { b: 'x', a: 1 }), true);
  assert.equal(shallowEqual({}, {}), true);
});

test('a member that differs, is missing or is extra', () => {
  assert.equal(shallowEqual({ a: 1 }, { a: 2 }), false);
  assert.equal(shallowEqual({ a: 1, b: 2 }, { a: 1 }), false);
  assert.equal(shallowEqual({ a: 1 }, { a: 1, b: 2 }), false);
});

test('members are compared by identity', () => {
  const deadline = { at: 1 };
  assert.equal(shallowEqual({ deadline }, { deadline }), true);
  assert.equal(shallowEqual({ deadline }, { deadline: { at: 1 } }), false);
});

test('null equals only null', () => {
  assert.equal(shallowEqual(null, null), true);
  assert.equal(shallowEqual(null, {}), false);
  assert.equal(shallowEqual({}, null), false);
});

test('the order of the arguments does not matter', () => {
  const flat = fc.option(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(0, 1, 'x', null)));
  fc.assert(fc.property(flat, flat, (a, b) => shallowEqual(a, b) === shallowEqual(b, a)));
});
