// Counts rate limits in windows of time, in the table `counters`. ../rate-limits.ts and ../sms-budgets.ts list the limits.
import type { Queryable, Statement } from '../../db/database.js';

/** How many calls the window of a limit and 24 hours allow before further ones get a challenge. */
export interface FreeCalls {
  readonly max: number;
  readonly dayMax: number;
}

/** A rate limit, counted in the table `counters`. */
export interface RateLimit {
  /** The name of the limit, for the log. */
  readonly name: string;
  /** The key of the counter: a MAC from `macs.counter`, or a plain text if all callers share the limit (sms-budgets.ts). */
  readonly key: string;
  /** How many calls a window allows; further ones are refused. */
  readonly max: number;
  /** The window in seconds. It starts with the first call that is counted, or again with each one if `delayAfter` is set. */
  readonly window: number;
  /** How many calls 24 hours allow; undefined for any number. */
  readonly dayMax?: number;
  /** The count from which on each call delays the next one: by 1 s, then 2 s, 4 s …, up to `delayMax`. */
  readonly delayAfter?: number;
  /** The longest delay in seconds. Required with `delayAfter`: the default of 0 delays nothing. */
  readonly delayMax?: number;
  /** How many calls get no challenge; undefined if calls never get one. */
  readonly free?: FreeCalls;
  /** The same while all callers together use little. */
  readonly freeIfQuiet?: FreeCalls;
  /**
   * What the call adds to the counter, 1 by default. A call that would bring it above its maximum is refused. A call of
   * weight 0 isn't counted, but it's refused if a call of weight 1 would be.
   */
  readonly weight?: number;
}

/** A rate limit that allows no more calls for now. */
export interface ExceededLimit {
  readonly limit: RateLimit;
  /** Seconds until it allows the next call. */
  readonly retryAfter: number;
}

/** SQL query that reads the limits from a JSON parameter made by `limitsAsJson`. */
export const limitsOf = (parameter: string): string =>
  `select * from json_to_recordset(${parameter}::json) as l(
    key text, max int, window_seconds float8, weight int, day_max int, delay_after int, delay_max float8)`;

/**
 * SQL condition: the key of the counter `c` is in the relation `list`. PostgreSQL expects 100 rows from JSON, and may read
 * the whole table to join that many. It looks the keys of an array up in the index.
 */
export const hasKeyIn = (list: string): string => `c.key = any (array(select key from ${list}))`;

/**
 * SQL condition: the time `end` of something that lasts for `seconds` (SQL expressions) has not come yet. If it's further away
 * than that, the clock of the database was ahead when it was written, and it counts as over. Concurrent statements read the
 * clock up to half a minute before they get a row: a minute of difference is no fault of the clock.
 */
export const isAhead = ({ end, seconds, now }: { end: string; seconds: string; now: string }): string =>
  `(${end} > ${now} and ${end} <= ${now} + (${seconds} + 60) * interval '1 second')`;

const DAY_SECONDS = '86400';

/** SQL condition: the row `counter` does not allow this call under the row `limit` at the time `now`. */
export const isExceeded = ({ counter: c, limit: l, now }: { counter: string; limit: string; now: string }): string => `(
  (${isAhead({ end: `${c}.resets_at`, seconds: `${l}.window_seconds`, now })}
   and (${c}.count + greatest(${l}.weight, 1) > ${l}.max or ${isAhead({ end: `${c}.free_at`, seconds: `${l}.delay_max`, now })}))
  or (${l}.day_max is not null and ${isAhead({ end: `${c}.day_resets_at`, seconds: DAY_SECONDS, now })}
      and ${c}.day_count + greatest(${l}.weight, 1) > ${l}.day_max))`;

const IS_EXCEEDED = isExceeded({ counter: 'c', limit: 'l', now: 'now' });

/**
 * SQL for a `with` list: the relation `name` with the time in its column `now`. A statement with it commits without waiting for
 * the disk (`synchronous_commit` is off). Statements that change counters which many calls share need that, because PostgreSQL
 * locks the counters until the commit: if it waited for the disk, the calls of all people would run one after the other. Sweeps
 * and statements that only note the first use of a token have it too: what they lose in a crash does no harm.
 * If PostgreSQL itself crashes, it may lose what was counted in the last 0.6 s (three times `wal_writer_delay`). The next
 * synchronous commit makes everything before it durable: see `makeDurable`.
 */
export const unsyncedClock = (name: string): string =>
  `${name} as materialized (select auth_now() as now, set_config('synchronous_commit', 'off', true))`;

