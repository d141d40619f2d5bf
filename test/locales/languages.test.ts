// Every language is complete, uses the same placeholders, one script, and its plural forms.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { formatCountdown, formatDuration } from '../../src/core/deadline.js';
import { fillIn, type TextTemplate } from '../../src/core/text-template.js';
import { errorText, type ErrorTexts } from '../../src/core/error-text.js';
import * as en from '../../src/locales/en.js';
import * as ru from '../../src/locales/ru.js';
import type { Language } from '../../src/locales/text-keys.js';

const join = ({ errors, phoneInputTexts, countryTexts, codeInputTexts, widgetTexts }: typeof en | typeof ru) =>
  ({ ...errors, ...phoneInputTexts, ...countryTexts, ...codeInputTexts, ...widgetTexts }) as Language;

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
const UNITS = { hours: 3600, minutes: 60, seconds: 1 };
const keysOf = (texts: object) => Object.keys(texts).filter(key => !Object.hasOwn(UNITS, key));
/** Every text as a string, without the units of time. A function, which has plural forms, is filled in with its own placeholder. */
const strings = (texts: Language) =>
  keysOf(texts).map(key => {
    const text = texts[key as keyof Language]! as TextTemplate<{ n: number }>;
    return [key, typeof text === 'string' ? text : text({ n: 7 }).replace('7', '{n}')] as const;
  });
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

test('the languages are these', () => {
  assert.deepEqual([...languages.keys()].sort(), Object.keys(SCRIPTS).sort());
  for (const [lang, texts] of languages) assert.equal(texts.lang, lang);
});

