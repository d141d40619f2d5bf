import type { Queryable, Statement } from '../../db/database.js';

// Rate limits by windows of time: how they are counted in the table `counters`. limits.ts says which there are.

/** A rate limit, counted in the table `counters`. */
export interface RateLimit {
  /** For the log. */
  readonly name: string;
  /** Key of the counter, as `macs.counter` makes it. */
  readonly key: string;
  /** How many calls are counted in a window; further ones are refused. */
  readonly max: number;
  /** Seconds of the window. It begins with the first call counted, or anew with each one if `delayAfter` is set. */
  readonly window: number;
  /** How many calls are counted in 24 hours. Absent: any number. */
  readonly dayMax?: number;
  /** After this many counted calls, the next call is allowed only after a delay: 1 s, then 2 s, 4 s …, `delayMax`. */
  readonly delayAfter?: number;
  /** Upper bound of the delay in seconds. Required with `delayAfter`: left out it is 0, and nothing is delayed. */
  readonly delayMax?: number;
  /** How many calls are counted in a window, and in 24 hours, before further ones meet a challenge. Absent: none meets one. */
  readonly free?: { readonly max: number; readonly dayMax: number };
  /** What the call adds. 0: it has to be allowed, and is not counted. Default 1. */
  readonly weight?: 0 | 1;
}

/** A rate limit that allows no more calls for now. */
export interface ExceededLimit {
  readonly limit: RateLimit;
  /** Seconds until it allows the next call. */
  readonly retryAfter: number;
}

/** SQL: the limits of the JSON parameter `$n`, as `limitsAsJson` writes it. */
export const limitsOf = (parameter: string): string =>
  `select * from json_to_recordset(${parameter}::json) as l(
    key text, max int, window_seconds float8, weight int, day_max int, delay_after int, delay_max float8)`;

/**
 * SQL condition: the counter `c` is one of those in the list `l` of the `with` list. PostgreSQL expects 100 rows from JSON:
 * for a join with so many it may read the whole table, for an array it looks the keys up.
 */
export const isOneOf = (list: string): string => `c.key = any (array(select key from ${list}))`;

/** SQL condition: the counter `c` allows no more calls under the limit `l`. Needs `clock(now)`. */
export const isExceeded = `(
  (c.resets_at > now and (c.count >= l.max or c.free_at > now))
  or (l.day_max is not null and c.day_resets_at > now and c.day_count >= l.day_max))`;

/**
 * SQL for a `with` list: the clock of the statement, for statements that change counters which many calls share. Their
 * rows are locked until the end of the transaction. Without `synchronous_commit` that is when the statement has run; with
 * it the lock would last until the disk has written, and the calls of everybody would take place one after the other.
 * If PostgreSQL itself crashes, what was counted in the last moments (three times `wal_writer_delay`, 0.6 s) may be lost;
 * a later commit that is synchronous makes it safe: see `makeDurable`.
 */
export const quickClock = `clock as materialized (select auth_now() as now, set_config('synchronous_commit', 'off', true))`;

/**
 * SQL for a `with` list, after `clock` and `limits`: counts a call towards all limits. Returns the keys of those that
 * have counted it. The statement has to call `auth_refuse()` if some are missing: see `refuseUnlessCounted`. The rows are
 * inserted or updated in the order of their keys: two calls that lock the same rows in the same order cannot deadlock.
 * Columns: `resets_at` is the end of the window, `free_at` the end of the delay of `delayAfter`, null without a delay.
 */
export const countCall = `
counted as (
  insert into counters as c (key, count, resets_at, free_at, day_count, day_resets_at)
  select key, weight, now + window_seconds * interval '1 second',
         case when delay_after <= weight then now + interval '1 second' end,
         case when day_max is not null then weight end,
         case when day_max is not null then now + interval '24 hours' end
    from limits, clock order by key
  on conflict (key) do update set
    count = excluded.count + case when c.resets_at <= (select now from clock) then 0 else c.count end,
    resets_at = case
      when c.resets_at <= (select now from clock) or (select delay_after from limits l where l.key = c.key) is not null
      then excluded.resets_at else c.resets_at end,
    free_at = (
      select case when c.resets_at > now and c.count + weight >= delay_after
        then now + least(delay_max, power(2, least(c.count + weight - delay_after, 30))) * interval '1 second'
        else excluded.free_at end
      from limits l, clock where l.key = c.key),
    day_count = case when c.day_resets_at > (select now from clock) then c.day_count + coalesce(excluded.day_count, 0)
      else excluded.day_count end,
    day_resets_at = case when c.day_resets_at > (select now from clock) then c.day_resets_at
      else excluded.day_resets_at end
  where not exists (select from limits l, clock where l.key = c.key and ${isExceeded})
  returning c.key, c.count, c.day_count
)`;

