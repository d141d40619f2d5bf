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

const PASSWORD = 'correct horse';

test('an account from the start: its identifier, its name, and what finds it', () => {
  const accounts = new MemoryAccounts();
  const anna = accounts.add({ phone: '8 916 123-45-67', login: 'Anna', displayName: 'Anna A', user: 'user-2' });
  assert.deepEqual({ ...anna }, { user: 'user-2', displayName: 'Anna A' });
  const boris = accounts.add({ login: 'Boris', password: PASSWORD });
  assert.deepEqual({ ...boris }, { user: 'user-3', displayName: 'boris' }, 'user-2 is taken');
  const nameless = accounts.add({ phone: '79161234568' });
  assert.deepEqual({ ...nameless }, { user: 'user-4', displayName: null });
  assert.equal(accounts.add({ login: 'clara', displayName: null }).displayName, null);
  assert.equal(accounts.find({ phone: '+79161234567' }), anna);
  assert.equal(accounts.find({ login: 'ANNA' }), anna);
  assert.equal(accounts.find({ phone: '79161234567', login: 'boris' }), anna, 'the number comes first');
  assert.equal(accounts.find({ phone: '79161234569', login: 'boris' }), boris);
  assert.equal(accounts.find({ phone: '79161234569' }), undefined);
  assert.equal(accounts.find({ login: 'nobody' }), undefined);
  assert.equal(accounts.find({}), undefined);
});

test('an account that cannot be: the error says why, and nothing is added', () => {
  const accounts = new MemoryAccounts();
  accounts.add({ phone: '79161234567', login: 'anna', user: 'u1' });
  const taken = 'There is an account with this number or login';
  const password = 'A password has 8 to 128 characters, and a login beside it';
  for (const [setup, message] of [
    [{ login: 'x' }, 'Not a login: x'],
    [{ phone: '123' }, 'Not a phone number: 123'],
    [{ phone: '+1' }, 'Not a phone number: +1'],
    [{ password: PASSWORD }, password],
    [{ login: 'boris', password: 'short' }, password],
    [{ phone: '79161234567' }, taken],
    [{ phone: '79161234567', login: 'boris' }, taken],
    [{ login: 'ANNA' }, taken],
    [{ phone: '79161234568', login: 'anna' }, taken],
    [{ login: 'boris', user: 'u1' }, 'There is an account with this identifier'],
  ] as const)
    assert.throws(() => accounts.add(setup), { name: 'TypeError', message }, JSON.stringify(setup));
  assert.equal(accounts.add({ phone: '79161234568', login: 'boris' }).user, 'user-2');
});

test('a confirmed number has one account, without a name until it gets one', () => {
  const accounts = new MemoryAccounts();
  const created = accounts.confirmPhone('79161234567');
  assert.deepEqual({ ...created }, { user: 'user-1', displayName: null });
  assert.equal(accounts.confirmPhone('79161234567'), created);
  assert.notEqual(accounts.confirmPhone('79161234568'), created);
  const named = accounts.setDisplayName('user-1', 'Anna');
  assert.deepEqual(named, { user: 'user-1', displayName: 'Anna' });
  assert.notEqual(named, created, 'a copy');
  assert.equal(created.displayName, 'Anna');
});

test('a new login gets an account, and then wants its password', () => {
  const accounts = new MemoryAccounts();
  const { account, created } = accounts.signIn('Anna', PASSWORD);
  assert.deepEqual([{ ...account }, created], [{ user: 'user-1', displayName: 'anna' }, true]);
  const again = accounts.signIn('ANNA', PASSWORD);
  assert.deepEqual([again.account, again.created], [account, false]);
  for (const other of ['wrong horse', 'Correct horse', ` ${PASSWORD}`])
    assert.throws(() => accounts.signIn('anna', other), { code: 'wrong-credentials' }, other);
  accounts.add({ login: 'boris' });
  assert.throws(() => accounts.signIn('boris', PASSWORD), { code: 'wrong-credentials' }, 'it has no password');
});

test('a password counts in any of its normal forms, at the start as at a sign-in', () => {
  const accounts = new MemoryAccounts();
  const [composed, decomposed, wide] = [
    'caf\u00e9 cr\u00e8me',
    'cafe\u0301 cre\u0300me',
    '\uff43afe\u0301 cre\u0300me',
  ];
  accounts.add({ login: 'anna', password: decomposed });
  accounts.signIn('boris', wide);
  for (const login of ['anna', 'boris'])
    for (const password of [composed, decomposed, wide]) assert.equal(accounts.signIn(login, password).created, false);
});

test('what breaks a rule of logins or passwords creates no account', () => {
  const accounts = new MemoryAccounts();
  const [login, password] = [
    { code: 'policy', field: 'login' },
    { code: 'policy', field: 'password' },
  ];
  assert.throws(() => accounts.signIn('x', PASSWORD), login);
  assert.throws(() => accounts.signIn('anna', 'short'), password);
  assert.throws(() => accounts.signIn('x', 'short'), login, 'the login comes first');
  for (const same of ['anna-maria', 'ANNA-Maria', '\uff41nna-maria'])
    assert.throws(() => accounts.signIn('Anna-Maria', same), password, same);
  for (const number of ['1234567890', '123456789012345', '12-34.56_78-90', '9161234567', '79161234567'])
    assert.throws(() => accounts.signIn(number, PASSWORD), login, number);
  for (const fine of ['123456789', '1234567890123456', 'a1234567890', '1234567890a'])
    assert.equal(accounts.signIn(fine, PASSWORD).created, true, fine);
  assert.equal(accounts.signIn('anna-maria', PASSWORD).created, true);
});
