import { z } from 'zod';
import { parseCountry } from '../common/libphonenumber.js';
import { list } from './formats.js';

/**
 * What an SMS costs by default, in units of an SMS to Russia. An SMS to Kazakhstan costs several times as much at Russian
 * providers; the factor is an estimate on the safe side.
 */
const DEFAULT_PRICES: ReadonlyMap<string, number> = new Map([
  ['RU', 1],
  ['KZ', 8],
]);

const MAX_PRICE = 1_000_000;

const readCountries = (codes: readonly string[], context: z.RefinementCtx): readonly string[] => {
  const found = codes.map(parseCountry);
  if (!found.includes(undefined)) return [...new Set(found as string[])];
  context.addIssue({ code: 'custom', message: 'must be ISO 3166-1 codes of countries such as RU,KZ' });
  return z.NEVER;
};

const countries = list.pipe(z.array(z.string()).min(1, 'must name one country at least')).transform(readCountries);

const unknownRanges = list.transform((codes, context) =>
  codes.length === 1 && codes[0]!.toLowerCase() === 'none' ? [] : readCountries(codes, context),
);

/** Pairs of a key and a whole number from 1 to `max`. `parseKey` returns undefined for an invalid key. */
const pairs = (max: number, parseKey: (key: string) => string | undefined, format: string) =>
  list.transform((items, context): ReadonlyMap<string, number> => {
    const entries = items.map(item => {
      const [, key = '', digits = ''] = /^(\w+):([1-9]\d{0,6})$/.exec(item) ?? [];
      return [parseKey(key), Number(digits)] as const;
    });
    const isValid = entries.every(([key, value]) => key !== undefined && value >= 1 && value <= max);
    if (isValid) return new Map(entries as [string, number][]);
    context.addIssue({
      code: 'custom',
      message: `must be pairs such as ${format}, with whole numbers from 1 to ${max}`,
    });
    return z.NEVER;
  });

/** Pairs of a country and a whole number. */
const byCountry = (max: number) => pairs(max, parseCountry, 'KZ:20');

/** Prices by country or by the first digits of a number in wire form. */
const prices = pairs(MAX_PRICE, key => (/^[1-9]\d{0,14}$/.test(key) ? key : parseCountry(key)), 'RU:4,99890:15');

/**
 * The settings that say which countries get SMS, and what these cost. `servedCountries` fills in the defaults that depend on `COUNTRIES`.
 */
export const countrySettings = {
  COUNTRIES: countries
    .default(['RU'])
    .describe('Countries whose mobile numbers get SMS, as ISO 3166-1 codes such as `RU,KZ,BY`.'),
  ALLOW_UNKNOWN_RANGES: unknownRanges
    .optional()
    .describe(
      'Countries whose numbers get SMS even if their range is newer than the data about numbering plans, or `none`. If not set: the first of `COUNTRIES`.',
    ),
  SMS_PRICES: prices
    .default(DEFAULT_PRICES)
    .describe(
      'What an SMS costs, by country or by the first digits of the number, in whole units of your choice, such as `RU:4,BY:12,99890:15`: see [below](#countries-and-prices). It replaces the whole default, whose prices are in other units.',
    ),
  COUNTRY_SHARES: byCountry(100)
    .optional()
    .describe(
      'Percentage of each budget of SMS to all numbers that a country may use, such as `KZ:20`. If not set: 100 for the first of `COUNTRIES`, 5 for each other.',
    ),
} as const;
