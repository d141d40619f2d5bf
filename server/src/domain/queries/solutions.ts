import type { Queryable, Statement } from '../../db/database.js';
import {
  consume,
  countCall,
  type ExceededLimit,
  findExceeded,
  isExceeded,
  isOneOf,
  limitsAsJson,
  limitsOf,
  quickClock,
  type RateLimit,
  refuseUnlessCounted,
  runCounting,
} from './counters.js';

// Solutions of challenges that were used up, so that each is good for one call in all processes.

/** A solution that was verified. It is used up by the call that it lets through, in the same statement. */
export interface Solution {
  /** SHA-256 of what the solution is known by. */
  readonly id: Uint8Array;
  /** Seconds since 1970, by the clock of the database. */
  readonly expiresAt: number;
}

/** SQL condition: the solution `id`, null for none, can be used. Needs `clock(now)`. The parameters are of bytea and float8. */
export const isUsable = (id: string, expiresAt: string): string => `(${id}::bytea is null or (
  ${expiresAt}::float8 > extract(epoch from now) and not exists (select from spent_solutions s where s.id = ${id}::bytea)))`;

/**
 * SQL for a `with` list: uses up the solution if `from` has a row. Of concurrent calls with one solution, in any processes,
 * one gets a row in `spent`: the others wait for its transaction and get none.
 */
export const spend = (id: string, expiresAt: string, from: string): string => `
spent as (
  insert into spent_solutions (id, expires_at) select ${id}::bytea, to_timestamp(${expiresAt}::float8) from ${from}
   where ${id}::bytea is not null
  on conflict do nothing returning id
)`;

/** SQL condition: the call has no solution, or has used it up. */
export const isPaid = (id: string): string => `(${id}::bytea is null or exists (select from spent))`;

const consumeSpending: Statement = {
  name: 'counters-consume-spending',
  text: `
with ${quickClock},
wanted as (${limitsOf('$1')}),
allowed as (select now from clock where ${isUsable('$2', '$3')} and not exists (
  select from counters c, wanted l where ${isOneOf('wanted')} and c.key = l.key and ${isExceeded})),
${spend('$2', '$3', 'allowed')},
limits as (select * from wanted where exists (select from allowed) and ${isPaid('$2')}),
${countCall}
select (select count(*) from counted)::int as counted, ${refuseUnlessCounted}::text as refused`,
};

const giveBack: Statement = { name: 'solution-give-back', text: 'delete from spent_solutions where id = $1' };

/** The statements of solutions, for tests. */
export const spendStatements = { consumeSpending, giveBack } as const;

/**
 * Counts a call towards each limit as `consume` does, and uses up its solution; or does neither.
 * @returns the exceeded limit, or `spent` if the solution was used up or is over; undefined if the call may go on
 */
export async function consumeWith(
  db: Queryable,
  limits: readonly RateLimit[],
  solution: Solution | undefined,
): Promise<ExceededLimit | 'spent' | undefined> {
  if (!solution) return consume(db, limits);
  const values = [limitsAsJson(limits), solution.id, solution.expiresAt];
  const rows = await runCounting(() => db.query<{ counted: number }>(consumeSpending, values));
  if (rows?.[0]?.counted === limits.length) return undefined;
  return (await findExceeded(db, limits)) ?? 'spent';
}

/** Makes a solution good again, for a call that was not let through after all. */
export async function giveSolutionBack(db: Queryable, { id }: Solution): Promise<void> {
  await db.query(giveBack, [id]);
}
