import type { countrySettings } from './country-settings.js';
import type { Values } from './formats.js';
import type { Settings } from './settings.js';

/** The percentage of each budget that a country other than the first may use by default. */
const DEFAULT_SHARE = 5;

/** Which countries get SMS, what these cost, and which part of the budgets each country may use. */
export interface ServedCountries {
  /** The countries whose numbers get SMS, in the order of COUNTRIES. */
  readonly taken: readonly string[];
  /** Those whose numbers get SMS even if their range is unknown. */
  readonly unknownRanges: ReadonlySet<string>;
  /**
   * What an SMS costs, in the units of the budgets, by country or by the first digits of the number. The longest prefix of a number that
   * has a price counts, or else its country.
   */
  readonly prices: ReadonlyMap<string, number>;
  /** The part of each budget that a country may use, from 0 to 1. */
  readonly shares: ReadonlyMap<string, number>;
}

/**
 * The part of a budget, in units of the prices. It is rounded up, so that the part of a small budget is at least 1.
 * @param share a whole percentage above 0, divided by 100
 */
export const partOf = (budget: number, share: number): number =>
  // The exact product is a whole number of hundredths. The computed one may be a little more, as 100 * 0.07 is.
  Math.ceil(Math.round(budget * share * 100) / 100);

/** The countries of these settings, with the defaults that depend on `COUNTRIES`. */
export function servedCountries(values: Values<typeof countrySettings>): ServedCountries {
  const [first, ...others] = values.COUNTRIES as [string, ...string[]];
  const defaults = [[first, 100] as const, ...others.map(country => [country, DEFAULT_SHARE] as const)];
  const percentages = new Map([...defaults, ...(values.COUNTRY_SHARES ?? [])]);
  return {
    taken: values.COUNTRIES,
    unknownRanges: new Set(values.ALLOW_UNKNOWN_RANGES ?? [first]),
    prices: values.SMS_PRICES,
    shares: new Map(Array.from(percentages, ([country, share]) => [country, share / 100])),
  };
}

const NAMES = [
  'COUNTRIES',
  'ALLOW_UNKNOWN_RANGES',
  'SMS_PRICES',
  'COUNTRY_SHARES',
  'SENDS_PER_HOUR_TOTAL',
  'SENDS_PER_DAY_TOTAL',
  'SENDS_RESERVED',
] as const;

type CountrySettings = Pick<Settings, (typeof NAMES)[number]>;

const areValid = (values: Partial<Settings>): values is CountrySettings => NAMES.every(name => name in values);

/**
 * Finds contradictions between the settings of countries and the budgets of all SMS. Outside development, it also finds countries without
 * a price (docs/protocol.md#production). Nothing is found while one of the settings is invalid, which is a problem of its own.
 */
export function findCountryProblems(values: Partial<Settings>, isDevelopment: boolean): string[] {
  if (!areValid(values)) return [];
  const { taken, prices, shares } = servedCountries(values);
  const problems: string[] = [];
  const unpriced = taken.filter(country => !prices.has(country));
  if (unpriced.length > 0 && !isDevelopment) {
    problems.push(`SMS_PRICES has no price for ${unpriced.join(', ')}: a budget must know what an SMS costs`);
  }
  const named = { ALLOW_UNKNOWN_RANGES: values.ALLOW_UNKNOWN_RANGES ?? [], COUNTRY_SHARES: shares.keys() };
  for (const [name, countries] of Object.entries(named)) {
    const others = Array.from(countries).filter(country => !taken.includes(country));
    if (others.length > 0) problems.push(`${name} has ${others.join(', ')}, which is not in COUNTRIES`);
  }
  for (const name of ['SENDS_PER_HOUR_TOTAL', 'SENDS_PER_DAY_TOTAL'] as const) {
    for (const country of taken) {
      const part = partOf(partOf(values[name], shares.get(country)!), 1 - values.SENDS_RESERVED / 100);
      // The price of a country without one is 1, as in sms-budgets.ts.
      const price = prices.get(country) ?? 1;
      if (price > part) {
        problems.push(`${name} leaves ${part} for new devices in ${country}, and an SMS there costs ${price}`);
      }
    }
  }
  return problems;
}
