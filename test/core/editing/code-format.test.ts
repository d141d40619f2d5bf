import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import fc from 'fast-check';
import type { CodeShape } from '../../../src/core/code.js';
import { createCodeFormat } from '../../../src/core/editing/code-format.js';
import { anyText } from '../../support/any-text.js';

/** The rejected code, in the tests of one. */
let rejected: string | undefined;
const format = createCodeFormat({ length: 6, alphabet: 'digits' }, content => content === rejected);

beforeEach(() => (rejected = undefined));

const insert = (content: string, start: number, inserted: string, end = start) =>
  format.edit(content, { start, end, inserted, inputType: 'insertText', hadSelection: start !== end });
const erase = (content: string, start: number, end: number, inputType: string, hadSelection: boolean) =>
  format.edit(content, { start, end, inserted: '', inputType, hadSelection });

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

test('the character after the caret is selected', () => {
  assert.deepEqual(format.toSelection('123', 1), [1, 2]);
  assert.deepEqual(format.toSelection('123', 3), [3, 3]);
  assert.deepEqual(format.toSelection('123', 6), [3, 3]);
});

const isDoubtful = false;

test('typing fills the next cell, or overwrites a filled one', () => {
  assert.deepEqual(insert('12', 2, '3'), { content: '123', caret: 3, isDoubtful });
  assert.deepEqual(insert('123', 1, '9', 2), { content: '193', caret: 2, isDoubtful });
  assert.deepEqual(insert('123', 1, '9'), { content: '193', caret: 2, isDoubtful });
});

test('typing after a full code overwrites the last cell', () => {
  assert.deepEqual(insert('123456', 6, '9'), { content: '123459', caret: 6, isDoubtful: true });
});

test('a part overwrites as many cells as it has characters, a whole code all', () => {
  assert.deepEqual(insert('123456', 1, '98'), { content: '198456', caret: 3, isDoubtful: true });
  assert.deepEqual(insert('12', 2, '654321'), { content: '654321', caret: 6, isDoubtful });
  assert.deepEqual(insert('123456', 3, '65-43-21', 4), { content: '654321', caret: 6, isDoubtful });
  assert.deepEqual(insert('12345', 4, '98 7'), { content: '123498', caret: 6, isDoubtful: true });
});

test('only a full code is overtyped: in any other, an empty cell is filled', () => {
  assert.deepEqual(insert('12345', 5, '6'), { content: '123456', caret: 6, isDoubtful });
  assert.deepEqual(insert('123456', 0, '9', 1), { content: '923456', caret: 1, isDoubtful: true });
  assert.deepEqual(insert('123456', 0, '9', 6), { content: '9', caret: 1, isDoubtful: true });
});

test('a field of one cell is filled by the first character, and overtyped by the next', () => {
  const single = createCodeFormat({ length: 1, alphabet: 'digits' }, () => false);
  const edit = { start: 0, end: 0, inserted: '5', inputType: 'insertText', hadSelection: false };
  assert.deepEqual(single.edit('', edit), { content: '5', caret: 1, isDoubtful });
  assert.deepEqual(single.edit('4', edit), { content: '5', caret: 1, isDoubtful: true });
  assert.deepEqual(single.edit('4', { ...edit, start: 1, end: 1 }), { content: '5', caret: 1, isDoubtful: true });
});

test('a character outside the alphabet is refused', () => assert.equal(insert('12', 2, 'x'), null));

test('Backspace in a filled cell deletes it and goes to the one before', () => {
  assert.deepEqual(erase('123', 1, 2, 'deleteContentBackward', true), { content: '13', caret: 0, isDoubtful });
  assert.deepEqual(erase('123', 2, 3, 'deleteContentBackward', true), { content: '12', caret: 1, isDoubtful });
  assert.deepEqual(erase('123', 0, 1, 'deleteContentBackward', true), { content: '23', caret: 0, isDoubtful });
});

