// Texts of failures: placeholders, and the built-in languages.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthErrorCode } from '../../src/core/auth-error.js';
import { fillIn, formatNumber, type TextTemplate } from '../../src/core/text-template.js';
import { errorText } from '../../src/core/error-text.js';
import * as en from '../../src/locales/en.js';
import * as ru from '../../src/locales/ru.js';

const errorsEn = en.errors;
const { lang: _lang, ...textsEn } = errorsEn;

test('fillIn: a part in brackets is dropped if its value is missing', () => {
  const text = 'Wrong.[ Tries left: {n}.][ Again in {time}.]';
  assert.equal(fillIn(text, { n: 2, time: '0:05' }), 'Wrong. Tries left: 2. Again in 0:05.');
  assert.equal(fillIn(text, { n: 0, time: '' }), 'Wrong. Tries left: 0.');
  assert.equal(fillIn(text, { n: undefined, time: null }), 'Wrong.');
  assert.equal(fillIn('{n} [in brackets]', {}), ' [in brackets]');
  // Values are inserted literally: `$&` and braces have no meaning in them.
  assert.equal(fillIn('{n}', { n: '$& {time}' }), '$& {time}');
});

test('fillIn: what follows `|` replaces an unknown value, but not an empty one', () => {
  const text = 'Try again[ in {time}| later].';
  assert.equal(fillIn(text, { time: '0:05' }), 'Try again in 0:05.');
  assert.equal(fillIn(text, {}), 'Try again later.');
  assert.equal(fillIn(text, { time: null }), 'Try again later.');
  assert.equal(fillIn(text, { time: '' }), 'Try again.');
});

test('fillIn: a function that returns anything but a text is as good as none', () => {
  for (const value of [7, null, undefined, {}, ['text']]) {
    const template = (() => value) as unknown as TextTemplate<object>;
    assert.equal(fillIn(Object.assign(template, { fallback: 'In {n} s' }), { n: 5 }), 'In 5 s', typeof value);
    assert.equal(fillIn(Object.assign(template, { fallback: undefined }), {}, 'en', 'Later'), 'Later', typeof value);
  }
});

test('numbers are formatted for the language, with the digits 0 to 9', () => {
  assert.equal(fillIn('{n}', { n: 1234.5 }), '1,234.5');
  assert.equal(fillIn('{n}', { n: 1234.5 }, 'de'), '1.234,5');
  assert.equal(fillIn('{n}', { n: 25 }, 'fa'), '25');
  assert.equal(formatNumber(1234.5), '1,234.5');
  // Browsers do not know Klingon, and would use their own language instead.
  assert.equal(formatNumber(1234.5, 'tlh'), '1234.5');
  // A string is inserted unchanged.
  assert.equal(fillIn('{n}', { n: '1234.5' }, 'de'), '1234.5');
});

test('a proof of work on a page without Web Crypto: the text does not suggest trying again', t => {
  const failure = { code: 'challenge', challenge: { type: 'pow' } } as const;
  assert.equal(errorText(failure, errorsEn), errorsEn.challenge);
  const { crypto } = globalThis;
  t.after(() => Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true }));
  for (const value of [{}, undefined]) {
    Object.defineProperty(globalThis, 'crypto', { value, configurable: true });
    assert.equal(errorText(failure, errorsEn), errorsEn['challenge-insecure']);
    assert.equal(errorText({ code: 'challenge', challenge: { type: 'other' } }, errorsEn), errorsEn.challenge);
    assert.equal(errorText({ code: 'challenge' }, errorsEn), errorsEn.challenge);
  }
});

test('errorText: attempts left and time to wait', () => {
  assert.equal(
    errorText({ code: 'wrong-code', attemptsLeft: 2 }, errorsEn),
    'That code isn’t right. Check the text message. 2\u00A0tries left.',
  );
  assert.equal(
    errorText({ code: 'wrong-code', attemptsLeft: 0 }, errorsEn),
    'That code isn’t right. Check the text message.',
  );
  assert.equal(errorText({ code: 'wrong-code' }, errorsEn), 'That code isn’t right. Check the text message.');
  const blocked = { code: 'blocked', retryAfter: 900 } as const;
  assert.equal(errorText(blocked, errorsEn), 'Too many wrong codes. Try again in\u00A015\u00A0minutes.');
  assert.equal(errorText(blocked, errorsEn, 59), 'Too many wrong codes. Try again in\u00A059\u00A0seconds.');
  assert.equal(errorText(blocked, errorsEn, 0), 'Too many wrong codes.');
  assert.equal(errorText({ code: 'blocked' }, errorsEn), 'Too many wrong codes. Try again later.');
});

