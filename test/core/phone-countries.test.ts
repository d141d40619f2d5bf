// formatPhone and isValidPhone with countries that the page has imported. In a file of its own, because an import can't be taken back.
import assert from 'node:assert/strict';
import test from 'node:test';
import '../../src/countries/by.js';
import { cleanPhone, formatPhone, isValidPhone } from '../../src/core/phone.js';

test('a number of an imported country is formatted and valid, and +7 is as before', () => {
  assert.equal(formatPhone('375291234567'), '+375 29 123-45-67');
  assert.equal(formatPhone('+375 29 1234567'), '+375 29 123-45-67');
  assert.equal(formatPhone('89161234567'), '+7 (916) 123-45-67');
  for (const phone of ['375291234567', '+375 29 123-45-67', '79161234567'])
    assert.equal(isValidPhone(phone), true, phone);
});

test('a number of a country that is not imported, or a part of a number, is neither formatted nor valid', () => {
  // No country has the code 999. Mutation tests load all test files into one process, and some import every country.
  for (const phone of ['999512345678', '37529123456', '291234567', '']) {
    assert.equal(formatPhone(phone), phone);
    assert.equal(isValidPhone(phone), false, phone);
  }
  assert.equal(cleanPhone('+375 29 123-45-67'), '375291234567');
});
