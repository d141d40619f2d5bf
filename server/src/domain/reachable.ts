import { isMobile } from '../common/phone.js';
import { Refusal } from '../common/refusal.js';
import type { Config } from '../config/config.js';

/**
 * Refuses a number that can get no SMS, before anything is counted (docs/protocol.md#numbers-that-get-no-sms). Test numbers
 * get none, and need not be mobile ones.
 * @throws Refusal 400 `country`
 */
export function refuseUnreachable({ testNumbers }: Config, phone: string): void {
  if (!isMobile(phone) && !testNumbers.has(phone)) throw new Refusal(400, { what: 'country' });
}
