import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDuration } from '../../src/core/deadline.js';
import { fallbacks, knownLanguage } from '../../src/core/language-tag.js';
import { fillIn, formatNumber } from '../../src/core/text-template.js';
import { plural } from '../../src/locales/plural.js';

/** Tags that `Intl` refuses with a RangeError, or that are no text. */
const REFUSED = ['x', '', ' ', 'C', 'ru-', 'русский', 'ru_RU.UTF-8', 'en--US', 'a-b-c', 5, null, undefined, {}, []];

test('a tag with underscores is read like one with hyphens', () => {
  assert.equal(knownLanguage('ru_RU'), 'ru-RU');
  assert.equal(knownLanguage('zh_Hans_CN'), 'zh-Hans-CN');
  assert.equal(formatNumber(1234.5, 'de_DE'), '1.234,5');
  assert.equal(formatDuration(7200, { lang: 'ru_RU' }), '2\u00A0часа');
});

test('a tag that Intl refuses, and a language that it does not know: no error, and a plain number', () => {
  for (const lang of [...REFUSED, 'xx'] as string[]) {
    assert.equal(knownLanguage(lang), undefined, lang);
    assert.equal(typeof formatNumber(1234, lang), 'string');
    assert.match(formatDuration(7200, { lang }), /^2(h|\u00A0hours)$/, lang);
    assert.equal(
      fillIn(
        plural(lang, { one: 'one', other: 'other {n}' }, () => 'one'),
        { n: 1 },
      ),
      'one',
    );
    assert.ok(Array.isArray(fallbacks(lang)));
  }
});
