import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { findCode, sanitizeCode } from '../../src/core/code.js';
import { anyText } from '../support/any-text.js';

const six = { length: 6, alphabet: 'digits' } as const;

for (const text of [
  '123456',
  '123-456',
  '12 34 56',
  'Код: 123456',
  '\n123456\t',
  '１２３４５６',
  '١٢٣٤٥٦',
  '12:30, ваш код 123456. Не сообщайте его.\n\n@example.com #123456',
  '1234567',
]) {
  test(`${JSON.stringify(text)} is 123456`, () => assert.equal(sanitizeCode(text, six), '123456'));
}

test('only the alphanumeric alphabet keeps letters, in upper case', () => {
  assert.equal(sanitizeCode('ab12cd', six), '12');
  assert.equal(sanitizeCode('ab12cd', { length: 6, alphabet: 'alphanumeric' }), 'AB12CD');
  assert.equal(sanitizeCode('Код: a1-b2', { length: 4, alphabet: 'alphanumeric' }), 'A1B2');
  assert.equal(sanitizeCode('Your code: ab12', { length: 4, alphabet: 'alphanumeric' }), 'AB12');
});

test('a text with fewer characters gives part of a code', () => {
  assert.equal(sanitizeCode('', six), '');
  assert.equal(sanitizeCode('код', six), '');
  assert.equal(sanitizeCode('1 2', six), '12');
});

test('any text gives at most `length` characters of the alphabet, and sanitising twice changes nothing', () => {
  const shapes = fc.record({
    length: fc.integer({ min: 1, max: 6 }),
    alphabet: fc.constantFrom('digits' as const, 'alphanumeric' as const),
  });
  fc.assert(
    fc.property(anyText(), shapes, (text, shape) => {
      const code = sanitizeCode(text, shape);
      assert.match(code, shape.alphabet === 'digits' ? /^\d*$/ : /^[A-Z\d]*$/);
      assert.ok(code.length <= shape.length);
      assert.equal(sanitizeCode(code, shape), code);
    }),
    { numRuns: 3000 },
  );
});

for (const [text, code] of [
  ['2026: 343 754', '202634'],
  ['12.03 код 3437', '120334'],
  ['1234567', '123456'],
  ['123456 или 654321', '123456'],
] as const) {
  test(`${text}: which characters are the code is a guess`, () => {
    assert.deepEqual(findCode(text, six), { code, isGuess: true });
  });
}

for (const text of ['123456', '12 34 56', '12', '2026: ваш код 123456', '123456\n\n@example.com #123456']) {
  test(`${JSON.stringify(text)}: the code is no guess`, () => assert.equal(findCode(text, six).isGuess, false));
}
