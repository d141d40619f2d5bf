import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from '../../src/config/config.js';
import { partOf } from '../../src/config/country-budgets.js';
import { problemsOf, safeEnvironment as safe } from '../support/environment.js';

const countriesOf = (env: Readonly<Record<string, string>>) => loadConfig({ ...safe, ...env }).countries;

describe('the settings of countries', () => {
  it('serve Russia by default, at a price of 1', () => {
    const { taken, unknownRanges, prices, shares } = countriesOf({});
    assert.deepEqual(taken, ['RU']);
    assert.deepEqual([...unknownRanges], ['RU']);
    assert.equal(prices.get('RU'), 1);
    assert.equal(shares.get('RU'), 1);
  });

  it('are codes in any case; repeated ones, and regions that share all their numbers, count once', () => {
    assert.deepEqual(countriesOf({ COUNTRIES: 'kz, RU,kz', SMS_PRICES: '' }).taken, ['KZ', 'RU']);
    assert.deepEqual(countriesOf({ COUNTRIES: 'va,IT', SMS_PRICES: 'it:3' }).taken, ['IT']);
    for (const wrong of [',', 'RU,XX', 'russia', '7', 'RU KZ']) {
      const [problem, ...others] = problemsOf({ ...safe, COUNTRIES: wrong });
      assert.match(problem ?? '', /^COUNTRIES must /, wrong);
      assert.deepEqual(others, []);
    }
  });

  it('have default prices for Russia and Kazakhstan, in place of which SMS_PRICES counts in units of its own', () => {
    assert.ok(countriesOf({ COUNTRIES: 'RU,KZ' }).prices.get('KZ')! > 1);
    const { prices } = countriesOf({ COUNTRIES: 'RU,BY', SMS_PRICES: 'BY:11,77:9,ru:4' });
    assert.deepEqual(
      [...prices],
      [
        ['BY', 11],
        ['77', 9],
        ['RU', 4],
      ],
    );
    // The default price of 8 is twice that of Russia here, and not eight times.
    assert.match(problemsOf({ ...safe, COUNTRIES: 'RU,KZ', SMS_PRICES: 'RU:4' }).join(), /no price for KZ/);
    for (const wrong of ['RU', 'RU:0', 'RU:1.5', 'RU:-1', 'XX:1', '0:1', '+7:1', 'RU:1:2', 'RU:10000000', ':1']) {
      assert.match(problemsOf({ ...safe, SMS_PRICES: wrong }).join(), /^SMS_PRICES must be pairs/, wrong);
    }
  });

  it('let production start only with a price for each country, and name all that have none', () => {
    const problems = problemsOf({ ...safe, COUNTRIES: 'RU,BY,DE,US', SMS_PRICES: 'RU:1,DE:7', SMS_SENDER: '' });
    assert.deepEqual(problems, [
      'SMS_SENDER is not set',
      'SMS_PRICES has no price for BY, US: a budget must know what an SMS costs',
    ]);
    // A price for a prefix covers only part of a country.
    assert.match(problemsOf({ ...safe, COUNTRIES: 'BY', SMS_PRICES: '375:7' }).join(), /no price for BY/);
    assert.deepEqual(problemsOf({ ...safe, COUNTRIES: 'RU,KZ' }), []);
    assert.deepEqual(problemsOf({ NODE_ENV: 'development', COUNTRIES: 'BY,US' }), []);
  });

  it('give every country but the first a twentieth of each budget by default', () => {
    const env = { COUNTRIES: 'RU,KZ,BY', SMS_PRICES: 'RU:1,KZ:8,BY:5', COUNTRY_SHARES: 'by:20' };
    assert.deepEqual(
      [...countriesOf(env).shares],
      [
        ['RU', 1],
        ['KZ', 0.05],
        ['BY', 0.2],
      ],
    );
    for (const wrong of ['KZ:0', 'KZ:101', 'KZ', '77:5']) {
      assert.match(problemsOf({ ...safe, COUNTRY_SHARES: wrong }).join(), /^COUNTRY_SHARES must be pairs/, wrong);
    }
  });

  it('round a part of a budget up, and leave a whole one as it is', () => {
    for (let percentage = 1; percentage <= 100; percentage++) {
      for (const budget of [1, 25, 100, 2000, 10_000, 9_999_999]) {
        const whole = Math.ceil((budget * percentage) / 100);
        assert.equal(partOf(budget, percentage / 100), whole, `${percentage} % of ${budget}`);
        assert.equal(partOf(budget, 1 - (100 - percentage) / 100), whole, `${percentage} % of ${budget}, as a rest`);
      }
    }
  });

  it('take unknown ranges of the first country by default, of the countries that are named, or of none', () => {
    const env = { COUNTRIES: 'KZ,RU' };
    assert.deepEqual([...countriesOf(env).unknownRanges], ['KZ']);
    assert.deepEqual([...countriesOf({ ...env, ALLOW_UNKNOWN_RANGES: 'ru,kz' }).unknownRanges], ['RU', 'KZ']);
    assert.deepEqual([...countriesOf({ ...env, ALLOW_UNKNOWN_RANGES: 'none' }).unknownRanges], []);
  });

  it('may name only countries that are served, and must leave room for at least one SMS', () => {
    const problems = problemsOf({
      ...safe,
      COUNTRIES: 'RU,KZ',
      COUNTRY_SHARES: 'BY:5',
      ALLOW_UNKNOWN_RANGES: 'DE,RU',
      SMS_PRICES: 'RU:1,KZ:40',
      SENDS_PER_HOUR_TOTAL: '1000',
    });
    assert.deepEqual(problems, [
      'ALLOW_UNKNOWN_RANGES has DE, which is not in COUNTRIES',
      'COUNTRY_SHARES has BY, which is not in COUNTRIES',
      'SENDS_PER_HOUR_TOTAL leaves 25 for new devices in KZ, and an SMS there costs 40',
    ]);
  });
});
