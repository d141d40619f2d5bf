// The price of an SMS weighs it in the budgets of all numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loadConfig } from '../../src/config/config.js';
import { createSmsBudgets, priceOf } from '../../src/domain/sms-budgets.js';
import { onDatabase } from '../support/on-database.js';
import { assertRefused } from '../support/harness.js';

const hour = 3600;
const day = 86_400;

const russian = (n: number) => `7916${String(n).padStart(7, '0')}`;
const kazakh = (n: number) => `7701${String(n).padStart(7, '0')}`;
const belarusian = (n: number) => `37529${String(1_000_000 + n)}`;

onDatabase('the price of an SMS', h => {
  const countOf = async (key: string) => {
    const text = `select count from counters where key = '${key}'`;
    return (await h().database.db.query<{ count: number }>({ name: '', text }, []))[0]?.count ?? 0;
  };

  it('is what it counts in the budgets of all numbers, by country and by the longest prefix', async () => {
    await h().start({
      COUNTRIES: 'RU,KZ,BY',
      SMS_PRICES: 'RU:2,KZ:7,BY:5,37529:30,375291:11',
      COUNTRY_SHARES: 'KZ:100,BY:100',
    });
    let expected = 0;
    for (const [phone, price] of [
      [russian(1), 2],
      [kazakh(1), 7],
      ['375255234567', 5],
      ['375295234567', 30],
      ['375291234567', 11],
    ] as const) {
      assert.equal((await h().send(phone)).status, 200, phone);
      expected += price;
      for (const key of ['SMS, day', 'SMS, hour', 'SMS, new devices, day', 'SMS, new devices, hour']) {
        assert.equal(await countOf(key), expected, `${key} after ${phone}`);
      }
    }
  });

  it('leaves room for a cheaper SMS where a dear one no longer fits', async () => {
    await h().start({ COUNTRIES: 'RU,KZ', SMS_PRICES: 'KZ:7', COUNTRY_SHARES: 'KZ:100', SENDS_PER_HOUR_TOTAL: '9' });
    assert.equal((await h().send(kazakh(1))).status, 200);
    assertRefused(await h().send(kazakh(2)), 429, { what: 'day', retryAfter: hour });
    assert.equal((await h().send(russian(1))).status, 200);
    assert.equal((await h().send(russian(2))).status, 200);
    assertRefused(await h().send(russian(3)), 429, { what: 'day', retryAfter: hour });
    assert.equal(await countOf('SMS, hour'), 9);
    await h().database.advance(hour);
    assert.equal((await h().send(kazakh(2))).status, 200);
  });

  it('of a prefix that is above the whole budget sends nothing', async () => {
    await h().start({ COUNTRIES: 'BY', SMS_PRICES: 'BY:1,37529:50', SENDS_PER_DAY_TOTAL: '49' });
    assertRefused(await h().send(belarusian(1)), 429, { what: 'day', retryAfter: day });
    assert.equal((await h().send('375255234567')).status, 200);
    assert.equal(await countOf('SMS, day'), 1);
  });

  it('lets a country beside the first use 5 % of each budget, or what the settings say', async () => {
    await h().start({
      COUNTRIES: 'RU,KZ,BY',
      SMS_PRICES: 'KZ:1,BY:1',
      COUNTRY_SHARES: 'BY:10',
      SENDS_PER_DAY_TOTAL: '40',
    });
    for (const n of [1, 2]) assert.equal((await h().send(kazakh(n))).status, 200);
    assertRefused(await h().send(kazakh(3)), 429, { what: 'day', retryAfter: day });
    for (const n of [1, 2, 3, 4]) assert.equal((await h().send(belarusian(n))).status, 200);
    assertRefused(await h().send(belarusian(5)), 429, { what: 'day', retryAfter: day });
    for (let n = 0; n < 34; n++) assert.equal((await h().send(russian(n))).status, 200);
    assertRefused(await h().send(russian(40)), 429, { what: 'day', retryAfter: day });
  });

  it('keeps the reserve of known devices in a country, too', async () => {
    await h().start({ COUNTRIES: 'RU,KZ', SMS_PRICES: 'KZ:1', SENDS_RESERVED: '50', SENDS_PER_DAY_TOTAL: '80' });
    const { device } = (await h().signInByPhone(kazakh(1))).params;
    assert.equal((await h().send(kazakh(2))).status, 200);
    assertRefused(await h().send(kazakh(3)), 429, { what: 'day', retryAfter: day });
    await h().database.advance(60);
    const headers = { 'X-Auth-Device': device! };
    assert.equal((await h().send(kazakh(1), { headers })).status, 200);
    await h().database.advance(60);
    assert.equal((await h().send(kazakh(1), { headers })).status, 200);
    await h().database.advance(60);
    assertRefused(await h().send(kazakh(1), { headers }), 429, { what: 'day', retryAfter: day - 180 });
  });

  it('leads to a challenge once the part of its country that needs none is used', async () => {
    const settings = { COUNTRIES: 'RU,KZ', SMS_PRICES: 'KZ:1', CHALLENGE: 'auto', CHALLENGE_WORK: '2' };
    // Kazakhstan has ten of the 200 SMS, and three of them need no challenge, from however many addresses.
    await h().start({ ...settings, SENDS_PER_HOUR_TOTAL: '200', SENDS_PER_DAY_TOTAL: '200' });
    const ip = (n: number) => ({ ip: `10.${n}.0.1` });
    for (const n of [1, 2, 3]) assert.equal((await h().send(kazakh(n), ip(n))).status, 200, String(n));
    assert.equal((await h().send(kazakh(4), ip(4))).params.what, 'challenge');
    assert.equal((await h().send(russian(5), ip(5))).status, 200);
  });

  it('is counted exactly when 300 requests come at once', async () => {
    await h().start({
      COUNTRIES: 'RU,KZ,BY',
      SMS_PRICES: 'RU:1,KZ:7,BY:3',
      COUNTRY_SHARES: 'KZ:40,BY:25',
      SENDS_PER_HOUR_TOTAL: '200',
    });
    const phones = Array.from({ length: 300 }, (_, n) => [kazakh, belarusian, russian][n % 3]!(n));
    const answers = await Promise.all(phones.map(phone => h().send(phone)));
    for (const answer of answers)
      if (answer.status !== 200) assertRefused(answer, 429, { what: 'day', retryAfter: hour });
    const sentTo = (prefix: string) => h().sms.sent.filter(({ to }) => to.startsWith(prefix)).length;
    const [toRussia, toKazakhstan, toBelarus] = ['79', '77', '375'].map(sentTo) as [number, number, number];
    const spent = toRussia + 7 * toKazakhstan + 3 * toBelarus;
    assert.equal(await countOf('SMS, hour'), spent);
    assert.equal(await countOf('SMS, KZ, hour'), 7 * toKazakhstan);
    assert.equal(await countOf('SMS, BY, hour'), 3 * toBelarus);
    assert.equal(answers.filter(({ status }) => status === 200).length, toRussia + toKazakhstan + toBelarus);
    // The parts of the two countries hold 11 and 16 SMS; what they leave is for Russia.
    assert.ok(toKazakhstan <= 11 && toBelarus <= 16 && spent <= 200, `${toKazakhstan}, ${toBelarus}, ${spent}`);
    for (let n = 0; n < 200 - spent; n++) assert.equal((await h().send(russian(1000 + n))).status, 200);
    assertRefused(await h().send(russian(2000)), 429, { what: 'day', retryAfter: hour });
    assert.equal(await countOf('SMS, hour'), 200);
  });

  it('lets exactly as many SMS through as fit into the part of a country when 300 requests come at once', async () => {
    await h().start({ COUNTRIES: 'RU,KZ', SMS_PRICES: 'KZ:7', COUNTRY_SHARES: 'KZ:40', SENDS_PER_HOUR_TOTAL: '200' });
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => h().send(kazakh(n))));
    assert.equal(answers.filter(({ status }) => status === 200).length, 11);
    assert.equal(h().sms.sent.length, 11);
    assert.equal(await countOf('SMS, KZ, hour'), 77);
    assert.equal(await countOf('SMS, hour'), 77);
  });
});

