import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

onDatabase('logins, passwords and names', h => {
  it('are refused with the name of the field that breaks a rule', async () => {
    // Letters that look like the allowed ones, or are mapped to them by a change of case.
    for (const alike of [
      'аnna',
      'ann\u0430',
      '\u212aelvin',
      '\u017fara',
      'ａｎｎａ',
      'annа\u0301',
      'anna\u200b',
      'anna\0',
    ]) {
      assertRefused(await h().signIn(alike, 'long enough'), 422, { what: 'login' });
    }
    for (const login of ['abc', 'a'.repeat(33), 'анна', 'anna k', 'anna@x', '', 'anna\n']) {
      assertRefused(await h().signIn(login, 'long enough'), 422, { what: 'login' });
    }
    for (const password of ['1234567', 'x'.repeat(129), '', '😀'.repeat(7), '\ud800aaaaaaaa']) {
      assertRefused(await h().signIn('anna', password), 422, { what: 'password' });
    }
    for (const good of ['😀'.repeat(8), 'x'.repeat(128)])
      assert.equal((await h().signIn('anna', good)).status !== 422, true);
    const token = (await h().signIn('peter', 'long enough')).params.token!;
    const rename = (displayName: unknown) => h().call('PATCH', '/v1/account', { token, body: { displayName } });
    for (const name of ['', '   ', 'x'.repeat(65), 'a\u0000b', 'a\nb', 'a\u2028b', 'a\u202eb', 'a\u2066b', '\ud800']) {
      assertRefused(await rename(name), 422, { what: 'displayName' });
    }
    for (const blank of ['\u200b', '\u3164', '\uffa0', '\u115f\u1160', '\u2800', '\u00ad', '\ufe0f', '\u{e0041}']) {
      assertRefused(await rename(blank), 422, { what: 'displayName' });
    }
    const hidden = ['\u200e', '\u200f', '\u061c', '\u{e0041}\u{e007f}', '\u00ad', '\u2060', '\u200b', '\ufeff'];
    for (const each of hidden) assertRefused(await rename(`An${each}na`), 422, { what: 'displayName' });
    // Joiners and selectors where they change nothing, in piles too, and what else nobody sees.
    for (const each of [
      '\u200d',
      '\u200c',
      '\ufe0f',
      '\u{e0100}',
      '\u034f',
      '\ufff9',
      '\u{1d173}',
      '\ufffe',
      '\u3164',
    ]) {
      assertRefused(await rename(`An${each}na`), 422, { what: 'displayName' });
    }
    const useless = [
      'Анна\u200d',
      'А\u0301\u200dнна',
      '\u200dعلی',
      'علی\u200c',
      'علی\u200c\u200cرضا',
      '7\u200d7',
      '👩\u200d',
    ];
    for (const name of [
      ...useless,
      '❤\ufe0f\ufe0f',
      '漢\u{e0100}\u{e0101}',
      '👩\u200d\u200d👧',
      '\u0301',
      '\u0301Anna',
    ]) {
      assertRefused(await rename(name), 422, { what: 'displayName' });
    }
    assertRefused(await rename(`A${'\u0301'.repeat(6)}nna`), 422, { what: 'displayName' });
    // Blanks that are no spaces, and what only the font of the page decides about.
    for (const each of ['\u2800', '\u{1d159}', '\u{16fe4}', '\ufffc', '\ue000', '\u{f0000}'])
      for (const name of [`An${each}na`, `Anna${each}`])
        assertRefused(await rename(name), 422, { what: 'displayName' });
    // Two letters of each script, and what else may stand before a joiner or a selector.
    const pairs = [
      'Աբ',
      'აბ',
      'אב',
      'کم',
      'ދހ',
      'कष',
      'কষ',
      'กข',
      'ກຂ',
      'ကခ',
      'កខ',
      'አበ',
      'ᎠᎡ',
      '가나',
      'かな',
      'カナ',
      '漢字',
      'ㄅㄆ',
    ];
    for (const [first, second] of [...pairs, 'A.', '.a', '-a', '#a', '*a', "'a", '٣٤', '३४', '1a'].map(pair =>
      Array.from(pair),
    ))
      for (const each of ['\u200d', '\ufe0e', '\ufe0f', first === 'ک' ? '\ufe00' : '\u200c', `\u0301\ufe0f`])
        assertRefused(await rename(`${first}${each}${second}`), 422, { what: 'displayName' });
    // The text is stored unchanged: escaping it is the task of the page that shows it.
    for (const name of [
      'x',
      ` ${'😀'.repeat(64)} `,
      "Анна-Мария О'Нил",
      '👩‍👩‍👧',
      '<b>Анна</b> & "co"',
      '❤️',
      'علی‌رضا',
      'Nguye\u0302\u0303n',
      'ก็้',
      '❤️‍🔥',
      '👩🏽‍🚀',
      '1️⃣',
      '#️⃣',
      '☎︎',
      'র\u200d্যা',
      'ශ්\u200dරී',
      '辻\u{e0100}',
      'അവന്\u200d',
      'क्\u200dष',
      'می\u200cخواهم',
    ]) {
      assert.equal((await rename(name)).params.displayName, name.trim());
    }
    assertRefused(await rename(1), 400, { what: 'displayName' });
  });
});
