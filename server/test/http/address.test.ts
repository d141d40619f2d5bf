import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, it } from 'node:test';
import { clientAddress, createProxyCheck } from '../../src/http/address.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

describe('clientAddress', () => {
  const proxies = new BlockList();
  proxies.addSubnet('10.0.0.0', 8, 'ipv4');
  proxies.addAddress('::1', 'ipv6');
  const trusted = createProxyCheck(proxies);

  it('is the address of the peer if that is not a trusted proxy, whatever X-Forwarded-For says', () => {
    assert.equal(clientAddress('192.0.2.1', '198.51.100.1', undefined), '192.0.2.1');
    assert.equal(clientAddress('192.0.2.1', '198.51.100.1', trusted), '192.0.2.1');
    assert.equal(clientAddress('::ffff:192.0.2.1', undefined, undefined), '192.0.2.1');
  });

  it('is the last address in X-Forwarded-For that is not a trusted proxy', () => {
    assert.equal(clientAddress('10.1.2.3', '198.51.100.1', trusted), '198.51.100.1');
    assert.equal(clientAddress('::ffff:10.1.2.3', 'invented, 198.51.100.1, 10.9.9.9', trusted), '198.51.100.1');
    assert.equal(clientAddress('::1', '203.0.113.1, 198.51.100.1', trusted), '198.51.100.1');
    assert.equal(clientAddress('10.1.2.3', undefined, trusted), '10.1.2.3');
    assert.equal(clientAddress('10.1.2.3', 'not an address', trusted), '10.1.2.3');
    assert.equal(clientAddress('10.1.2.3', '10.1.1.1, 10.2.2.2', trusted), '10.1.1.1');
  });

  it('has no port, which some proxies add', () => {
    for (const hop of [
      '198.51.100.1:41234',
      '[::ffff:198.51.100.1]:443',
      '::ffff:198.51.100.1',
      '198.51.100.1:1, 10.9.9.9:2',
      '::ffff:c633:6401',
      '0:0:0:0:0:FFFF:c633:6401',
      '[::ffff:c633:6401]:443',
      '0000:0000:0000:0000:0000:ffff:198.51.100.1',
    ]) {
      assert.equal(clientAddress('10.1.2.3', hop, trusted), '198.51.100.1', hop);
    }
    for (const hop of ['[2001:db8::1]:443', '[2001:db8::1]', '2001:db8::1', '2001:db8::80']) {
      assert.equal(clientAddress('10.1.2.3', hop, trusted), '2001:db8:0:0::/64', hop);
    }
    for (const hop of ['[198.51.100.1', '198.51.100.1:x', '198.51.100.1:', ':80', '[]:80', '_hidden', 'unknown']) {
      assert.equal(clientAddress('10.1.2.3', hop, trusted), '10.1.2.3', hop);
    }
    assert.equal(clientAddress('10.1.2.3', 'fe80::1%eth0', trusted), 'fe80:0:0:0::/64');
  });

  it('is the /64 of an IPv6 address in any notation', () => {
    const same = ['2001:db8:0:1::1', '2001:0DB8:0000:0001:ffff::', '2001:db8:0:1:2:3:4:5', '2001:db8::1:0:0:0:1'];
    for (const address of same) assert.equal(clientAddress(address, undefined, undefined), '2001:db8:0:1::/64');
    assert.equal(clientAddress('2001:db8:0:2::1', undefined, undefined), '2001:db8:0:2::/64');
    // The last 32 bits of any IPv6 address may be written as IPv4.
    for (const address of ['2001:db8::1:0:0:192.0.2.1', '2001:db8:0:1::192.0.2.1', '2001:db8:0:1:0:0:192.0.2.1']) {
      assert.equal(clientAddress(address, undefined, undefined), '2001:db8:0:1::/64');
    }
    assert.equal(clientAddress('::ffff:a01:203', '198.51.100.1', trusted), '198.51.100.1');
    assert.equal(clientAddress('::1', undefined, undefined), '0:0:0:0::/64');
    assert.equal(clientAddress('fe80::1%eth0', undefined, undefined), 'fe80:0:0:0::/64');
  });

  it('checks more proxies than the cache holds', () => {
    for (let i = 0; i < 3000; i++) {
      const address = `10.0.${i >> 8}.${i & 255}`;
      assert.ok(trusted(address));
      assert.ok(!trusted(address.replace('10', '11')));
    }
    assert.ok(trusted('10.0.0.0'));
  });

  it('is `unknown` if the peer has no address', () => {
    assert.equal(clientAddress('', undefined, trusted), 'unknown');
  });
});

const hour = 3600;

onDatabase('the address that the limits count', h => {
  it('is reduced to a /64 for IPv6, and X-Forwarded-For of an untrusted peer is ignored', async () => {
    await h().start({ SENDS_PER_IP: '1', TRUSTED_PROXIES: '127.0.0.1,198.51.100.0/24' });
    assert.equal((await h().send('79160000001', { ip: '2001:db8::1' })).status, 200);
    assertRefused(await h().send('79160000002', { ip: '2001:db8::2' }), 429, { what: 'ip', retryAfter: hour });
    assert.equal((await h().send('79160000003', { ip: '192.0.2.1, 198.51.100.7' })).status, 200);
    const invented = await h().send('79160000004', { ip: '203.0.113.5, 192.0.2.1' });
    assertRefused(invented, 429, { what: 'ip', retryAfter: hour });
    await h().start({ SENDS_PER_IP: '1', TRUSTED_PROXIES: '' });
    assert.equal((await h().send('79160000001', { ip: '192.0.2.1' })).status, 200);
    assertRefused(await h().send('79160000002', { ip: '192.0.2.2' }), 429, { what: 'ip', retryAfter: hour });
  });
});
