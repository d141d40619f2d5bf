// One-time codes: finding the code of a number, counting attempts, and the sign-in that uses the code up
// (docs/protocol.md#who-asked-for-a-code).
import { generateToken, hashToken } from '../../common/crypto.js';
import type { Queryable, Statement } from '../../db/database.js';
import {
  type ExceededLimit,
  findRefusing,
  insertCounts,
  limitsAsJson,
  limitsOf,
  type RateLimit,
  REFUSE_UNLESS_COUNTED,
  runCounting,
  unsyncedClock,
} from './counters.js';
import { entriesAsJson, insertEntries, type RecordEntry } from './network-records.js';
import { insertReplay, REPLAYABLE, type ReplayKey, replayValues } from './replays.js';
import { insertSession, type SessionLifetimes, type SessionRow, toSession, type VerifiedSession } from './sessions.js';

/**
 * Finds the code and the block of the number $1, and whether the call repeats one that can be answered again. $2 and $3 are the MACs of the
 * idempotency key and of the body, or null if there is no key. `blockEndsIn` never exceeds the length of the block, even if the clock was set back
 * after the block began. Exported for the benchmark.
 */
export const FIND_CODE: Statement = {
  name: 'code-find',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now)
select g.code_id as "codeId", g.code_mac as mac, coalesce(g.code_expires_at > now, false) as "isUnexpired",
       g.code_asker as asker, g.code_guessed as guessed, g.code_shown as shown,
       extract(epoch from now)::float8 as now,
       extract(epoch from least(g.blocked_until - now, g.blocked_until - g.block_level_at))::float8 as "blockEndsIn",
       exists (${REPLAYABLE}) as "isReplayable"
  from clock left join phone_guards g on g.tel = $1`,
};

/** SQL condition: the row `g` of phone_guards has a live code with the id $2, and no block at the time `now`. */
const IS_LIVE = `g.code_id = $2 and g.code_mac is not null and g.code_expires_at > now
     and (g.blocked_until is null or g.blocked_until <= now)`;

/**
 * SQL condition: the caller holds the code of the row `g`. `proven`: the caller has shown the state of the code, or a
 * memory of the number. `asker`: the MAC of the caller's address, which is enough until somebody has shown the state.
 */
const isHolder = ({ proven, asker }: { proven: string; asker: string }): string =>
  `(${proven}::boolean or (g.code_asker = ${asker}::bytea and not g.code_shown))`;

/**
 * SQL condition: the caller may have the code of the row `g` compared. Of all callers who don't hold it, one may, once, and
 * none if the code allows a single attempt.
 */
const mayTry = (holder: { proven: string; asker: string }, maxAttempts: string): string =>
  `(${isHolder(holder)} or (not g.code_guessed and ${maxAttempts}::int > 1))`;

const COUNTED_HOLDER = { proven: '$7', asker: '$8' } as const;

/**
 * Counts an attempt, before anybody learns whether the code was right. One transaction makes all changes of one attempt, so
 * many concurrent calls get no more attempts than one caller. A wrong code counts for the code and the address. A holder's
 * wrong code also counts for the number. The last attempt that the number allows deletes the code and blocks the number;
 * the last one that the code allows deletes the code. A right code counts as a sign-in; `SIGN_IN_BY_CODE` then uses it up.
 * There's no row in `guard` if the code is no longer live, because it has expired or another call was faster, or if the caller may not try
 * it any more.
 *
 * Parameters: $1 phone, $2 id of the code, $3 limits, $4 whether the code was right, $5 how many attempts a code and a number
 * allow, $6 the durations of blocks in seconds, $7 whether the caller has proven that it holds the code, $8 the MAC of the caller's address,
 * $9 whether the caller has shown the state, $10 entries of network records.
 *
 * Columns of phone_guards:
 * - `previous_mac`: the MAC of the code in the previous SMS, which is restored if the provider refuses the current SMS
 *   (send-claims.ts).
 * - `block_level`: how many of the durations were used up by the last block, at the time `block_level_at`.
 *
 * Exported for the benchmark.
 */
export const COUNT_ATTEMPT: Statement = {
  name: 'code-count-attempt',
  text: `
