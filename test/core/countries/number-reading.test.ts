// What digits are as a number, where prefixes, codes and lengths compete.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Field, formatOf } from '../../support/countries.js';

const typed = (text: string, region: string, regions: readonly string[]) => {
  const format = formatOf(region, regions);
  const field = new Field(format).type(text);
  const { state } = format.read(field.content);
  return { shown: field.text, value: field.value, state, region: format.regionOf(field.content) };
};

test('digits after a code are dropped as a trunk prefix only if the number is too long with them', () => {
  // 9 11 15 begins the old form of a number in Buenos Aires, and a number of today.
  assert.equal(typed('+5491115234567', '', ['AR']).value, '5491115234567');
  assert.equal(typed('+549111512345678', '', ['AR']).value, '5491112345678');
});

test('a country code without a plus is dropped only from a number that is too long', () => {
  assert.equal(typed('7916123456', 'RU', ['RU']).shown, '+7 (791) 612-34-56');
  assert.equal(typed('79161234567', 'RU', ['RU']).shown, '+7 (916) 123-45-67');
  // 508447196 begins with a mobile number of six digits. After the code, 447196 is a whole one.
  assert.equal(typed('508447196', 'PM', ['PM']).value, '508447196');
});

test('a trunk prefix is dropped as soon as a mobile number begins like what comes after it', () => {
  assert.equal(typed('8916', 'RU', ['RU', 'KZ']).shown, '+7 (916');
  // No number of the United States begins with 1.
  assert.equal(typed('1212', 'US', ['US']).shown, '+1 212');
  assert.equal(typed('1123', 'US', ['US']).shown, '+1 112-3');
  const { shown, state } = typed('11123456789', 'US', ['US']);
  assert.deepEqual([shown, state], ['11123456789', 'tooLong']);
});

test('digits that begin with a mobile number of the country are read as a whole mobile number of another one', () => {
  // Eritrea has the code 291, and Belarus has mobile numbers that begin like that.
  assert.equal(typed('2917123456', 'BY', ['BY', 'ER']).value, '2917123456');
  const { shown, state } = typed('2915123456', 'BY', ['BY', 'ER']);
  assert.deepEqual([shown, state], ['2915123456', 'tooLong']);
});

test('bare digits that are too many are read with another code if mobile numbers begin like what comes after it', () => {
  assert.equal(typed('375331234567', 'RU', ['RU', 'BY']).value, '375331234567');
  assert.equal(typed('37533123456', 'RU', ['RU', 'BY']).shown, '+375 33 123-45-6');
  const { shown, state } = typed('37512345678', 'RU', ['RU', 'BY']);
  assert.deepEqual([shown, state], ['37512345678', 'tooLong']);
  // 7911 may become a number of Great Britain or of Guernsey.
  assert.equal(typed('447911', 'FK', ['FK', 'GB', 'GG']).shown, '+447911');
});

test('00 is the international prefix while no country is chosen', () => {
  assert.equal(typed('0079161234567', '', ['RU']).value, '79161234567');
});

test('an international prefix that is longer than 00 and begins with it counts as a whole', () => {
  const regions = ['SG', 'TW', 'GB', 'US'];
  assert.equal(typed('001447400123456', 'SG', regions).value, '447400123456');
  assert.equal(typed('00112025550123', 'SG', regions).value, '12025550123');
  assert.equal(typed('002447400123456', 'TW', regions).value, '447400123456');
});

test('a number that begins with a digit of a prefix is not complete', () => {
  for (const text of ['+375012345678', '+11234567890', '+10234567890']) {
    const { value, state } = typed(text, '', ['BY', 'US']);
    assert.deepEqual([value, state], ['', 'tooShort'], text);
  }
});

test('a trunk prefix is dropped without the replacement if it holds nothing else', () => {
  assert.equal(typed('091123456789', 'AR', ['AR']).value, '5491123456789');
  assert.equal(typed('01123456789', 'AR', ['AR']).value, '5491123456789');
});

test('a number that is too long stays that of its region', () => {
  const { shown, state, region } = typed('+770123456789', 'RU', ['RU', 'KZ']);
  assert.deepEqual([shown, state, region], ['+770123456789', 'tooLong', 'KZ']);
});

test('a number that is begun has the region that it can have', () => {
  const begun = (text: string, region: string, regions: readonly string[]) => {
    const { shown, state, region: found } = typed(text, region, regions);
    return [shown, state, found];
  };
  assert.deepEqual(begun('+4477', 'GG', ['GG']), ['+44 77', 'tooShort', 'GG']);
  assert.deepEqual(begun('+37529123', 'RU', ['RU', 'BY']), ['+375 29 123', 'tooShort', 'BY']);
  assert.deepEqual(begun('+7', 'BY', ['BY', 'RU', 'KZ']), ['+7', 'tooShort', 'BY']);
  assert.deepEqual(begun('+393', '', ['VA']), ['+39 3', 'tooShort', 'VA']);
  // Numbers of Kazakhstan: bare, they are not refused before they are whole.
  assert.deepEqual(begun('701234567', 'RU', ['RU']), ['+7 (701) 234-56-7', 'tooShort', 'RU']);
  assert.deepEqual(begun('7012345678', 'RU', ['RU']), ['+7 (701) 234-56-78', 'badInput', 'RU']);
});

test('a number that the browser restores with a country that is no longer taken keeps its digits', () => {
  const format = formatOf('RU', ['RU']);
  const content = format.parse('BY=375291234567', true)!;
  assert.deepEqual([format.format(content), format.toValue(content)], ['375291234567', '']);
});

test('a number has the groups of its length', () => {
  for (const [text, shown] of [
    ['812345678', '+62 812-345-678'],
    ['8123456789', '+62 812-3456-789'],
    ['81234567890', '+62 812-3456-7890'],
    ['812345678901', '+62 812-3456-78901'],
  ] as const)
    assert.equal(typed(`+62${text}`, '', ['ID']).shown, shown);
  // The groups that New Zealand has for a number of nine digits with this beginning are 210 123 456.
  assert.equal(typed('+6421012345', '', ['NZ']).shown, '+64 21 012 345');
  assert.equal(typed('+64210123456', '', ['NZ']).shown, '+64 210 123 456');
});
