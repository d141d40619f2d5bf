import type { Config } from '../config.js';
import { hashToken, type Macs, newToken, sameBytes } from '../crypto.js';
import type { Database, Statement } from '../db/database.js';
import { type Budget, spent } from './counters.js';
import { lookAtGuard } from './phone-guard.js';
import type { KeyedQueue } from './queue.js';
import { Refusal, tooMany } from './refusal.js';
import { openSession, type Session } from './sessions.js';

/** Seconds for which a verification may be asked for again under its idempotency key. */
export const replayWindow = 60;

// Counts the try, and commits the count, before anything is compared. The last try destroys the code and blocks the
// number there and then, and hands its MAC out for this one comparison: if that succeeds, the block is lifted again.
// So a process that is killed in between leaves no try uncounted. The call that was counted last, asked for again under
// its idempotency key, is no other guess: unless $9 says that it counts, it is handed the same MAC once more. Where there
// is no key the comparison with it is null.
const countTry: Statement = {
  name: 'code-count-try',
  text: `
with clock as materialized (select auth_now() as now),
replay as (
  select r.session_id from replays r join sessions s on s.id = r.session_id, clock
   where r.key = $2::bytea and r.body = $3::bytea and r.expires_at > now and s.ends_at > now
), repeated as (
  select g.try_id, g.try_mac, g.failures, g.blocked_until, false as counts from phone_guards g, clock
   where g.tel = $1 and g.try_key = $2::bytea and g.try_body = $3::bytea
     and g.try_id = g.code_id and g.code_expires_at > now
     and (g.blocked_until is null or g.blocked_until > now) and not exists (select from replay) and not $9::boolean
), guard as (
  select g.* from phone_guards g, clock
   where g.tel = $1 and g.code_mac is not null and g.code_expires_at > now
     and (g.blocked_until is null or g.blocked_until <= now) and not exists (select from replay)
     and ($9::boolean or (g.try_key = $2::bytea and g.try_body = $3::bytea and g.try_id = g.code_id) is not true)
     for update of g
), address as (
  insert into counters as c (key, count, resets_at)
  select $4, 1, now + $6::float8 * interval '1 second' from guard, clock
  on conflict (key) do update set
    count = case when c.resets_at <= (select now from clock) then 1 else c.count + 1 end,
    resets_at = case when c.resets_at <= (select now from clock) then excluded.resets_at else c.resets_at end
  where c.resets_at <= (select now from clock) or c.count < $5::int
  returning 1
), rung as (
  select greatest(0, guard.ladder - coalesce(floor(extract(epoch from now - guard.ladder_at) / 86400), 0))::int as step,
         guard.failures + 1 >= $7::int as last
    from guard, clock
), counted as (
  update phone_guards g set
    failures = case when rung.last then 0 else g.failures + 1 end,
    code_mac = case when rung.last then null else g.code_mac end,
    former_mac = case when rung.last then null else g.former_mac end,
    blocked_until = case when rung.last
      then now + ($8::json ->> least(rung.step, json_array_length($8::json) - 1))::float8 * interval '1 second'
      else null end,
    ladder = case when rung.last then least(rung.step, json_array_length($8::json) - 1) + 1 else g.ladder end,
    ladder_at = case when rung.last then now else g.ladder_at end,
    former_ladder = g.ladder,
    former_ladder_at = g.ladder_at,
    try_key = $2::bytea,
    try_body = $3::bytea,
    try_id = g.code_id,
    try_mac = g.code_mac
  from guard, rung, address, clock where g.tel = guard.tel
  returning g.try_id, g.try_mac, g.failures, g.blocked_until, true as counts
), tried as (
  select * from counted union all select * from repeated
)
select tried.try_id as id, tried.try_mac as mac, $7::int - tried.failures as "attemptsLeft",
       extract(epoch from tried.blocked_until - now)::float8 as blocked, tried.counts,
       replay.session_id as replay, exists (select from guard) as live
  from clock left join tried on true left join replay on true`,
};

