// The language of an element, and that the lists of languages are complete.
import assert from 'node:assert/strict';
import test from 'node:test';
import { langOf } from '../../src/elements/locale.js';
import * as languages from '../../src/locales/languages.js';

/** As much of an element as langOf() reads. */
const element = (lang: string | null, parentNode?: Element) =>
  ({ parentNode, hasAttribute: () => lang !== null, getAttribute: () => lang }) as unknown as Element;

test('the language of an element is that of its `lang`, without the region', () => {
  for (const lang of ['ru', 'RU', 'ru-RU', 'ru_RU'])
    assert.equal(langOf(element(lang), languages.widgetTexts), 'ru', lang);
  for (const lang of ['en', 'en-GB']) assert.equal(langOf(element(lang), languages.widgetTexts), 'en', lang);
});

test('English where there is no `lang`, or one without texts', () => {
  for (const lang of [null, '', 'qaa', 'rum', 'constructor'])
    assert.equal(langOf(element(lang), languages.widgetTexts), 'en', String(lang));
});

test('the nearest `lang` counts', () => {
  assert.equal(langOf(element(null, element('ru', element('en'))), languages.widgetTexts), 'ru');
});

test('every language has all texts of every element', () => {
  for (const [list, texts] of Object.entries<Readonly<Record<languages.Lang, object>>>(languages)) {
    assert.deepEqual(Object.keys(texts), Object.keys(languages.widgetTexts), list);
    for (const [lang, translation] of Object.entries(texts))
      assert.deepEqual(Object.keys(translation), Object.keys(texts.en), `${list} of ${lang}`);
  }
});
