// Texts that arrive as a whole, and the contents that come of them: docs/behaviour/countries.md#reading.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Field, formatOf } from '../../support/countries.js';

const NEAR = ['BY', 'RU', 'KZ'];

// The region, the kind and the digits; after an apostrophe what was typed, if reading it has changed the digits.
for (const [text, content] of [
  ['291234567', 'BY=375291234567'],
  ['8 029 123-45-67', "BY=375291234567'BY*80291234567"],
  ['+375 29 123-45-67', 'BY+375291234567'],
  ['810', 'BY*810'],
  ['8107', "BY+7'BY*8107"],
  ['+7', 'BY+7'],
  ['+79161234567', "RU+79161234567'BY+79161234567"],
  ['2912345678', 'BY*2912345678'],
  ['TEL 291234567', 'BY=375291234567'],
  ['BY 29 123-45-67', 'BY=375291234567'],
  ['PH 291234567', 'BY=375291234567'],
  ['', ''],
  ['  ', ''],
  ['abc', null],
] as const)
  test(`Belarus, Russia and Kazakhstan: the text "${text}" is the content ${content}`, () => {
    const format = formatOf('BY', NEAR);
    assert.equal(format.parse(text), content);
    if (content) assert.equal(format.parse(content, true), content, 'the browser restores it');
  });

test('a content without a country keeps none', () => {
  const format = formatOf('');
  assert.equal(format.parse('12345'), 'ZZ*12345');
  assert.equal(format.regionOf('ZZ*12345'), '');
  assert.equal(format.regionOf(''), '');
});

test('a restored content whose country is not taken any more keeps its digits, and has no value', () => {
  const format = formatOf('BY', ['BY']);
  const content = format.parse('DE=4915112345678', true)!;
  assert.deepEqual([format.format(content), format.toValue(content)], ['4915112345678', '']);
  assert.deepEqual(format.toSelection('DE=4915112345678', 5), [3, 3]);
});

test('a value is read as E.164 first, and what a person types nationally', () => {
  const format = formatOf('AE');
  assert.equal(format.toValue(format.parse('376574412', true)!), '376574412'); // of Andorra
  assert.equal(format.toValue(format.parse('376574412')!), '971376574412');
  // Digits that are no whole number of E.164 are national ones.
  const own = formatOf('BY', NEAR);
  assert.equal(own.format(own.parse('37529', true)!), '+375 37 529');
});

for (const text of ['+44 (0)7400 12', '+44（0）7400 12', '+44 （０） 7400-12'])
  test(`the trunk prefix in the brackets of ${text} is dropped from a number that is not whole yet`, () => {
    const format = formatOf('GB', ['GB']);
    assert.equal(format.format(format.parse(text)!), '+44 7400 12');
  });

test('any other digits in brackets stay', () => {
  const format = formatOf('RU', ['RU', 'GB']);
  assert.equal(format.format(format.parse('+7 (9) 16')!), '+7 (916');
  assert.equal(format.format(format.parse('+44 (07) 400')!), '+44 0740 0');
});

test('a text of twenty digits is shown', () => {
  const format = formatOf('RU');
  const digits = '4'.repeat(20);
  assert.equal(format.format(format.parse(digits)!), digits);
  assert.equal(format.parse(`${digits}4`), null);
});

test('the number of characters before an offset counts the region, the kind and the digits, but no separator', () => {
  const { countBefore } = formatOf('BY');
  assert.equal(countBefore('', 0), 0);
  assert.deepEqual(
    [0, 1, 3].map(offset => countBefore('810', offset)),
    [3, 4, 6],
  );
  // At the start, a caret is before the plus.
  assert.deepEqual(
    [0, 1, 4, 5, 6].map(offset => countBefore('+375 29', offset)),
    [2, 3, 6, 6, 7],
  );
});

test('digits that were too many can become a number of another country, unless the person has chosen theirs', () => {
  const format = formatOf('BY', NEAR);
  const field = new Field(format).type('91612345678');
  assert.equal(field.text, '91612345678');
  field.change('', [10, 11], 'deleteContentBackward');
  assert.equal(field.text, '9161234567');
  field.change('7', [0, 0], 'insertText');
  assert.deepEqual([field.text, field.value], ['+7 (916) 123-45-67', '79161234567']);
  const chosen = new Field(format, format.moveTo(format.parse('79161234567', true)!, 'BY'));
  chosen.change('7', [0, 0], 'insertText');
  assert.deepEqual([chosen.text, chosen.value], ['79161234567', '']);
});

test('a content without a value says why, and the browser may restore it', () => {
  const format = formatOf('BY', NEAR);
  const problems = ['29', '2912345678', '+48'].map(text => format.toProblem!(format.parse(text)!));
  assert.deepEqual(problems, ['tooShort', 'tooLong', 'badInput']);
  assert.equal(format.isRestorable, true);
});