test('Backspace in an empty cell deletes the one before, Delete the cell itself', () => {
  assert.deepEqual(erase('123', 2, 3, 'deleteContentBackward', false), { content: '12', caret: 2, isDoubtful });
  assert.deepEqual(erase('123', 1, 2, 'deleteContentForward', false), { content: '13', caret: 1, isDoubtful });
});

test('a selection of several cells is deleted, and the caret stays where it began', () => {
  assert.deepEqual(erase('1234', 1, 3, 'deleteContentBackward', true), { content: '14', caret: 1, isDoubtful });
  assert.deepEqual(erase('1234', 1, 2, 'deleteByCut', true), { content: '134', caret: 1, isDoubtful });
});

test('a rejected code is selected as a whole, wherever the caret is', () => {
  rejected = '123456';
  for (const caret of [0, 3, 6]) assert.deepEqual(format.toSelection('123456', caret), [0, 6]);
  assert.deepEqual(format.toSelection('123457', 3), [3, 4]);
});

test('the first edit of a rejected code replaces all of it; a character outside the alphabet is refused', () => {
  rejected = '000000';
  assert.deepEqual(insert('000000', 3, '1', 4), { content: '1', caret: 1, isDoubtful });
  assert.deepEqual(insert('000000', 6, '1'), { content: '1', caret: 1, isDoubtful });
  assert.deepEqual(insert('000000', 2, '12'), { content: '12', caret: 2, isDoubtful });
  assert.deepEqual(insert('000000', 0, '123456', 6), { content: '123456', caret: 6, isDoubtful });
  assert.deepEqual(erase('000000', 5, 6, 'deleteContentBackward', true), { content: '', caret: 0, isDoubtful });
  assert.deepEqual(erase('000000', 2, 3, 'deleteContentForward', false), { content: '', caret: 0, isDoubtful });
  assert.equal(insert('000000', 3, 'x', 4), null);
});

test('a shorter rejected code is replaced too', () => {
  rejected = '12';
  assert.deepEqual(insert('12', 2, '3'), { content: '3', caret: 1, isDoubtful });
});

const codes = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 6 });

test('whatever single character is typed, a full code is not completed again', () => {
  const full = codes.filter(code => code.length === 6);
  fc.assert(
    fc.property(full, fc.nat(6), fc.nat(6), fc.nat(9), fc.boolean(), (content, a, b, digit, isRejected) => {
      rejected = isRejected ? content : undefined;
      const next = insert(content, Math.min(a, b), String(digit), Math.max(a, b))!;
      assert.ok(next.content.length < 6 || next.isDoubtful);
    }),
  );
});

test('nothing is left of a rejected code, whatever replaces it', () => {
  fc.assert(
    fc.property(codes, fc.nat(6), fc.nat(6), fc.stringMatching(/^[\d -]{0,8}$/), (content, a, b, inserted) => {
      const [start, end] = [Math.min(a, b, content.length), Math.min(Math.max(a, b), content.length)];
      rejected = content;
      const next = insert(content, start, inserted, end);
      rejected = undefined;
      const intoEmpty = insert('', 0, inserted);
      assert.deepEqual(next, intoEmpty);
    }),
  );
});

test('length and alphabet are read with every call', () => {
  const shape: { -readonly [K in keyof CodeShape]: CodeShape[K] } = { length: 6, alphabet: 'digits' };
  const changing = createCodeFormat(shape, () => false);
  assert.equal(changing.parse('ab12cd'), '12');
  Object.assign(shape, { length: 4, alphabet: 'alphanumeric' });
  assert.equal(changing.parse('ab12cd'), 'AB12');
});

test('no edit throws, or leads to a longer code or a caret outside it', () => {
  fc.assert(
    fc.property(codes, fc.nat(6), fc.nat(6), anyText(), (content, a, b, inserted) => {
      const [start, end] = [Math.min(a, b, content.length), Math.min(Math.max(a, b), content.length)];
      const next = insert(content, start, inserted, end);
      if (!next) return;
      assert.match(next.content, /^\d{0,6}$/);
      assert.ok(next.caret >= 0 && next.caret <= next.content.length);
    }),
    { numRuns: 2000 },
  );
});
