import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { maskPhone, PHONE_PATTERN } from '../../src/common/phone.js';

describe('maskPhone', () => {
  it('shows the country and operator code and the last two digits', () => {
    assert.equal(maskPhone('79161234567'), '7916*****67');
  });

  it('shows less of shorter numbers, and hides five digits of any', () => {
    for (const [phone, masked] of [
      ['2478412', '24*****'],
      ['29051234', '29*****4'],
      ['590690001', '590*****1'],
      ['3725123456', '3725*****6'],
      ['491512345678', '4915*****78'],
      ['491512345678901', '4915*****01'],
    ] as const) {
      assert.equal(maskPhone(phone), masked);
    }
    fc.assert(
      fc.property(fc.stringMatching(PHONE_PATTERN), phone => {
        const [head, tail] = maskPhone(phone).split('*****') as [string, string];
        assert.ok(phone.startsWith(head) && phone.endsWith(tail));
        assert.ok(head.length + tail.length <= Math.min(6, phone.length - 5));
      }),
    );
    for (const short of ['', '1', '12345']) assert.equal(maskPhone(short), '*****');
  });
});