describe('the budgets of SMS', () => {
  const configOf = (env: Readonly<Record<string, string>> = {}) => loadConfig({ NODE_ENV: 'development', ...env });

  it('of the first country are those of all numbers', () => {
    const budgets = createSmsBudgets(configOf());
    const { ofAll, ofNewDevices } = budgets.forNumber('RU', '79161234567');
    assert.deepEqual(
      ofAll.map(({ name, key, max, weight }) => [name, key, max, weight]),
      [
        ['SMS, all, day', 'SMS, day', 10_000, 1],
        ['SMS, all, hour', 'SMS, hour', 2000, 1],
      ],
    );
    assert.deepEqual(
      ofNewDevices.map(({ max }) => max),
      [5000, 1000],
    );
  });

  it('of another country have their own parts beside them, 5 % by default', () => {
    const budgets = createSmsBudgets(configOf({ COUNTRIES: 'RU,KZ' }));
    const { ofAll, ofNewDevices } = budgets.forNumber('KZ', '77011234567');
    assert.deepEqual(
      [...ofAll, ...ofNewDevices].map(({ name, max }) => [name, max]),
      [
        ['SMS, all, day', 10_000],
        ['SMS, all, hour', 2000],
        ['SMS, KZ, day', 500],
        ['SMS, KZ, hour', 100],
        ['SMS, new devices, day', 5000],
        ['SMS, new devices, hour', 1000],
        ['SMS, new devices, KZ, day', 250],
        ['SMS, new devices, KZ, hour', 50],
      ],
    );
    assert.equal(ofAll[0]!.weight, 8);
  });

  it('take the price of the longest prefix, else of the country, else 1', () => {
    const prefixes = fc.uniqueArray(fc.stringMatching(/^[1-9]\d{0,6}$/), { maxLength: 8 });
    fc.assert(
      fc.property(prefixes, fc.stringMatching(/^[1-9]\d{6,14}$/), (keys, phone) => {
        const prices = new Map(keys.map((key, index) => [key, index + 2]));
        const longest = keys.filter(key => phone.startsWith(key)).sort((a, b) => b.length - a.length)[0];
        const expected = longest === undefined ? 99 : prices.get(longest);
        assert.equal(priceOf(new Map([...prices, ['KZ', 99]]), 'KZ', phone), expected);
      }),
    );
    assert.equal(priceOf(new Map(), 'KZ', '77011234567'), 1);
  });
});
