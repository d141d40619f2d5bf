import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { russia } from '../../../src/core/numbering-plan.js';
import { createPhoneFormat } from '../../../src/core/editing/phone-format.js';
import type { TextEdit } from '../../../src/core/editing/text-format.js';

const format = createPhoneFormat(russia);
const WHOLE = '9161234567';

const insert = (content: string, start: number, inserted: string, end = start) =>
  format.edit(content, { start, end, inserted, inputType: 'insertText', hadNoSelection: start === end });
const erase = (content: string, start: number, end: number, rest: Partial<TextEdit> = {}) =>
  format.edit(content, { start, end, inserted: '', inputType: 'deleteContentBackward', hadNoSelection: true, ...rest });

test('the value is the wire form of a whole number, and empty until then', () => {
  assert.equal(format.toValue(WHOLE), '79161234567');
  assert.equal(format.toValue('916123456'), '');
  assert.equal(format.toValue(''), '');
});

test('the browser may restore an incomplete number', () => assert.equal(format.isRestorable, true));

test('a digit is inserted at the caret, which follows it', () => {
  assert.deepEqual(insert('916', 3, '1'), { content: '9161', caret: 4 });
  assert.deepEqual(insert('916', 1, '5'), { content: '9516', caret: 2 });
  assert.deepEqual(insert('916', 0, '٣', 3), { content: '3', caret: 1 });
});

test('a character other than a digit is refused', () => {
  for (const text of ['x', ' ', '-', '+', 'нет']) assert.equal(insert('916', 3, text), null);
});

test('an eleventh digit is refused, or turns the first one into a prefix', () => {
  assert.equal(insert(WHOLE, 10, '8'), null);
  assert.deepEqual(insert('8800555353', 10, '5'), { content: '8005553535', caret: 10 });
});

test('a prefix typed before a mobile number is removed, and the caret stays after the typed digit', () => {
  assert.deepEqual(insert('8', 1, '9'), { content: '9', caret: 1 });
  assert.deepEqual(insert('916', 0, '8'), { content: '916', caret: 0 });
});

test('a whole number replaces the content', () => {
  assert.deepEqual(insert('903', 1, '8 (916) 123-45-67'), { content: WHOLE, caret: 10 });
  assert.equal(insert('903', 3, '+44 20 7946 0958'), null);
});

test('a part of a number is inserted at the caret', () => {
  assert.deepEqual(insert('916', 3, '123-45'), { content: '91612345', caret: 8 });
});

test('Backspace and Delete over separators delete the digit next to them', () => {
  assert.deepEqual(erase(WHOLE, 3, 3), { content: '911234567', caret: 2 });
  assert.deepEqual(erase(WHOLE, 3, 3, { inputType: 'deleteContentForward' }), { content: '916234567', caret: 3 });
  assert.deepEqual(erase(WHOLE, 0, 0), { content: WHOLE, caret: 0 });
});

test('deleting a selection of separators alone changes nothing', () => {
  assert.deepEqual(erase(WHOLE, 3, 3, { hadNoSelection: false }), { content: WHOLE, caret: 3 });
});

const nationals = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 10 });

test('the text of a number, or of a part of one, is parsed back to its content', () => {
  // Ten digits with any other first digit are refused, because no number begins with it.
  const numbers = nationals.filter(content => !content || russia.firstDigits.includes(content[0]!));
  fc.assert(fc.property(numbers, content => assert.equal(format.parse(format.format(content)), content)));
});

test('counting the digits before a caret is the inverse of placing it', () => {
  fc.assert(
    fc.property(nationals, fc.nat(10), (content, place) => {
      const caret = Math.min(place, content.length);
      const text = format.format(content);
      const [start, end] = format.toSelection(content, caret);
      assert.equal(start, end);
      assert.equal(format.countBefore(text, start), caret);
    }),
  );
});

test('no edit throws, or leads to more than ten digits or a caret outside them', () => {
  fc.assert(
    fc.property(nationals, fc.nat(10), fc.nat(10), fc.string({ unit: 'binary' }), (content, a, b, inserted) => {
      const [start, end] = [Math.min(a, b, content.length), Math.min(Math.max(a, b), content.length)];
      const next = insert(content, start, inserted, end);
      if (!next) return;
      assert.match(next.content, /^\d{0,10}$/);
      assert.ok(next.caret >= 0 && next.caret <= next.content.length);
    }),
    { numRuns: 2000 },
  );
});
