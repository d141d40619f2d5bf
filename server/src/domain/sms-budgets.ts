// The budgets of the SMS to all numbers: what all callers together may spend (docs/protocol.md#what-an-sms-costs).
import type { Config } from '../config/config.js';
import { partOf } from '../config/country-budgets.js';
import type { RateLimit } from './queries/counters.js';

/** The budgets that an SMS counts towards. */
export interface SmsBudgets {
  /** Those of all devices. */
  readonly ofAll: readonly RateLimit[];
  /** The parts of these budgets that devices without a memory of the number may use. */
  readonly ofNewDevices: readonly RateLimit[];
}

/**
 * While new devices have used at most this part of their SMS, `freeIfQuiet` counts: an address then has more sends without a challenge
 * (rate-limits.ts).
 */
const QUIET_SHARE = 1 / 10;

const HOUR = 3600;
const DAY = 86_400;

/** What an SMS to the number costs: the price of the longest of its prefixes that has one, or else that of its country, or else 1. */
export function priceOf(prices: ReadonlyMap<string, number>, country: string, phone: string): number {
  for (let length = phone.length; length > 0; length--) {
    const price = prices.get(phone.slice(0, length));
    if (price !== undefined) return price;
  }
  return prices.get(country) ?? 1;
}

/** Computes the budgets. A country whose share is below 1 has some of its own beside those of all. */
export function createSmsBudgets({ limits, challenge, countries }: Config): SmsBudgets & {
  /** The budgets for an SMS to this number of this country, each with the price of the SMS as its weight. */
  readonly forNumber: (country: string, phone: string) => SmsBudgets;
} {
  // The keys depend on no secret, so that a new secret doesn't start the counts anew and double what SMS may cost in a day.
  const budgetsOf = (share: number, scope: string): SmsBudgets => {
    const windows = [
      { name: 'day', total: partOf(limits.sendsPerDayTotal, share), window: DAY },
      { name: 'hour', total: partOf(limits.sendsPerHourTotal, share), window: HOUR },
    ];
    return {
      ofAll: windows.map(({ name, total, window }) => ({
        name: `SMS, ${scope || 'all'}, ${name}`,
        key: `SMS, ${scope && `${scope}, `}${name}`,
        max: total,
        window,
      })),
      ofNewDevices: windows.map(({ name, total, window }) => {
        const max = partOf(total, 1 - limits.reservedShare);
        const free = partOf(max, challenge.totalShare);
        const quiet = Math.min(free, partOf(max, QUIET_SHARE));
        const full = `SMS, new devices, ${scope && `${scope}, `}${name}`;
        const freeOf = (units: number) => ({ max: units, dayMax: units });
        return { name: full, key: full, max, window, free: freeOf(free), freeIfQuiet: freeOf(quiet) };
      }),
    };
  };

  const all = budgetsOf(1, '');
  const limited = new Map(
    Array.from(countries.shares)
      .filter(([, share]) => share < 1)
      .map(([country, share]) => [country, budgetsOf(share, country)] as const),
  );
  return {
    ...all,
    forNumber(country, phone) {
      const weight = priceOf(countries.prices, country, phone);
      const weighed = (budgets: readonly RateLimit[]) => budgets.map(limit => ({ ...limit, weight }));
      const own = limited.get(country);
      return {
        ofAll: weighed([...all.ofAll, ...(own?.ofAll ?? [])]),
        ofNewDevices: weighed([...all.ofNewDevices, ...(own?.ofNewDevices ?? [])]),
      };
    },
  };
}