with ${unsyncedClock('clock')},
guard as (
  select g.*, ${isHolder(COUNTED_HOLDER)} as is_holder from phone_guards g, clock
   where g.tel = $1 and ${IS_LIVE} and ${mayTry(COUNTED_HOLDER, '$5')} for update of g
),
limits as (select * from (${limitsOf('$3')}) as wanted where exists (select from guard)),
${insertCounts({ limits: 'limits', clock: 'clock' })},
${insertEntries({ entries: '$10', clock: 'clock' })},
block as (
  -- step: the block level, less one for each day since the last block, and at least 0. It is the index in $6 of the duration
  -- of the next block. Beyond the end of $6, the last duration is used.
  select greatest(0, guard.block_level
           - coalesce(floor(extract(epoch from now - guard.block_level_at) / 86400), 0))::int as step,
         guard.is_holder and guard.failures + 1 >= $5::int as is_due,
         guard.code_tries + 1 >= $5::int as is_last_attempt
    from guard, clock
), wrong as (
  -- A block also deletes the previous code (previous_mac): it could still be restored, if the provider refuses the current
  -- SMS late.
  update phone_guards g set
    failures = case when block.is_due then 0 else g.failures + guard.is_holder::int end,
    code_tries = g.code_tries + 1,
    code_guessed = g.code_guessed or not guard.is_holder,
    code_shown = g.code_shown or $9::boolean,
    code_mac = case when block.is_due or block.is_last_attempt then null else g.code_mac end,
    previous_mac = case when block.is_due then null else g.previous_mac end,
    blocked_until = case when block.is_due
      then now + ($6::json ->> least(block.step, json_array_length($6::json) - 1))::float8 * interval '1 second'
      else null end,
    block_level = case when block.is_due
      then least(block.step, json_array_length($6::json) - 1) + 1 else g.block_level end,
    block_level_at = case when block.is_due then now else g.block_level_at end
  from guard, block, clock where g.tel = guard.tel and not $4::boolean
  returning case when guard.is_holder then $5::int - greatest(g.failures, g.code_tries) else 0 end as attempts_left,
            guard.is_holder, extract(epoch from g.blocked_until - now)::float8 as block_ends_in
)
select exists (select from guard) as "isCounted", wrong.attempts_left as "attemptsLeft", wrong.is_holder as "isHolder",
       wrong.block_ends_in as "blockEndsIn", ${REFUSE_UNLESS_COUNTED}::text as refused
  from clock left join wrong on true`,
};

/**
 * Uses up the code, confirms the number and opens a session. Of concurrent calls with the right code, only one gets a row.
 * Parameters: $1 phone, $2 id of the code, $3 hash of the token, $4 and $5 lifetimes, $6 and $7 the MACs of the idempotency
 * key and of the body, $8 to $10 are $7, $8 and $5 of `COUNT_ATTEMPT`. They are checked again, because a wrong code may have
 * used up the caller's attempt since then. Exported for the benchmark.
 */
export const SIGN_IN_BY_CODE: Statement = {
  name: 'code-sign-in',
  text: `
