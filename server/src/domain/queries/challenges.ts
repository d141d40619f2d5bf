// Counts the challenges that are given.
import type { Queryable, Statement } from '../../db/database.js';
import {
  type ExceededLimit,
  findRefusing,
  hasKeyIn,
  insertCounts,
  isAhead,
  isExceeded,
  limitsAsJson,
  limitsOf,
  type RateLimit,
  REFUSE_UNLESS_COUNTED,
  runCounting,
  unsyncedClock,
} from './counters.js';

const IS_EXCEEDED = isExceeded({ counter: 'c', limit: 'l', now: 'now' });

/**
 * Counts a challenge towards the limits $1, unless one of them is exceeded: then towards none. Reads the counters of the limits $2. Exported
 * for tests.
 */
export const COUNT_CHALLENGE: Statement = {
  name: 'challenge-count',
  text: `
with ${unsyncedClock('clock')},
wanted as (${limitsOf('$1')}),
budgets as (${limitsOf('$2')}),
limits as (select * from wanted where not exists (
  select from counters c, wanted l, clock where ${hasKeyIn('wanted')} and c.key = l.key and ${IS_EXCEEDED})),
${insertCounts({ limits: 'limits', clock: 'clock' })},
used as (
  select c.key, case when ${isAhead({ end: 'c.resets_at', seconds: 'l.window_seconds', now: 'now' })} then c.count else 0 end as count,
         case when ${isAhead({ end: 'c.day_resets_at', seconds: '86400', now: 'now' })} then c.day_count else 0 end as day_count
    from counters c, budgets l, clock where ${hasKeyIn('budgets')} and c.key = l.key
)
select key, count, coalesce(day_count, 0) as "dayCount", extract(epoch from now)::float8 as now,
       ${REFUSE_UNLESS_COUNTED}::text as refused
  from (select key, count, day_count from counted union all select key, count, day_count from used) as each, clock`,
};

interface CountRow {
  readonly key: string;
  readonly count: number;
  readonly dayCount: number;
  readonly now: number;
}

/** The count of a counter: the calls in its window, and in its 24 hours. */
export interface Count {
  readonly count: number;
  readonly dayCount: number;
}

/** The result of counting a challenge. */
export type CountedChallenge =
  | {
      readonly is: 'counted';
      /** Seconds since 1970, by the clock of the database. */
      readonly now: number;
      /** Returns the counts of a limit or budget, 0 if its counter doesn't exist or has ended. Those of a limit include this challenge. */
      readonly countOf: (limit: RateLimit) => Count;
    }
  | ({ readonly is: 'refused' } & ExceededLimit);

const NOTHING: Count = { count: 0, dayCount: 0 };

/**
 * Counts a challenge towards `limits`, or towards none of them if one is exceeded. Also reads the counters of `budgets`,
 * without changing them.
 */
export async function countChallenge(
  db: Queryable,
  limits: readonly RateLimit[],
  budgets: readonly RateLimit[],
): Promise<CountedChallenge> {
  const values = [limitsAsJson(limits), limitsAsJson(budgets)];
  const rows = (await runCounting(() => db.query<CountRow>(COUNT_CHALLENGE, values))) ?? [];
  const counts = new Map(rows.map(row => [row.key, row]));
  const first = counts.get(limits[0]!.key);
  if (!first) return { is: 'refused', ...(await findRefusing(db, limits)) };
  return { is: 'counted', now: first.now, countOf: ({ key }) => counts.get(key) ?? NOTHING };
}
