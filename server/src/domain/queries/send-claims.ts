// Requests for a code: claiming the send interval of a number, and releasing it again.
import type { Queryable, Statement } from '../../db/database.js';
import {
  hasKeyIn,
  insertCounts,
  isAhead,
  isExceeded,
  limitsAsJson,
  limitsOf,
  type RateLimit,
  REFUSE_UNLESS_COUNTED,
  runCounting,
  unsyncedClock,
} from './counters.js';
import { entriesAsJson, insertEntries, type RecordEntry } from './network-records.js';
import { isSolutionSpent, isUsable, type Solution, spendSolution } from './solutions.js';

/** SQL expression: how long wrong codes are remembered after the 24 hours in which the SMS to the number were counted. */
export const FAILURE_MEMORY = `interval '696 hours'`;

const NOW = '(select now from clock)';

/** SQL condition: the 24 hours in which the requests for the number are counted are not over. */
const IN_DAY = isAhead({ end: 'g.day_ends_at', seconds: '86400', now: NOW });

const IS_EXCEEDED = isExceeded({ counter: 'c', limit: 'l', now: 'now' });

/**
 * Claims the send interval of a number. One statement checks all limits, stores the new code and counts the request, or
 * does nothing. Of several concurrent requests for a number, at most one gets `claimed` = 1, unless $5 is 0. `STORE_PENDING`
 * makes the claim durable. `now` is the time of the claim, in seconds since 1970.
 *
 * Parameters: $1 phone, $2 id of the code, $3 its MAC, $4 its lifetime in seconds, $5 the send interval in seconds (0 for
 * none), $6 how many requests 24 hours allow (null for any number), $7 limits, $8 and $9 the id and the expiry of the solution
 * of a challenge (null if there is none), $10 the MAC of the address that asks, $11 when the device's memory of the number
 * expires, in seconds since 1970 (null if the request doesn't depend on one), $12 entries of network records. The solution is
 * used up only if the request is claimed. Exported for tests and the benchmark.
 */
export const CLAIM_SEND: Statement = {
  name: 'code-claim',
  text: `
with ${unsyncedClock('clock')},
wanted as (${limitsOf('$7')}),
allowed as (
  select now from clock where ${isUsable({ id: '$8', expiresAt: '$9', now: 'now' })}
     and ($11::float8 is null or $11::float8 > extract(epoch from now)) and not exists (
    select from counters c, wanted l where ${hasKeyIn('wanted')} and c.key = l.key and ${IS_EXCEEDED})
), ${spendSolution({ id: '$8', expiresAt: '$9', from: 'allowed' })},
claimed as (
  insert into phone_guards as g
    (tel, code_id, code_mac, code_expires_at, code_asker, next_send_at, day_sends, day_ends_at)
  select $1, $2, $3::bytea, now + $4::float8 * interval '1 second', $10::bytea,
         now + $5::float8 * interval '1 second', 1, now + interval '24 hours' from allowed where ${isSolutionSpent('$8')}
  on conflict (tel) do update set
    previous_id = g.code_id,
    previous_mac = g.code_mac,
    previous_expires_at = g.code_expires_at,
    previous_asker = g.code_asker,
    previous_tries = g.code_tries,
    previous_guessed = g.code_guessed,
    previous_shown = g.code_shown,
    code_id = excluded.code_id,
    code_mac = excluded.code_mac,
    code_expires_at = excluded.code_expires_at,
    code_asker = excluded.code_asker,
    code_tries = 0,
    code_guessed = false,
    code_shown = false,
    -- Wrong codes are forgotten with the row of the number, which a sweep would have deleted (expired-rows.ts).
    failures = case when g.day_ends_at <= (select now from clock) - ${FAILURE_MEMORY} then 0 else g.failures end,
    next_send_at = excluded.next_send_at,
    day_sends = case when ${IN_DAY} then g.day_sends + 1 else 1 end,
    day_ends_at = case when ${IN_DAY} then g.day_ends_at else excluded.day_ends_at end
  where ($5::float8 = 0 or not ${isAhead({ end: 'g.next_send_at', seconds: '$5::float8', now: NOW })})
    and (g.blocked_until is null or g.blocked_until <= ${NOW})
    and ($6::int is null or not ${IN_DAY} or g.day_sends < $6::int)
  returning g.tel
), limits as (select * from wanted where exists (select from claimed)),
${insertCounts({ limits: 'limits', clock: 'clock' })},
${insertEntries({ entries: '$12', clock: 'clock' })}
select (select count(*) from claimed)::int as claimed, extract(epoch from ${NOW})::float8 as now,
       ${REFUSE_UNLESS_COUNTED}::text as refused,
       case when exists (select from spent) and not exists (select from claimed) then auth_refuse() end::text as unspent`,
};

