// What a text is as a number of the countries of a page.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../src/countries/by.js';
import '../../../src/countries/ru.js';
import { countryPlans } from '../../../src/core/countries/country-plans.js';
import { parseNumber } from '../../../src/core/countries/parse-number.js';
import { findNumber } from '../../../src/core/phone.js';

const plans = ['BY', 'RU'].map(region => countryPlans().get(region)!);
const parse = (text: string, region: string, isValue = false) =>
  parseNumber(text, { plans, region }, findNumber, isValue);

const NOTHING = { region: '', digits: '', national: '', text: '', isComplete: false };

test('a whole number has its region, its digits and its text', () => {
  assert.deepEqual(parse('8 029 123 45 67', 'BY'), {
    region: 'BY',
    digits: '375291234567',
    national: '291234567',
    text: '+375 29 123-45-67',
    isComplete: true,
  });
});

test('digits of a value are E.164 first, and then those of the region', () => {
  assert.equal(parse('375291234567', 'RU', true).region, 'BY');
  assert.equal(parse('1234567890', 'RU', true).text, '+7 (123) 456-78-90');
});

test('a part of a number has a region and no digits', () => {
  assert.deepEqual(parse('+375 2912', 'RU'), {
    region: 'BY',
    digits: '',
    national: '2912',
    text: '+375 29 12',
    isComplete: false,
  });
});

test('a number that is too long, or of a country that is not imported, has no region', () => {
  for (const text of ['+37529123456789', '+48512345678']) {
    const national = text.slice(1);
    assert.deepEqual(parse(text, 'BY'), { ...NOTHING, national, text });
  }
});

test('a text without a number is nothing, in a country too', () => {
  for (const text of ['', ' ', 'nobody']) {
    assert.deepEqual(parse(text, 'BY'), NOTHING);
    assert.deepEqual(parse(text, ''), NOTHING);
  }
});
