import type { Database, Statement } from '../db/database.js';

// A day is 24 hours: '1 day' has 23 or 25 of them when the clocks of the database's zone are changed.
// What has ended is of no use to any statement; the rows are removed for their room alone. A number keeps its wrong
// codes and its ladder: the count is the number's until success.
const sweeps: readonly string[] = [
  `delete from accounts where tel_confirmed_at is null and tel_requested_at < (select auth_now()) - interval '24 hours'`,
  `delete from replays where expires_at < (select auth_now())`,
  `delete from tokens where expires_at < (select auth_now()) - interval '24 hours'`,
  `delete from sessions s where s.ends_at < (select auth_now())
      or (s.created_at < (select auth_now()) - interval '24 hours'
          and not exists (select from tokens t where t.session_id = s.id))`,
  // A counter that somebody is counting in is left to the next time: waiting for it could be a deadlock.
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

const statements: readonly Statement[] = sweeps.map((text, index) => ({ name: `sweep-${index}`, text }));

/** Removes what has ended: numbers that were not confirmed within a day, sessions, tokens, counters. */
export async function sweep(db: Database): Promise<void> {
  for (const statement of statements) await db.query(statement, []);
}
