import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskPhone } from '../../src/common/phone.js';

describe('maskPhone', () => {
  it('shows the country and operator code and the last two digits', () => {
    assert.equal(maskPhone('79161234567'), '7916*****67');
  });
});