test('no key is missing or unknown, and the placeholders are the same', () => {
  const placeholders = (texts: Language) =>
    Object.fromEntries(strings(texts).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort()]));
  const expected = placeholders(english!);
  for (const texts of others) {
    assert.deepEqual(keysOf(texts).sort(), keysOf(english!).sort(), texts.lang);
    assert.deepEqual(placeholders(texts), expected, texts.lang);
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

  for (const [unit, seconds, last] of [
    ['hours', 3600, 200],
    ['minutes', 60, 59],
    ['seconds', 1, 59],
  ] as const)
    test(`${lang}: ${unit} are in the language, in the form the number needs`, () => {
      const rules = new Intl.PluralRules(lang);
      const byCategory = new Map<string, Set<string>>();
      for (let n = 1; n <= last; n++) {
        const words = plain(formatDuration(n * seconds, texts));
        assert.doesNotMatch(words, /undefined|\{|:/);
        const form = words.replace(String(n), '').trim();
        const category = rules.select(n);
        byCategory.set(category, (byCategory.get(category) ?? new Set()).add(form));
        if (!['en', 'fr'].includes(lang)) assert.doesNotMatch(words, /hour|minute\b|second\b/);
        if (Intl.PluralRules.supportedLocalesOf(lang).length && texts[unit] && lang !== 'ru')
          assert.equal(words, plain(withoutRules(() => formatDuration(n * seconds, texts))), words);
      }
      // There is one form for each category the language distinguishes. A language without plurals after numbers has only one.
      for (const [category, forms] of byCategory) assert.equal(forms.size, 1, `${category}: ${[...forms].join()}`);
    });

  test(`${lang}: a sentence with a wait or with tries left: figures stay on the line of the words around them`, () => {
    const sentences = [1, 2, 5, 15].flatMap(n => [
      errorText({ code: 'wrong-code', attemptsLeft: n }, texts),
      ...[1, 60, 3600].flatMap(seconds => [
        errorText({ code: 'blocked', retryAfter: n * seconds }, texts),
        errorText({ code: 'too-soon', retryAfter: n * seconds }, texts),
        fillIn(texts.retryIn, { seconds: n, time: formatDuration(n * seconds, texts) }, lang),
        fillIn(texts.resendIn, { seconds: n, time: formatCountdown(n * seconds, texts) }, lang),
      ]),
    ]);
    for (const sentence of sentences) {
      // A sentence may begin with a figure. Chinese and Turkish have words after the countdown, which may wrap.
      assert.doesNotMatch(sentence, /[^.!?։。] \d/u, sentence);
      assert.doesNotMatch(sentence.replace(/\d:\d\d /, ''), /\d \p{L}/u, sentence);
    }
  });

  test(`${lang}: the labels of buttons are short`, () => {
    const buttons = ['requestCode', 'signIn', 'createAccount', 'confirmCode', 'saveName', 'signOut', 'back'] as const;
    for (const key of buttons) assert.ok(texts[key].length <= 26, `${key}: ${texts[key]}`);
  });
}

/** Runs in a browser that doesn't know the rules of any language. */
function withoutRules<T>(run: () => T): T {
  const { supportedLocalesOf } = Intl.NumberFormat;
  Intl.NumberFormat.supportedLocalesOf = () => [];
  try {
    return run();
  } finally {
    Intl.NumberFormat.supportedLocalesOf = supportedLocalesOf;
  }
}

test('times are in words in each language', () => {
  const minutes = (lang: string, n: number) => plain(formatDuration(n * 60, languages.get(lang)));
  const table = Object.fromEntries(
    [...languages.keys()].map(lang => [lang, [1, 2, 5, 15, 60, 120, 1440].map(n => minutes(lang, n))]),
  );
  assert.deepEqual(table, {
    en: ['1 minute', '2 minutes', '5 minutes', '15 minutes', '1 hour', '2 hours', '24 hours'],
    ru: ['1 минуту', '2 минуты', '5 минут', '15 минут', '1 час', '2 часа', '24 часа'],
    ar: ['دقيقة واحدة', 'دقيقتين', '5 دقائق', '15 دقيقة', 'ساعة واحدة', 'ساعتين', '24 ساعة'],
    az: ['1 dəqiqə', '2 dəqiqə', '5 dəqiqə', '15 dəqiqə', '1 saat', '2 saat', '24 saat'],
    be: ['1 хвіліну', '2 хвіліны', '5 хвілін', '15 хвілін', '1 гадзіну', '2 гадзіны', '24 гадзіны'],
    de: ['1 Minute', '2 Minuten', '5 Minuten', '15 Minuten', '1 Stunde', '2 Stunden', '24 Stunden'],
    es: ['1 minuto', '2 minutos', '5 minutos', '15 minutos', '1 hora', '2 horas', '24 horas'],
    fr: ['1 minute', '2 minutes', '5 minutes', '15 minutes', '1 heure', '2 heures', '24 heures'],
    hy: ['1 րոպե', '2 րոպե', '5 րոպե', '15 րոպե', '1 ժամ', '2 ժամ', '24 ժամ'],
    ka: ['1 წუთი', '2 წუთი', '5 წუთი', '15 წუთი', '1 საათი', '2 საათი', '24 საათი'],
    kk: ['1 минут', '2 минут', '5 минут', '15 минут', '1 сағат', '2 сағат', '24 сағат'],
    ky: ['1 мүнөт', '2 мүнөт', '5 мүнөт', '15 мүнөт', '1 саат', '2 саат', '24 саат'],
    tg: ['1 дақиқа', '2 дақиқа', '5 дақиқа', '15 дақиқа', '1 соат', '2 соат', '24 соат'],
    tr: ['1 dakika', '2 dakika', '5 dakika', '15 dakika', '1 saat', '2 saat', '24 saat'],
    uk: ['1 хвилину', '2 хвилини', '5 хвилин', '15 хвилин', '1 годину', '2 години', '24 години'],
    uz: ['1 daqiqa', '2 daqiqa', '5 daqiqa', '15 daqiqa', '1 soat', '2 soat', '24 soat'],
    zh: ['1 分钟', '2 分钟', '5 分钟', '15 分钟', '1 小时', '2 小时', '24 小时'],
  });
});

test('tries left in each language', () => {
  const tries = ([lang, texts]: [string, Language]) => {
    const text = (attemptsLeft?: number) => errorText({ code: 'wrong-code', attemptsLeft }, texts);
    return [lang, [1, 2, 5].map(n => plain(text(n).replace(text(), '').trim()))] as const;
  };
  assert.deepEqual(Object.fromEntries([...languages].map(tries)), {
    en: ['1 try left.', '2 tries left.', '5 tries left.'],
    ru: ['Осталась 1 попытка.', 'Осталось 2 попытки.', 'Осталось 5 попыток.'],
    ar: ['تبقّت محاولة واحدة.', 'تبقّت محاولتان.', 'تبقّت 5 محاولات.'],
    az: ['1 cəhdiniz qaldı.', '2 cəhdiniz qaldı.', '5 cəhdiniz qaldı.'],
    be: ['Засталася 1 спроба.', 'Засталося 2 спробы.', 'Засталося 5 спроб.'],
    de: ['Noch 1 Versuch.', 'Noch 2 Versuche.', 'Noch 5 Versuche.'],
    es: ['Te queda 1 intento.', 'Te quedan 2 intentos.', 'Te quedan 5 intentos.'],
    fr: ['Il vous reste 1 tentative.', 'Il vous reste 2 tentatives.', 'Il vous reste 5 tentatives.'],
    hy: ['Մնացել է 1 փորձ։', 'Մնացել է 2 փորձ։', 'Մնացել է 5 փորձ։'],
    ka: ['დარჩა 1 მცდელობა.', 'დარჩა 2 მცდელობა.', 'დარჩა 5 მცდელობა.'],
    kk: ['1 талпыныс қалды.', '2 талпыныс қалды.', '5 талпыныс қалды.'],
    ky: ['1 аракет калды.', '2 аракет калды.', '5 аракет калды.'],
    tg: ['Боз 1 кӯшиш мондааст.', 'Боз 2 кӯшиш мондааст.', 'Боз 5 кӯшиш мондааст.'],
    tr: ['1 deneme hakkınız kaldı.', '2 deneme hakkınız kaldı.', '5 deneme hakkınız kaldı.'],
    uk: ['Залишилася 1 спроба.', 'Залишилося 2 спроби.', 'Залишилося 5 спроб.'],
    uz: ['1 ta urinish qoldi.', '2 ta urinish qoldi.', '5 ta urinish qoldi.'],
    zh: ['还可尝试 1 次。', '还可尝试 2 次。', '还可尝试 5 次。'],
  });
});

test('the words of a language match those of `Intl`, unless the sentence needs another case', () => {
  // Node has no Tajik words; in the other languages, the preposition governs another case.
  const others = ['tg', 'ru', 'uk', 'be', 'ar'];
  for (const texts of languages.values()) {
    const { lang } = texts;
    if (others.includes(lang)) continue;
    for (const seconds of [15, 900, 86_400]) {
      const [own, intl] = [formatDuration(seconds, texts), formatDuration(seconds, { lang })].map(plain);
      assert.equal(own!.replace(/ /g, ''), intl!.replace(/ /g, ''), lang);
    }
  }
});

test('a language that neither the browser nor its file has words for shows symbols', () => {
  assert.equal(formatDuration(86_400, { lang: 'xx' }), '24h');
});
