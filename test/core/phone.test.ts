import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import {
  cleanPhone,
  dropTypedPrefix,
  formatNationalDigits,
  formatPhone,
  isValidPhone,
  parsePhone,
  readPhone,
  toPhoneContent,
} from '../../src/core/phone.js';
import { anyText } from '../support/any-text.js';

const WIRE = '79161234567';
const DISPLAY = '+7 (916) 123-45-67';

for (const text of [
  '8 (916) 123-45-67',
  '+7 916 123-45-67',
  '916 123-45-67',
  '79161234567',
  '89161234567',
  'tel:+7-916-123-45-67',
  '8 (916) 123-45-67, доб. 12',
  'Мой номер: 8 916 123-45-67',
  '+7 8 916 123-45-67',
  '8.916.123.45.67',
  '8\u00a0916\u2011123\u201345\u221267',
  '[8] {916} 123\u3000\uff08\uff09-45\uff0d67',
  '\u202a+7 (916) 123-45-67\u202c',
  '８９１６１２３４５６７',
  '＋7 916 1234567',
  '٨٩١٦١٢٣٤٥٦٧',
  '+𝟕𝟗𝟏𝟔𝟏𝟐𝟑𝟒𝟓𝟔𝟕',
  '8 916 123-45-67 / 8 903 111-22-33',
]) {
  test(`bulk input: ${JSON.stringify(text)} is ${DISPLAY}`, () => {
    assert.equal(parsePhone(text), WIRE);
    assert.equal(formatPhone(text), DISPLAY);
  });
}

for (const [text, national] of [
  ['+7 800 123-45-67', '8001234567'],
  ['8 800 555-35-35', '8005553535'],
  ['8005553535', '8005553535'], // exactly ten are taken as they are
  ['7001234567', '7001234567'],
  ['+7 701 234-56-78', '7012345678'], // Kazakhstan
  ['8 7 701 234-56-78', '877012345678'], // the country code is looked for before the trunk prefix, not after it
  ['+7 916', '916'],
  ['+7 916 123-45-6', '916123456'], // ten digits, of which the first is the country code
  ['8 916', '8916'],
  ['', ''],
  ['  ', ''],
  ['+7', '+7'], // the beginning of this country's code, or the whole of it
  ['нет', null],
  ['+', '+'],
  ['810', '810'], // an international prefix, or the beginning of a number
  ['00', '00'],
  ['8~10 7 916 123-45-67', '9161234567'],
  ['810 7 916 123-45-67', '9161234567'],
  ['007 916 123-45-67', '9161234567'],
  ['810375291234567', '+375291234567'],
  ['00 49 1512 3456789', '+4915123456789'],
  ['1'.repeat(20), '1'.repeat(20)],
  ['1'.repeat(21), null],
  ['+44 20 7946 0958', '+442079460958'],
  ['+1 916 123-45-67', '+19161234567'],
  ['+8 916 123-45-67', '+89161234567'],
  ['71234567890', '71234567890'], // no number starts with a 1, so the 7 is no country code: eleven digits are too many
  ['+7 916 123-45-67 8', '+791612345678'],
  ['916 123-45-67 8', '91612345678'],
] as const) {
  test(`bulk input: ${JSON.stringify(text)} is ${national === null ? 'refused' : JSON.stringify(national)}`, () => {
    assert.equal(readPhone(text), national);
  });
}

for (const [digits, typedAt, national] of [
  ['79', 1, '9'],
  ['89', 1, '9'],
  ['80', 1, '80'],
  ['8', 0, '8'],
  ['8916', 0, '916'], // an 8 typed before a 9
  ['8911', 3, '8911'], // digits that were accepted as a part of the number stay one
] as const) {
  test(`typing at ${typedAt}: ${digits} is ${national}`, () => {
    assert.equal(dropTypedPrefix(digits, typedAt), national);
  });
}

for (const [digits, content] of [
  ['88005553535', '8005553535'],
  ['78005553535', '8005553535'],
  ['80055535351', '80055535351'],
  ['91612345678', '91612345678'],
  ['71234567890', '71234567890'],
  ['8103', '+3'],
  ['003', '+3'],
  ['+7', '+7'],
  ['+79', '9'],
  ['+79161234567', '9161234567'],
  ['+789161234567', '9161234567'],
  ['+791612345678', '+791612345678'],
] as const) {
  test(`the field keeps ${content} of ${digits}`, () => assert.equal(toPhoneContent(digits), content));
}

test('the display form of every partial number', () => {
  const shown = Array.from({ length: 11 }, (_, length) => formatNationalDigits('9161234567'.slice(0, length)));
  assert.deepEqual(shown, [
    '',
    '+7 (9',
    '+7 (91',
    '+7 (916',
    '+7 (916) 1',
    '+7 (916) 12',
    '+7 (916) 123',
    '+7 (916) 123-4',
    '+7 (916) 123-45',
    '+7 (916) 123-45-6',
    DISPLAY,
  ]);
});

