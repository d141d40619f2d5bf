import assert from 'node:assert/strict';
import test from 'node:test';
import { toAsciiDigits } from '../../src/core/digits.js';

test('the digits of every script that Unicode knows come in tens, from 0 to 9', () => {
  let count = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) assert.equal(toAsciiDigits(character), String(count++ % 10), code.toString(16));
  }
  assert.ok(count >= 650);
});

test('what is no digit stays', () => {
  assert.equal(toAsciiDigits('тел. +7 (٩) ½ ② Ⅷ 😀'), 'тел. +7 (9) ½ ② Ⅷ 😀');
});
