import { describePhone } from '../common/libphonenumber.js';
import { Refusal } from '../common/refusal.js';
import type { Config } from '../config/config.js';

/**
 * Refuses a number that can get no SMS, before anything is counted (docs/protocol.md#numbers-that-get-no-sms). Test numbers
 * get none, and need not be mobile ones.
 * @returns the country of the number; undefined for a test number
 * @throws Refusal 400 `country`
 */
export function requireServed({ testNumbers, countries }: Config, phone: string): string | undefined {
  if (testNumbers.has(phone)) return undefined;
  const described = describePhone(phone);
  const isServed =
    described !== undefined &&
    countries.taken.includes(described.country) &&
    (described.kind === 'mobile' || (described.kind === 'unknown' && countries.unknownRanges.has(described.country)));
  if (!isServed) throw new Refusal(400, { what: 'country' });
  return described.country;
}
