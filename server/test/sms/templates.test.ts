import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countSmsParts } from '../../src/sms/parts.js';
import { SMS_LANGUAGES, smsText } from '../../src/sms/templates.js';

/** The script of each language, apart from the script Common, which has the digits and signs. */
const SCRIPTS = {
  ...{ ru: 'Cyrillic', en: 'Latin', uk: 'Cyrillic', be: 'Cyrillic', kk: 'Cyrillic', ky: 'Cyrillic', uz: 'Latin' },
  ...{ tg: 'Cyrillic', hy: 'Armenian', az: 'Latin', ka: 'Georgian', tr: 'Latin', ar: 'Arabic', zh: 'Han' },
  ...{ de: 'Latin', fr: 'Latin', es: 'Latin' },
};

describe('the text of an SMS', () => {
  it('ends with the line that binds the code to the host', () => {
    for (const language of SMS_LANGUAGES)
      assert.equal(smsText(language, '012345', 'example.org').split('\n').at(-1), '@example.org #012345');
  });

  it('exists in the languages of the elements', () => {
    assert.deepEqual([...SMS_LANGUAGES].sort(), Object.keys(SCRIPTS).sort());
  });

  it('fits into one SMS, names the code once, and is in the script of the language', () => {
    for (const language of SMS_LANGUAGES) {
      const text = smsText(language, '012345', 'chat.example.org');
      assert.ok(text.length <= 70, `${language}: ${text.length}`);
      const [first = '', ...rest] = text.split('\n');
      assert.equal(rest.length, 1);
      assert.equal(first.split('012345').length, 2, language);
      const foreign = new RegExp(`[^\\p{Script=${SCRIPTS[language]}}\\p{Script=Common}\\p{Script=Inherited}]`, 'u');
      assert.doesNotMatch(first, foreign, language);
    }
  });

  it('is in the alphabet of GSM 03.38 if the letters of the language are', () => {
    for (const language of ['en', 'uz', 'de', 'fr'] as const)
      assert.equal(countSmsParts(smsText(language, '000000', 'x'.repeat(100))), 1, language);
  });
});
