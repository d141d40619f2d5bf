// Edits inside a number: docs/behaviour/countries.md#editing.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { Field, formatOf, plans, randomMobiles } from '../../support/countries.js';

const NEAR = ['BY', 'RU', 'KZ'];

/** A field with Belarus chosen that shows a text. */
const fieldWith = (text: string) => {
  const format = formatOf('BY', NEAR);
  return new Field(format, format.parse(text)!);
};

/** The text, with `|` at the caret. */
const shown = ({ text, caret }: Field) => `${text.slice(0, caret)}|${text.slice(caret)}`;

for (const [range, inputType, after] of [
  [[11, 12], 'deleteContentBackward', '+375 29 12|4-56-7'],
  [[11, 12], 'deleteContentForward', '+375 29 123|-56-7'],
  [[11, 14], 'deleteContentBackward', '+375 29 123|-67'],
  [[12, 13], 'deleteContentForward', '+375 29 123|-56-7'],
] as const)
  test(`${inputType} of ${range.join(' to ')} in +375 29 123-45-67`, () => {
    const field = fieldWith('291234567');
    assert.equal(field.change('', range, inputType), true);
    assert.equal(shown(field), after);
  });

test('deleting selected separators deletes no digit', () => {
  const field = fieldWith('+79161234567');
  assert.equal(field.text, '+7 (916) 123-45-67');
  field.change('', [7, 9], 'deleteContentBackward');
  assert.equal(field.text, '+7 (916) 123-45-67');
});

for (const [inserted, after] of [
  ['+79161234567', '+7 (916) 123-45-67|'],
  ['8 029 765-43-21', '+375 29 765-43-21|'],
  ['297654321', '+375 29 765-43-21|'],
  ['+7', '+7|'],
  ['2912345678', '2912345678|'], // too long by itself
] as const)
  test(`${inserted}, pasted into a number, replaces it`, () => {
    const field = fieldWith('29123');
    field.change(inserted, [6, 6], 'insertFromPaste');
    assert.equal(shown(field), after);
  });

for (const [inserted, after] of [
  ['4', '+375 24| 912-3'],
  ['44', '+375 24 4|91-23'],
  ['4-4', '+375 24 4|91-23'],
] as const)
  test(`${inserted}, a part of a number, is inserted into one`, () => {
    const field = fieldWith('29123');
    field.change(inserted, [6, 6], 'insertFromPaste');
    assert.equal(shown(field), after);
  });

for (const inserted of ['abc', ' ', 'abc+', '+abc'])
  test(`"${inserted}" is refused, in an empty field too`, () => {
    for (const text of ['', '29123']) {
      const field = fieldWith(text);
      const before = field.content;
      assert.equal(field.change(inserted, [field.text.length, field.text.length], 'insertText'), false);
      assert.equal(field.content, before);
    }
  });

for (const inserted of ['+', '＋', '﹢', ' + '])
  test(`"${inserted}" begins a number, and is refused inside one`, () => {
    const field = fieldWith('');
    assert.equal(field.change(inserted, [0, 0], 'insertText'), true);
    assert.equal(field.type('7').text, '+7');
    for (const text of ['29123', '+7916', '2912345678']) {
      const other = fieldWith(text);
      assert.equal(other.change(inserted, [5, 5], 'insertText'), false, text);
      assert.equal(other.change(inserted, [0, other.text.length], 'insertText'), true, text);
      assert.equal(other.text, '+');
    }
  });

test('a plus comes before digits that are shown as they are, and not before others', () => {
  const bare = fieldWith('2912345678');
  assert.equal(bare.change('+', [0, 0], 'insertText'), true);
  assert.equal(shown(bare), '+|2912345678');
  for (const text of ['29123', '+7916']) assert.equal(fieldWith(text).change('+', [0, 0], 'insertText'), false, text);
});

test('typing over all digits of a chosen country reads a prefix again', () => {
  const format = formatOf('BY', NEAR);
  const field = new Field(format, format.moveTo(format.parse('79161234567', true)!, 'BY'));
  assert.equal(field.text, '9161234567');
  field.change('810', [0, 10], 'insertFromPaste');
  assert.equal(field.text, '810');
  assert.equal(field.type('7').text, '+7');
});

test('deleting reads no prefix', () => {
  const field = fieldWith('80');
  assert.equal(field.text, '+375 80');
  const inner = fieldWith('291802');
  inner.change('', [5, 8], 'deleteContentBackward');
  assert.equal(inner.text, '+375 18 02');
  inner.change('', [5, 6], 'deleteContentForward');
  assert.equal(inner.text, '+375 80 2');
});

