import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { defaultCountry } from '../../../src/core/default-country.js';
import { createPhoneFormat } from '../../../src/core/editing/phone-format.js';
import type { TextEdit } from '../../../src/core/editing/text-format.js';
import { isNational } from '../../../src/core/phone.js';
import { anyText } from '../../support/any-text.js';

const format = createPhoneFormat(defaultCountry);
const WHOLE = '9161234567';

const insert = (content: string, start: number, inserted: string, end = start) =>
  format.edit(content, { start, end, inserted, inputType: 'insertText', hadSelection: start !== end });
const erase = (content: string, start: number, end: number, rest: Partial<TextEdit> = {}) =>
  format.edit(content, { start, end, inserted: '', inputType: 'deleteContentBackward', hadSelection: false, ...rest });

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
  for (const text of ['x', ' ', '-', 'нет']) assert.equal(insert('916', 3, text), null);
});

test('an eleventh digit leaves no value, or turns the first one into a prefix', () => {
  assert.deepEqual(insert(WHOLE, 10, '8'), { content: `${WHOLE}8`, caret: 11 });
  assert.deepEqual(insert(WHOLE, 3, '5'), { content: '91651234567', caret: 4 });
  assert.deepEqual(insert('8800555353', 10, '5'), { content: "8005553535'8", caret: 10 });
});

test('a prefix that was dropped comes back with a further digit, and no other one is dropped', () => {
  // Taiwan: without the first 8, and then without the second, this would be a number after +7.
  const afterEleven = insert('8869123456', 10, '7')!.content;
  assert.equal(format.toValue(afterEleven), '78691234567');
  assert.equal(format.format(afterEleven), '+7 (869) 123-45-67');
  assert.deepEqual(insert(afterEleven, 10, '8'), { content: '886912345678', caret: 12 });
  assert.deepEqual(erase(afterEleven, 10, 10), { content: '869123456', caret: 9 });
  // An edit that changes nothing keeps it.
  assert.deepEqual(erase(afterEleven, 0, 0), { content: afterEleven, caret: 0 });
});

test('a prefix typed before a mobile number is removed, and the caret stays after the typed digit', () => {
  assert.deepEqual(insert('8', 1, '9'), { content: '9', caret: 1 });
  assert.deepEqual(insert('916', 0, '8'), { content: '916', caret: 0 });
  assert.deepEqual(insert('916123456', 0, '8'), { content: '916123456', caret: 0 });
});

test('a whole number replaces the content', () => {
  assert.deepEqual(insert('903', 1, '8 (916) 123-45-67'), { content: WHOLE, caret: 10 });
  assert.deepEqual(insert('903', 3, '+44 20 7946 0958'), { content: '+442079460958', caret: 13 });
  assert.deepEqual(insert('903', 0, '00 44'), { content: '+44', caret: 3 });
});

test('a part of a number is inserted at the caret', () => {
  assert.deepEqual(insert('916', 3, '123-45'), { content: '91612345', caret: 8 });
});

test('Backspace and Delete over separators delete the digit next to them', () => {
  assert.deepEqual(erase(WHOLE, 3, 3), { content: '911234567', caret: 2 });
  assert.deepEqual(erase(WHOLE, 3, 3, { inputType: 'deleteContentForward' }), { content: '916234567', caret: 3 });
  assert.deepEqual(erase(WHOLE, 0, 0), { content: WHOLE, caret: 0 });
});

test('deleting reads no international prefix, and drops a code for good', () => {
  assert.deepEqual(erase('8710123456', 2, 2), { content: '810123456', caret: 1 });
  assert.deepEqual(erase('+791612345678', 13, 13), { content: WHOLE, caret: 10 });
});

test('deleting a selection of separators alone changes nothing', () => {
  assert.deepEqual(erase(WHOLE, 3, 3, { hadSelection: true }), { content: WHOLE, caret: 3 });
});

