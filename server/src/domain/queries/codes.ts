// One-time codes: finding the code of a number, counting attempts, and the sign-in that uses the code up.
import { generateToken, hashToken } from '../../common/crypto.js';
import type { Queryable, SqlValue, Statement } from '../../db/database.js';
import {
  type ExceededLimit,
  findRefusing,
  insertCounts,
  limitsAsJson,
  limitsOf,
  type RateLimit,
  refuseUnlessCounted,
  runCounting,
  unsyncedClock,
} from './counters.js';
import { insertSession, type Session, type SessionLifetimes, type SessionRow, toSession } from './sessions.js';

/**
 * The time after a sign-in, in seconds, in which the same call with the same idempotency key gets another token for its
 * session.
 */
const REPLAY_WINDOW = 60;

/**
 * Finds the code of the number $1. $2 and $3 are the MACs of the idempotency key and of the body, or null if there is no
 * key. Exported for the benchmark.
 */
export const FIND_CODE: Statement = {
  name: 'code-find',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now)
select g.code_id as "codeId", g.code_mac as mac, coalesce(g.code_expires_at > now, false) as "isUnexpired",
       extract(epoch from g.blocked_until - now)::float8 as "blockEndsIn",
       (select r.session_id from replays r join sessions s on s.id = r.session_id
         where r.key = $2::bytea and r.body = $3::bytea and r.expires_at > now and s.ends_at > now) as "replayedSession"
  from clock left join phone_guards g on g.tel = $1`,
};

/** SQL condition: the row `g` of phone_guards has a live code with the id $2, and no block at the time `now`. */
const IS_LIVE = `g.code_id = $2 and g.code_mac is not null and g.code_expires_at > now
     and (g.blocked_until is null or g.blocked_until <= now)`;

/**
 * Counts an attempt, before anybody learns whether the code was right. One transaction makes all changes of one attempt, so
 * many concurrent calls get no more attempts than one caller. A wrong code counts for the number and for the address; the
 * last allowed attempt deletes the code and blocks the number. A right code counts as a sign-in; `SIGN_IN_BY_CODE` then
 * uses it up. There's no row in `guard` if the code is no longer live because another call was faster.
 *
 * Parameters: $1 phone, $2 id of the code, $3 limits, $4 whether the code was right, $5 how many attempts a code allows,
 * $6 the durations of blocks in seconds.
 *
 * Columns of phone_guards:
 * - `previous_mac`: the MAC of the code in the previous SMS, which is restored if the provider refuses the current SMS
 *   (send-claims.ts).
 * - `block_level`: how many of the durations were used up by the last block, at the time `block_level_at`.
 *
 * Exported for the benchmark.
 */
export const COUNT_ATTEMPT: Statement = {
  name: 'code-count-try',
  text: `
with ${unsyncedClock('clock')},
guard as (select g.* from phone_guards g, clock where g.tel = $1 and ${IS_LIVE} for update of g),
limits as (select * from (${limitsOf('$3')}) as wanted where exists (select from guard)),
${insertCounts({ limits: 'limits', clock: 'clock' })},
block as (
  -- step: the block level, less one for each day since the last block, and at least 0. It is the index in $6 of the duration
  -- of the next block. Beyond the end of $6, the last duration is used.
  select greatest(0, guard.block_level
           - coalesce(floor(extract(epoch from now - guard.block_level_at) / 86400), 0))::int as step,
         guard.failures + 1 >= $5::int as is_last_attempt
    from guard, clock
), wrong as (
  -- The last allowed attempt also deletes the previous code (previous_mac): it could still be restored, if the provider
  -- refuses the current SMS late.
  update phone_guards g set
    failures = case when block.is_last_attempt then 0 else g.failures + 1 end,
    code_mac = case when block.is_last_attempt then null else g.code_mac end,
    previous_mac = case when block.is_last_attempt then null else g.previous_mac end,
    blocked_until = case when block.is_last_attempt
      then now + ($6::json ->> least(block.step, json_array_length($6::json) - 1))::float8 * interval '1 second'
      else null end,
    block_level = case when block.is_last_attempt
      then least(block.step, json_array_length($6::json) - 1) + 1 else g.block_level end,
    block_level_at = case when block.is_last_attempt then now else g.block_level_at end
  from guard, block, clock where g.tel = guard.tel and not $4::boolean
  returning $5::int - g.failures as attempts_left, extract(epoch from g.blocked_until - now)::float8 as block_ends_in
)
select exists (select from guard) as "isCounted", wrong.attempts_left as "attemptsLeft",
       wrong.block_ends_in as "blockEndsIn", ${refuseUnlessCounted({ limits: 'limits' })}::text as refused
  from clock left join wrong on true`,
};

/**
 * Uses up the code, confirms the number and opens a session. Of concurrent calls with the right code, only one gets a row.
 * Parameters: $1 phone, $2 id of the code, $3 hash of the token, $4 and $5 lifetimes, $6 and $7 the MACs that `FIND_CODE`
 * gets as $2 and $3. Exported for the benchmark.
 */
export const SIGN_IN_BY_CODE: Statement = {
  name: 'code-sign-in',
  text: `
