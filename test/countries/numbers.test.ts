// Numbers of every region beside libphonenumber-js and Google's libphonenumber. NUMBERS=100000 is the long run.
import assert from 'node:assert/strict';
import test from 'node:test';
import google from 'google-libphonenumber';
import { getExampleNumber, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { CountryCode } from 'libphonenumber-js/max';
import { randomMobiles, Field, formatOf, plans } from '../support/countries.js';

const COUNT = Number(process.env.NUMBERS ?? 2000);
const SEED = Number(process.env.SEED ?? 1);
const { PhoneNumberUtil, PhoneNumberFormat } = google;
const util = PhoneNumberUtil.getInstance();

/** Every difference has its reason here. */
const REASONS: Readonly<Record<string, (region: string) => boolean>> = {
  // The old numbers of 7 digits are written nationally like the new ones of 8 digits, which begin with 0.
  'national form': region => region === 'GA',
  // 00 is an international prefix, and Tajikistan has numbers that begin with it.
  'national form that begins with 00': region => region === 'TJ',
  // Google's package has an older version of the metadata, with other groups for some numbers.
  'text of other groups': region => ['DE', 'IN', 'PY'].includes(region),
  // The metadata tells regions with the same numbers apart by fixed lines, or not at all.
  'region that no number tells': region => ['AX', 'BL', 'CC', 'CX', 'EH', 'MF', 'SJ', 'VA'].includes(region),
};

const isExplained = (kind: string, region: string): boolean => REASONS[kind]!(region);

const numbers = plans.flatMap(({ region }) => {
  const example = getExampleNumber(region as CountryCode, examples);
  const drawn = randomMobiles(region, Math.ceil(COUNT / plans.length), SEED);
  return [...(example ? [example] : []), ...drawn].map(number => ({ region, number }));
});

const anywhere = formatOf('');
const formats = new Map(plans.map(({ region }) => [region, formatOf(region)]));

test(`${numbers.length} mobile numbers in the international form are read, pasted, typed and set by a program`, () => {
  for (const { region, number } of numbers) {
    const digits = number.number.slice(1);
    const content = anywhere.parse(number.formatInternational())!;
    assert.equal(anywhere.toValue(content), digits, region);
    assert.equal(new Field(anywhere).type(number.number).value, digits, region);
    assert.equal(anywhere.toValue(anywhere.parse(digits, true)!), digits, region);
    const expected = parsePhoneNumberFromString(number.number)!.country!;
    if (!isExplained('region that no number tells', expected))
      assert.equal(anywhere.regionOf(content), expected, `${region}: ${digits}`);
  }
});

test('mobile numbers in the national form are read, pasted and typed', () => {
  for (const { region, number } of numbers) {
    const format = formats.get(region)!;
    const digits = number.number.slice(1);
    const national = number.formatNational();
    if (isExplained('national form', region)) continue;
    if (isExplained('national form that begins with 00', region) && number.nationalNumber.startsWith('00')) continue;
    assert.equal(format.toValue(format.parse(national)!), digits, `${region}: ${national}`);
    assert.equal(new Field(format).type(national).value, digits, `${region}: ${national}`);
  }
});

test('the text is that of libphonenumber, with hyphens, except for +7', () => {
  for (const { region, number } of numbers) {
    if (number.countryCallingCode === '7') continue;
    const text = anywhere.format(anywhere.parse(number.number)!);
    const expected = util.format(util.parse(number.number), PhoneNumberFormat.INTERNATIONAL);
    const isNewer = text.replaceAll('-', ' ') === number.formatInternational();
    if (isExplained('text of other groups', region) && isNewer) continue;
    assert.equal(text, expected, region);
  }
});

test('no number of an impossible length is complete, and no possible mobile number is refused', () => {
  for (const { region, code, groups } of plans) {
    const example = getExampleNumber(region as CountryCode, examples)?.nationalNumber;
    if (!example) continue;
    for (let length = 1; length <= 15 - code.length; length++) {
      const national = example.repeat(3).slice(0, length);
      const text = `+${code}${national}`;
      const isPossible = groups.some(group => group.length === length);
      const value = anywhere.toValue(anywhere.parse(text)!);
      // A number that is too long may hold a trunk prefix.
      if (!isPossible && value) assert.ok(value.length < text.length - 1, `${region}: ${text}`);
      if (validatePhoneNumberLength(text) !== undefined)
        assert.ok(!value || value.length < text.length - 1 || isPossible, text);
    }
  }
});

test('a number of ten digits typed by somebody elsewhere is read as libphonenumber reads it', () => {
  for (const { region, number } of numbers.filter((_, index) => index % 7 === 0)) {
    const format = formats.get('BY')!;
    const prefixed = `810${number.number.slice(1)}`;
    assert.equal(
      new Field(format).type(prefixed).value,
      parsePhoneNumberFromString(number.number)!.number.slice(1),
      region,
    );
  }
});

for (const home of ['RU', 'BY', 'US', 'AR', 'MX', 'GB']) {
  test(`a number of another country in a field for ${home}: typed as pasted, and nobody else's value`, () => {
    const fields = { all: formats.get(home)!, only: formatOf(home, [home]) };
    for (const { region, number } of numbers.filter((_, index) => index % 9 === 0)) {
      const digits = number.number.slice(1);
      // A pattern of the Isle of Man has numbers that the metadata gives to Great Britain.
      const owner = number.country;
      for (const [taken, format] of Object.entries(fields)) {
        for (const prefix of ['+', '00', '']) {
          const text = prefix + digits;
          const { value, text: shown } = new Field(format).type(text);
          const label = `${taken}, ${region}: ${text}`;
          const pasted = format.parse(text)!;
          assert.deepEqual(
            [value, shown.replace(/\D/g, '')],
            [format.toValue(pasted), format.format(pasted).replace(/\D/g, '')],
            label,
          );
          const isOpen = taken === 'all' || format.regionOf(pasted) === owner;
          if (prefix === '+') assert.equal(value, isOpen && value ? digits : '', label);
          if (!value || value === digits) continue;
          // Bare digits that are a national number of the country, in its spelling of today.
          const national = parsePhoneNumberFromString(text, home as CountryCode)!.number.slice(1);
          const isLegacy = { AR: `549${national.slice(2)}`, MX: national.replace(/^521/, '52') }[home];
          assert.ok(value === national || value === isLegacy, `${label} is ${value}`);
        }
      }
    }
  });
}
