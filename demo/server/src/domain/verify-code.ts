import { constantTimeEqual, generateToken, hashToken, type Macs } from '../common/crypto.js';
import type { KeyedQueue } from '../common/keyed-queue.js';
import type { Config } from '../config/config.js';
import type { Database, SqlValue, Statement } from '../db/database.js';
import { findExceeded, type RateLimit } from './counters.js';
import { readPhoneGuard } from './phone-guard.js';
import { Refusal, tooManyRequests } from './refusal.js';
import { openSession, type Session } from './sessions.js';

/** Seconds after a sign-in in which the same call under the same idempotency key gets another token for its session. */
const replayWindow = 60;

// Counts an attempt, and commits the count, before the code is compared: a process that is killed in between cannot
// leave an attempt uncounted. The last allowed attempt deletes the code and blocks the number here already. The
// statement still returns the MAC it has deleted, so that this attempt can be compared; if the code is right, `signIn`
// undoes the block.
//
// Parameters: $1 phone, $2 and $3 MACs of the idempotency key and of the body (null without a key), $4 to $6 key, max
// and window of the limit of the address, $7 `maxAttempts`, $8 the block durations in seconds, $9 `mustCount`.
//
// The same call may come again under the same idempotency key:
// - `replay`: it has succeeded before. Returns its session.
// - `repeated_attempt`: it is the most recently counted attempt (columns `try_*`), and its code is still the current
//   one. Returns the MAC again without counting, unless $9 is true.
// - otherwise it is counted like any other attempt: `counted_attempt`.
//
// Columns of phone_guards:
// - `former_mac`: MAC of the previous SMS's code, which send-code.ts restores if the provider refuses the current SMS.
// - `former_ladder`, `former_ladder_at`: `ladder` and `ladder_at` before the most recently counted attempt.
// - `ladder`: number of block durations used so far, as of the last block at `ladder_at`.
const countAttempt: Statement = {
  name: 'code-count-attempt',
  text: `
with clock as materialized (select auth_now() as now),
replay as (
  select r.session_id from replays r join sessions s on s.id = r.session_id, clock
   where r.key = $2::bytea and r.body = $3::bytea and r.expires_at > now and s.ends_at > now
), repeated_attempt as (
  select g.try_id, g.try_mac, g.failures, g.blocked_until, true as is_repeated from phone_guards g, clock
   where g.tel = $1 and g.try_key = $2::bytea and g.try_body = $3::bytea
     and g.try_id = g.code_id and g.code_expires_at > now
     and (g.blocked_until is null or g.blocked_until > now) and not exists (select from replay) and not $9::boolean
), guard as (
  -- The row of a number with a valid code and without a block, if this call is to be counted.
  select g.* from phone_guards g, clock
   where g.tel = $1 and g.code_mac is not null and g.code_expires_at > now
     and (g.blocked_until is null or g.blocked_until <= now) and not exists (select from replay)
     and ($9::boolean or (g.try_key = $2::bytea and g.try_body = $3::bytea and g.try_id = g.code_id) is not true)
     for update of g
), address_counter as (
  -- No row if the limit of the address is exceeded: then the attempt is not counted for the number either.
  insert into counters as c (key, count, resets_at)
  select $4, 1, now + $6::float8 * interval '1 second' from guard, clock
  on conflict (key) do update set
    count = case when c.resets_at <= (select now from clock) then 1 else c.count + 1 end,
    resets_at = case when c.resets_at <= (select now from clock) then excluded.resets_at else c.resets_at end
  where c.resets_at <= (select now from clock) or c.count < $5::int
  returning 1
), block as (
  -- step: the ladder less one for each day since the last block, at least 0. It is the index in $8 of the next block's
  -- duration; beyond the end of $8 the last duration is used.
  select greatest(0, guard.ladder - coalesce(floor(extract(epoch from now - guard.ladder_at) / 86400), 0))::int as step,
         guard.failures + 1 >= $7::int as is_last_attempt
    from guard, clock
), counted_attempt as (
  -- The last allowed attempt deletes the previous code (former_mac) too: code_id stays for signIn, so send-code.ts
  -- could still restore the previous code when the provider refuses the current SMS late.
  update phone_guards g set
    failures = case when block.is_last_attempt then 0 else g.failures + 1 end,
    code_mac = case when block.is_last_attempt then null else g.code_mac end,
    former_mac = case when block.is_last_attempt then null else g.former_mac end,
    blocked_until = case when block.is_last_attempt
      then now + ($8::json ->> least(block.step, json_array_length($8::json) - 1))::float8 * interval '1 second'
      else null end,
    ladder = case when block.is_last_attempt
      then least(block.step, json_array_length($8::json) - 1) + 1 else g.ladder end,
    ladder_at = case when block.is_last_attempt then now else g.ladder_at end,
    former_ladder = g.ladder,
    former_ladder_at = g.ladder_at,
    try_key = $2::bytea,
    try_body = $3::bytea,
    try_id = g.code_id,
    try_mac = g.code_mac
  from guard, block, address_counter, clock where g.tel = guard.tel
  returning g.try_id, g.try_mac, g.failures, g.blocked_until, false as is_repeated
), attempt as (
  select * from counted_attempt union all select * from repeated_attempt
)
select attempt.try_id as "codeId", attempt.try_mac as mac, $7::int - attempt.failures as "attemptsLeft",
       extract(epoch from attempt.blocked_until - now)::float8 as "blockEndsIn",
       attempt.is_repeated as "isRepeated", replay.session_id as "replayedSession",
       exists (select from guard) as "isCountable"
  from clock left join attempt on true left join replay on true`,
};

