// A page that has loaded the names of countries, and not yet a country. In a file of its own, because an import can't be taken back.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../src/countries/names-kk.js';
import { formatPhone, isValidPhone, parseTakenPhone } from '../../src/core/phone.js';

test('before the first country is loaded, numbers after +7 are read, and any other text stays as it is', () => {
  assert.equal(formatPhone('89161234567'), '+7 (916) 123-45-67');
  assert.equal(parseTakenPhone('8 916 123-45-67', 'by all'), '79161234567');
  for (const phone of ['375291234567', 'call me', '']) {
    assert.equal(formatPhone(phone), phone);
    assert.equal(isValidPhone(phone), false, phone);
    assert.equal(parseTakenPhone(phone, 'by all'), null);
  }
});