test('a plus begins a number, and comes nowhere else', () => {
  assert.deepEqual(insert('', 0, '+'), { content: '+', caret: 1 });
  assert.deepEqual(insert('+', 1, '7'), { content: '+7', caret: 2 });
  assert.deepEqual(insert('+7', 2, '9'), { content: '9', caret: 1 });
  assert.deepEqual(insert('916', 0, '+', 3), { content: '+', caret: 1 });
  assert.deepEqual(insert('998901234567', 0, '+'), { content: '+998901234567', caret: 1 });
  assert.equal(insert('916', 0, '+'), null);
  assert.equal(insert('+375', 2, '+'), null);
});

test('an international prefix is recognised at its last digit, and the next one makes it a plus', () => {
  assert.deepEqual(insert('81', 2, '0'), { content: '810', caret: 3 });
  assert.equal(format.format('81'), '+7 (81');
  assert.equal(format.format('810'), '810');
  assert.deepEqual(insert('810', 3, '3'), { content: '+3', caret: 2 });
  assert.deepEqual(insert('00', 2, '7'), { content: '+7', caret: 2 });
});

test('a number that is not taken is edited as it is shown', () => {
  const foreign = '+375291234567';
  assert.equal(format.format(foreign), foreign);
  assert.deepEqual(format.toSelection(foreign, 4), [4, 4]);
  assert.equal(format.countBefore(foreign, 99), 13);
  assert.deepEqual(insert(foreign, 4, '5'), { content: '+3755291234567', caret: 5 });
  assert.deepEqual(erase(foreign, 4, 4), { content: '+37291234567', caret: 3 });
  assert.deepEqual(erase('91612345678', 11, 11), { content: WHOLE, caret: 10 });
  assert.equal(insert('1'.repeat(20), 3, '1'), null);
});

test('a plus is removed with the last digit, and not from the digits after it', () => {
  // Without the plus, these ten digits would be a number of Russia.
  assert.deepEqual(erase('+6561234567', 1, 1), { content: '+6561234567', caret: 1 });
  assert.deepEqual(erase('+6561234567', 0, 3, { hadSelection: true }), { content: '+61234567', caret: 1 });
  assert.deepEqual(erase('+6561234567', 0, 11, { hadSelection: true }), { content: '', caret: 0 });
  assert.deepEqual(erase('+', 1, 1), { content: '', caret: 0 });
});

test('a number that is not taken has no value, and a reason', () => {
  for (const [content, problem] of [
    ['+', 'tooShort'],
    ['+7', 'tooShort'],
    ['810', 'tooShort'],
    ['916', 'tooShort'],
    ['+3', 'badInput'],
    ['+375291234567', 'badInput'],
    ['91612345678', 'tooLong'],
    ['+791612345678', 'tooLong'],
  ] as const) {
    assert.equal(format.toValue(content), '');
    assert.equal(format.toProblem!(content), problem, content);
  }
});

const nationals = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 10 });

test('the text of a number, or of a part of one, is parsed back to its content', () => {
  // Ten digits with any other first digit are no number, and after 810, the international prefix, another country's begins.
  const numbers = nationals.filter(
    content => !content || (defaultCountry.firstDigits.includes(content[0]!) && isNational(content)),
  );
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

test('no edit throws, or leads to more than twenty digits or a caret outside them', () => {
  fc.assert(
    fc.property(nationals, fc.nat(10), fc.nat(10), anyText(), (content, a, b, inserted) => {
      const [start, end] = [Math.min(a, b, content.length), Math.min(Math.max(a, b), content.length)];
      const next = insert(content, start, inserted, end);
      if (!next) return;
      // The second form: an eleventh digit made the first one a prefix, which comes back with the next digit.
      assert.match(next.content, /^(\+?\d{0,20}|\d{10}'[78]{1,2})$/);
      assert.match(format.toValue(next.content), /^(7\d{10})?$/);
      assert.ok(next.caret >= 0 && next.caret <= next.content.length);
    }),
    { numRuns: 2000, examples: [['8900000000', 7, 7, '0']] },
  );
});
