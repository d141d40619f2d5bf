// AuthError and toFailure: what is kept of an error, and how a foreign one is read.
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
  test(`toFailure: ${name} counts as network, and nothing else of it is kept`, () => {
    assert.deepEqual(toFailure(thrown), { code: 'network' });
  });
