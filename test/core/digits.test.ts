import assert from 'node:assert/strict';
import test from 'node:test';
import { toAsciiDigits } from '../../src/core/digits.js';

test('every decimal digit of Unicode is converted', () => {
  let count = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) assert.equal(toAsciiDigits(character), String(count++ % 10), code.toString(16));
  }
  assert.ok(count >= 650);
});

test('other characters are unchanged', () => {
  assert.equal(toAsciiDigits('тел. +7 (٩) ½ ② Ⅷ 😀'), 'тел. +7 (9) ½ ② Ⅷ 😀');
});
