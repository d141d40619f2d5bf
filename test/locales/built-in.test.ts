// Every language is complete, uses the same placeholders, one script, and its plural forms.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { formatDuration } from '../../src/core/deadline.js';
import { fillIn } from '../../src/core/text-template.js';
import { errorText, type ErrorTexts } from '../../src/core/error-texts.js';
import * as en from '../../src/locales/en.js';
import * as ru from '../../src/locales/ru.js';
import type { Language } from '../../src/locales/texts.js';

const join = ({ errors, phoneInputTexts, codeInputTexts, widgetTexts }: typeof en | typeof ru) =>
  ({ ...errors, ...phoneInputTexts, ...codeInputTexts, ...widgetTexts }) as Language;

/** The script of each language, besides Common, which contains digits and signs. */
const SCRIPTS: Readonly<Record<string, string>> = {
  en: 'Latin',
  ru: 'Cyrillic',
  uk: 'Cyrillic',
  be: 'Cyrillic',
  kk: 'Cyrillic',
  ky: 'Cyrillic',
  uz: 'Latin',
  tg: 'Cyrillic',
  hy: 'Armenian',
  az: 'Latin',
  ka: 'Georgian',
  tr: 'Latin',
  ar: 'Arabic',
  zh: 'Han',
  de: 'Latin',
  fr: 'Latin',
  es: 'Latin',
};

/** Letters the language doesn't use. They belong to its neighbours, and slip in from keyboards and copied texts. */
const FOREIGN_LETTERS: Readonly<Record<string, RegExp>> = {
  ru: /[іїєґўәғқңөұүһҳҷӣӯ]/i,
  uk: /[ыэёъўәғқңөұүһ]/i,
  be: /[ищїєґъәғқңөұүһ]/i,
  kk: /[їєґўҳҷӣӯ]/i,
  ky: /[іїєґўәғқұһҳҷӣӯ]/i,
  tg: /[щыьіїєґўәңөұүһ]/i,
  uz: /[əıöüçşğñw]|[‘’'`´]/i,
  az: /[w]/i,
  tr: /[əwqxñ]/i,
};

const languages = new Map<string, Language>([
  ['en', join(en)],
  ['ru', join(ru)],
]);
const files = readdirSync('src/locales').map(name => name.replace('.ts', ''));
for (const lang of files.filter(name => /^[a-z]{2}$/.test(name) && !languages.has(name))) {
  const { texts } = (await import(`../../src/locales/${lang}.js`)) as { texts: Language };
  languages.set(lang, texts);
}

const [english, ...others] = [...languages.values()];
const keysOf = (texts: object) => Object.keys(texts).filter(key => key !== 'hours');
/** Every text as a string, without the function for hours. */
const strings = (texts: Language) =>
  Object.entries(texts).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text] as const] : []));

test('the languages are these', () => {
  assert.deepEqual([...languages.keys()].sort(), Object.keys(SCRIPTS).sort());
  for (const [lang, texts] of languages) assert.equal(texts.lang, lang);
});

test('no key is missing or unknown, and the placeholders are the same', () => {
  const placeholders = (texts: Language) =>
    Object.fromEntries(strings(texts).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort()]));
  const { hours: _english, ...expected } = placeholders(english!);
  for (const texts of others) {
    assert.deepEqual(keysOf(texts).sort(), keysOf(english!).sort(), texts.lang);
    const { hours: _hours, ...found } = placeholders(texts);
    assert.deepEqual(found, expected, texts.lang);
  }
});