test('cleanPhone removes every character except digits', () => {
  assert.equal(cleanPhone(DISPLAY), WIRE);
  assert.equal(cleanPhone('8 (916) 123-45-67, доб. 12'), '8916123456712');
  assert.equal(cleanPhone('нет'), '');
});

test('isValidPhone: a valid number is 11 digits starting with 7', () => {
  for (const phone of [WIRE, DISPLAY, '+7 800 123-45-67', '77012345678', '71234567890']) assert.ok(isValidPhone(phone));
  for (const phone of ['', '9161234567', '89161234567', '791612345678', '7916123456', '19161234567']) {
    assert.ok(!isValidPhone(phone));
  }
});

test('formatPhone returns any other text unchanged', () => {
  for (const text of ['', '+44 20 7946 0958', 'позвоните']) assert.equal(formatPhone(text), text);
});

test('a long text is read in linear time', () => {
  const started = performance.now();
  for (const piece of [' ', '-', '(', '+ ', '8 ', 'a']) readPhone(piece.repeat(200_000) + '9161234567');
  assert.ok(performance.now() - started < 2000);
});

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(list => list.join(''));

test('display form and wire form convert to each other', () => {
  fc.assert(
    fc.property(fc.constantFrom('3', '4', '6', '7', '8', '9'), digits(9), (first, rest) => {
      const wire = '7' + first + rest;
      assert.equal(parsePhone(formatPhone(wire)), wire);
      assert.equal(cleanPhone(formatPhone(wire)), wire);
      assert.match(formatPhone(wire), /^\+7 \(\d{3}\) \d{3}-\d{2}-\d{2}$/);
    }),
    { numRuns: 2000 },
  );
});

test('no text yields more than twenty digits or throws', () => {
  const part = fc.constantFrom('+', '7', '8', '9', '1', '(', ')', ' ', '-', ',', 'x', '٣', '９', '😀', '\ud800');
  fc.assert(
    fc.property(
      fc.oneof(
        anyText(),
        fc.array(part).map(parts => parts.join('')),
      ),
      text => {
        assert.match(readPhone(text) ?? '', /^\+?\d{0,20}$/);
        assert.match(parsePhone(text) ?? '', /^(7\d{10})?$/);
      },
    ),
    { numRuns: 5000 },
  );
});

// libphonenumber is the oracle. Its full metadata knows which number ranges are assigned: about a tenth of random numbers.
const russian = fc
  .tuple(fc.constantFrom('3', '4', '8', '9'), digits(9))
  .map(parts => parts.join(''))
  .map(national => parsePhoneNumberFromString('+7' + national))
  .filter(number => number !== undefined && number.country === 'RU' && number.isValid())
  .map(number => number!);

test('libphonenumber parses our display form back to the same number', () => {
  fc.assert(
    fc.property(russian, number => {
      const display = formatPhone(number.number);
      assert.match(display, /^\+7 \(\d{3}\) \d{3}-\d{2}-\d{2}$/);
      assert.equal(parsePhoneNumberFromString(display)?.number, number.number);
    }),
    { numRuns: 1000 },
  );
});

test('a number that libphonenumber considers valid and Russian is valid here, in every form it can format', () => {
  fc.assert(
    fc.property(russian, number => {
      const wire = number.number.slice(1);
      assert.ok(isValidPhone(wire));
      for (const text of [
        number.number,
        number.nationalNumber,
        number.formatNational(),
        number.formatInternational(),
        number.getURI(),
      ]) {
        assert.equal(parsePhone(text), wire, text);
      }
    }),
    { numRuns: 1000 },
  );
});

for (let digit = 0; digit <= 9; digit++) {
  const isFirstDigit = [3, 4, 6, 7, 8, 9].includes(digit);
  test(`${digit} ${isFirstDigit ? 'can' : 'cannot'} be the first digit after a prefix, pasted or typed`, () => {
    const national = `${digit}161234567`;
    for (const prefix of ['7', '8']) {
      assert.equal(readPhone(prefix + national), isFirstDigit ? national : prefix + national);
      assert.equal(toPhoneContent(prefix + national), isFirstDigit ? national : prefix + national);
      // While the number is short, only a mobile number's first digit reveals the prefix.
      assert.equal(dropTypedPrefix(prefix + String(digit), 1), digit === 9 ? '9' : prefix + String(digit));
    }
  });
}

test('only a plus, with or without spaces around it, is the plus of a number that is about to be typed', () => {
  for (const text of ['+', ' + ', '＋\n', '﹢']) assert.equal(readPhone(text), '+', JSON.stringify(text));
  for (const text of ['a+', '+a', '+ +', '-']) assert.equal(readPhone(text), null, JSON.stringify(text));
});
