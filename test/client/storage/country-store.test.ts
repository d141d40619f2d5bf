// The country that the person chose in the list: docs/behaviour/countries.md#the-list.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CountryStore } from '../../../src/client/storage/country-store.js';
import { FakePage } from '../../support/page.js';

const BASE = 'https://api.test';
const KEY = `auth-widget:country:${BASE}`;

test('the chosen country is there the next time, for its base URL alone', t => {
  const { localStorage } = new FakePage(t);
  new CountryStore(BASE).write('BY');
  assert.equal(localStorage.text, JSON.stringify([[KEY, '"BY"']]));
  assert.equal(new CountryStore(BASE).read(), 'BY');
  assert.equal(new CountryStore('https://other.test').read(), null);
});

for (const value of ['"B"', '"BYN"', '"by"', '"B1"', '"XBY"', '7', 'null', 'no JSON'])
  test(`${value} is no country, and is removed`, t => {
    const { localStorage } = new FakePage(t);
    localStorage.setItem(KEY, value);
    assert.equal(new CountryStore(BASE).read(), null);
    assert.equal(localStorage.getItem(KEY), null);
  });

test('without a storage that works, the country is kept until the page is left', t => {
  const { localStorage } = new FakePage(t);
  localStorage.failing = 'access';
  const store = new CountryStore(BASE);
  store.write('KZ');
  assert.equal(store.read(), 'KZ');
  assert.equal(new CountryStore(BASE).read(), null);
});
