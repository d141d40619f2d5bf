import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../common/log.js';
import type { Database, Statement } from '../db/database.js';
import { buildIndexes } from './queries/indexes.js';
import { quickClock } from './queries/counters.js';

// Deletes rows whose time is over: they have no effect any more, so nothing depends on when the sweep runs.
// Each statement deletes the first rows, $1 at most, of an index: `= any(array(…))` makes PostgreSQL look the rows up by
// their key, where `in (…)` may read the whole table. It begins at the time $2, at which the one before it has ended: the
// index keeps deleted rows until a vacuum, and to read over those of a whole sweep took 100 ms for a batch (3 million
// tokens, npm run bench:scale). It ends at `now`, a value that is computed before the index is read: if it were a column of
// a joined table, the last batch would read on to the end of the index, past all rows that are in use (3.6 s
// with 3 million tokens). It skips rows that another transaction has locked: the next sweep deletes them.
// Intervals are written in hours: with '1 day' PostgreSQL adds 23 or 25 hours when the time zone of the database switches
// to or from summer time.

/** The current time of the database. */
const now = '(select now from clock)';

/** What a statement returns: how many rows it has deleted, and the time at which the next one goes on. */
const outcome = `select count(*)::int as count, (select max(since)::text from over) as position from deleted`;

/** A statement that deletes the rows of `table` that `over` selects, `$1` at most, from the time `$2` on. */
const deletion = (table: string, key: string, over: string, order: string): string => `
with ${quickClock},
over as (
  select ${key}, ${order} as since from ${table} where ${over} and ${order} >= $2::timestamptz
   order by ${order} limit $1 for update skip locked
), deleted as (delete from ${table} where ${key} = any (array(select ${key} from over)) returning 1)
${outcome}`;

const counterIsOver = 'greatest(resets_at, free_at, day_resets_at)';

/** Hours for which a token is kept after it has expired, because it can still end its session (sessions.ts). */
const tokenMemory = 24;

/** Statements by what they delete. `tokenHours`: how long expired tokens are kept. */
const deletions = (tokenHours: number): Readonly<Record<string, string>> => ({
  'pending accounts': deletion(
    'accounts',
    'id',
    `tel is not null and tel_confirmed_at is null and tel_requested_at < ${now} - interval '24 hours'`,
    'tel_requested_at',
  ),
  replays: deletion('replays', 'key', `expires_at < ${now}`, 'expires_at'),
  'spent solutions': deletion('spent_solutions', 'id', `expires_at < ${now}`, 'expires_at'),
  // A session without tokens has no use. None can get a token now: that takes a live one, or the 60 seconds after a sign-in.
  tokens: `
with ${quickClock},
over as (
  select hash, session_id, expires_at as since from tokens
   where expires_at < ${now} - interval '${tokenHours} hours' and expires_at >= $2::timestamptz
   order by expires_at limit $1 for update skip locked
), deleted as (
  delete from tokens where hash = any (array(select hash from over)) returning 1
), emptied as (
  delete from sessions s
   where s.id = any (array(select session_id from over)) and s.created_at < ${now} - interval '24 hours'
     and not exists (select from tokens t where t.session_id = s.id and t.hash <> all (array(select hash from over)))
)
${outcome}`,
  sessions: deletion('sessions', 'id', `ends_at < ${now}`, 'ends_at'),
  counters: deletion('counters', 'key', `${counterIsOver} < ${now}`, counterIsOver),
  // A phone number keeps its row while it has failed attempts, which only a success or a block sets to 0, and while its
  // ladder, which falls by one in 24 hours, is above 0 (verify-code.ts).
  'guards of numbers': deletion(
    'phone_guards',
    'tel',
    `failures = 0 and day_ends_at < ${now} and next_send_at < ${now}
     and (code_expires_at is null or code_expires_at < ${now})
     and (blocked_until is null or blocked_until < ${now})
     and (ladder = 0 or ladder_at < ${now} - ladder * interval '24 hours')`,
    'day_ends_at',
  ),
});

/** Statements of a sweep, by what they delete. */
export type SweepStatements = ReadonlyMap<string, Statement>;

/** The statements of the sweep. `tokenHours`: how long expired tokens are kept. */
export const createSweepStatements = (tokenHours = tokenMemory): SweepStatements =>
  new Map(Object.entries(deletions(tokenHours)).map(([what, text], index) => [what, { name: `sweep-${index}`, text }]));

/** The statements of the sweep, with the defaults. */
export const sweepStatements = createSweepStatements();

/** Milliseconds that one statement should take. It may take longer: the size of the next one follows from this one. */
const batchTime = 15;

/** Rows that the first statement deletes. The last one deletes at most ten times as many. */
const firstBatch = 100;

/** Deletes the rows of one kind in batches, with a pause as long as each of them. */
async function sweepOne(db: Database, statement: Statement, signal: AbortSignal): Promise<void> {
  let size = firstBatch;
  let position = '-infinity';
  for (;;) {
    const began = performance.now();
    const [result] = await db.query<{ count: number; position: string | null }>(statement, [size, position]);
    const took = performance.now() - began;
    if (!result || result.count < size || signal.aborted) return;
    position = result.position ?? position;
    const next = Math.floor(size * Math.min(2, batchTime / Math.max(1, took)));
    size = Math.min(10 * firstBatch, Math.max(1, next));
    await delay(took, undefined, { signal }).catch(() => undefined);
  }
}

/** What a sweep could not delete. */
export interface SweepFailure {
  readonly what: string;
  readonly err: unknown;
}

/**
 * Deletes what has expired: pending accounts, replays, spent solutions, tokens, sessions, counters, guards of phone numbers. What fails
 * for one of them, fails for it alone.
 */
export async function sweep(
  db: Database,
  signal = new AbortController().signal,
  statements = sweepStatements,
): Promise<readonly SweepFailure[]> {
  const failures: SweepFailure[] = [];
  for (const [what, statement] of statements) {
    if (signal.aborted) break;
    await sweepOne(db, statement, signal).catch((err: unknown) => failures.push({ what, err }));
  }
  return failures;
}

/** Milliseconds between two sweeps. Each process adds up to half of it at random, so that they do not sweep together. */
const sweepInterval = 600_000;

/**
 * Builds missing indexes, and sweeps regularly.
 * @returns a function that stops it, and resolves when what runs has ended
 */
export function startSweeping(db: Database, log: Log, statements: SweepStatements): () => Promise<void> {
  const stopped = new AbortController();

  async function maintain(withSweep: boolean): Promise<void> {
    try {
      const built = await buildIndexes(db);
      if (built.length > 0) log.info({ indexes: built }, 'indexes built');
    } catch (err) {
      log.error({ err, what: 'indexes' }, 'indexes not built');
    }
    const failures = withSweep ? await sweep(db, stopped.signal, statements) : [];
    for (const { what, err } of failures) log.error({ err, what }, 'sweep failed');
  }

  let isRunning = false;
  let running: Promise<void> = Promise.resolve();
  const begin = (withSweep: boolean) => {
    // A sweep may take longer than the interval.
    if (isRunning) return;
    isRunning = true;
    running = maintain(withSweep).finally(() => (isRunning = false));
  };
  begin(false);
  const timer = setInterval(
    () => {
      begin(true);
    },
    sweepInterval * (1 + Math.random() / 2),
  );
  timer.unref();
  return () => {
    stopped.abort();
    clearInterval(timer);
    return running;
  };
}
