// The lines of the list of countries.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../src/countries/by.js';
import '../../../src/countries/kz.js';
import '../../../src/countries/ru.js';
import { addCountryNames, countryOptions } from '../../../src/core/countries/country-options.js';
import { countryPlans } from '../../../src/core/countries/country-plans.js';
import type { CountryPlan } from '../../../src/core/imported-countries.js';

const by = countryPlans().get('BY')!;
const kz = countryPlans().get('KZ')!;
const ru = countryPlans().get('RU')!;

const textsIn = (lang: string, named: CountryPlan[] = [], plans = [by, kz, ru]) =>
  countryOptions({ named, plans: [...new Set([...named, ...plans])] }, lang).map(({ text }) => text);

test('names that the page has imported come in their order, in every region of the language', () => {
  // No browser has names in a language for private use.
  addCountryNames('qaa', 'RUThird|BYFirst|KZSecond');
  assert.deepEqual(textsIn('qaa'), ['Third (+7)', 'First (+375)', 'Second (+7)']);
  assert.deepEqual(textsIn('qaa-BY'), ['Third (+7)', 'First (+375)', 'Second (+7)']);
  assert.deepEqual(textsIn('qaa', [kz]), ['Second (+7)', 'Third (+7)', 'First (+375)']);
  assert.deepEqual(textsIn('en'), ['Belarus (+375)', 'Kazakhstan (+7)', 'Russia (+7)']);
});

test('a country without a name of the page has that of the browser', () => {
  addCountryNames('qab', 'BYOne');
  assert.deepEqual(textsIn('qab', [], [by]), ['One (+375)']);
  assert.deepEqual(textsIn('qab', [], [kz]), ['Kazakhstan (+7)']);
});

test('the names are in the language of the page, and in English if there is none', () => {
  assert.deepEqual(textsIn('ru'), ['Беларусь (+375)', 'Казахстан (+7)', 'Россия (+7)']);
  assert.deepEqual(textsIn('de'), ['Belarus (+375)', 'Kasachstan (+7)', 'Russland (+7)']);
  for (const lang of ['', 'qad', 'no such language'])
    assert.deepEqual(textsIn(lang), ['Belarus (+375)', 'Kazakhstan (+7)', 'Russia (+7)'], lang);
});

test('the countries that the page names stay in its order, whatever the names are', () => {
  assert.deepEqual(textsIn('en', [ru, by]), ['Russia (+7)', 'Belarus (+375)', 'Kazakhstan (+7)']);
});
