// The limits of one phone number: its row in the table `phone_guards`.
import type { Queryable, Statement } from '../../db/database.js';
import { isAhead } from './counters.js';

// `block_level_at` is when the block began. If the clock was set back since then, at most the length of the block is reported.
const SELECT_GUARD: Statement = {
  name: 'guard-select',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now)
select extract(epoch from least(blocked_until - now, blocked_until - block_level_at))::float8 as "blockEndsIn",
       case when ${isAhead({ end: 'next_send_at', seconds: '$2::float8', now: 'now' })}
         then least(extract(epoch from next_send_at - now), $2)::float8 else 0 end as "nextSendIn",
       case when ${isAhead({ end: 'day_ends_at', seconds: '86400', now: 'now' })}
         then least(extract(epoch from day_ends_at - now), 86400)::float8 else 0 end as "dayEndsIn",
       day_sends as "sendsInDay"
  from phone_guards, clock where tel = $1`,
};

/** The limits of a phone number. Durations are in seconds; they are 0 or less once they are over. */
export interface PhoneGuard {
  /** null if the number was never blocked. A wrong code or a sign-in after the last block also sets it to null (codes.ts). */
  readonly blockEndsIn: number | null;
  readonly nextSendIn: number;
  readonly dayEndsIn: number;
  /**
   * How many requests for an SMS were counted in the 24 hours that end in `dayEndsIn` seconds, whether or not the provider
   * accepted the SMS. It keeps its value after their end.
   */
  readonly sendsInDay: number;
}

/**
 * Reads the guard of a phone number. Resolves to undefined if it has none.
 * @param interval seconds between two codes for the number
 */
export async function readPhoneGuard(db: Queryable, phone: string, interval: number): Promise<PhoneGuard | undefined> {
  const [guard] = await db.query<PhoneGuard>(SELECT_GUARD, [phone, interval]);
  return guard;
}
