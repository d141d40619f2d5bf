import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { constantTimeEqual, createMacs, generateCode, generateToken } from '../../src/common/crypto.js';

describe('codes, tokens and MACs', () => {
  it('generates codes of six digits, with every digit in every place', () => {
    const seen = Array.from({ length: 6 }, () => new Set<string>());
    for (let i = 0; i < 2000; i++) {
      const code = generateCode();
      assert.match(code, /^\d{6}$/);
      seen.forEach((digits, place) => digits.add(code.charAt(place)));
    }
    for (const digits of seen) assert.equal(digits.size, 10);
  });

  it('generates tokens of 32 bytes', () => {
    assert.equal(Buffer.from(generateToken(), 'base64url').length, 32);
    assert.notEqual(generateToken(), generateToken());
  });

  it('derives MACs that differ by secret, purpose, SMS, number and code', () => {
    const [a, b] = [createMacs('one secret'), createMacs('another one')];
    const mac = a.code('id', '79161234567', '123456');
    const others = [
      a.code('id2', '79161234567', '123456'),
      a.code('id', '79161234568', '123456'),
      a.code('id', '79161234567', '123457'),
      b.code('id', '79161234567', '123456'),
      a.idempotentBody('79161234567', '123456'),
    ];
    assert.ok(constantTimeEqual(mac, a.code('id', '79161234567', '123456')));
    for (const other of others) assert.ok(!constantTimeEqual(mac, other));
    assert.ok(!constantTimeEqual(mac, mac.subarray(1)));
    assert.notEqual(a.counter('x', 'ab', 'c'), a.counter('x', 'a', 'bc'));
  });
});
