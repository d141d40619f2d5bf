// AuthClient with `countries`: numbers in any spelling, and the stored flow.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../src/countries/by.js';
import '../../src/countries/ru.js';
import { parseTakenPhone } from '../../src/core/phone.js';
import { VERIFICATION_CHECKS } from '../../src/core/phone-verification.js';
import { setUpClient } from '../support/client-setup.js';

for (const text of ['+375 29 123-45-67', '375291234567', '8 029 123-45-67', 'tel:+375-29-1234567'])
  test(`with the countries "by ru", ${text} is sent as E.164 digits`, async t => {
    const { client, backend } = setUpClient(t);
    client.countries = 'by ru';
    const done = client.loginByPhone(text);
    await backend.answer('requestCode', {});
    await done;
    assert.deepEqual(backend.last('requestCode'), ['375291234567']);
    assert.equal(client.state.phoneForVerification, '375291234567');
  });

test('a number of a country that is not named is refused before anything is sent', async t => {
  const { client } = setUpClient(t);
  client.countries = 'by';
  await assert.rejects(client.loginByPhone('+7 916 123-45-67'), { code: 'invalid-phone' });
  client.countries = undefined;
  await assert.rejects(client.loginByPhone('+375 29 123-45-67'), { code: 'invalid-phone' });
});

test('countries that are not imported leave the numbers after +7', () => {
  // No file has this country. Mutation tests load all test files into one process, and some import every country.
  assert.equal(parseTakenPhone('8 916 123-45-67', 'zz'), '79161234567');
  assert.equal(parseTakenPhone('8 916 123-45-67', 'by'), null);
});

test('a stored flow has a number of any country, because its file may be loaded later', () => {
  for (const phone of ['79161234567', '375291234567', '2901234'])
    assert.equal(VERIFICATION_CHECKS.phone(phone), true, phone);
  for (const phone of ['', '7916', '+79161234567', '1234567890123456', 79161234567, null])
    assert.equal(VERIFICATION_CHECKS.phone(phone), false, String(phone));
});