with clock as materialized (select auth_now() as now),
used as (
  update phone_guards g set
    code_id = null, code_mac = null, code_expires_at = null, failures = 0, blocked_until = null
  from clock where g.tel = $1 and ${IS_LIVE} and ${mayTry({ proven: '$8', asker: '$9' }, '$10')}
  returning g.tel
), account as (
  insert into accounts as a (tel, tel_requested_at, tel_confirmed_at, created_at)
  select tel, now, now, now from used, clock
  on conflict (tel) do update set tel_confirmed_at = coalesce(a.tel_confirmed_at, excluded.tel_confirmed_at)
  returning a.id, a.display_name, a.tel_confirmed_at = (select now from clock) as is_new
), ${insertSession({ account: 'account', clock: 'clock', hash: '$3', tokenTtl: '$4', sessionTtl: '$5' })},
${insertReplay({ key: '$6', body: '$7', session: 'session', clock: 'clock' })}
select account.id as user, account.display_name as name, account.is_new as "isNew", token.seconds,
       extract(epoch from now)::float8 as now
  from account, token, clock`,
};

/** The state of a number, as a call with a code finds it. */
export interface FoundNumber {
  /** The time of the database, in seconds since 1970. */
  readonly now: number;
  /** Whether an earlier, identical call has opened a session, for which this one may get a token. */
  readonly isReplayable: boolean;
  /** Seconds until the block ends; undefined if there is none. */
  readonly blockEndsIn: number | undefined;
  /** The last code that was sent, unless it was used. */
  readonly code: FoundCode | undefined;
}

/** The last code that was sent to a number. */
export interface FoundCode {
  readonly id: string;
  /** The MAC of the code; undefined if it has expired or was deleted. */
  readonly mac: Uint8Array | undefined;
  /** The MAC of the address that asked for it; undefined once somebody has shown the state of the code. */
  readonly asker: Uint8Array | undefined;
  /** Whether the code was compared for a caller who doesn't hold it. */
  readonly isGuessed: boolean;
}

interface CodeRow {
  readonly codeId: string | null;
  readonly mac: Uint8Array | null;
  readonly isUnexpired: boolean;
  readonly asker: Uint8Array | null;
  readonly guessed: boolean;
  readonly shown: boolean;
  readonly now: number;
  /** 0 or less after the end of a block. */
  readonly blockEndsIn: number | null;
  readonly isReplayable: boolean;
}

/** Reads the state of a number. */
export async function findCode(db: Queryable, phone: string, replay: ReplayKey | undefined): Promise<FoundNumber> {
  const [row] = await db.query<CodeRow>(FIND_CODE, [phone, ...replayValues(replay)]);
  const { now, isReplayable, blockEndsIn, codeId, mac, isUnexpired, asker, guessed, shown } = row!;
  return {
    now,
    isReplayable,
    blockEndsIn: blockEndsIn !== null && blockEndsIn > 0 ? blockEndsIn : undefined,
    code:
      codeId === null
        ? undefined
        : {
            id: codeId,
            mac: (isUnexpired && mac) || undefined,
            asker: (!shown && asker) || undefined,
            isGuessed: guessed,
          },
  };
}

/** What makes a caller a holder of a code. */
export interface Proof {
  /** The MAC of the caller's address. */
  readonly asker: Uint8Array;
  readonly showsState: boolean;
  /** Whether the caller shows a valid memory of the number. */
  readonly isKnownDevice: boolean;
}

const isProven = ({ showsState, isKnownDevice }: Proof) => showsState || isKnownDevice;

/** An attempt to enter the code of a number. */
export interface Attempt {
  readonly phone: string;
  readonly codeId: string;
  readonly proof: Proof;
  readonly isRight: boolean;
  readonly limits: readonly RateLimit[];
  /** The entries that the statement adds to the network records. */
  readonly entries: readonly RecordEntry[];
  /** How many attempts a code allows, and how many wrong codes of holders block the number. */
  readonly maxAttempts: number;
  /** The durations of the first block, the second … in seconds. */
  readonly blockSteps: readonly number[];
}

/** The result of an attempt with a wrong code. */
export type WrongAttempt =
  /** The code was wrong. A holder has `attemptsLeft` more attempts. For anybody else, the number is 0. */
  | { readonly is: 'wrong'; readonly attemptsLeft: number }
  /** It was the last attempt of a holder for the code, but not for the number. */
  | { readonly is: 'used-up' }
  /** It was the last allowed attempt, and has blocked the number for `endsIn` seconds. */
  | { readonly is: 'block'; readonly endsIn: number };

/** The result of an attempt. */
export type CountedAttempt =
  | { readonly is: 'right' }
  | WrongAttempt
  /** A limit allows no more attempts. Nothing was counted. */
  | ({ readonly is: 'refused' } & ExceededLimit)
  /**
   * The code has expired, or another call has used, replaced or deleted it, has blocked the number, or has used up the attempt. Nothing was counted.
   */
  | { readonly is: 'overtaken' };

interface AttemptRow {
  readonly isCounted: boolean;
  /** null for a right code. Meaningless if this attempt has blocked the number. */
  readonly attemptsLeft: number | null;
  /** null for a right code. */
  readonly isHolder: boolean | null;
  /** null if this attempt has not blocked the number. */
  readonly blockEndsIn: number | null;
}

/** Counts an attempt towards all limits and changes the row of the number, in one transaction. A right code isn't used up yet. */
export async function countAttempt(db: Queryable, attempt: Attempt): Promise<CountedAttempt> {
  const { phone, codeId, proof, isRight, limits, entries, maxAttempts, blockSteps } = attempt;
  const proofValues = [isProven(proof), proof.asker, proof.showsState];
  const steps = JSON.stringify(blockSteps);
  const values = [
    phone,
    codeId,
    limitsAsJson(limits),
    isRight,
    maxAttempts,
    steps,
    ...proofValues,
    entriesAsJson(entries),
  ];
  const rows = await runCounting(() => db.query<AttemptRow>(COUNT_ATTEMPT, values));
  if (!rows) return { is: 'refused', ...(await findRefusing(db, limits)) };
  const [row] = rows;
  if (!row?.isCounted) return { is: 'overtaken' };
  if (isRight) return { is: 'right' };
  if (row.blockEndsIn !== null) return { is: 'block', endsIn: row.blockEndsIn };
  const attemptsLeft = row.attemptsLeft ?? 0;
  return row.isHolder && attemptsLeft === 0 ? { is: 'used-up' } : { is: 'wrong', attemptsLeft };
}

/** Uses up the live code `codeId` and opens a session. Resolves to undefined if the code is no longer live, or the caller may not try it any more. */
export async function openSessionByCode(
  db: Queryable,
  { phone, codeId, proof, maxAttempts }: Pick<Attempt, 'phone' | 'codeId' | 'proof' | 'maxAttempts'>,
  replay: ReplayKey | undefined,
  { tokenTtl, sessionTtl }: SessionLifetimes,
): Promise<VerifiedSession | undefined> {
  const token = generateToken();
  const holder = [isProven(proof), proof.asker, maxAttempts];
  const values = [phone, codeId, hashToken(token), tokenTtl, sessionTtl, ...replayValues(replay), ...holder];
  const [row] = await db.query<SessionRow & { isNew: boolean; now: number }>(SIGN_IN_BY_CODE, values);
  return row && { ...toSession(row, token), created: row.isNew, isRepeated: false, now: row.now };
}
