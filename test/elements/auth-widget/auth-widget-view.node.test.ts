// The first character of a name, for the avatar, and a number of which dots hide a part.
import assert from 'node:assert/strict';
import test from 'node:test';
import { firstCharacter, maskPhone } from '../../../src/elements/auth-widget/signed-in.view.js';

const NAMES = [
  ['Anna', 'A'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧'],
  ['e\u0301mile', 'e\u0301'],
  ['й'.normalize('NFD'), 'й'.normalize('NFD')],
  ['🇷🇺 team', '🇷🇺'],
  ['👍🏽', '👍🏽'],
  ['Ёлка', 'Ё'],
  ['1\uFE0F\u20E3 one', '1\uFE0F\u20E3'],
  ['각', '각'],
  ['', undefined],
] as const;

for (const [name, first] of NAMES) {
  test(`${name}: ${first}`, () => assert.equal(firstCharacter(name), first));
}

test('dots hide all digits of a number but its country code and the last four; without its country, all but the last four', () => {
  assert.equal(maskPhone('79161234567'), '+7 (•••) •••-45-67');
  assert.equal(maskPhone('375291234567'), '••••••••4567');
});

test('without Intl.Segmenter: the first code point, which is never half of one', t => {
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, 'Segmenter');
  t.after(() => Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true }));
  assert.equal(firstCharacter('Anna'), 'A');
  assert.equal(firstCharacter('🐎 horse'), '🐎');
  assert.equal(firstCharacter(''), undefined);
});

test('a name of Latin or Cyrillic letters makes no Intl.Segmenter, the first of which takes most of the time of the screen', t => {
  const made = t.mock.method(Intl, 'Segmenter');
  for (const name of ['Anna', 'Ёлка', '7 of 9', 'Øystein']) firstCharacter(name);
  assert.equal(made.mock.callCount(), 0);
  firstCharacter('🐎 horse');
  assert.equal(made.mock.callCount(), 1);
});