// Deletes the code, confirms the number, opens a session, undoes the block if this was the last allowed attempt, and
// takes the attempt back from the counter of the address. Of concurrent calls with the right code only one gets a row.
const signIn: Statement = {
  name: 'code-sign-in',
  text: `
with clock as materialized (select auth_now() as now),
used as (
  update phone_guards g set
    code_id = null, code_mac = null, code_expires_at = null, failures = 0, blocked_until = null,
    ladder = case when g.blocked_until > now then g.former_ladder else g.ladder end,
    ladder_at = case when g.blocked_until > now then g.former_ladder_at else g.ladder_at end
  from clock where g.tel = $1 and g.code_id = $2
  returning g.tel
), account as (
  insert into accounts as a (tel, tel_requested_at, tel_confirmed_at, created_at)
  select tel, now, now, now from used, clock
  on conflict (tel) do update set tel_confirmed_at = coalesce(a.tel_confirmed_at, excluded.tel_confirmed_at)
  returning a.id, a.display_name
), ${openSession('$3', '$4', '$5')},
replay as (
  insert into replays (key, body, session_id, expires_at)
  select $6::bytea, $7::bytea, session.id, now + interval '${replayWindow} seconds' from session, clock
   where $6::bytea is not null
  on conflict (key) do update set
    body = excluded.body, session_id = excluded.session_id, expires_at = excluded.expires_at
), address_counter as (
  update counters set count = greatest(count - 1, 0) where key = $8 and exists (select from used)
)
select account.id as user, account.display_name as name, token.seconds from account, token`,
};

