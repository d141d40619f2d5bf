import type { Log } from '../common/log.js';
import type { Database, Statement } from '../db/database.js';

// Deletes rows whose time is over: they have no effect any more, so nothing depends on when the sweep runs.
// Tokens are kept for 24 hours after they have expired, because an expired one can still end its session (sessions.ts).
// A phone number keeps its row while it has failed attempts, which only a success or a block sets to 0, and while its
// ladder, which falls by one in 24 hours, is above 0 (verify-code.ts). Intervals are written in hours: with '1 day'
// PostgreSQL adds 23 or 25 hours when the time zone of the database switches to or from summer time.
const deletions: readonly string[] = [
  `delete from accounts where tel_confirmed_at is null and tel_requested_at < (select auth_now()) - interval '24 hours'`,
  `delete from replays where expires_at < (select auth_now())`,
  `delete from tokens where expires_at < (select auth_now()) - interval '24 hours'`,
  `delete from sessions s where s.ends_at < (select auth_now())
      or (s.created_at < (select auth_now()) - interval '24 hours'
          and not exists (select from tokens t where t.session_id = s.id))`,
  // Skips rows that another transaction has locked: waiting for them could be a deadlock, the next sweep deletes them.
  `delete from counters where key in (
      select key from counters, (select auth_now() as now) as clock
       where resets_at < now and (free_at is null or free_at < now)
         for update of counters skip locked)`,
  `delete from phone_guards g using (select auth_now() as now) as clock
    where g.failures = 0 and g.next_send_at < now and g.day_ends_at < now
      and (g.code_expires_at is null or g.code_expires_at < now)
      and (g.blocked_until is null or g.blocked_until < now)
      and (g.ladder = 0 or g.ladder_at < now - g.ladder * interval '24 hours')`,
];

const statements: readonly Statement[] = deletions.map((text, index) => ({ name: `sweep-${index}`, text }));

/** Deletes what has expired: pending accounts, replays, tokens, sessions, counters, guards of phone numbers. */
export async function sweep(db: Database): Promise<void> {
  for (const statement of statements) await db.query(statement, []);
}

/** Milliseconds between two sweeps. Each process adds up to half of it at random, so that they do not sweep together. */
const sweepInterval = 600_000;

/**
 * Sweeps regularly.
 * @returns a function that stops it, and resolves when a running sweep has ended
 */
export function startSweeping(db: Database, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      running = sweep(db).catch((err: unknown) => {
        log.error({ err }, 'sweep failed');
      });
    },
    sweepInterval * (1 + Math.random() / 2),
  );
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