/**
 * SQL condition in `insertCounts`: the window of the counter that ends at the column `end` is not over. See `isAhead`:
 * `excluded` has the end of a window that would begin now.
 */
const goesOn = (end: string, clock: string): string =>
  `(c.${end} > (select now from ${clock}) and c.${end} <= coalesce(excluded.${end}, c.${end}) + interval '1 minute')`;

/**
 * SQL for a `with` list: counts a call towards all `limits`, at the time in `clock`. The relation `counted` gets a row for
 * each limit that has counted the call. The statement has to end with `REFUSE_UNLESS_COUNTED`, in case some are missing. The rows
 * are inserted or updated in the order of their keys, because calls that lock the same rows in the same order can't
 * deadlock. A call whose weight alone is above the maximum is never counted. A limit with weight 0 is checked against a row that
 * exists, but makes none. In the table, `resets_at` is the end of the window, and `free_at` the end of the delay, or null if
 * there is no delay.
 */
export const insertCounts = ({ limits, clock }: { limits: string; clock: string }): string => `
live as materialized (
  select c.key from counters c, ${clock}
   where c.key = any (array(select key from ${limits} where weight = 0))
     and (c.resets_at > now or c.free_at > now or c.day_resets_at > now)
),
countable as materialized (select * from ${limits} where weight > 0 or key in (select key from live)),
counted as (
  insert into counters as c (key, count, resets_at, free_at, day_count, day_resets_at)
  select key, weight, now + window_seconds * interval '1 second',
         case when delay_after <= weight then now + interval '1 second' end,
         case when day_max is not null then weight end,
         case when day_max is not null then now + interval '24 hours' end
    from countable, ${clock} where weight <= max and (day_max is null or weight <= day_max) order by key
  on conflict (key) do update set
    count = excluded.count + case when ${goesOn('resets_at', clock)} then c.count else 0 end,
    resets_at = case
      when ${goesOn('resets_at', clock)} and (select delay_after from ${limits} l where l.key = c.key) is null
      then c.resets_at else excluded.resets_at end,
    free_at = (
      select case when ${goesOn('resets_at', clock)} and c.count + weight >= delay_after
        then now + least(delay_max, power(2, least(c.count + weight - delay_after, 30))) * interval '1 second'
        else excluded.free_at end
      from ${limits} l, ${clock} where l.key = c.key),
    day_count = case when ${goesOn('day_resets_at', clock)} then c.day_count + coalesce(excluded.day_count, 0)
      else excluded.day_count end,
    day_resets_at = case when ${goesOn('day_resets_at', clock)} then c.day_resets_at else excluded.day_resets_at end
  where not exists (select from ${limits} l, ${clock} where l.key = c.key and ${IS_EXCEEDED})
  returning c.key, c.count, c.day_count
)`;

/**
 * SQL expression for the result of a statement with `insertCounts`. If one of the limits has not counted the call, because it is
 * exceeded, it fails the statement and so undoes all of it. `runCounting` turns that error into a result.
 */
export const REFUSE_UNLESS_COUNTED =
  'case when (select count(*) from counted) < (select count(*) from countable) then auth_refuse() end';

/** The error code of `auth_refuse()` (db/schema.ts). */
const REFUSED = 'AW429';

/** Runs a statement with `REFUSE_UNLESS_COUNTED`. Resolves to undefined, with nothing done, if a limit was reached. */
export async function runCounting<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === REFUSED) return undefined;
    throw error;
  }
}

const CONSUME: Statement = {
  name: 'counters-consume',
  text: `
with ${unsyncedClock('clock')},
wanted as (${limitsOf('$1')}),
limits as (select * from wanted where not exists (
  select from counters c, wanted l, clock where ${hasKeyIn('wanted')} and c.key = l.key and ${IS_EXCEEDED})),
${insertCounts({ limits: 'limits', clock: 'clock' })}
select (select count(*) from limits)::int as allowed, ${REFUSE_UNLESS_COUNTED}::text as refused`,
};

/** SQL expression: the time `end` of something that lasts for `seconds`, at most that long from now; null if it's over. */
const endOf = (end: string, seconds: string): string =>
  `case when ${isAhead({ end, seconds, now: 'now' })} then least(${end}, now + ${seconds} * interval '1 second') end`;

const SELECT_EXCEEDED: Statement = {
  name: 'counters-exceeded',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now),
