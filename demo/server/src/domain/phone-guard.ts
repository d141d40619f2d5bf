import type { Queryable, Statement } from '../db/database.js';

const look: Statement = {
  name: 'guard-look',
  text: `
with clock as materialized (select auth_now() as now)
select extract(epoch from blocked_until - now)::float8 as blocked,
       extract(epoch from next_send_at - now)::float8 as send,
       extract(epoch from day_ends_at - now)::float8 as day,
       day_sends as sends
  from phone_guards, clock where tel = $1`,
};

/** How a number stands. Seconds from now; null or below 0 where it is past. */
export interface GuardState {
  readonly blocked: number | null;
  readonly send: number;
  readonly day: number;
  /** SMS in the day that ends in `day` seconds. */
  readonly sends: number;
}

/** How number `tel` stands, if anything is known of it. */
export async function lookAtGuard(db: Queryable, tel: string): Promise<GuardState | undefined> {
  const [state] = await db.query<GuardState>(look, [tel]);
  return state;
}