/**
 * Stores a pending account. If the account exists, it's updated, so that the answer takes the same time for known and
 * unknown numbers. The commit of this statement waits for the disk, and so makes the claim durable before the SMS is sent.
 * Exported for the benchmark.
 */
export const STORE_PENDING: Statement = {
  name: 'code-pending',
  text: `
with clock as materialized (select auth_now() as now)
insert into accounts (tel, tel_requested_at, created_at) select $1, now, now from clock
on conflict (tel) do update set tel_requested_at = excluded.tel_requested_at`,
};

// If there was no previous code, `previous_id` and `previous_mac` are null, and the number has no code after the release. A
// block deletes the MAC of the previous code (codes.ts), so the restored code may have no MAC. The counters stay as they are,
// because a provider that refuses every message must not make the number of requests unlimited.
const RELEASE_CLAIM: Statement = {
  name: 'code-release',
  text: `
update phone_guards set next_send_at = auth_now(),
    code_id = previous_id, code_mac = previous_mac, code_expires_at = previous_expires_at, code_asker = previous_asker,
    code_tries = previous_tries, code_guessed = previous_guessed, code_shown = previous_shown
 where tel = $1 and code_id = $2`,
};

/** A request for a code, with the code that it stores. */
export interface SendClaim {
  readonly phone: string;
  readonly codeId: string;
  readonly mac: Uint8Array;
  /** Lifetime of the code in seconds. */
  readonly codeTtl: number;
  /** Seconds until the next code may be requested; 0 for none. */
  readonly interval: number;
  /** How many requests 24 hours allow; null for any number. */
  readonly perDay: number | null;
  /** The limits that count the request. */
  readonly limits: readonly RateLimit[];
  /** The entries that the statement adds to the network records. */
  readonly entries: readonly RecordEntry[];
  readonly solution: Solution | undefined;
  /** The MAC of the address that asks. */
  readonly asker: Uint8Array;
  /**
   * If only a memory of the number allows the request: when it expires, in seconds since 1970, by the clock of the database.
   */
  readonly memoryExpiresAt?: number;
}

/**
 * Claims the send interval of the number and stores the code.
 * @returns the time of the claim, in seconds since 1970, by the clock of the database; undefined, with nothing done, if a
 *   limit, a block, a spent or expired solution, or an expired memory of the number forbids it
 */
export async function claimSend(db: Queryable, claim: SendClaim): Promise<number | undefined> {
  const {
    phone,
    codeId,
    mac,
    codeTtl,
    interval,
    perDay,
    limits,
    entries,
    solution,
    asker,
    memoryExpiresAt = null,
  } = claim;
  const solved = [solution?.id ?? null, solution?.expiresAt ?? null];
  const values = [
    phone,
    codeId,
    mac,
    codeTtl,
    interval,
    perDay,
    limitsAsJson(limits),
    ...solved,
    asker,
    memoryExpiresAt,
    entriesAsJson(entries),
  ];
  const rows = await runCounting(() => db.query<{ claimed: number; now: number }>(CLAIM_SEND, values));
  const [row] = rows ?? [];
  return row?.claimed === 1 ? row.now : undefined;
}

/** Stores a pending account for the number, and makes its claim durable. */
export async function storePendingAccount(db: Queryable, phone: string): Promise<void> {
  await db.query(STORE_PENDING, [phone]);
}

/** Ends the send interval and restores the previous code, if `codeId` is still the current one. */
export async function releaseClaim(db: Queryable, phone: string, codeId: string): Promise<void> {
  await db.query(RELEASE_CLAIM, [phone, codeId]);
}