// Uses the code up, confirms the number and opens the session: of any number of right codes one gets a row back.
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
), address as (
  update counters set count = greatest(count - 1, 0) where key = $8 and exists (select from used)
)
select account.id as user, account.display_name as name, token.seconds from account, token`,
};

const replayToken: Statement = {
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

/** What a verification asks the database, in this order. */
export const verifyStatements = { countTry, signIn } as const;

interface Try {
  readonly id: string | null;
  readonly mac: Uint8Array | null;
  readonly attemptsLeft: number | null;
  /** Seconds for which this try, if it is wrong, has blocked the number. */
  readonly blocked: number | null;
  /** Whether this is a try of its own; false for the one before, asked for again. */
  readonly counts: boolean | null;
  readonly replay: string | null;
  readonly live: boolean;
}

interface Opened {
  readonly user: string;
  readonly name: string | null;
  readonly seconds: number;
}

/** A code to be verified. */
export interface VerifyRequest {
  /** Wire form of the number. */
  readonly tel: string;
  /** What was entered. */
  readonly val: string;
  /** Address of the caller. */
  readonly ip: string;
  readonly idempotencyKey: string | undefined;
}

/** Verifies a code and signs in. */
export type VerifyCode = (request: VerifyRequest) => Promise<Session>;

/**
 * Verifies codes. Three tries, under any concurrency and any number of processes; a code signs in once.
 * The call rejects with a Refusal: 401 `code`, 410 `code`, 429 `blocked`, `ip`.
 */
export function createVerifyCode(config: Config, db: Database, macs: Macs, queue: KeyedQueue): VerifyCode {
  const steps = JSON.stringify(config.blockSteps);

  async function open(statement: Statement, values: Parameters<Database['query']>[1], token: string) {
    const [row] = await db.query<Opened>(statement, values);
    return row && { user: row.user, displayName: row.name, token, expiresIn: row.seconds };
  }

  async function whyNot(tel: string, address: Budget, live: boolean): Promise<Refusal> {
    const state = await lookAtGuard(db, tel);
    if (state?.blocked && state.blocked > 0) return tooMany('blocked', state.blocked);
    const full = live ? await spent(db, [address]) : undefined;
    return full ? tooMany('ip', full.retryAfter) : new Refusal(410, { what: 'code' });
  }

  /**
   * One pass. undefined: another process has just used the code, or it is worth another look.
   * @param isCounted the call was made before and was wrong: wrong ones count however often they come
   */
  async function attempt(request: VerifyRequest, isLast: boolean, isCounted = false): Promise<Session | undefined> {
    const { tel, val, ip, idempotencyKey } = request;
    const key = idempotencyKey === undefined ? null : macs.replayKey(tel, idempotencyKey);
    const body = idempotencyKey === undefined ? null : macs.replayBody(tel, val);
    const address: Budget = { key: macs.counter('code', ip), max: config.limits.codeFailuresPerIp, window: 3600 };
    const values = [tel, key, body, address.key, address.max, address.window, config.maxAttempts, steps, isCounted];
    const [found] = await db.query<Try>(countTry, values);
    const token = newToken();
    if (found?.replay) return open(replayToken, [found.replay, hashToken(token), config.tokenTtl], token);
    if (!found?.id || !found.mac) {
      if (!isLast) return undefined;
      throw await whyNot(tel, address, found?.live ?? false);
    }
    if (sameBytes(found.mac, macs.code(found.id, tel, val))) {
      const { tokenTtl, sessionTtl } = config;
      return open(signIn, [tel, found.id, hashToken(token), tokenTtl, sessionTtl, key, body, address.key], token);
    }
    if (!found.counts) return attempt(request, true, true);
    if (found.blocked !== null) throw tooMany('blocked', found.blocked);
    throw new Refusal(401, { what: 'code', attemptsLeft: found.attemptsLeft ?? 0 });
  }

  return request =>
    queue.run(request.tel, async () => {
      // Whoever stands in the way may be this very call, whose answer was lost, at another process: it is seen with the
      // next look when it has been counted, and with the one after that when it has used the code.
      for (let left = request.idempotencyKey === undefined ? 1 : 3; left > 0; left--) {
        const session = await attempt(request, left === 1);
        if (session) return session;
      }
      throw new Refusal(410, { what: 'code' });
    });
}
