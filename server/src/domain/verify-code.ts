import { constantTimeEqual, generateToken, hashToken, type Macs } from '../common/crypto.js';
import type { Config } from '../config/config.js';
import type { SqlValue, Statement } from '../db/database.js';
import type { Admission } from './admission/admission.js';
import { CallQueue, type Caller } from './admission/admission.js';
import {
  consume,
  countCall,
  findExceeded,
  limitsAsJson,
  limitsOf,
  makeDurable,
  quickClock,
  type RateLimit,
  refuseUnlessCounted,
  release,
  runCounting,
} from './queries/counters.js';
import type { Limits } from './limits.js';
import { Refusal, tooManyRequests } from './refusal.js';
import { openSession, type Session } from './sessions.js';

/** Name of the limit of tries for a number: the call that reaches it is the one that blocks the number. */
export const triesOfNumber = 'wrong codes, number';

/** Seconds after a sign-in in which the same call under the same idempotency key gets another token for its session. */
const replayWindow = 60;

// Parameters: $1 phone, $2 and $3 MACs of the idempotency key and of the body, null without a key.
const findCode: Statement = {
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

/** SQL condition: the row `g` of phone_guards has the live code with the id `$2`, and no block. Needs `clock(now)`. */
const isLive = `g.code_id = $2 and g.code_mac is not null and g.code_expires_at > now
     and (g.blocked_until is null or g.blocked_until <= now)`;

// Counts what has come of a comparison, before anybody learns it. Everything that one try changes is one transaction, so
// that a crowd of calls gets no more tries than one caller: a wrong code counts for the number and for the address, and
// the last one deletes the code and blocks the number. A right one counts as a sign-in; `signIn` then uses up the code.
// No row in `guard`: the code is not live any more, another call was faster.
//
// Parameters: $1 phone, $2 id of the code, $3 limits, $4 whether it was right, $5 `maxAttempts`, $6 the block durations
// in seconds.
//
// Columns of phone_guards:
// - `former_mac`: MAC of the previous SMS's code, which send-code.ts restores if the provider refuses the current SMS.
// - `ladder`: number of block durations used so far, as of the last block at `ladder_at`.
const countTry: Statement = {
  name: 'code-count-try',
  text: `
with ${quickClock},
guard as (select g.* from phone_guards g, clock where g.tel = $1 and ${isLive} for update of g),
limits as (select * from (${limitsOf('$3')}) as wanted where exists (select from guard)),
${countCall},
block as (
  -- step: the ladder less one for each day since the last block, at least 0. It is the index in $6 of the next block's
  -- duration; beyond the end of $6 the last duration is used.
  select greatest(0, guard.ladder - coalesce(floor(extract(epoch from now - guard.ladder_at) / 86400), 0))::int as step,
         guard.failures + 1 >= $5::int as is_last_attempt
    from guard, clock
), wrong as (
  -- The last allowed attempt deletes the previous code (former_mac) too: send-code.ts could still restore it when the
  -- provider refuses the current SMS late.
  update phone_guards g set
    failures = case when block.is_last_attempt then 0 else g.failures + 1 end,
    code_mac = case when block.is_last_attempt then null else g.code_mac end,
    former_mac = case when block.is_last_attempt then null else g.former_mac end,
    blocked_until = case when block.is_last_attempt
      then now + ($6::json ->> least(block.step, json_array_length($6::json) - 1))::float8 * interval '1 second'
      else null end,
    ladder = case when block.is_last_attempt
      then least(block.step, json_array_length($6::json) - 1) + 1 else g.ladder end,
    ladder_at = case when block.is_last_attempt then now else g.ladder_at end
  from guard, block, clock where g.tel = guard.tel and not $4::boolean
  returning $5::int - g.failures as attempts_left, extract(epoch from g.blocked_until - now)::float8 as block_ends_in
)
select exists (select from guard) as "isCounted", wrong.attempts_left as "attemptsLeft",
       wrong.block_ends_in as "blockEndsIn", ${refuseUnlessCounted}::text as refused
  from clock left join wrong on true`,
};

// Uses up the code, confirms the number and opens a session. Of concurrent calls with the right code only one gets a row.
const signIn: Statement = {
  name: 'code-sign-in',
  text: `
with clock as materialized (select auth_now() as now),
used as (
  update phone_guards g set
    code_id = null, code_mac = null, code_expires_at = null, failures = 0, blocked_until = null
  from clock where g.tel = $1 and ${isLive}
  returning g.tel
), account as (
  insert into accounts as a (tel, tel_requested_at, tel_confirmed_at, created_at)
  select tel, now, now, now from used, clock
  on conflict (tel) do update set tel_confirmed_at = coalesce(a.tel_confirmed_at, excluded.tel_confirmed_at)
  returning a.id, a.display_name, a.tel_confirmed_at = (select now from clock) as is_new
), ${openSession('$3', '$4', '$5')},
replay as (
  insert into replays (key, body, session_id, expires_at)
  select $6::bytea, $7::bytea, session.id, now + interval '${replayWindow} seconds' from session, clock
   where $6::bytea is not null
  on conflict (key) do update set
    body = excluded.body, session_id = excluded.session_id, expires_at = excluded.expires_at
)
select account.id as user, account.display_name as name, account.is_new as "isNew", token.seconds from account, token`,
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
export const verifyStatements = { findCode, countTry, signIn } as const;

interface FoundCode {
  readonly codeId: string | null;
  readonly mac: Uint8Array | null;
  readonly isUnexpired: boolean;
  /** 0 or less after the end of a block. */
  readonly blockEndsIn: number | null;
  /** Id of the session that the same call has opened before. */
  readonly replayedSession: string | null;
}

interface CountedTry {
  /** false: another call has used, replaced or destroyed the code first. Nothing was counted. */
  readonly isCounted: boolean;
  /** null for a right code. Meaningless (`maxAttempts`) if this attempt has blocked the number. */
  readonly attemptsLeft: number | null;
  /** Seconds for which this attempt has blocked the number. null if it was not the last allowed one. */
  readonly blockEndsIn: number | null;
}

interface SessionRow {
  readonly user: string;
  readonly name: string | null;
  readonly seconds: number;
  /** The number was confirmed for the first time. */
  readonly isNew?: boolean;
}

/** A code to verify. */
export interface VerifyRequest extends Caller {
  readonly phone: string;
  /** What was entered: not always `codeLength` digits. */
  readonly code: string;
  readonly idempotencyKey: string | undefined;
}

/** A session after a verification. `created`: the number was confirmed for the first time. */
export type VerifiedSession = Session & { readonly created: boolean };

/** Verifies a code and opens a session. */
export type VerifyCode = (request: VerifyRequest) => Promise<VerifiedSession>;

const noLiveCode = () => new Refusal(410, { what: 'code' });

/** How often a call looks again after others have changed the number between two of its statements. */
const maxPasses = 5;

/**
 * Creates the operation behind `PUT /v1/creds/tel`: at most `maxAttempts` comparisons and one sign-in for each code, under
 * any concurrency and with any number of processes (docs/protocol.md#limits, docs/protocol.md#lost-answers).
 * The operation rejects with a Refusal: 401 `code`, 410 `code`, 429 `blocked`, `ip`.
 */
export function createVerifyCode(config: Config, admission: Admission, macs: Macs, limits: Limits): VerifyCode {
  const { maxAttempts, tokenTtl, sessionTtl } = config;
  const blockSteps = JSON.stringify(config.blockSteps);
  const queue = new CallQueue('number', config.maxWaiting, ({ params }) => params.what === 'blocked');

  async function open(request: VerifyRequest, statement: Statement, values: readonly SqlValue[], token: string) {
    const [row] = await admission.toFinish(request).query<SessionRow>(statement, values);
    return row && { user: row.user, displayName: row.name, token, expiresIn: row.seconds, created: row.isNew === true };
  }

  /** @throws Refusal if an address has entered too many wrong codes */
  async function count(request: VerifyRequest, codeId: string, isRight: boolean): Promise<CountedTry | undefined> {
    const { phone, ip } = request;
    const db = admission.for(request);
    const wrongs = limits.codeFailures(ip).map(limit => ({ ...limit, weight: isRight ? 0 : 1 }) as const);
    // A wrong code is not refused for sign-ins that were too many, and so it does not tell that it is wrong.
    const all: readonly RateLimit[] = [
      ...wrongs,
      ...limits.signIns(phone, ip).map(limit => ({ ...limit, weight: isRight ? 1 : 0 }) as const),
    ];
    const values = [phone, codeId, limitsAsJson(all), isRight, maxAttempts, blockSteps];
    const rows = await runCounting(() => db.query<CountedTry>(countTry, values));
    if (rows) return rows[0];
    const exceeded = await findExceeded(db, all);
    throw tooManyRequests('ip', exceeded?.retryAfter ?? 1, (exceeded?.limit ?? all[0]!).name);
  }

  /** Verifies the code. Resolves to undefined if another call has changed the number in between. */
  async function verify(request: VerifyRequest): Promise<VerifiedSession | undefined> {
    const { phone, code, ip, idempotencyKey } = request;
    const keyMac = idempotencyKey === undefined ? null : macs.idempotencyKey(phone, idempotencyKey);
    const bodyMac = idempotencyKey === undefined ? null : macs.idempotentBody(phone, code);
    const db = admission.for(request);
    const [found] = await db.query<FoundCode>(findCode, [phone, keyMac, bodyMac]);
    const token = generateToken();
    if (found?.replayedSession) {
      return open(request, issueReplayToken, [found.replayedSession, hashToken(token), tokenTtl], token);
    }
    if (found?.blockEndsIn && found.blockEndsIn > 0) throw tooManyRequests('blocked', found.blockEndsIn, 'block');
    if (!found?.codeId || !found.mac || !found.isUnexpired) {
      const exceeded = await consume(db, limits.deadCodes(phone, ip));
      throw exceeded ? tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name) : noLiveCode();
    }
    const { codeId } = found;
    const isRight = constantTimeEqual(found.mac, macs.code(codeId, phone, code));
    const counted = await count(request, codeId, isRight);
    if (!counted?.isCounted) return undefined;
    const finishing = admission.toFinish(request);
    if (isRight) {
      const values = [phone, codeId, hashToken(token), tokenTtl, sessionTtl, keyMac, bodyMac];
      const session = await open(request, signIn, values, token);
      if (!session) await release(finishing, limits.signIns(phone, ip));
      return session;
    }
    await makeDurable(finishing);
    if (counted.blockEndsIn !== null) throw tooManyRequests('blocked', counted.blockEndsIn, triesOfNumber);
    throw new Refusal(401, { what: 'code', attemptsLeft: counted.attemptsLeft ?? 0 });
  }

  return request =>
    queue.run(request.phone, request, async () => {
      for (let pass = 0; pass < maxPasses; pass += 1) {
        const session = await verify(request);
        if (session) return session;
      }
      throw noLiveCode();
    });
}
