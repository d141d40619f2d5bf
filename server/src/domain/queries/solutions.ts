// Remembers used solutions of challenges, so that each is good for only one call, whichever process handles it.
import type { Queryable, Statement } from '../../db/database.js';
import {
  consume,
  type ExceededLimit,
  findExceeded,
  hasKeyIn,
  insertCounts,
  isExceeded,
  limitsAsJson,
  limitsOf,
  type RateLimit,
  REFUSE_UNLESS_COUNTED,
  runCounting,
  unsyncedClock,
} from './counters.js';

/** A solution that was verified. The statement that lets its call through also uses the solution up. */
export interface Solution {
  /** SHA-256 of what identifies the solution. */
  readonly id: Uint8Array;
  /** Seconds since 1970, by the clock of the database. */
  readonly expiresAt: number;
}

/** The SQL parameters of a solution: bytea and float8, both null for a call without a solution. */
interface SolutionParameters {
  readonly id: string;
  readonly expiresAt: string;
}

/** SQL condition: there is no solution, or it can be used at the time `now`. */
export const isUsable = ({ id, expiresAt, now }: SolutionParameters & { readonly now: string }): string =>
  `(${id}::bytea is null or (
  ${expiresAt}::float8 > extract(epoch from ${now}) and not exists (select from spent_solutions s where s.id = ${id}::bytea)))`;

/**
 * SQL for a `with` list: uses up the solution if the relation `from` has a row. If several calls use one solution at the
 * same time, in any processes, one of them gets a row in the relation `spent`. The others wait for its transaction and get
 * no row.
 */
export const spendSolution = ({ id, expiresAt, from }: SolutionParameters & { readonly from: string }): string => `
spent as (
  insert into spent_solutions (id, expires_at) select ${id}::bytea, to_timestamp(${expiresAt}::float8) from ${from}
   where ${id}::bytea is not null
  on conflict do nothing returning id
)`;

/** SQL condition after `spendSolution`: the call has no solution, or has used it up. */
export const isSolutionSpent = (id: string): string => `(${id}::bytea is null or exists (select from spent))`;

const IS_EXCEEDED = isExceeded({ counter: 'c', limit: 'l', now: 'now' });

/** Counts a call and uses up its solution. Exported for tests. */
export const CONSUME_SPENDING: Statement = {
  name: 'counters-consume-spending',
  text: `
with ${unsyncedClock('clock')},
wanted as (${limitsOf('$1')}),
allowed as (select now from clock where ${isUsable({ id: '$2', expiresAt: '$3', now: 'now' })} and not exists (
  select from counters c, wanted l where ${hasKeyIn('wanted')} and c.key = l.key and ${IS_EXCEEDED})),
${spendSolution({ id: '$2', expiresAt: '$3', from: 'allowed' })},
limits as (select * from wanted where exists (select from allowed) and ${isSolutionSpent('$2')}),
${insertCounts({ limits: 'limits', clock: 'clock' })}
select (select count(*) from limits)::int as allowed, ${REFUSE_UNLESS_COUNTED}::text as refused`,
};

/** Makes a solution good again. Exported for tests. */
export const GIVE_BACK: Statement = {
  name: 'solution-give-back',
  text: 'delete from spent_solutions where id = $1',
};

/**
 * Counts a call towards each limit, as `consume` does, and uses up its solution, or does neither.
 * @returns the exceeded limit, or `spent` if the solution has been used before or has expired; undefined if the call may go on
 */
export async function consumeWith(
  db: Queryable,
  limits: readonly RateLimit[],
  solution: Solution | undefined,
): Promise<ExceededLimit | 'spent' | undefined> {
  if (!solution) return consume(db, limits);
  const values = [limitsAsJson(limits), solution.id, solution.expiresAt];
  const rows = await runCounting(() => db.query<{ allowed: number }>(CONSUME_SPENDING, values));
  if (rows?.[0]?.allowed === limits.length) return undefined;
  return (await findExceeded(db, limits)) ?? 'spent';
}

/** Makes a solution good again, for a call that was not let through after all. */
export async function giveSolutionBack(db: Queryable, { id }: Solution): Promise<void> {
  await db.query(GIVE_BACK, [id]);
}