wanted as (${limitsOf('$1')})
select c.key, ceil(extract(epoch from greatest(
         case when c.count + greatest(l.weight, 1) > l.max then ${endOf('c.resets_at', 'l.window_seconds')} end,
         case when ${endOf('c.resets_at', 'l.window_seconds')} is not null then ${endOf('c.free_at', 'l.delay_max')} end,
         case when c.day_count + greatest(l.weight, 1) > l.day_max then ${endOf('c.day_resets_at', DAY_SECONDS)} end) - now))::float8 as seconds
  from counters c, clock, wanted l
 where ${hasKeyIn('wanted')} and c.key = l.key and ${IS_EXCEEDED}
 order by seconds desc`,
};

// An update locks its rows in any order, so they are locked before it, in the order of the keys, as in `insertCounts`.
const RELEASE: Statement = {
  name: 'counters-release',
  text: `
with ${unsyncedClock('clock')},
limits as (select * from json_to_recordset($1::json) as l(key text, reset boolean, delay_after int)),
locked as materialized (
  select c.key, l.reset, l.delay_after from counters c join limits l on l.key = c.key, clock
   where ${hasKeyIn('limits')} order by c.key for update of c
)
update counters c set
    count = case when reset then 0 else greatest(c.count - 1, 0) end,
    free_at = case when reset or c.count <= delay_after then null else c.free_at end,
    day_count = greatest(c.day_count - 1, 0)
  from locked where ${hasKeyIn('locked')} and c.key = locked.key`,
};

/** Writes rate limits as a JSON parameter, which `limitsOf` reads in a statement. */
export const limitsAsJson = (limits: readonly RateLimit[]): string =>
  JSON.stringify(
    limits.map(({ key, max, window, weight = 1, dayMax = null, delayAfter = null, delayMax = 0 }) => ({
      key,
      // Products of settings may exceed PostgreSQL's integers.
      max: Math.min(max, 2e9),
      window_seconds: window,
      weight,
      day_max: dayMax === null ? null : Math.min(dayMax, 2e9),
      delay_after: delayAfter,
      delay_max: delayMax,
    })),
  );

/**
 * Finds the exceeded limit with the longest wait, or else one that is smaller than the weight of the call. Counts nothing.
 */
export async function findExceeded(db: Queryable, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const [first] = await db.query<{ key: string; seconds: number }>(SELECT_EXCEEDED, [limitsAsJson(limits)]);
  const limit = first && limits.find(({ key }) => key === first.key);
  if (limit) return { limit, retryAfter: first.seconds };
  const tooSmall = limits.find(({ max, weight = 1 }) => weight > max);
  return tooSmall && { limit: tooSmall, retryAfter: tooSmall.window };
}

/**
 * Finds the limit that has just refused a call. If it isn't exceeded any more, nothing tells which limit it was. The result is
 * then the first of the limits, with a wait of one second.
 */
export async function findRefusing(db: Queryable, limits: readonly RateLimit[]): Promise<ExceededLimit> {
  return (await findExceeded(db, limits)) ?? { limit: limits[0]!, retryAfter: 1 };
}

/**
 * Counts one call towards each limit, or towards none if one of them is exceeded. No limit is ever counted above its
 * maximum, under any concurrency.
 * @returns the exceeded limit, if there is one
 */
export async function consume(db: Queryable, limits: readonly RateLimit[]): Promise<ExceededLimit | undefined> {
  const rows = await runCounting(() => db.query<{ allowed: number }>(CONSUME, [limitsAsJson(limits)]));
  return rows?.[0]?.allowed === limits.length ? undefined : findRefusing(db, limits);
}

/**
 * Takes back a counted call of weight 1. If `hasSucceeded` is true, limits that delay also forget the calls before it.
 *
 * If the call's window has ended and the next one has begun, the next window's count is reduced instead. The two windows together still
 * allow no more calls, because the first one counted this call until it ended.
 */
export async function release(db: Queryable, limits: readonly RateLimit[], hasSucceeded = false): Promise<void> {
  const rows = limits.map(({ key, delayAfter = null }) => ({
    key,
    reset: hasSucceeded && delayAfter !== null,
    delay_after: delayAfter,
  }));
  await db.query(RELEASE, [JSON.stringify(rows)]);
}

// PostgreSQL writes its log in order, so a synchronous commit makes all commits before it durable, including those of other
// connections. Only a transaction that writes something waits for the disk, so this one writes a message that nobody reads.
const FLUSH: Statement = { name: 'flush', text: `select pg_logical_emit_message(true, 'auth-widget', '')` };

/** Makes everything counted so far survive a crash of PostgreSQL. */
export async function makeDurable(db: Queryable): Promise<void> {
  await db.query(FLUSH, []);
}
