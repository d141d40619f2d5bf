// Finds secrets in what is thrown, logged and sent.
import assert from 'node:assert/strict';
import test from 'node:test';
import { contains, readingsOf, textOf, withoutSecret } from '../../../src/testing/conformance/secrets.js';

test('a code inside a longer number is not one, and one beside letters is', () => {
  assert.equal(contains('at 1712345678', '1234'), false);
  assert.equal(contains('id=1234', '1234'), true);
  assert.equal(contains('12345 and 1234', '1234'), true);
});

test('an address is read with its plus and with the space that it may mean, and all of its parameters', () => {
  assert.deepEqual(readingsOf('https://id.test/?a=b+c&d=%41%'), [
    'https://id.test/?a=b+c&d=A%',
    'https://id.test/?a=b c&d=A%',
  ]);
});

test('a token that begins with a digit is found beside other digits', () => {
  assert.equal(contains('session1 19ab-cd2', '9ab-cd'), true);
});

test('the text of an error: its message, its members and its cause at any depth, without the stack', () => {
  const cause = Object.assign(new Error('inner'), { response: { headers: new Headers({ via: 'token-1' }) } });
  const error = Object.assign(new TypeError('outer', { cause }), { url: new URL('https://id.test/?code=1') });
  const text = textOf(error);
  for (const part of ['outer', 'inner', 'via', 'token-1', 'https://id.test/?code=1'])
    assert.ok(contains(text, part), part);
  assert.doesNotMatch(text, /\n\s+at /);
});

test('the text of an error that holds itself', () => {
  const error: Error & { cause?: unknown; request?: object } = new Error('no code');
  error.cause = error;
  error.request = { error, body: 'token-1' };
  assert.deepEqual(textOf(error).split('\n').includes('token-1'), true);
});

test('the text of several errors, of a Map and a Set, and of what no string holds', () => {
  const values = new Map<unknown, unknown>([['a', new Set([1n, Symbol('b'), undefined, null, true])]]);
  const text = textOf(new AggregateError([new Error('first'), new DOMException('second')], 'both'));
  for (const part of ['both', 'first', 'second']) assert.ok(text.includes(part), part);
  assert.deepEqual(textOf(values).split('\n').sort(), ['1', 'Symbol(b)', 'a', 'null', 'true', 'undefined']);
});

test('a member that throws when it is read hides nothing beside the object', () => {
  const broken = {
    get token() {
      throw new Error('unreadable');
    },
  };
  assert.ok(textOf([broken, 'token-1']).includes('token-1'));
});

test('a secret is replaced wherever it is found, and digits only as a whole number', () => {
  const text = 'token-1 1-token 1234 12345 a1234b';
  assert.equal(withoutSecret(text, 'token-1'), '… 1-token 1234 12345 a1234b');
  assert.equal(withoutSecret(text, '1-token'), 'token-1 … 1234 12345 a1234b');
  assert.equal(withoutSecret(text, '1234'), 'token-1 1-token … 12345 a…b');
});
