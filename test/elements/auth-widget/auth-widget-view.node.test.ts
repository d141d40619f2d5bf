// The first character of a name, for the avatar.
import assert from 'node:assert/strict';
import test from 'node:test';
import { firstCharacter } from '../../../src/elements/auth-widget/signed-in.view.js';

const NAMES = [
  ['Anna', 'A'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧'],
  ['e\u0301mile', 'e\u0301'],
  ['й'.normalize('NFD'), 'й'.normalize('NFD')],
  ['🇷🇺 team', '🇷🇺'],
  ['👍🏽', '👍🏽'],
  ['', undefined],
] as const;

for (const [name, first] of NAMES) {
  test(`${name}: ${first}`, () => assert.equal(firstCharacter(name), first));
}

test('without Intl.Segmenter: the first code point, which is never half of one', t => {
  const { Segmenter } = Intl;
  Reflect.deleteProperty(Intl, 'Segmenter');
  t.after(() => Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true }));
  assert.equal(firstCharacter('Anna'), 'A');
  assert.equal(firstCharacter('🐎 horse'), '🐎');
  assert.equal(firstCharacter(''), undefined);
});
