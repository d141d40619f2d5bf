// The language of an element: its tag, the tags that it falls back to, and the texts of the page.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import { LanguageController } from '../../src/elements/language-controller.js';
import type { Language, PhoneInputTexts, Texts } from '../../src/locales/text-keys.js';
import * as languages from '../../src/locales/en-and-ru.js';
import { registerLanguage } from '../../src/locales/language-registry.js';

type Host = Element & ReactiveControllerHost;

/** The parts of an element that the controller reads. */
const element = (lang: string | null, parentNode?: Element) =>
  ({
    parentNode,
    hasAttribute: () => lang !== null,
    getAttribute: () => lang,
    addController: () => {},
  }) as unknown as Host;

const languageOf = (host: Host, ...texts: Texts[]) =>
  new LanguageController<PhoneInputTexts>(host, [languages.phoneInputTexts], () => texts).current;
const langOf = (lang: string | null, ...texts: Texts[]) => languageOf(element(lang), ...texts).lang;

const register = (lang: string) => registerLanguage({ lang, phone: `phone (${lang})` } as Language);
const REGISTRY = Symbol.for('auth-widget:languages');

const forgetLanguages = () =>
  (Reflect.get(globalThis, REGISTRY) as { languages: Map<string, unknown> }).languages.clear();
afterEach(forgetLanguages);

test('the language of an element is that of its `lang`, without the region', () => {
  for (const lang of ['ru', 'RU', 'ru-RU', 'ru_RU', ' ru ']) assert.equal(langOf(lang), 'ru', lang);
  for (const lang of ['en', 'en-GB']) assert.equal(langOf(lang), 'en', lang);
});

test('it is English without a `lang`, and for a `lang` without texts', () => {
  for (const lang of [null, '', 'qaa', 'rum', 'constructor', '__proto__'])
    assert.equal(langOf(lang), 'en', String(lang));
});

test('the nearest `lang` applies', () => {
  assert.equal(languageOf(element(null, element('ru', element('en')))).lang, 'ru');
});

test('every language has all texts of every element', () => {
  for (const [list, texts] of Object.entries<Readonly<Record<languages.Lang, object>>>(languages)) {
    assert.deepEqual(Object.keys(texts), Object.keys(languages.widgetTexts), list);
    for (const [lang, translation] of Object.entries(texts))
      assert.deepEqual(
        // Words for durations are there where `Intl` has them in another case than the sentences need.
        Object.keys(translation).filter(key => !['seconds', 'minutes', 'hours'].includes(key)),
        Object.keys(texts.en),
        `${list} of ${lang}`,
      );
  }
});

test('a registered language is used from then on, for its regions and scripts too', () => {
  assert.equal(langOf('zh-Hans-CN'), 'en');
  register('zh');
  for (const lang of ['zh', 'zh-CN', 'zh-Hans', 'zh-Hans-CN', 'ZH_CN']) assert.equal(langOf(lang), 'zh', lang);
  assert.equal(languageOf(element('zh-CN')).texts.phone, 'phone (zh)');
  // A text that is missing in the page's language is in English.
  assert.equal(languageOf(element('zh-CN')).texts.phoneMissing, 'Enter your phone number.');
  register('zh-TW');
  assert.equal(langOf('zh-TW'), 'zh-TW');
  assert.equal(langOf('zh-CN'), 'zh');
});

test('a text of a registered language that is no text is in English', () => {
  for (const phone of [undefined, null, 5]) {
    registerLanguage({ lang: 'pl', phone } as unknown as Language);
    assert.equal(languageOf(element('pl')).texts.phone, 'Phone number', String(phone));
  }
});

test('the tag of a registered language may have underscores', () => {
  register('ar_EG');
  const { lang, dir } = languageOf(element('ar-EG', element('en')));
  assert.deepEqual([lang, dir], ['ar-EG', 'rtl']);
});

test('English that the page registers later is used, for an element in a language without texts too', () => {
  for (const lang of ['en', null, 'qaa']) {
    const controller = new LanguageController<PhoneInputTexts>(element(lang), [languages.phoneInputTexts], () => []);
    assert.equal(controller.current.texts.phone, 'Phone number', String(lang));
    register('en');
    assert.equal(controller.current.texts.phone, 'phone (en)', String(lang));
    forgetLanguages();
  }
});

