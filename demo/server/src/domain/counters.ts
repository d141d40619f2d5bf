import type { Queryable, Statement } from '../db/database.js';

// Rate limits by windows of time. send-code.ts and verify-code.ts count in the same table, but inside their own
// statements, which ignore `delayAfter`: a change of the rule has to be made there too.

/** A rate limit, counted in the table `counters`. */
export interface RateLimit {
  /** Key of the counter, as `macs.counter` makes it. */
  readonly key: string;
  /** How many calls are counted in a window; further ones are refused. */
  readonly max: number;
  /** Seconds of the window. It begins with the first call counted, or anew with each one if `delayAfter` is set. */
  readonly window: number;
  /** After this many counted calls, the next call is allowed only after a delay: 1 s, then 2 s, 4 s …, `delayMax`. */
  readonly delayAfter?: number;
  /** Upper bound of the delay in seconds. Required with `delayAfter`: left out it is 0, and nothing is delayed. */
  readonly delayMax?: number;
}

/** A rate limit that allows no more calls for now. */
export interface ExceededLimit {
  readonly key: string;
  /** Seconds until it allows the next call. */
  readonly retryAfter: number;
}

// One row per limit, inserted or updated in the order of the keys: two calls that lock the same rows in the same order
// cannot deadlock. The `where` at the end skips limits that are exceeded, so their keys are not returned.
// Columns: `resets_at` is the end of the window, `free_at` the end of the delay of `delayAfter`, null without a delay.
const consumeLimits: Statement = {
  name: 'counters-consume',
  text: `
with clock as materialized (select auth_now() as now),
limits as (
  select * from json_to_recordset($1::json)
    as l(key text, max int, window_seconds float8, delay_after int, delay_max float8)
)
insert into counters as c (key, count, resets_at, free_at)
select key, 1, now + window_seconds * interval '1 second', case when delay_after <= 1 then now + interval '1 second' end
  from limits, clock order by key
on conflict (key) do update set
  count = case when c.resets_at <= (select now from clock) then 1 else c.count + 1 end,
  resets_at = case
    when c.resets_at <= (select now from clock) or (select delay_after from limits l where l.key = c.key) is not null
    then excluded.resets_at else c.resets_at end,
  free_at = (
    select case when c.resets_at > now and c.count + 1 >= delay_after
      then now + least(delay_max, power(2, least(c.count + 1 - delay_after, 30))) * interval '1 second'
      else excluded.free_at end
    from limits l, clock where l.key = c.key)
where c.resets_at <= (select now from clock)
   or ((c.free_at is null or c.free_at <= (select now from clock))
       and c.count < (select max from limits l where l.key = c.key))
returning c.key`,
};

const selectExceeded: Statement = {
  name: 'counters-exceeded',
  text: `
with clock as materialized (select auth_now() as now)
select c.key, ceil(extract(epoch from
         case when c.count >= l.max then greatest(c.resets_at, c.free_at) else c.free_at end - now))::float8 as seconds
  from counters c, clock, json_to_recordset($1::json) as l(key text, max int)
 where c.key = l.key and c.resets_at > now and (c.count >= l.max or c.free_at > now)
 order by seconds desc`,
};

/** Rate limits as a JSON parameter, for `json_to_recordset` in a statement. */
export const limitsAsJson = (limits: readonly RateLimit[]): string =>
  JSON.stringify(
    limits.map(({ key, max, window, delayAfter = null, delayMax = 0 }) => ({
      key,
      max,
      window_seconds: window,
      delay_after: delayAfter,
      delay_max: delayMax,
    })),
  );

/** Of these limits, the exceeded one with the longest wait. Counts nothing. */
export async function findExceeded(db: Queryable, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const [first] = await db.query<{ key: string; seconds: number }>(selectExceeded, [limitsAsJson(limits)]);
  return first && { key: first.key, retryAfter: first.seconds };
}

/**
 * Counts one call towards each limit; never above a limit, under any concurrency. If one of them is exceeded, the call
 * has been counted towards the others nevertheless: the caller must roll its transaction back.
 * @returns the exceeded limit, if there is one
 */
export async function consume(tx: Queryable, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const counted = await tx.query(consumeLimits, [limitsAsJson(limits)]);
  if (counted.length === limits.length) return undefined;
  // If the exceeded limit has ended between the two statements, the next call will succeed. Which one it was is not
  // known then: the first stands for any of them.
  return (await findExceeded(tx, limits)) ?? { key: limits[0]!.key, retryAfter: 1 };
}
