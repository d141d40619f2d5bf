import type { Queryable, Statement } from '../db/database.js';

/** A limit that is counted in the database. */
export interface Budget {
  /** Name of the counter. */
  readonly key: string;
  /** How many in a window. */
  readonly max: number;
  /** Length of the window, in seconds, from the first one counted; from the last one where there is a delay. */
  readonly window: number;
  /** From this many on, each next one must wait: 1 s, 2 s, 4 s … */
  readonly delayAfter?: number;
  /** The longest wait, in seconds. */
  readonly delayMax?: number;
}

/** A budget that is spent. */
export interface Spent {
  readonly key: string;
  /** Seconds until it is not. */
  readonly retryAfter: number;
}

// Rows are taken in the order of their keys, so that two calls can't wait for each other.
const count: Statement = {
  name: 'counters-take',
  text: `
with clock as materialized (select auth_now() as now),
wanted as (
  select * from json_to_recordset($1::json) as w(key text, max int, span float8, delay_after int, delay_max float8)
)
insert into counters as c (key, count, resets_at, free_at)
select key, 1, now + span * interval '1 second', case when delay_after <= 1 then now + interval '1 second' end
  from wanted, clock order by key
on conflict (key) do update set
  count = case when c.resets_at <= (select now from clock) then 1 else c.count + 1 end,
  resets_at = case
    when c.resets_at <= (select now from clock) or (select delay_after from wanted w where w.key = c.key) is not null
    then excluded.resets_at else c.resets_at end,
  free_at = (
    select case when c.resets_at > now and c.count + 1 >= delay_after
      then now + least(delay_max, power(2, least(c.count + 1 - delay_after, 30))) * interval '1 second'
      else excluded.free_at end
    from wanted w, clock where w.key = c.key)
where c.resets_at <= (select now from clock)
   or ((c.free_at is null or c.free_at <= (select now from clock))
       and c.count < (select max from wanted w where w.key = c.key))
returning c.key`,
};

const remaining: Statement = {
  name: 'counters-remaining',
  text: `
with clock as materialized (select auth_now() as now)
select c.key, ceil(extract(epoch from
         case when c.count >= w.max then greatest(c.resets_at, c.free_at) else c.free_at end - now))::float8 as seconds
  from counters c, clock, json_to_recordset($1::json) as w(key text, max int)
 where c.key = w.key and c.resets_at > now and (c.count >= w.max or c.free_at > now)
 order by seconds desc`,
};

const asJson = (budgets: readonly Budget[]) =>
  JSON.stringify(
    budgets.map(({ key, max, window, delayAfter = null, delayMax = 0 }) => ({
      key,
      max,
      span: window,
      delay_after: delayAfter,
      delay_max: delayMax,
    })),
  );

/** The budgets of these that are spent, the one that takes longest first. Counts nothing. */
export async function spent(db: Queryable, budgets: readonly Budget[]): Promise<Spent | undefined> {
  const [first] = await db.query<{ key: string; seconds: number }>(remaining, [asJson(budgets)]);
  return first && { key: first.key, retryAfter: first.seconds };
}

/**
 * Counts one in each budget, under any concurrency never above its limit. Where one is spent the others are counted all
 * the same: the caller rolls its transaction back.
 * @returns the budget that is spent, if one is
 */
export async function take(tx: Queryable, budgets: readonly Budget[]): Promise<Spent | undefined> {
  const taken = await tx.query(count, [asJson(budgets)]);
  if (taken.length === budgets.length) return undefined;
  // The row was locked by the statement above: what it refused is still spent, but for a moment that has just passed.
  return (await spent(tx, budgets)) ?? { key: budgets[0]!.key, retryAfter: 1 };
}
