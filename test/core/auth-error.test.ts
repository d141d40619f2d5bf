// AuthError and toFailure: which details of an error are kept, and how an unknown error is read.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthError, toFailure } from '../../src/core/auth-error.js';

test('AuthError: code, details and message', () => {
  const error = new AuthError('blocked', { status: 429, retryAfter: 900 }, 'Too many wrong codes.');
  assert.ok(error instanceof Error);
  assert.deepEqual([error.name, error.code, error.message], ['AuthError', 'blocked', 'Too many wrong codes.']);
  assert.deepEqual([error.status, error.retryAfter, error.attemptsLeft, error.field], [429, 900, undefined, undefined]);
  assert.equal(new AuthError('server').message, 'server');
});

test('AuthError: only the known details are kept', () => {
  const details = { status: 401, phone: '79161234567' };
  assert.ok(!('phone' in new AuthError('wrong-code', details)));
});

const TEXTS: Readonly<Record<string, readonly [unknown, string | undefined]>> = {
  'a sentence': ['Ваш номер заблокирован.', 'Ваш номер заблокирован.'],
  'spaces around it': ['  Call us.  ', 'Call us.'],
  'line breaks and tabs': ['Call\r\n\tus.\u2028Now.', 'Call us. Now.'],
  'control characters': ['Call\u0000\u0007\u001b[31m us\u009f.', 'Call [31m us .'],
  'characters that reorder what is around them': ['\u202eCall\u2066 us.\u2069', 'Call us.'],
  'a joiner that some scripts need': ['نمی\u200cخواهم', 'نمی\u200cخواهم'],
  '300 characters': ['й'.repeat(300), 'й'.repeat(300)],
  'more than 300 characters': ['й'.repeat(301), 'й'.repeat(300)],
  'characters of two units': ['😀'.repeat(400), '😀'.repeat(300)],
  'a whole page': ['<p>'.repeat(1e6), '<p>'.repeat(100)],
  'after 3000 characters of space': [' '.repeat(3000) + 'Call us.', undefined],
  'no more than spaces': [' \n\t ', undefined],
  'an empty text': ['', undefined],
  'a number': [7, undefined],
  'an object': [{ toString: () => 'no' }, undefined],
};
for (const [name, [given, kept]] of Object.entries(TEXTS))
  test(`the server's text, ${name}: one line, at most 300 characters, no control characters`, () => {
    const error = new AuthError('refused', { text: given as string });
    assert.equal(error.text, kept);
    const foreign = Object.assign(new Error(), { name: 'AuthError', code: 'refused', text: given });
    assert.equal(toFailure(foreign).text, kept);
  });

test('toFailure: an AuthError as plain data', () => {
  const failure = toFailure(new AuthError('wrong-code', { status: 401, attemptsLeft: 2 }));
  assert.deepEqual(
    { ...failure },
    {
      code: 'wrong-code',
      status: 401,
      attemptsLeft: 2,
      retryAfter: undefined,
      field: undefined,
      text: undefined,
      challenge: undefined,
    },
  );
});

test('toFailure: the AuthError of another copy of this package is recognised by its name', () => {
  const foreign = Object.assign(new Error('Wrong code'), { name: 'AuthError', code: 'wrong-code', attemptsLeft: 1 });
  assert.deepEqual([toFailure(foreign).code, toFailure(foreign).attemptsLeft], ['wrong-code', 1]);
});

const OTHER_VALUES = {
  'a TypeError': new TypeError('secret'),
  'a string': 'text',
  null: null,
  undefined,
  'an object': { code: 'blocked' },
};
for (const [name, thrown] of Object.entries(OTHER_VALUES))
  test(`toFailure: ${name} counts as network, and nothing else is kept`, () => {
    assert.deepEqual(toFailure(thrown), { code: 'network' });
  });
