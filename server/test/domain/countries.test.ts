// The numbers of the countries that COUNTRIES names.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const mobile = {
  RU: '79161234567',
  KZ: '77011234567',
  BY: '375291234567',
  DE: '4915123456789',
  MX: '525512345678',
  AR: '5491123456789',
  US: '12015550123',
  IT: '393123456789',
};

/** Numbers that get no SMS under any list: of no country, landlines, toll-free, premium, VoIP, pagers, personal ones. */
const never = [
  '870301234567',
  '878101234567890',
  '881612345678',
  '882345678901',
  '883510001234567',
  '979123456789',
  '80012345678',
  '74951234567',
  '78005553535',
  '78091234567',
  '493012345678',
  '498001234567',
  '4990012345678',
  '4970012345678',
  '18005551234',
  '19002345678',
  '390612345678',
  '70000000000',
  '1234567',
  '999999999999999',
];

onDatabase('the numbers of several countries', h => {
  it('get SMS if COUNTRIES names their country, and count nothing if it does not', async () => {
    await h().start({ COUNTRIES: 'RU, kz,BY' });
    for (const country of ['RU', 'KZ', 'BY'] as const) {
      const phone = mobile[country];
      assert.equal((await h().signInByPhone(phone)).params.cred, `tel:${phone}`);
    }
    await h().start({ COUNTRIES: 'KZ,BY', SENDS_PER_IP: '1', DEAD_CODES_PER_IP: '1', CHALLENGE: 'always' });
    for (const country of ['RU', 'DE', 'MX', 'AR', 'US', 'IT'] as const) {
      assertRefused(await h().send(mobile[country]), 400, { what: 'country' });
      assertRefused(await h().verify(mobile[country], '123456'), 400, { what: 'country' });
    }
    for (const table of ['counters', 'phone_guards', 'accounts']) {
      assert.deepEqual(await h().database.db.query({ name: '', text: `select from ${table}` }, []), [], table);
    }
  });

  it('are refused under any list if they are of no country or can get no SMS, all with the same answer', async () => {
    await h().start({ COUNTRIES: 'RU,DE,US,IT,KZ', ALLOW_UNKNOWN_RANGES: 'RU,DE,US,IT,KZ' });
    const answers = [];
    for (const phone of never) {
      for (const answer of [await h().send(phone), await h().verify(phone, '123456')]) {
        assertRefused(answer, 400, { what: 'country' });
        answers.push(answer.raw);
      }
    }
    assert.equal(new Set(answers).size, 1);
    assert.equal(h().sms.sent.length, 0);
  });

  it('that are no digits of E.164 are malformed', async () => {
    for (const phone of [
      '123456',
      '1234567890123456',
      '079161234567',
      '89161234567',
      '+79161234567',
      '7916123456a',
      '',
    ]) {
      assertRefused(await h().send(phone), 400, { what: 'tel' });
    }
  });

  it('of an unknown range get SMS in the first country only, unless the settings name others', async () => {
    const unknown = { RU: '79300000000', KZ: '77991234567' };
    await h().start({ COUNTRIES: 'RU,KZ' });
    assert.equal((await h().send(unknown.RU)).status, 200);
    assertRefused(await h().send(unknown.KZ), 400, { what: 'country' });
    await h().start({ COUNTRIES: 'RU,KZ', ALLOW_UNKNOWN_RANGES: 'kz' });
    assertRefused(await h().send(unknown.RU), 400, { what: 'country' });
    assert.equal((await h().send(unknown.KZ)).status, 200);
    await h().start({ ALLOW_UNKNOWN_RANGES: 'none' });
    assertRefused(await h().send(unknown.RU), 400, { what: 'country' });
    assert.equal((await h().send(mobile.RU)).status, 200);
  });

  it('are one number in their legacy and their canonical form', async () => {
    await h().start({ COUNTRIES: 'MX,AR' });
    for (const [legacy, phone] of [
      ['5215512345678', mobile.MX],
      ['541123456789', mobile.AR],
      ['54111523456789', mobile.AR],
    ] as const) {
      await h().database.advance(60);
      assert.equal((await h().send(legacy)).params.cred, `tel:${phone}`);
      assertRefused(await h().send(phone), 429, { what: 'send', retryAfter: 60 });
      const { cred, user } = (await h().verify(legacy, h().codeFor(phone))).params;
      assert.equal(cred, `tel:${phone}`);
      await h().database.advance(60);
      assert.equal((await h().signInByPhone(phone)).params.user, user);
    }
  });

  it('that are test numbers may be of any country, in any form', async () => {
    await h().start({ TEST_NUMBERS: '375291234567:111111,5215512345678:222222' });
    assert.equal((await h().send('375291234567')).status, 200);
    assert.equal((await h().verify('375291234567', '111111')).status, 200);
    for (const form of ['5215512345678', '525512345678']) {
      assert.equal((await h().send(form)).status, 200);
      assert.equal((await h().verify(form, '222222')).status, 200);
    }
    assert.equal(h().sms.sent.length, 0);
  });
});
