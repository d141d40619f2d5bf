// Reads how many codes were sent to networks and entered there before the current day: docs/challenge.md#networks-whose-codes-are-entered.
import type { Queryable, Statement } from '../../db/database.js';
import { isAhead, type RateLimit } from './counters.js';

const WEEK_GOES_ON = isAhead({ end: 'c.resets_at', seconds: '604800', now: 'now' });
const DAY_GOES_ON = isAhead({ end: 'c.day_resets_at', seconds: '86400', now: 'now' });

const READ_PAST: Statement = {
  name: 'counters-past',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now)
select c.key, c.count - case when ${DAY_GOES_ON} then c.day_count else 0 end as past
  from counters c, clock where c.key = any (array(select json_array_elements_text($1::json))) and ${WEEK_GOES_ON}`,
};

/**
 * Reads counters of a week that also count the current day. Resolves to a function that returns what a counter had when its
 * current day began, or has if that day is over.
 */
export async function readPast(db: Queryable, counters: readonly RateLimit[]): Promise<(counter: RateLimit) => number> {
  const rows = await db.query<{ key: string; past: number }>(READ_PAST, [JSON.stringify(counters.map(c => c.key))]);
  const past = new Map(rows.map(row => [row.key, row.past]));
  return ({ key }) => past.get(key) ?? 0;
}