test('a code that nobody typed disappears with the last national digit, and a plus stays for the next number', () => {
  const own = fieldWith('2');
  assert.equal(own.text, '+375 2');
  own.change('', [5, 6], 'deleteContentBackward');
  assert.deepEqual([own.content, own.text], ['', '']);
  const format = formatOf('RU', NEAR);
  const other = new Field(format, format.parse('+375')!);
  assert.equal(format.regionOf(other.content), 'BY');
  other.change('', [1, 4], 'deleteContentBackward');
  assert.equal(other.text, '+');
  assert.equal(format.regionOf(other.content), 'RU');
});

test('a digit that is typed before the last one is read with the trunk prefix that was dropped', () => {
  const field = fieldWith('8 029 123-45-67');
  assert.equal(field.text, '+375 29 123-45-67');
  field.change('9', [16, 16], 'insertText');
  assert.equal(shown(field), '80291234569|7');
});

test('no caret is before or inside a code that nobody typed', () => {
  const format = formatOf('BY', NEAR);
  const offsets = (content: string) => [0, 2, 3, 5, 6, 7, 8, 9].map(caret => format.toSelection(content, caret)[1]);
  assert.deepEqual(offsets('BY=375291234567'), [5, 5, 5, 5, 5, 6, 7, 9]);
  assert.deepEqual(offsets('BY+375291234567'), [0, 0, 1, 3, 4, 6, 7, 9]);
  assert.deepEqual(offsets('BY*810'), [0, 0, 0, 2, 3, 3, 3, 3]);
});

/** A field with the first region chosen, and a piece that comes behind the typed text. */
const continued = (regions: string, first: string, rest: string, inputType: string) => {
  const names = regions.toUpperCase().split(' ');
  const field = new Field(formatOf(names[0]!, names)).type(first);
  append(field, rest, inputType);
  return field;
};

/** Appends a piece as a paste does, or as autofill and scripts do: without `inputType`. */
const append = (field: Field, piece: string, inputType: string) =>
  field.change(piece, [field.text.length, field.text.length], inputType);

for (const [regions, first, rest, shownText, value] of [
  ['ru no', '+', '4741234567', '+47 41 23 45 67', '4741234567'],
  ['de ru', '+7', '9161234567', '+7 (916) 123-45-67', '79161234567'],
  ['us ru', '+7', '9161234567', '+7 (916) 123-45-67', '79161234567'],
  ['ru no', '810', '4741234567', '+47 41 23 45 67', '4741234567'],
  ['ru us', '+1', '2015550123', '+1 201-555-0123', '12015550123'],
  ['ru by', '+1', '(201) 555-0123', '+12015550123', ''],
  ['ru by', '+375 29 123-45-67', '9161234567', '+7 (916) 123-45-67', '79161234567'], // no number has 22 digits
  ['ru by', '+37', '+79161234567', '+7 (916) 123-45-67', '79161234567'],
  ['by ru', '29', '79161234567', '+7 (916) 123-45-67', '79161234567'],
] as const)
  test(`${regions}: ${rest} behind ${first} gives ${shownText}`, () => {
    for (const inputType of ['insertFromPaste', '']) {
      const field = continued(regions, first, rest, inputType);
      assert.deepEqual([field.text, field.value], [shownText, value], inputType);
    }
  });

test('a number with a plus is the same typed, appended without an inputType and pasted in two pieces', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...plans),
      fc.constantFrom(...plans),
      fc.nat(999),
      fc.nat(),
      fc.constantFrom('insertFromPaste', ''),
      ({ region }, { region: chosen }, seed, cut, inputType) => {
        const [mobile] = randomMobiles(region, 20, seed);
        if (!mobile) return;
        const { number } = mobile;
        const at = 1 + (cut % (number.length - 2));
        const format = formatOf(chosen, [...new Set([chosen, region])]);
        const typed = new Field(format).type(number);
        const appended = new Field(format);
        for (const character of number) append(appended, character, '');
        const inTwo = new Field(format).type(number.slice(0, at));
        append(inTwo, number.slice(at), inputType);
        for (const field of [appended, inTwo])
          assert.deepEqual([field.text, field.value], [typed.text, typed.value], `${chosen} ${number} ${at}`);
      },
    ),
    { numRuns: 1000 },
  );
});