with clock as materialized (select auth_now() as now),
used as (
  update phone_guards g set
    code_id = null, code_mac = null, code_expires_at = null, failures = 0, blocked_until = null
  from clock where g.tel = $1 and ${IS_LIVE}
  returning g.tel
), account as (
  insert into accounts as a (tel, tel_requested_at, tel_confirmed_at, created_at)
  select tel, now, now, now from used, clock
  on conflict (tel) do update set tel_confirmed_at = coalesce(a.tel_confirmed_at, excluded.tel_confirmed_at)
  returning a.id, a.display_name, a.tel_confirmed_at = (select now from clock) as is_new
), ${insertSession({ account: 'account', clock: 'clock', hash: '$3', tokenTtl: '$4', sessionTtl: '$5' })},
replay as (
  insert into replays (key, body, session_id, expires_at)
  select $6::bytea, $7::bytea, session.id, now + interval '${REPLAY_WINDOW} seconds' from session, clock
   where $6::bytea is not null
  on conflict (key) do update set
    body = excluded.body, session_id = excluded.session_id, expires_at = excluded.expires_at
)
select account.id as user, account.display_name as name, account.is_new as "isNew", token.seconds from account, token`,
};

// Issues another token for the session that an earlier, identical call has opened. There's no row if the session has ended.
const ISSUE_REPLAY_TOKEN: Statement = {
  name: 'code-replay',
  text: `
