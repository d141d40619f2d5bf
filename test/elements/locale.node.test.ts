// The language of an element, and that the lists of languages are complete.
import assert from 'node:assert/strict';
import test from 'node:test';
import { langOf } from '../../src/elements/locale.js';
import * as inputLanguages from '../../src/locales/inputs.js';
import * as languages from '../../src/locales/languages.js';

/** As much of an element as langOf() reads. */
const element = (lang: string | null, parentNode?: Element) =>
  ({ parentNode, hasAttribute: () => lang !== null, getAttribute: () => lang }) as unknown as Element;

test('the language of an element is that of its `lang`, without the region', () => {
  for (const lang of ['ru', 'RU', 'ru-RU', 'ru_RU']) assert.equal(langOf(element(lang)), 'ru', lang);
  for (const lang of ['en', 'en-GB']) assert.equal(langOf(element(lang)), 'en', lang);
});

test('English where there is no `lang`, or one without texts', () => {
  for (const lang of [null, '', 'de', 'rum', 'constructor']) assert.equal(langOf(element(lang)), 'en', String(lang));
});

test('the nearest `lang` counts', () => {
  assert.equal(langOf(element(null, element('ru', element('en')))), 'ru');
});

test('every language has all texts of the widget and of the inputs', () => {
  const names = Object.keys(languages).sort();
  assert.deepEqual(Object.keys(inputLanguages).sort(), names);
  for (const { errors, widgetTexts, inputTexts } of Object.values(languages)) {
    assert.deepEqual(Object.keys(inputTexts.phone), Object.keys(languages.en.inputTexts.phone));
    assert.deepEqual(Object.keys(inputTexts.code), Object.keys(languages.en.inputTexts.code));
    assert.deepEqual(Object.keys(errors), Object.keys(languages.en.errors));
    assert.deepEqual(Object.keys(widgetTexts), Object.keys(languages.en.widgetTexts));
  }
});