/**
 * SQL expression for the result of a statement with `countCall`: ends the statement with an error, and so undoes what it
 * has done, if a limit was reached after the statement had begun. `runCounting` turns that into a result.
 */
export const refuseUnlessCounted = `case when (select count(*) from counted) < (select count(*) from limits) then auth_refuse() end`;

/** The error code of `auth_refuse()`. */
const refusedCode = 'AW429';

/** Runs a statement with `refuseUnlessCounted`. Resolves to undefined if a limit was reached: nothing was done then. */
export async function runCounting<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === refusedCode) return undefined;
    throw error;
  }
}

const consumeLimits: Statement = {
  name: 'counters-consume',
  text: `
with ${quickClock},
wanted as (${limitsOf('$1')}),
limits as (select * from wanted where not exists (
  select from counters c, wanted l, clock where ${isOneOf('wanted')} and c.key = l.key and ${isExceeded})),
${countCall}
select (select count(*) from counted)::int as counted, ${refuseUnlessCounted}::text as refused`,
};

const selectExceeded: Statement = {
  name: 'counters-exceeded',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now),
wanted as (${limitsOf('$1')})
select c.key, ceil(extract(epoch from greatest(
         case when c.resets_at > now and c.count >= l.max then c.resets_at end,
         case when c.resets_at > now then c.free_at end,
         case when c.day_resets_at > now and c.day_count >= l.day_max then c.day_resets_at end) - now))::float8 as seconds
  from counters c, clock, wanted l
 where ${isOneOf('wanted')} and c.key = l.key and ${isExceeded}
 order by seconds desc`,
};

// Locked first, in the order of the keys as `countCall` does: an update locks rows in any order.
const releaseLimits: Statement = {
  name: 'counters-release',
  text: `
with ${quickClock},
limits as (select * from json_to_recordset($1::json) as l(key text, reset boolean, delay_after int)),
locked as materialized (
  select c.key, l.reset, l.delay_after from counters c join limits l on l.key = c.key, clock
   where ${isOneOf('limits')} order by c.key for update of c
)
update counters c set
    count = case when reset then 0 else greatest(c.count - 1, 0) end,
    free_at = case when reset or c.count <= delay_after then null else c.free_at end,
    day_count = greatest(c.day_count - 1, 0)
  from locked where ${isOneOf('locked')} and c.key = locked.key`,
};

/** Rate limits as a JSON parameter, for `limitsOf` in a statement. */
export const limitsAsJson = (limits: readonly RateLimit[]): string =>
  JSON.stringify(
    limits.map(({ key, max, window, weight = 1, dayMax = null, delayAfter = null, delayMax = 0 }) => ({
      key,
      // Products of settings may exceed the integers of PostgreSQL.
      max: Math.min(max, 2e9),
      window_seconds: window,
      weight,
      day_max: dayMax === null ? null : Math.min(dayMax, 2e9),
      delay_after: delayAfter,
      delay_max: delayMax,
    })),
  );

/** Of these limits, the exceeded one with the longest wait. Counts nothing. */
export async function findExceeded(db: Queryable, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const [first] = await db.query<{ key: string; seconds: number }>(selectExceeded, [limitsAsJson(limits)]);
  const limit = first && limits.find(({ key }) => key === first.key);
  return limit && { limit, retryAfter: first.seconds };
}

/**
 * Counts one call towards each limit, or towards none if one of them is exceeded; never above a limit, under any
 * concurrency.
 * @returns the exceeded limit, if there is one
 */
export async function consume(db: Queryable, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const rows = await runCounting(() => db.query<{ counted: number }>(consumeLimits, [limitsAsJson(limits)]));
  if (rows?.[0]?.counted === limits.length) return undefined;
  // If the exceeded limit has ended between the two statements, the next call will succeed. Which one it was is not
  // known then: the first stands for any of them.
  return (await findExceeded(db, limits)) ?? { limit: limits[0]!, retryAfter: 1 };
}

/** Takes a counted call back. With `hasSucceeded`, limits that delay forget the calls before it, too. */
export async function release(db: Queryable, limits: readonly RateLimit[], hasSucceeded = false): Promise<void> {
  const rows = limits.map(({ key, delayAfter = null }) => ({
    key,
    reset: hasSucceeded && delayAfter !== null,
    delay_after: delayAfter,
  }));
  await db.query(releaseLimits, [JSON.stringify(rows)]);
}

// A commit that is synchronous makes all commits before it safe, those of other connections too, because PostgreSQL
// writes its log in order. Only a transaction that writes something waits for the disk: a message that nobody reads.
const flushLog: Statement = { name: 'flush', text: `select pg_logical_emit_message(true, 'auth-widget', '')` };

/** Resolves when what was counted so far survives a crash of PostgreSQL. */
export async function makeDurable(db: Queryable): Promise<void> {
  await db.query(flushLog, []);
}
