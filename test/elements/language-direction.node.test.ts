// The direction of a language that the page's texts name, and the check of these texts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { chooseLanguage } from '../../src/elements/language-controller.js';
import * as languages from '../../src/locales/en-and-ru.js';
import { setTextsCheck } from '../../src/locales/merge-texts.js';
import type { Texts } from '../../src/locales/text-keys.js';

const choose = (tag: string, layers: readonly (Texts | undefined)[]) =>
  chooseLanguage([languages.phoneInputTexts], [tag], [], layers);

for (const [lang, dir] of [
  ['ar', 'rtl'],
  ['ur-PK', 'rtl'],
  ['kar', 'ltr'],
  ['arn', 'ltr'],
  ['de', 'ltr'],
] as const)
  test(`texts in ${lang} are written ${dir}`, () => {
    assert.equal(choose(lang.toLowerCase(), [{ lang }]).dir, dir);
  });

test('each set of texts is checked, and a missing one is not', t => {
  const checked: Texts[] = [];
  setTextsCheck(texts => checked.push(texts));
  t.after(() => setTextsCheck(() => {}));
  const texts = { phone: 'Your number' };
  choose('en', [undefined, texts]);
  assert.deepEqual(checked, [texts]);
});
