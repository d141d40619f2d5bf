import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseProxies } from '../../src/config/proxies.js';

const trusts = (entries: string[], address: string, family: 'ipv4' | 'ipv6') => {
  const proxies = parseProxies(entries);
  assert.ok(typeof proxies !== 'string', `${entries.join()}: ${proxies as string}`);
  return proxies.check(address, family);
};

describe('the list of proxies', () => {
  it('may not cover all addresses, however they are divided', () => {
    const quarters = ['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/2'];
    const eighths = Array.from({ length: 256 }, (_, byte) => `${byte}.0.0.0/8`);
    for (const everybody of [
      ['0.0.0.0/0'],
      ['::/0'],
      ['0.0.0.0/1', '128.0.0.0/1'],
      ['0.0.0.0/1'],
      quarters,
      eighths,
      eighths.slice(17, 50),
      ['::/1', '8000::/1'],
      ['2000::/3'],
      ['2000::/4', '3000::/4'],
      ['2001::/16'],
      ['::ffff:0:0/96'],
      ['::ffff:0:0/97', '::ffff:128.0.0.0/97'],
      ['10.0.0.0/8', '::/0'],
    ]) {
      assert.equal(parseProxies(everybody), 'everybody', everybody.join());
    }
  });

  it('may cover all private networks, and those of a large company', () => {
    const own = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '127.0.0.1', 'fc00::/7', '::1'];
    assert.equal(trusts(own, '10.1.2.3', 'ipv4'), true);
    assert.equal(trusts(own, 'fd00::1', 'ipv6'), true);
    assert.equal(trusts(own, '11.0.0.1', 'ipv4'), false);
    const company = [
      '104.16.0.0/12',
      '172.64.0.0/13',
      '2400:cb00::/32',
      '2606:4700::/32',
      '2a06:98c0::/29',
      '3.0.0.0/8',
    ];
    assert.equal(trusts(company, '104.31.255.255', 'ipv4'), true);
    assert.equal(trusts(company, '2606:4700:1::1', 'ipv6'), true);
    assert.equal(trusts(company, '2607::1', 'ipv6'), false);
  });

  it('is counted once if networks overlap', () => {
    assert.notEqual(parseProxies(Array.from({ length: 100 }, () => '16.0.0.0/8')), 'everybody');
  });

  it('contains only addresses and networks', () => {
    for (const entry of [
      '10.0.0.0/33',
      '::/129',
      '10.0.0',
      'example.org',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/-1',
    ]) {
      assert.equal(parseProxies([entry]), 'malformed', entry);
    }
    assert.equal(trusts(['192.0.2.7'], '192.0.2.7', 'ipv4'), true);
    assert.equal(trusts(['192.0.2.7'], '192.0.2.8', 'ipv4'), false);
  });
});