test('errorText: hours are in the language of the texts, English by default', () => {
  const blocked = { code: 'blocked', retryAfter: 86_400 } as const;
  const messageIn = (messages: object) => errorText(blocked, messages as typeof errorsEn).replaceAll('\u00A0', ' ');
  assert.equal(messageIn(errorsEn), 'Too many wrong codes. Try again in 24 hours.');
  assert.equal(messageIn(ru.errors), 'Слишком много неверных кодов. Попробуйте ещё раз через 24 часа.');
  assert.equal(messageIn({ lang: 'de', blocked: '{time}' }), '24 Stunden');
  assert.equal(messageIn({ blocked: '{time}' }), '24 hours');
});

test("errorText: the server's text replaces ours for every code", () => {
  const text = 'Call {n} [us|them].';
  for (const code of ['blocked', 'wrong-code', 'refused', 'policy', 'teapot' as 'server'] as const)
    assert.equal(errorText({ code, text, retryAfter: 900, attemptsLeft: 1, field: 'login' }, errorsEn, 0), text);
});

test('errorText: an unknown code gets the general text', () => {
  const general = errorsEn.server;
  assert.equal(errorText({ code: 'teapot' as never }, errorsEn), general);
  assert.equal(errorText({ code: 'toString' as never }, errorsEn), general);
});

test('errorText: the code policy has a text for each field, and one for unknown rules', () => {
  for (const field of ['login', 'password', 'displayName'] as const) {
    assert.equal(errorText({ code: 'policy', field }, errorsEn), errorsEn[`policy-${field}`]);
    assert.equal(errorText({ code: 'policy', field }, errorsEn, 0, {}), errorsEn.policy);
    assert.equal(errorText({ code: 'policy', field }, errorsEn, 0, { [`policy-${field}`]: 'Six.' }), 'Six.');
  }
  for (const field of [undefined, 'phone' as never])
    assert.equal(errorText({ code: 'policy', field }, errorsEn), errorsEn.policy);
  // `field` only matters for the code `policy`.
  assert.equal(errorText({ code: 'server', field: 'login' }, errorsEn), errorsEn.server);
});

for (const [lang, { errors, widgetTexts, phoneInputTexts, codeInputTexts }] of Object.entries({ en, ru })) {
  test(`${lang}: every code has its own text, complete with and without values`, () => {
    const texts = new Set<string>();
    for (const key of Object.keys(textsEn)) {
      const [code, field] = key.split(/(?<=policy)-/) as [AuthErrorCode, 'login' | undefined];
      for (const known of [{}, { attemptsLeft: 1, retryAfter: 61 }, { retryAfter: 86_400 }]) {
        const text = errorText({ code, field, ...known }, errors);
        assert.match(text, /^\S.*[.!]$/u, key);
        assert.doesNotMatch(text, /[[\]{}|]|undefined|null|NaN/, key);
      }
      texts.add(errorText({ code, field }, errors));
    }
    assert.equal(texts.size, Object.keys(textsEn).length);
    const { hours: _hours, minutes: _minutes, seconds: _seconds, ...own } = errors;
    assert.deepEqual(Object.keys(own).sort(), Object.keys(errorsEn).sort());
    assert.equal(errors.lang, lang);
  });

  test(`${lang}: every error says what to do next`, () => {
    /** The verbs that introduce a next step. */
    const nextStep =
      /(^|[.,] )(Enter|Fill in|Check|Try|Get|Reload|Go back|Sign in|Start over|If|Create|Open|Введите|Заполните|Проверьте|Попробуйте|Получите|Обновите|Вернитесь|Войдите|Начните|Если|Создайте|Откройте) ?/u;
    const { emptyField, passwordMismatch, loginTaken } = widgetTexts;
    const { phoneMissing, phoneTooShort } = phoneInputTexts;
    const fieldMessages = [
      emptyField,
      passwordMismatch,
      loginTaken,
      phoneMissing,
      phoneTooShort,
      codeInputTexts.codeMissing,
    ];
    const { lang: _lang, hours: _hours, minutes: _minutes, seconds: _seconds, ...texts } = errors;
    for (const text of Object.values(texts)) {
      const messages = [
        { n: 1, seconds: 60, time: '1:00' },
        { n: null, seconds: null, time: null },
      ].map(values => fillIn(text, values));
      for (const message of messages) assert.match(message, nextStep);
    }
    for (const message of fieldMessages) {
      assert.match(message, nextStep);
      assert.match(message, /\.$/);
    }
  });
}

/** Every text of a language, as a string. */
const allTexts = ({ errors, widgetTexts, phoneInputTexts, codeInputTexts }: typeof en | typeof ru) =>
  Object.values({ ...errors, ...widgetTexts, ...phoneInputTexts, ...codeInputTexts }).map(text =>
    fillIn(text as TextTemplate<object>, { n: 2 }),
  );

test('each thing has one word: its synonyms do not occur', () => {
  for (const text of allTexts(en)) assert.doesNotMatch(text, /please|log ?in\b|\bSMS\b|\bask for|number has/i);
  for (const text of allTexts(ru)) assert.doesNotMatch(text, /повторите|запросите|снова|сеть|сети\b|учётн/i);
});
