// AuthClient with every country: texts in many spellings, as people and address books write them.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../src/countries/all.js';
import { setUpClient } from '../support/client-setup.js';

for (const [countries, text, digits] of [
  ['ru kz by', '8 (029) 123-45-67', null], // a Belarusian number, but Russia comes first
  ['by ru kz', '8 (029) 123-45-67', '375291234567'],
  ['ru kz by', '8 10 375 29 123 45 67', '375291234567'],
  ['ru kz by', '8 (701) 234-56-78', '77012345678'],
  ['ru', '8 (701) 234-56-78', null],
  ['kz ru', '7012345678', '77012345678'],
  ['ru uz', '998 90 123 45 67', '998901234567'],
  ['ru uz', '+998 (90) 123-45-67', '998901234567'],
  ['uz', '90 123 45 67', '998901234567'],
  ['de', '0151 23456789', '4915123456789'],
  ['de', '+49 (0) 151 / 23456789', null], // nothing is read after the slash
  ['us', '(201) 555-0123', '12015550123'],
  ['us', '011 375 29 123-45-67', null],
  ['us all', '011 375 29 123-45-67', '375291234567'],
  ['all', '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '966501234567'],
  ['all', '\u202A+972 50-123-4567\u202C', '972501234567'],
  ['all', '＋８１ ９０-１２３４-５６７８', '819012345678'],
  ['mx', '044 55 1234 5678', '525512345678'],
  ['all', 'tel:+54-11-2345-6789', '5491123456789'],
  ['all', '9161234567', null], // without a default country, it belongs to none
  ['ru', '+7 916 123-45-67 8 916 123-45-68', null],
] as const)
  test(`countries="${countries}": ${text} is ${digits ?? 'refused'}`, async t => {
    const { client, backend } = setUpClient(t, { countries });
    const done = client.loginByPhone(text);
    if (digits === null) {
      await assert.rejects(done, { code: 'invalid-phone' });
      assert.equal(backend.count('requestCode'), 0);
      return;
    }
    await backend.answer('requestCode', {});
    await done;
    assert.deepEqual(backend.last('requestCode'), [digits]);
    assert.equal(client.state.phoneForVerification, digits);
  });