// Another token for the session that the same call has opened before. No row if that session has ended.
const issueReplayToken: Statement = {
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

/** The statements of a verification, for the benchmark. */
export const verifyStatements = { countAttempt, signIn } as const;

interface AttemptRow {
  /** Id of the code to compare with. null, as all fields up to `isRepeated`, if there is none. */
  readonly codeId: string | null;
  readonly mac: Uint8Array | null;
  /** Meaningless (`maxAttempts`) if this attempt has blocked the number. */
  readonly attemptsLeft: number | null;
  /** Seconds for which this attempt has blocked the number. null also if it was not the last allowed one. */
  readonly blockEndsIn: number | null;
  /** The call is the most recently counted attempt once more, and was not counted again. */
  readonly isRepeated: boolean | null;
  /** Id of the session that the same call has opened before. */
  readonly replayedSession: string | null;
  /**
   * The number has a valid code and no block, and the call is to be counted (it is not a repeated attempt or a
   * replay). If there is nothing to compare with nevertheless, the limit of the address is exceeded.
   */
  readonly isCountable: boolean;
}

interface SessionRow {
  readonly user: string;
  readonly name: string | null;
  readonly seconds: number;
}

/** A code to verify. */
export interface VerifyRequest {
  readonly phone: string;
  /** What was entered: not always `codeLength` digits. */
  readonly code: string;
  /** Address of the caller. */
  readonly ip: string;
  readonly idempotencyKey: string | undefined;
}

/** Verifies a code and opens a session. */
export type VerifyCode = (request: VerifyRequest) => Promise<Session>;

/**
 * Creates the operation behind `PUT /v1/creds/tel`: at most `maxAttempts` comparisons and one sign-in for each code, under
 * any concurrency and with any number of processes (docs/protocol.md#limits, docs/protocol.md#lost-answers).
 * The operation rejects with a Refusal: 401 `code`, 410 `code`, 429 `blocked`, `ip`.
 */
export function createVerifyCode(config: Config, db: Database, macs: Macs, queue: KeyedQueue): VerifyCode {
  const blockSteps = JSON.stringify(config.blockSteps);

  async function open(statement: Statement, values: readonly SqlValue[], token: string) {
    const [row] = await db.query<SessionRow>(statement, values);
    return row && { user: row.user, displayName: row.name, token, expiresIn: row.seconds };
  }

  /** The reason why there is nothing to compare with. */
  async function explainRejection(phone: string, limitOfAddress: RateLimit, isCountable: boolean): Promise<Refusal> {
    const guard = await readPhoneGuard(db, phone);
    if (guard?.blockEndsIn && guard.blockEndsIn > 0) return tooManyRequests('blocked', guard.blockEndsIn);
    const exceeded = isCountable ? await findExceeded(db, [limitOfAddress]) : undefined;
    return exceeded ? tooManyRequests('ip', exceeded.retryAfter) : new Refusal(410, { what: 'code' });
  }

  /**
   * Counts the attempt and compares the code; a second time if a repeated attempt turns out wrong.
   * @param throwIfNothingToCompare throw the reason if there is nothing to compare with
   * @param mustCount count the attempt even if it is a repeated one
   * @returns undefined if there is nothing to compare with (unless `throwIfNothingToCompare`; the reason may be that
   * another process is handling the same call), or if another process has just used the code or ended the session
   * that was to be replayed
   */
  async function countAndCompare(
    request: VerifyRequest,
    throwIfNothingToCompare: boolean,
    mustCount = false,
  ): Promise<Session | undefined> {
    const { phone, code, ip, idempotencyKey } = request;
    const keyMac = idempotencyKey === undefined ? null : macs.idempotencyKey(phone, idempotencyKey);
    const bodyMac = idempotencyKey === undefined ? null : macs.idempotentBody(phone, code);
    const { maxAttempts, tokenTtl, sessionTtl, limits } = config;
    const limitOfAddress: RateLimit = { key: macs.counter('code', ip), max: limits.codeFailuresPerIp, window: 3600 };
    const { key: counterKey, max, window } = limitOfAddress;
    const values = [phone, keyMac, bodyMac, counterKey, max, window, maxAttempts, blockSteps, mustCount];
    const [found] = await db.query<AttemptRow>(countAttempt, values);
    const token = generateToken();
    if (found?.replayedSession) {
      return open(issueReplayToken, [found.replayedSession, hashToken(token), tokenTtl], token);
    }
    if (!found?.codeId || !found.mac) {
      if (!throwIfNothingToCompare) return undefined;
      throw await explainRejection(phone, limitOfAddress, found?.isCountable ?? false);
    }
    if (constantTimeEqual(found.mac, macs.code(found.codeId, phone, code))) {
      const { codeId } = found;
      return open(signIn, [phone, codeId, hashToken(token), tokenTtl, sessionTtl, keyMac, bodyMac, counterKey], token);
    }
    // A repeated attempt with a wrong code is counted after all: an idempotency key must not make comparisons free.
    if (found.isRepeated) return countAndCompare(request, true, true);
    if (found.blockEndsIn !== null) throw tooManyRequests('blocked', found.blockEndsIn);
    throw new Refusal(401, { what: 'code', attemptsLeft: found.attemptsLeft ?? 0 });
  }

  return request =>
    queue.run(request.phone, async () => {
      // A client that has got no answer repeats its call under the same idempotency key, while another process may
      // still be handling the first one. Then the statement of the first pass waits for the row lock, but its snapshot
      // is older than what the other process commits meanwhile: it finds neither a code to compare with nor the attempt
      // counted there. The second pass sees that attempt, the third the session opened there.
      for (let passesLeft = request.idempotencyKey === undefined ? 1 : 3; passesLeft > 0; passesLeft -= 1) {
        const session = await countAndCompare(request, passesLeft === 1);
        if (session) return session;
      }
      throw new Refusal(410, { what: 'code' });
    });
}
