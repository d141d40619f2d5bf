import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { CodeShape } from '../../src/core/code.js';
import { createCodeFormat } from '../../src/core/code-format.js';

const format = createCodeFormat({ length: 6, alphabet: 'digits' });

const insert = (content: string, start: number, inserted: string, end = start) =>
  format.edit(content, { start, end, inserted, inputType: 'insertText', hadNoSelection: start === end });
const erase = (content: string, start: number, end: number, inputType: string, hadNoSelection: boolean) =>
  format.edit(content, { start, end, inserted: '', inputType, hadNoSelection });

test('content, text and value are the same; nothing is kept for the browser to restore', () => {
  assert.equal(format.format('12'), '12');
  assert.equal(format.toValue('12'), '12');
  assert.equal(format.isRestorable, false);
});

test('a text is parsed to its code; one without any is refused, unless it is empty', () => {
  assert.equal(format.parse('Код: 123456'), '123456');
  assert.equal(format.parse('нет'), null);
  assert.equal(format.parse('  '), '');
});

test('the character behind the caret is selected', () => {
  assert.deepEqual(format.toSelection('123', 1), [1, 2]);
  assert.deepEqual(format.toSelection('123', 3), [3, 3]);
});

test('typing fills the next cell, or overwrites a filled one', () => {
  assert.deepEqual(insert('12', 2, '3'), { content: '123', caret: 3 });
  assert.deepEqual(insert('123', 1, '9', 2), { content: '193', caret: 2 });
  assert.deepEqual(insert('123', 1, '9'), { content: '193', caret: 2 });
});

test('behind a full code the last cell is overwritten', () => {
  assert.deepEqual(insert('123456', 6, '9'), { content: '123459', caret: 6 });
});

test('a part overwrites as many cells as it has characters, a whole code all', () => {
  assert.deepEqual(insert('123456', 1, '98'), { content: '198456', caret: 3 });
  assert.deepEqual(insert('12', 2, '654321'), { content: '654321', caret: 6 });
  assert.deepEqual(insert('12345', 4, '98 7'), { content: '123498', caret: 6 });
});

test('what is not in the alphabet is refused', () => assert.equal(insert('12', 2, 'x'), null));

test('Backspace in a filled cell deletes it and goes to the one before', () => {
  assert.deepEqual(erase('123', 1, 2, 'deleteContentBackward', false), { content: '13', caret: 0 });
  assert.deepEqual(erase('123', 0, 1, 'deleteContentBackward', false), { content: '23', caret: 0 });
});

test('Backspace in an empty cell deletes the one before, Delete the cell itself', () => {
  assert.deepEqual(erase('123', 2, 3, 'deleteContentBackward', true), { content: '12', caret: 2 });
  assert.deepEqual(erase('123', 1, 2, 'deleteContentForward', true), { content: '13', caret: 1 });
});

test('length and alphabet are read with every call', () => {
  const shape: { -readonly [K in keyof CodeShape]: CodeShape[K] } = { length: 6, alphabet: 'digits' };
  const changing = createCodeFormat(shape);
  assert.equal(changing.parse('ab12cd'), '12');
  Object.assign(shape, { length: 4, alphabet: 'alphanumeric' });
  assert.equal(changing.parse('ab12cd'), 'AB12');
});

test('no edit gives a longer code, a caret outside of it, or throws', () => {
  const codes = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 6 });
  fc.assert(
    fc.property(codes, fc.nat(6), fc.nat(6), fc.string({ unit: 'binary' }), (content, a, b, inserted) => {
      const [start, end] = [Math.min(a, b, content.length), Math.min(Math.max(a, b), content.length)];
      const next = insert(content, start, inserted, end);
      if (!next) return;
      assert.match(next.content, /^\d{0,6}$/);
      assert.ok(next.caret >= 0 && next.caret <= next.content.length);
    }),
    { numRuns: 2000 },
  );
});
