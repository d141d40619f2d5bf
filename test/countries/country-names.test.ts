// The names of countries in the languages in which Chromium has none.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../src/countries/all.js';
import { choosePlans } from '../../src/countries/engine/choose-plans.js';
import { countryOptions } from '../../src/countries/engine/country-options.js';
import { countryPlans } from '../../src/countries/engine/registry.js';

const optionsIn = (lang: string) => countryOptions(choosePlans('by all', countryPlans()), lang);
const inEnglish = new Map(optionsIn('en').map(({ region, text }) => [region, text]));

for (const [lang, belarus, first] of [
  ['az', 'Belarus (+375)', 'ABŞ Virgin adaları (+1)'],
  ['be', 'Беларусь (+375)', 'Аб’яднаныя Арабскія Эміраты (+971)'],
  ['hy', 'Բելառուս (+375)', 'Ադրբեջան (+994)'],
  ['ka', 'ბელარუსი (+375)', 'ავსტრალია (+61)'],
  ['kk', 'Беларусь (+375)', 'АҚШ-тың Виргин аралдары (+1)'],
  ['ky', 'Беларусь (+375)', 'Австралия (+61)'],
  ['tg', 'Белорус (+375)', 'Австралия (+61)'],
  ['uz', 'Belarus (+375)', 'Afgʻoniston (+93)'],
] as const) {
  test(`${lang}: every country has its name, in the order of the language after the countries of the page`, async () => {
    await import(`../../src/countries/names-${lang}.js`);
    const options = optionsIn(`${lang}-x-test`);
    assert.equal(options.length, countryPlans().size);
    assert.deepEqual(
      options.slice(0, 2).map(({ text }) => text),
      [belarus, first],
    );
    const english = options.filter(({ region, text }) => text === inEnglish.get(region));
    assert.ok(english.length < 60, `${english.length} names are the English ones`);
    assert.ok(options.every(({ text }) => /^\p{L}.* \(\+\d+\)$/u.test(text)));
  });
}
