import assert from 'node:assert/strict';
import test from 'node:test';
import '../../../src/countries/by.js';
import '../../../src/countries/kz.js';
import '../../../src/countries/ru.js';
import { choosePlans, countryWords } from '../../../src/core/countries/choose-plans.js';
import { countryOptions } from '../../../src/core/countries/country-options.js';
import { countryPlans } from '../../../src/core/countries/country-plans.js';

/** The three plans imported here: other files that run in this process may have imported more. */
const imported = new Map([...countryPlans()].filter(([region]) => ['BY', 'KZ', 'RU'].includes(region)));

const regionsOf = (countries: string | null) => {
  const { plans, named } = choosePlans(countries, imported);
  return [plans, named].map(list => list.map(({ region }) => region).join(' '));
};

for (const [countries, plans, named] of [
  ['ru kz by', 'RU KZ BY', 'RU KZ BY'],
  [' BY\n ru,by ', 'BY RU', 'BY RU'],
  ['all', 'BY KZ RU', ''],
  ['ru all', 'RU BY KZ', 'RU'],
  ['ru de xx', 'RU', 'RU'],
  ['', '', ''],
  [null, '', ''],
] as const) {
  test(`countries "${countries}" are ${plans || 'none'}`, () => {
    assert.deepEqual(regionsOf(countries), [plans, named]);
  });
}

test('the words of a list are in upper case', () => {
  assert.deepEqual(countryWords('ru  Kz'), ['RU', 'KZ']);
  for (const none of ['', ' , ', null, undefined]) assert.deepEqual(countryWords(none), []);
});

test('an array is a list too, because a page may be written without type checking', () => {
  assert.deepEqual(regionsOf(['ru', 'by'] as never), ['RU BY', 'RU BY']);
});

test('the list has the page’s countries first, and the others by their names in the language', () => {
  const texts = (countries: string, lang: string) =>
    countryOptions(choosePlans(countries, imported), lang).map(({ text }) => text);
  assert.deepEqual(texts('all', 'en'), ['Belarus (+375)', 'Kazakhstan (+7)', 'Russia (+7)']);
  assert.deepEqual(texts('ru all', 'ru'), ['Россия (+7)', 'Беларусь (+375)', 'Казахстан (+7)']);
  assert.deepEqual(texts('by', 'no-such-language'), ['Belarus (+375)']);
});