for (const texts of languages.values()) {
  const { lang } = texts;

  test(`${lang}: one script, without look-alikes from another`, () => {
    const script = SCRIPTS[lang]!;
    /** Latin text that every language keeps. */
    const allowed = /\bSMS|\bhttps\b|\{\w+\}|a–z|\u2066[^\u2069]*\u2069/gu;
    const isForeign = new RegExp(`[^\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]`, 'u');
    for (const [key, text] of strings(texts).filter(([key]) => key !== 'lang')) {
      assert.doesNotMatch(text.replace(allowed, ''), isForeign, `${key}: ${text}`);
      const foreign = FOREIGN_LETTERS[lang];
      if (foreign) assert.doesNotMatch(text.replace(allowed, ''), foreign, `${key}: ${text}`);
      if (script !== 'Latin')
        assert.match(text.replace(allowed, ''), new RegExp(`\\p{Script=${script}}|^\\P{L}*$`, 'u'));
    }
  });

  test(`${lang}: signs and spaces`, () => {
    for (const [key, text] of strings(texts)) {
      assert.equal(text, text.normalize('NFC'), key);
      assert.doesNotMatch(text, /^\s|\s$| {2}|\.\.\.|"|--/, `${key}: ${text}`);
      if (lang !== 'uz') assert.doesNotMatch(text, /'/, `${key}: ${text}`);
      if (lang !== 'fr') assert.doesNotMatch(text, /\s[:;?!،。：？]/, `${key}: ${text}`);
    }
    if (lang === 'fr')
      for (const [key, text] of strings(texts)) {
        assert.doesNotMatch(text, /[^\u00a0\u202f][:?!;»]|«[^\u00a0]/u, `${key}: ${text}`);
      }
  });

  test(`${lang}: a text is complete with and without its values`, () => {
    const codes = Object.keys(en.errors).filter(key => key !== 'lang') as (keyof ErrorTexts)[];
    const messages = codes.flatMap(key => {
      const [code, field] = key.split(/(?<=^policy)-/) as ['server', 'login' | undefined];
      return [{}, { attemptsLeft: 2, retryAfter: 61 }, { retryAfter: 86_400 }, { retryAfter: 0 }].map(values =>
        errorText({ code, field, ...values }, texts),
      );
    });
    for (const message of messages) {
      assert.doesNotMatch(message.replace(/\u2066.*\u2069/, 'x'), /[[\]{}|]|undefined|null|NaN| {2}| [.。։]/, message);
      assert.match(message, /[.。։\u2069]$/u);
    }
    assert.equal(new Set(codes.map(code => texts[code])).size, codes.length, 'each has a text of its own');
  });

  test(`${lang}: hours are in the language, in the form the number needs`, () => {
    const wordsOf = (n: number) => formatDuration(n * 3600, texts).replace(/\u00a0/g, ' ');
    const rules = new Intl.PluralRules(lang);
    const byCategory = new Map<string, Set<string>>();
    for (let n = 1; n <= 200; n++) {
      const words = wordsOf(n);
      assert.doesNotMatch(words, /undefined|\{/);
      const form = words.replace(String(n), '').trim();
      const category = rules.select(n);
      byCategory.set(category, (byCategory.get(category) ?? new Set()).add(form));
      if (lang !== 'en') assert.doesNotMatch(words, /hour/);
      if (Intl.PluralRules.supportedLocalesOf(lang).length) assert.equal(words, formatWithoutRules(texts, n), words);
    }
    // There is one form for each category the language distinguishes. A language without plurals after numbers has only one.
    for (const [category, forms] of byCategory) assert.equal(forms.size, 1, `${category}: ${[...forms].join()}`);
  });

  test(`${lang}: the labels of buttons are short`, () => {
    const buttons = ['requestCode', 'signIn', 'createAccount', 'confirmCode', 'saveName', 'signOut', 'back'] as const;
    for (const key of buttons) assert.ok(texts[key].length <= 26, `${key}: ${texts[key]}`);
  });
}

/** Runs in a browser that doesn't know the rules of the language. */
function formatWithoutRules(texts: Language, n: number): string {
  const { supportedLocalesOf } = Intl.PluralRules;
  Intl.PluralRules.supportedLocalesOf = () => [];
  try {
    return formatDuration(n * 3600, texts).replace(/\u00a0/g, ' ');
  } finally {
    Intl.PluralRules.supportedLocalesOf = supportedLocalesOf;
  }
}

test('the hours of a language match those of `Intl`, unless the sentence needs another case', () => {
  // Node has no Tajik words; in the other languages, the preposition governs another case.
  const others = ['tg', 'uk', 'be', 'ar'];
  for (const texts of languages.values()) {
    if (!texts.hours || others.includes(texts.lang)) continue;
    const { lang } = texts;
    const words = formatDuration(86_400, texts);
    assert.equal(words, formatDuration(86_400, { lang }).replace(/\u00a0/g, ' '), lang);
  }
});

test('hours in Ukrainian, Belarusian and Arabic', () => {
  const hours = (lang: string, n: number) => fillIn(languages.get(lang)!.hours!, { n });
  const all = (lang: string) => [1, 2, 5, 11, 21, 24].map(n => hours(lang, n));
  assert.deepEqual(all('uk'), ['1 годину', '2 години', '5 годин', '11 годин', '21 годину', '24 години']);
  assert.deepEqual(all('be'), ['1 гадзіну', '2 гадзіны', '5 гадзін', '11 гадзін', '21 гадзіну', '24 гадзіны']);
  assert.deepEqual(all('ar'), ['ساعة واحدة', 'ساعتين', '5 ساعات', '11 ساعة', '21 ساعة', '24 ساعة']);
});

test('a language that neither the browser nor its file has words for shows digits only', () => {
  assert.equal(formatDuration(86_400, { lang: 'xx' }), '24:00:00');
});
