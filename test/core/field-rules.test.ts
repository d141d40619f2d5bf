// The rules for logins and passwords: docs/protocol.md#field-rules.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isValidLogin, isValidPassword } from '../../src/core/field-rules.js';

for (const login of ['anna', 'a.b_c-9', 'ANNA', 'a'.repeat(32)]) {
  test(`a login: ${login}`, () => assert.equal(isValidLogin(login), true));
}

for (const login of ['', 'abc', 'a'.repeat(33), 'an na', 'анна', 'anna!', '!anna', 'anna\n', '!!!!']) {
  test(`not a login: ${JSON.stringify(login)}`, () => assert.equal(isValidLogin(login), false));
}

for (const [what, password] of [
  ['8 characters', 'password'],
  ['128 characters', 'p'.repeat(128)],
  ['any character, a line break too', 'пароль \n😀'],
  ['128 letters that are typed as two characters each', 'й'.normalize('NFD').repeat(128)],
] as const) {
  test(`a password of ${what}`, () => assert.equal(isValidPassword(password), true));
}

for (const [what, password] of [
  ['7 characters', 'passwor'],
  ['129 characters', 'p'.repeat(129)],
  ['7 letters that are typed as two characters each', 'й'.normalize('NFD').repeat(7)],
  ['7 characters outside of the basic plane', '😀'.repeat(7)],
] as const) {
  test(`not a password: ${what}`, () => assert.equal(isValidPassword(password), false));
}
