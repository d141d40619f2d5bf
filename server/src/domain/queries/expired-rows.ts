// The statements of a sweep, which delete expired rows. Such rows have no effect any more, so it doesn't matter when a sweep
// runs. Only a token still has an effect until it's deleted: see `TOKEN_HOURS`.
//
// Each statement goes through the first rows of an index, at most $1 of them. `= any (array(…))` makes PostgreSQL look the rows
// up by their key; with `in (…)` it may read the whole table.
// - It starts at the time $2, where the previous batch ended. The index keeps deleted rows until a vacuum, and skipping
//   those of a whole sweep took 100 ms for each batch (3 million tokens, npm run bench scale).
// - It ends at `now`, which is computed before the index is read. If `now` were a column of a joined table, the last batch
//   would read on to the end of the index, past all rows that are in use (3.6 s with 3 million tokens).
// - It skips rows that another transaction has locked. The next sweep deletes them.
// - Intervals are in hours, because PostgreSQL adds 23 or 25 hours for '1 day' when the time zone of the database switches
//   to or from summer time.
import type { Queryable, Statement } from '../../db/database.js';
import { unsyncedClock } from './counters.js';
import { FAILURE_MEMORY } from './send-claims.js';

const NOW = '(select now from clock)';

/** SQL for the result of a deletion: the number of deleted rows, and the time at which the next batch starts. */
const RESULT = `select count(*)::int as count, (select max(since)::text from over) as position from deleted`;

/** SQL that deletes the rows of `table` that meet the condition `over`: at most `$1`, from the time `$2` on. */
const deletion = (table: string, key: string, over: string, order: string): string => `
with ${unsyncedClock('clock')},
over as (
  select ${key}, ${order} as since from ${table} where ${over} and ${order} >= $2::timestamptz
   order by ${order} limit $1 for update skip locked
), deleted as (delete from ${table} where ${key} = any (array(select ${key} from over)) returning 1)
${RESULT}`;

/** The time from which a counter no longer has any effect. */
const COUNTER_END = 'greatest(resets_at, free_at, day_resets_at)';

/** SQL for a `with` list: deletes the accounts of the numbers in `over` that are pending 24 hours after the last request for a code. */
const UNCONFIRMED = `unconfirmed as (
  delete from accounts where id = any (array(
    select id from accounts where tel = any (array(select tel from over)) and tel_confirmed_at is null
       and tel_requested_at < ${NOW} - interval '24 hours'
       for update skip locked))
)`;

/** How long an expired token is kept by default, in hours. Until a sweep deletes it, it can still end its session (sessions.ts). */
const TOKEN_HOURS = 24;

/** The SQL of the sweep, by the name of the rows that it deletes. */
const deletions = (tokenHours: number): Readonly<Record<string, string>> => ({
  // No index of accounts has a column that a request for a code changes, so pending accounts are found by the guards of their
  // numbers. A batch consists of guards, which stay, so the next one starts after their time and not at it.
  'pending accounts': `
with ${unsyncedClock('clock')},
over as (
  select tel, day_ends_at as since from phone_guards
   where day_ends_at < ${NOW} and day_ends_at > $2::timestamptz
   order by day_ends_at limit $1
), ${UNCONFIRMED}
select count(*)::int as count, max(since)::text as position from over`,
  replays: deletion('replays', 'key', `expires_at < ${NOW}`, 'expires_at'),
  'spent solutions': deletion('spent_solutions', 'id', `expires_at < ${NOW}`, 'expires_at'),
  // A session without tokens is useless and can't get a new one: only a live token can be renewed, and a sign-in can be
  // repeated for 60 seconds only.
  tokens: `
with ${unsyncedClock('clock')},
over as (
  select hash, session_id, expires_at as since from tokens
   where expires_at < ${NOW} - interval '${tokenHours} hours' and expires_at >= $2::timestamptz
   order by expires_at limit $1 for update skip locked
), deleted as (
  delete from tokens where hash = any (array(select hash from over)) returning 1
), emptied as (
  delete from sessions s
   where s.id = any (array(select session_id from over)) and s.created_at < ${NOW} - interval '24 hours'
     and not exists (select from tokens t where t.session_id = s.id and t.hash <> all (array(select hash from over)))
)
${RESULT}`,
  sessions: deletion('sessions', 'id', `ends_at < ${NOW}`, 'ends_at'),
  'known networks': deletion('known_networks', 'key', `expires_at < ${NOW}`, 'expires_at'),
  counters: deletion('counters', 'key', `${COUNTER_END} < ${NOW}`, COUNTER_END),
  'network records': deletion('network_records', 'key', `ends_at < ${NOW}`, 'ends_at'),
  // The row of a phone number stays until its failed attempts are forgotten (send-claims.ts), and while its block level, which
  // falls by one in 24 hours, is above 0 (codes.ts). The pending account goes with it, because nothing would find it later.
  'guards of numbers': `
with ${unsyncedClock('clock')},
over as (
  select tel, day_ends_at as since from phone_guards
   where (failures = 0 or day_ends_at < ${NOW} - ${FAILURE_MEMORY})
     and day_ends_at < ${NOW} and day_ends_at >= $2::timestamptz and next_send_at < ${NOW} - interval '24 hours'
     and (code_expires_at is null or code_expires_at < ${NOW})
     and (blocked_until is null or blocked_until < ${NOW})
     and (block_level = 0 or block_level_at < ${NOW} - block_level * interval '24 hours')
   order by day_ends_at limit $1 for update skip locked
), deleted as (
  delete from phone_guards where tel = any (array(select tel from over)) returning 1
), ${UNCONFIRMED}
${RESULT}`,
});

/** The statements of a sweep, by the name of the rows that they delete. */
export type SweepStatements = ReadonlyMap<string, Statement>;

/**
 * Creates the statements of a sweep.
 * @param tokenHours how many hours an expired token is kept
 */
export const createSweepStatements = (tokenHours = TOKEN_HOURS): SweepStatements =>
  new Map(Object.entries(deletions(tokenHours)).map(([what, text], index) => [what, { name: `sweep-${index}`, text }]));

/** The statements of a sweep that keeps tokens for the default time. */
export const SWEEP_STATEMENTS = createSweepStatements();

/** The position at which the first batch of a sweep starts. */
export const SWEEP_START = '-infinity';

/** The result of one batch. */
export interface DeletedBatch {
  /** How many rows it went through. */
  readonly count: number;
  /** The position at which the next batch starts. */
  readonly position: string;
}

/** Deletes one batch of expired rows: at most `size`, from `position` on. */
export async function deleteExpired(
  db: Queryable,
  statement: Statement,
  size: number,
  position: string,
): Promise<DeletedBatch> {
  const [row] = await db.query<{ count: number; position: string | null }>(statement, [size, position]);
  return { count: row?.count ?? 0, position: row?.position ?? position };
}