test('English that the page registers is below the texts of the page in a language that has no others', () => {
  register('en');
  const { texts, lang } = languageOf(element('xx'), { lang: 'xx', phoneMissing: 'mine' });
  assert.deepEqual([texts.phone, texts.phoneMissing, lang], ['phone (en)', 'mine', 'xx']);
});

test('a deprecated tag names the same language as the one in its place', () => {
  register('tl');
  for (const lang of ['tl', 'tl-PH', 'fil']) assert.equal(languageOf(element(lang)).texts.phone, 'phone (tl)', lang);
  for (const lang of ['iw', 'he']) {
    const { texts, dir } = languageOf(element(lang, element('en')), { lang: 'iw', phone: 'mine' });
    assert.deepEqual([texts.phone, dir], ['mine', 'rtl'], lang);
  }
});

test('an invalid tag is refused', () => {
  assert.throws(() => register('not a tag'), RangeError);
});

test('texts of the page replace ours: one, or all; later texts replace earlier ones', () => {
  const of = (...texts: Texts[]) => languageOf(element('ru'), ...texts).texts;
  assert.equal(of({ phone: 'Мобильный' }).phone, 'Мобильный');
  assert.equal(of({ phone: 'Мобильный' }).phoneMissing, 'Введите номер телефона.');
  assert.equal(of({ phone: 'a' }, { phone: 'b' }).phone, 'b');
  assert.equal(of({ phone: 'a' }, { phone: undefined }).phone, 'a');
  for (const value of [null, 7, {}, () => 'b']) assert.equal(of({ phone: 'a' }, { phone: value } as never).phone, 'a');
});

test('texts that name a language are used in that language', () => {
  const texts: Texts = { lang: 'ru', phone: 'Мобильный' };
  assert.equal(languageOf(element('ru'), texts).texts.phone, 'Мобильный');
  assert.equal(languageOf(element('ru-RU'), texts).texts.phone, 'Мобильный');
  assert.equal(languageOf(element('en'), texts).texts.phone, 'Phone number');
  assert.equal(languageOf(element('ru'), { ...texts, lang: 'ru-RU' }).texts.phone, 'Мобильный');
});

test('texts can bring a language of their own; a text that they lack is English, or in the language without its region', () => {
  const texts: Texts = { lang: 'eo', phone: 'Telefonnumero' };
  assert.equal(langOf('eo', texts), 'eo');
  assert.equal(langOf('eo-XX', texts), 'eo');
  assert.equal(langOf('en', texts), 'en');
  assert.equal(languageOf(element('eo'), texts).texts.phone, 'Telefonnumero');
  assert.equal(languageOf(element('eo'), texts).texts.phoneMissing, 'Enter your phone number.');
  const regional = languageOf(element('ru-BY'), { lang: 'ru-BY', phone: 'Мобильны' });
  assert.deepEqual([regional.lang, regional.texts.phoneMissing], ['ru-BY', 'Введите номер телефона.']);
});

test('there is a `dir` if the texts are in another language than the page around the element', () => {
  const dirOf = (own: string | null, around: string | null) => languageOf(element(own, element(around))).dir;
  register('ar');
  assert.equal(dirOf(null, 'ru'), undefined);
  assert.equal(dirOf('ru-RU', 'ru'), undefined);
  assert.equal(dirOf(null, 'ar'), undefined);
  assert.equal(dirOf(null, 'he'), 'ltr');
  assert.equal(dirOf('ru', 'ar'), 'ltr');
  assert.equal(dirOf('ar', 'en'), 'rtl');
});

test('a tag with an underscore in the texts of the page is read like one with a hyphen', () => {
  for (const lang of ['ru_RU', 'ru-RU', 'RU_ru']) {
    assert.equal(langOf('ru-RU', { lang, phone: 'mine' }), 'ru-RU', lang);
    assert.equal(languageOf(element('ru-RU'), { lang, phone: 'mine' }).texts.phone, 'mine', lang);
  }
  assert.equal(langOf('en', { lang: 'en_US', phone: 'mine' }), 'en-US');
});

test('texts with a tag that Intl refuses are in the language around the element', () => {
  for (const lang of ['e', '!!', 'русский', 'x', 5, {}]) {
    const { texts } = languageOf(element('ru'), { lang: lang as string, phone: 'mine' });
    assert.deepEqual([texts.lang, texts.phone], ['ru', 'mine'], JSON.stringify(lang));
  }
});
