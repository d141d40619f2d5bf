// Numbers of every other region, in every spelling and by every way into the field.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createPhoneFormat } from '../../../src/core/editing/phone-format.js';
import { applyTextChange } from '../../../src/core/editing/text-format.js';
import { defaultCountry } from '../../../src/core/default-country.js';
import { parsePhone } from '../../../src/core/phone.js';
import { AMBIGUOUS, foreignNumbers } from '../../support/foreign-numbers.js';

const format = createPhoneFormat(defaultCountry);

/** Changes the text of a field that shows `content`, as a browser reports it. */
const change = (content: string, inserted: string, inputType: string): string => {
  const before = format.format(content);
  const after = before + inserted;
  const end = [before.length, before.length] as const;
  const result = applyTextChange(format, content, {
    before,
    after,
    caret: after.length,
    selectionBefore: end,
    inputType,
  });
  return result ? result.content : content;
};

/** The ways by which a text comes into a field. Each returns the content. */
const WAYS: Readonly<Record<string, (text: string) => string>> = {
  typed: text => Array.from(text).reduce((content, character) => change(content, character, 'insertText'), ''),
  appended: text => Array.from(text).reduce((content, character) => change(content, character, ''), ''),
  pasted: text => change('', text, 'insertFromPaste'),
  'pasted after digits': text => change('916', text, 'insertFromPaste'),
  autofilled: text => change('', text, ''),
  'set by a program': text => format.parse(text) ?? '',
};

for (const [way, enter] of Object.entries(WAYS)) {
  for (const prefix of ['+', '810', '00', '8~10']) {
    test(`a foreign number after ${prefix}, ${way}, has no value, keeps its digits and is refused`, () => {
      for (const [region, digits] of foreignNumbers) {
        const content = enter(prefix + digits);
        assert.equal(content, `+${digits}`, region);
        assert.equal(format.toValue(content), '', region);
        assert.equal(format.toProblem!(content), 'badInput', region);
        assert.equal(parsePhone(prefix + digits), null, region);
      }
    });
  }
}

for (const way of ['typed', 'appended', 'pasted', 'autofilled', 'set by a program']) {
  test(`a bare foreign number, ${way}, has no value and keeps its digits, except for the ambiguous ones`, () => {
    const valued: string[] = [];
    for (const [region, digits] of foreignNumbers) {
      const content = WAYS[way]!(digits);
      if (format.toValue(content)) valued.push(region);
      else if (content.length > 10) assert.equal(content, digits, region);
    }
    assert.deepEqual(valued, [...AMBIGUOUS]);
  });
}

/** Ways by which a piece comes behind what the field shows. An event of autofill or of a script has no `inputType`. */
const PIECES = ['insertText', 'insertFromPaste', ''];

for (const [first, rest, content] of [
  ['+1', '2015550123', '+12015550123'],
  ['+1', 'tel: (201) 555-0123', '+12015550123'],
  ['+44', '7911123456', '+447911123456'],
  ['+4', '79111234567', '+479111234567'], // the 7 belongs to the code
  ['+6281', '2345678901', '+62812345678901'],
  ['+3', '751234567890', '+3751234567890'],
  ['+', '4741234567', '+4741234567'],
  ['+', '79161234567', '9161234567'],
  ['00', '4741234567', '+4741234567'],
  ['810', '4741234567', '+4741234567'],
  ['+7', '9161234567', '9161234567'],
  ['+7', '89161234567', '9161234567'],
  ['+7', '79161234567', '9161234567'],
  ['+44', '+7 916 123-45-67', '9161234567'],
  ['+442079460958', '8 916 123-45-67', '9161234567'], // no number has 23 digits
] as const)
  test(`${rest} behind ${first} gives ${content}`, () => {
    for (const inputType of ['insertFromPaste', ''])
      assert.equal(change(WAYS.typed!(first), rest, inputType), content, inputType);
  });

test('digits behind the plus or in place of those after a code continue the number', () => {
  const edit = (content: string, start: number, end: number) =>
    format.edit(content, { start, end, inserted: '7911123456', inputType: 'insertFromPaste', hadSelection: true });
  assert.deepEqual(edit('+44', 1, 1), { content: '+791112345644', caret: 11 });
  assert.deepEqual(edit('+442079460958', 3, 13), { content: '+447911123456', caret: 13 });
  assert.deepEqual(edit('+442079460958', 0, 13), { content: '7911123456', caret: 10 });
});

test('a foreign number has no value and keeps its digits, whatever pieces come behind its code', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...foreignNumbers),
      fc.constantFrom('+', '810', '00'),
      fc.array(fc.record({ length: fc.integer({ min: 1, max: 12 }), inputType: fc.constantFrom(...PIECES) })),
      ([region, digits], prefix, pieces) => {
        let content = WAYS.typed!(prefix);
        let rest = digits;
        for (const { length, inputType } of pieces) {
          if (!rest) break;
          content = change(content, rest.slice(0, length), inputType);
          rest = rest.slice(length);
        }
        if (rest) content = change(content, rest, 'insertFromPaste');
        assert.equal(content, `+${digits}`, region);
        assert.equal(format.toValue(content), '', region);
      },
    ),
    { numRuns: 2000 },
  );
});