with clock as materialized (select auth_now() as now),
token as (
  insert into tokens (hash, session_id, expires_at)
  select $2, s.id, least(now + $3::float8 * interval '1 second', s.ends_at) from sessions s, clock
   where s.id = $1::uuid and s.ends_at > now
  returning session_id, expires_at
)
select a.id as user, a.display_name as name, floor(extract(epoch from token.expires_at - now))::float8 as seconds
  from token join sessions s on s.id = token.session_id join accounts a on a.id = s.account_id, clock`,
};

/** What identifies a repeated call: the MACs of its idempotency key and of its body. */
export interface ReplayKey {
  readonly key: Uint8Array;
  readonly body: Uint8Array;
}

const replayValues = (replay: ReplayKey | undefined): readonly SqlValue[] => [
  replay?.key ?? null,
  replay?.body ?? null,
];

/** The state of a number, as a call with a code finds it. */
export type FoundCode =
  /** An earlier, identical call has opened this session. */
  | { readonly is: 'replay'; readonly session: string }
  /** The number is blocked for `endsIn` seconds. */
  | { readonly is: 'blocked'; readonly endsIn: number }
  | { readonly is: 'live'; readonly codeId: string; readonly mac: Uint8Array }
  | { readonly is: 'none' };

interface CodeRow {
  readonly codeId: string | null;
  readonly mac: Uint8Array | null;
  readonly isUnexpired: boolean;
  /** 0 or less after the end of a block. */
  readonly blockEndsIn: number | null;
  readonly replayedSession: string | null;
}

/** Finds the live code of a number, or the reason why there is none. */
export async function findCode(db: Queryable, phone: string, replay: ReplayKey | undefined): Promise<FoundCode> {
  const [row] = await db.query<CodeRow>(FIND_CODE, [phone, ...replayValues(replay)]);
  if (row?.replayedSession) return { is: 'replay', session: row.replayedSession };
  if (row?.blockEndsIn && row.blockEndsIn > 0) return { is: 'blocked', endsIn: row.blockEndsIn };
  if (!row?.codeId || !row.mac || !row.isUnexpired) return { is: 'none' };
  return { is: 'live', codeId: row.codeId, mac: row.mac };
}

/** An attempt to enter the code of a number. */
export interface Attempt {
  readonly phone: string;
  readonly codeId: string;
  readonly isRight: boolean;
  readonly limits: readonly RateLimit[];
  /** How many attempts a code allows. */
  readonly maxAttempts: number;
  /** The durations of the first block, the second … in seconds. */
  readonly blockSteps: readonly number[];
}

/** The result of an attempt. */
export type CountedAttempt =
  | { readonly is: 'right' }
  | { readonly is: 'wrong'; readonly attemptsLeft: number }
  /** It was the last allowed attempt, and has blocked the number for `endsIn` seconds. */
  | { readonly is: 'block'; readonly endsIn: number }
  /** A limit allows no more attempts. Nothing was counted. */
  | ({ readonly is: 'refused' } & ExceededLimit)
  /** Another call has used, replaced or deleted the code first. Nothing was counted. */
  | { readonly is: 'overtaken' };

interface AttemptRow {
  readonly isCounted: boolean;
  /** null for a right code. Meaningless if this attempt has blocked the number. */
  readonly attemptsLeft: number | null;
  /** null if this attempt has not blocked the number. */
  readonly blockEndsIn: number | null;
}

/** Counts an attempt towards all limits, in one transaction. */
export async function countAttempt(db: Queryable, attempt: Attempt): Promise<CountedAttempt> {
  const { phone, codeId, isRight, limits, maxAttempts, blockSteps } = attempt;
  const values = [phone, codeId, limitsAsJson(limits), isRight, maxAttempts, JSON.stringify(blockSteps)];
  const rows = await runCounting(() => db.query<AttemptRow>(COUNT_ATTEMPT, values));
  if (!rows) return { is: 'refused', ...(await findRefusing(db, limits)) };
  const [row] = rows;
  if (!row?.isCounted) return { is: 'overtaken' };
  if (isRight) return { is: 'right' };
  if (row.blockEndsIn !== null) return { is: 'block', endsIn: row.blockEndsIn };
  return { is: 'wrong', attemptsLeft: row.attemptsLeft ?? 0 };
}

/** A session after a verification. */
export interface VerifiedSession extends Session {
  /** Whether the number was confirmed for the first time. */
  readonly created: boolean;
}

/** Uses up the live code `codeId` and opens a session. Resolves to undefined if another call was faster. */
export async function openSessionByCode(
  db: Queryable,
  {
    phone,
    codeId,
    replay,
  }: { readonly phone: string; readonly codeId: string; readonly replay: ReplayKey | undefined },
  { tokenTtl, sessionTtl }: SessionLifetimes,
): Promise<VerifiedSession | undefined> {
  const token = generateToken();
  const values = [phone, codeId, hashToken(token), tokenTtl, sessionTtl, ...replayValues(replay)];
  const [row] = await db.query<SessionRow & { readonly isNew: boolean }>(SIGN_IN_BY_CODE, values);
  return row && { ...toSession(row, token), created: row.isNew };
}

/** Issues another token for the session of a repeated call. Resolves to undefined if the session has ended. */
export async function openReplayedSession(
  db: Queryable,
  session: string,
  tokenTtl: number,
): Promise<VerifiedSession | undefined> {
  const token = generateToken();
  const [row] = await db.query<SessionRow>(ISSUE_REPLAY_TOKEN, [session, hashToken(token), tokenTtl]);
  return row && { ...toSession(row, token), created: false };
}
