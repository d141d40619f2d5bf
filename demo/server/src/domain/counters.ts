import type { Queryable, Statement } from '../db/database.js';

/** A rate limit, counted in the table `counters`. */
export interface RateLimit {
  /** Key of the counter. */
  readonly key: string;
  /** How many are allowed in a window. */
  readonly max: number;
  /** Length of the window in seconds. It begins with the first one counted, or anew with each one if `delayAfter` is set. */
  readonly window: number;
  /** From this count on, the next one is allowed only after a delay, which doubles each time: 1 s, 2 s, 4 s … */
  readonly delayAfter?: number;
  /** Upper bound of the delay in seconds. */
  readonly delayMax?: number;
}

/** A rate limit that allows no more for now. */
export interface ExceededLimit {
  readonly key: string;
  /** Seconds until it allows the next one. */
  readonly retryAfter: number;
}

// One row per limit, inserted or updated in the order of the keys: two calls that lock the same rows in the same order
// cannot deadlock. The `where` at the end skips limits that are exceeded, so their keys are not returned.
const increment: Statement = {
  name: 'counters-take',
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
  name: 'counters-remaining',
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
 * Counts one towards each limit; never above a limit, under any concurrency. If one of them is exceeded the others have
 * been counted nevertheless: the caller must roll its transaction back.
 * @returns the exceeded limit, if there is one
 */
export async function consume(tx: Queryable, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const counted = await tx.query(increment, [limitsAsJson(limits)]);
  if (counted.length === limits.length) return undefined;
  // The limit may have been reset between the two statements: then the next attempt will succeed.
  return (await findExceeded(tx, limits)) ?? { key: limits[0]!.key, retryAfter: 1 };
}
