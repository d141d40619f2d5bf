// What the conformance suite says of a wrong member of an answer.
import assert from 'node:assert/strict';
import test from 'node:test';
import { findWrongAnswer } from '../../../src/testing/conformance/answer-types.js';

const SESSION = { user: 'u1', displayName: null, token: 'token-1', expiresIn: 60 };
const SESSIONS = ['verifyCode', 'login', 'renewSession', 'findSession'];
const BEARER = {};
const COOKIES = { cookies: true };

test('answers that follow the rules', () => {
  const requests = [
    {},
    { resendIn: 0, codeLength: 1, idempotent: false, state: '', attemptsLeft: 0 },
    { codeLength: 6 },
  ];
  const full = { user: 'u1', token: 'a_b.c~d+e/f=g-h', refreshToken: 'r', created: true, device: '!~', expiresIn: 1 };
  const valid: Readonly<Record<string, readonly unknown[]>> = {
    requestCode: requests,
    verifyCode: [SESSION, full, null],
    login: [SESSION, full],
    renewSession: [SESSION, full],
    findSession: [SESSION, full, null],
    getSession: [{ user: 'u1', displayName: 'Anna' }],
    setDisplayName: [undefined, { user: 'u1' }],
    endSession: [1],
  };
  for (const [method, values] of Object.entries(valid))
    for (const value of values)
      assert.equal(findWrongAnswer(method, value, BEARER), undefined, `${method} ${JSON.stringify(value)}`);
  assert.equal(findWrongAnswer('login', { user: 'u1' }, COOKIES), undefined);
});

test('no object', () => {
  for (const method of ['requestCode', 'login', 'renewSession', 'getSession', 'setDisplayName'])
    for (const value of [null, 'text']) assert.equal(findWrongAnswer(method, value, BEARER), 'it is not an object');
});

test('a wrong member is named; a number is shown, and nothing that may be secret', () => {
  const wrong: [methods: readonly string[], change: Record<string, unknown>, says: string][] = [
    [['requestCode'], { resendIn: -1 }, 'its `resendIn` is -1'],
    [['requestCode'], { resendIn: '60' }, 'its `resendIn` is a string of 2 characters'],
    [['requestCode'], { codeLength: 0 }, 'its `codeLength` is 0'],
    [['requestCode'], { codeLength: 7 }, 'its `codeLength` is 7'],
    [['requestCode'], { codeLength: 4.5 }, 'its `codeLength` is 4.5'],
    [['requestCode'], { idempotent: 'yes' }, 'its `idempotent` is a string of 3 characters'],
    [['requestCode'], { state: 1234 }, 'its `state` is a number'],
    [['requestCode'], { attemptsLeft: -2 }, 'its `attemptsLeft` is -2'],
    [['requestCode'], { attemptsLeft: null }, 'its `attemptsLeft` is null'],
    [SESSIONS, { user: '' }, 'its `user` is an empty string'],
    [SESSIONS, { user: undefined }, 'its `user` is left out'],
    [SESSIONS, { displayName: '' }, 'its `displayName` is an empty string'],
    [SESSIONS, { expiresIn: 0 }, 'its `expiresIn` is 0'],
    [SESSIONS, { expiresIn: Infinity }, 'its `expiresIn` is Infinity'],
    [SESSIONS, { token: undefined }, 'its `token` is left out'],
    [SESSIONS, { token: 'a b' }, 'its `token` is a string of 3 characters'],
    [SESSIONS, { token: ['a'] }, 'its `token` is an array'],
    [SESSIONS, { refreshToken: {} }, 'its `refreshToken` is of the type object'],
    [SESSIONS, { created: 1 }, 'its `created` is a number'],
    [SESSIONS, { created: 'no' }, 'its `created` is a string of 2 characters'],
    [SESSIONS, { device: 12_345 }, 'its `device` is a number'],
    [SESSIONS, { device: 'a b' }, 'its `device` is a string of 3 characters'],
    [SESSIONS, { device: 'd'.repeat(201) }, 'its `device` is a string of 201 characters'],
    [['getSession'], { expiresIn: 0.5 }, 'its `expiresIn` is 0.5'],
    [['getSession', 'setDisplayName'], { user: true }, 'its `user` is a boolean'],
    [['setDisplayName'], { displayName: 5 }, 'its `displayName` is a number'],
  ];
  for (const [methods, change, says] of wrong)
    for (const method of methods) {
      const value = { ...(method === 'requestCode' ? {} : SESSION), ...change };
      assert.equal(findWrongAnswer(method, value, BEARER), says, `${method} ${JSON.stringify(change)}`);
    }
  assert.equal(findWrongAnswer('login', { user: 'u1', token: '' }, COOKIES), 'its `token` is an empty string');
});
