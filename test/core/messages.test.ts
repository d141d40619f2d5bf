// Messages of failures: placeholders, and the texts of both languages.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { AuthErrorCode } from '../../src/core/auth-error.js';
import { errorMessage, fillIn } from '../../src/core/messages.js';
import { errors as errorsEn } from '../../src/locales/en.js';
import { errors as errorsRu } from '../../src/locales/ru.js';

test('fillIn: a part in brackets is left out if its value is missing', () => {
  const text = 'Wrong.[ Tries left: {n}.][ Again in {time}.]';
  assert.equal(fillIn(text, { n: 2, time: '0:05' }), 'Wrong. Tries left: 2. Again in 0:05.');
  assert.equal(fillIn(text, { n: 0, time: '' }), 'Wrong. Tries left: 0.');
  assert.equal(fillIn(text, { n: undefined, time: null }), 'Wrong.');
  assert.equal(fillIn('{n} [in brackets]', {}), ' [in brackets]');
  // A value is inserted as it is: `$&` and braces in it have no meaning.
  assert.equal(fillIn('{n}', { n: '$& {time}' }), '$& {time}');
});

test('errorMessage: attempts left and time to wait', () => {
  assert.equal(errorMessage({ code: 'wrong-code', attemptsLeft: 2 }, errorsEn), 'Wrong code. Tries left: 2.');
  assert.equal(errorMessage({ code: 'wrong-code', attemptsLeft: 0 }, errorsEn), 'Wrong code. Tries left: 0.');
  assert.equal(errorMessage({ code: 'wrong-code' }, errorsEn), 'Wrong code.');
  const blocked = { code: 'blocked', retryAfter: 900 } as const;
  assert.equal(errorMessage(blocked, errorsEn), 'Too many wrong codes. Try again in 15:00.');
  assert.equal(errorMessage(blocked, errorsEn, 59), 'Too many wrong codes. Try again in 0:59.');
  assert.equal(errorMessage(blocked, errorsEn, 0), 'Too many wrong codes.');
});

test('errorMessage: the code policy has a text for each field', () => {
  for (const field of ['login', 'password', 'displayName'] as const)
    assert.equal(errorMessage({ code: 'policy', field }, errorsEn), errorsEn[`policy-${field}`]);
  assert.equal(errorMessage({ code: 'policy' }, errorsEn), errorsEn['policy-login']);
});

for (const [lang, messages] of Object.entries({ en: errorsEn, ru: errorsRu })) {
  test(`${lang}: every code has a text of its own, complete with and without its values`, () => {
    const texts = new Set<string>();
    for (const key of Object.keys(errorsEn)) {
      const [code, field] = key.split(/(?<=policy)-/) as [AuthErrorCode, 'login' | undefined];
      for (const known of [{}, { attemptsLeft: 1, retryAfter: 61 }]) {
        const text = errorMessage({ code, field, ...known }, messages);
        assert.match(text, /^\S.*[.!]$/u, key);
        assert.doesNotMatch(text, /[[\]{}]|undefined|null|NaN/, key);
      }
      texts.add(errorMessage({ code, field }, messages));
    }
    assert.equal(texts.size, Object.keys(errorsEn).length);
    assert.deepEqual(Object.keys(messages).sort(), Object.keys(errorsEn).sort());
  });
}
