// Counts how many codes were sent to networks and entered there, in the table `network_records`:
// docs/challenge.md#networks-whose-codes-are-entered.
import type { Queryable, Statement } from '../../db/database.js';
import { isAhead, unsyncedClock } from './counters.js';

/** What a call adds to the record of a network. */
export interface RecordEntry {
  /** The key of the record, as `macs.counter` makes it. */
  readonly key: string;
  /** How many codes were sent. */
  readonly sent: number;
  /** How many codes were entered. */
  readonly entered: number;
}

/** How many codes were sent to a network and entered there. */
export type RecordedCodes = Omit<RecordEntry, 'key'>;

/** SQL condition: the record `r` is not over at the time `now`. */
const weekGoesOn = (now: string): string => isAhead({ end: 'r.ends_at', seconds: '604800', now });

/** SQL condition: neither the record `r` nor its day is over at the time `now`. */
const dayGoesOn = (now: string): string =>
  `(${weekGoesOn(now)} and ${isAhead({ end: 'r.day_ends_at', seconds: '86400', now })})`;

/** SQL query that reads the entries from a JSON parameter made by `entriesAsJson`. */
const entriesOf = (parameter: string): string =>
  `select * from json_to_recordset(${parameter}::json) as e(key text, sent int, entered int)`;

/** Writes entries as a JSON parameter. */
export const entriesAsJson = (entries: readonly RecordEntry[]): string => JSON.stringify(entries);

/**
 * SQL for a `with` list: adds the entries in a parameter to the records, at the time in `clock`. It follows `insertCounts`, and
 * does nothing if that has counted nothing. A record has one week and one day for both of its counts, so that they are always
 * of the same time. The first entry after the end of the week starts the record again; the first one after the end of the day
 * moves the counts of that day to those of the past.
 *
 * All statements lock counters before records, and records in the order of their keys, so they can't deadlock. The condition
 * counts the rows of `counted` because PostgreSQL then inserts all of them before it inserts a record.
 */
export const insertEntries = ({ entries, clock }: { entries: string; clock: string }): string => {
  const now = `(select now from ${clock})`;
  const past = (count: string) => `case when ${weekGoesOn(now)} then r.past_${count}
      + case when ${dayGoesOn(now)} then 0 else r.day_${count} end else 0 end`;
  const ofDay = (count: string) => `excluded.day_${count} + case when ${dayGoesOn(now)} then r.day_${count} else 0 end`;
  return `
recorded as (
  insert into network_records as r (key, ends_at, day_sent, day_entered, day_ends_at)
  select key, now + interval '168 hours', sent, entered, now + interval '24 hours'
    from (${entriesOf(entries)}) as entries, ${clock} where (select count(*) from counted) > 0 order by key
  on conflict (key) do update set
    past_sent = ${past('sent')},
    past_entered = ${past('entered')},
    ends_at = case when ${weekGoesOn(now)} then r.ends_at else excluded.ends_at end,
    day_sent = ${ofDay('sent')},
    day_entered = ${ofDay('entered')},
    day_ends_at = case when ${dayGoesOn(now)} then r.day_ends_at else excluded.day_ends_at end
)`;
};

// This statement locks the records in the same order as `insertEntries`. An entry is taken from the current day. What that day doesn't have is
// taken from the days before it, because another call may have started a new day since.
const RELEASE_ENTRIES: Statement = {
  name: 'records-release',
  text: `
with ${unsyncedClock('clock')},
entries as (${entriesOf('$1')}),
locked as materialized (
  select r.key, e.sent, e.entered from network_records r join entries e on e.key = r.key, clock
   where r.key = any (array(select key from entries)) order by r.key for update of r
)
update network_records r set
    past_sent = greatest(r.past_sent - greatest(locked.sent - r.day_sent, 0), 0),
    past_entered = greatest(r.past_entered - greatest(locked.entered - r.day_entered, 0), 0),
    day_sent = greatest(r.day_sent - locked.sent, 0),
    day_entered = greatest(r.day_entered - locked.entered, 0)
  from locked where r.key = any (array(select key from locked)) and r.key = locked.key`,
};

/** Takes entries back. */
export async function releaseEntries(db: Queryable, entries: readonly RecordEntry[]): Promise<void> {
  if (entries.length > 0) await db.query(RELEASE_ENTRIES, [entriesAsJson(entries)]);
}

const READ_PAST: Statement = {
  name: 'records-past',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now)
select r.key, r.past_sent + case when ${dayGoesOn('now')} then 0 else r.day_sent end as sent,
       r.past_entered + case when ${dayGoesOn('now')} then 0 else r.day_entered end as entered
  from network_records r, clock where r.key = any (array(select json_array_elements_text($1::json))) and ${weekGoesOn('now')}`,
};

/**
 * Reads the counts of records without those of their current day. Resolves to a function that returns the counts for a key:
 * zeros if there is no record.
 */
export async function readPast(db: Queryable, keys: readonly string[]): Promise<(key: string) => RecordedCodes> {
  const rows = await db.query<RecordEntry>(READ_PAST, [JSON.stringify(keys)]);
  const past = new Map(rows.map(row => [row.key, row]));
  return key => past.get(key) ?? { sent: 0, entered: 0 };
}
