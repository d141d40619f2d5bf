// The rules for logins and names of docs/protocol.md#field-rules in the server in memory. memory-backend-reference.node.test.ts compares more of
// them with the reference server.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MemoryAccounts, parseDisplayName } from '../../../src/testing/memory-server/memory-accounts.js';

const LOGINS_OF_THE_SITE = `abuse admin administrator billing bot help helpdesk hostmaster info moderator noreply official operator owner
  postmaster privacy root security service staff superuser support sysadmin system team webmaster`;

test('nobody registers a login that passes for the site, however it is written', () => {
  const accounts = new MemoryAccounts();
  for (const login of LOGINS_OF_THE_SITE.split(/\s+/))
    for (const written of [login, login.toUpperCase(), `${login[0]}.${login.slice(1)}`, `${login}-_`])
      assert.throws(() => accounts.signIn(written, 'correct horse'), { code: 'policy', field: 'login' }, written);
  assert.equal(accounts.signIn('teams', 'correct horse').created, true);
});

const FORBIDDEN: Readonly<Record<string, string>> = {
  'a control character': '\u0007',
  'a lone surrogate': '\ud800',
  'the Arabic letter mark': '\u061c',
  'the mark for left to right': '\u200e',
  'the mark for right to left': '\u200f',
  'a line separator': '\u2028',
  'a paragraph separator': '\u2029',
  'an override of the direction': '\u202e',
  'an interlinear annotation': '\ufff9',
  'a replaced object': '\ufffc',
  'the blank of Braille': '\u2800',
  'the filler of Khitan': '\u{16fe4}',
  'a null note': '\u{1d159}',
  'a character for private use': '\ue000',
  'a noncharacter': '\ufffe',
  'a soft hyphen': '\u00ad',
  'a word joiner': '\u2060',
  'a tag': '\u{e0041}',
};

for (const [what, character] of Object.entries(FORBIDDEN))
  test(`a name has no ${what}`, () =>
    assert.throws(() => parseDisplayName(`a${character}b`), { code: 'policy', field: 'displayName' }));

test('a name may have joiners, variation selectors and the characters beside the forbidden ones', () => {
  for (const name of [
    'می\u200cخواهم',
    '\u{1f469}\u200d\u{1f4bb}',
    '1\ufe0f\u20e3',
    '葛\u{e0100}',
    '葛\u{e01ef}',
    'a\u2027b',
    'a\u202fb',
    'a\ufffdb',
  ])
    assert.equal(parseDisplayName(` ${name} `), name);
});

test('a name begins with no accent, has at most four on a letter and 64 characters, of which one can be seen', () => {
  for (const name of ['\u0301a', `a${'\u0301'.repeat(6)}`, 'a'.repeat(65), '', ' ', '\u200d'])
    assert.throws(() => parseDisplayName(name), { code: 'policy' }, JSON.stringify(name));
  for (const name of [`a${'\u0301'.repeat(5)}`, 'a'.repeat(64), '\u{1f600}'.repeat(64)])
    assert.equal(parseDisplayName(name), name);
});
