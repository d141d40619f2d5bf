// The plan that the arguments of a country file become.
import assert from 'node:assert/strict';
import test from 'node:test';
import { addCountry, countryPlans } from '../../../src/core/countries/country-plans.js';

test('a country without prefixes of its own has 00, and one entry may have several lengths', () => {
  addCountry('QM', '999', ['(1) 2-2,1 a', '2-3/[45]'], '5\\d{4}', '5.1');
  assert.deepEqual(countryPlans().get('QM'), {
    region: 'QM',
    code: '999',
    groups: [
      { template: '(1) 2-2', length: 5, pattern: '' },
      { template: '1 a', length: 11, pattern: '' },
      { template: '2-3', length: 5, pattern: '[45]' },
    ],
    mobile: '5\\d{4}',
    first: '5.1',
    trunk: '',
    international: '00',
    lead: '',
    replacement: '',
    legacy: undefined,
  });
});

test('a country keeps its prefixes, its beginnings and its legacy form', () => {
  addCountry('QN', '999', ['3'], '5', '5', '8', '810', '6 7', '9$1', ['[1-3]', '9']);
  const { trunk, international, lead, replacement, legacy } = countryPlans().get('QN')!;
  assert.deepEqual([trunk, international, lead, replacement, legacy], ['8', '810', '6 7', '9$1', ['[1-3]', '9']]);
});
