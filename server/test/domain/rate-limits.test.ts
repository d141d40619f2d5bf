import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMacs } from '../../src/common/crypto.js';
import { loadConfig } from '../../src/config/config.js';
import { COUNTER_KINDS } from '../../src/domain/delete-account.js';
import { limitsAsJson } from '../../src/domain/queries/counters.js';
import { createLimits, type Limits } from '../../src/domain/rate-limits.js';

const macs = createMacs('secret');
const limitsOf = (env: Readonly<Record<string, string>> = {}) =>
  createLimits(loadConfig({ NODE_ENV: 'development', ...env }), macs);

describe('the limits of an address', () => {
  it('count IPv6 by /64, /56 and /48, and IPv4 by address and /24, with larger budgets for wider networks', () => {
    const of = (ip: string) =>
      limitsOf()
        .sendsOfAddress(ip)
        .map(({ name, max, dayMax }) => [name, max, dayMax]);
    assert.deepEqual(of('2001:db8:7:1ff::/64'), [
      ['SMS, IPv6 /64', 60, 300],
      ['SMS, IPv6 /56', 120, 600],
      ['SMS, IPv6 /48', 240, 1200],
    ]);
    assert.deepEqual(of('192.0.2.7'), [
      ['SMS, IPv4', 60, 300],
      ['SMS, IPv4 /24', 480, 2400],
    ]);
    assert.deepEqual(of('unknown'), [['SMS, address', 60, 300]]);
  });

  it('share the counters of a network, but no others', () => {
    const keys = (ip: string) =>
      limitsOf()
        .sendsOfAddress(ip)
        .map(({ key }) => key);
    const shared = (one: string, other: string) => keys(one).filter(key => keys(other).includes(key)).length;
    assert.equal(shared('2001:db8:7:100::/64', '2001:db8:7:1ff::/64'), 2, 'one /56');
    assert.equal(shared('2001:db8:7:100::/64', '2001:db8:7:200::/64'), 1, 'one /48');
    assert.equal(shared('2001:db8:7:100::/64', '2001:db8:8:100::/64'), 0);
    assert.equal(shared('192.0.2.1', '192.0.2.255'), 1);
    assert.equal(shared('192.0.2.1', '192.0.3.1'), 0);
  });

  it('have budgets that are settings, and fit the integers of PostgreSQL however large they are', () => {
    const [address, network] = limitsOf({
      SENDS_PER_IP: '2',
      DAY_ALLOWANCE: '3',
      IPV4_24_ALLOWANCE: '4',
    }).sendsOfAddress('192.0.2.1');
    assert.deepEqual([address!.max, address!.dayMax, network!.max, network!.dayMax], [2, 6, 8, 24]);
    const huge = limitsAsJson(limitsOf({ SENDS_PER_IP: '1000000000' }).sendsOfAddress('192.0.2.1'));
    for (const { max, day_max } of JSON.parse(huge) as { max: number; day_max: number }[]) {
      assert.ok(max < 2 ** 31 && day_max < 2 ** 31);
    }
  });

  it('let sixty people behind one address of a mobile carrier sign in within an hour, each with a mistake', () => {
    const limits = limitsOf();
    const ip = '100.64.0.1';
    for (const each of [limits.sendsOfAddress(ip), limits.codeFailures(ip, true), limits.signInsByCode(ip)]) {
      for (const { name, max } of each) assert.ok(max >= 60, name);
    }
  });
});

describe('the limits of a number or login', () => {
  const NAME = 'anna';
  const IP = '192.0.2.1';
  /** A call of every function of the limits, with `NAME` where it takes a number or login. Leaving one out is a type error. */
  const calls: { readonly [K in keyof Limits]: (limits: Limits) => unknown } = {
    sendsOfAddress: limits => limits.sendsOfAddress(IP),
    testSends: limits => limits.testSends(IP),
    sendsOfAll: () => undefined,
    sendsOfNewDevices: () => undefined,
    smsBudgets: () => undefined,
    usesOfDevice: limits => limits.usesOfDevice('device'),
    freeSends: limits => limits.freeSends(IP),
    challenges: limits => [limits.challenges('send', IP), limits.challenges('sign-in', IP)],
    solved: limits => limits.solved('send', IP, 0),
    codeFailures: limits => [limits.codeFailures(IP, true), limits.codeFailures(IP, false)],
    deadCodes: limits => [limits.deadCodes(NAME, IP, true), limits.deadCodes(NAME, IP, false)],
    signInsOfAccount: limits => limits.signInsOfAccount(NAME),
    signInsByCode: limits => limits.signInsByCode(IP),
    signInsByPassword: limits => limits.signInsByPassword(IP),
    renewalsOfSession: limits => limits.renewalsOfSession('session'),
    renewalsOfAddress: limits => limits.renewalsOfAddress(IP),
    newLogins: limits => limits.newLogins(IP),
    passwordFailures: limits => limits.passwordFailures(IP),
    networkOfLogin: limits => limits.networkOfLogin(NAME, IP),
    passwordDelays: limits => [limits.passwordDelays(NAME, IP, true), limits.passwordDelays(NAME, IP, false)],
  };

  it('have counters that the deletion of the account finds', () => {
    const ofName = new Set<string>();
    const counter = (kind: string, ...subject: readonly string[]) => {
      if (subject.length === 1 && subject[0] === NAME) ofName.add(kind);
      return macs.counter(kind, ...subject);
    };
    const limits = createLimits(loadConfig({ NODE_ENV: 'development' }), { ...macs, counter });
    assert.deepEqual(Object.keys(calls).sort(), Object.keys(limits).sort());
    for (const call of Object.values(calls)) call(limits);
    assert.deepEqual([...ofName].sort(), [...COUNTER_KINDS].sort());
  });
});
