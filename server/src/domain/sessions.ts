import { generateToken, hashToken, sealToken, unsealToken } from '../common/crypto.js';
import type { Statement } from '../db/database.js';
import type { Admission, Caller } from './admission/admission.js';
import {
  consume,
  countCall,
  type ExceededLimit,
  findExceeded,
  limitsAsJson,
  limitsOf,
  quickClock,
  refuseUnlessCounted,
  release,
  runCounting,
} from './queries/counters.js';
import type { Limits } from './limits.js';
import { Refusal, tooManyRequests } from './refusal.js';

/** Lifetimes in seconds (docs/protocol.md#tokens). */
export interface SessionLifetimes {
  /** Of a token, from its issue. Each renewal issues another one, so a session in use goes on (sliding expiration). */
  readonly tokenTtl: number;
  /** Of a session, from the sign-in, however often it is renewed (absolute expiration). */
  readonly sessionTtl: number;
}

/** The account of a session, and how long its token lives. */
export interface SessionInfo {
  readonly user: string;
  /** null: the account has no name yet. */
  readonly displayName: string | null;
  /** Remaining lifetime of the token in seconds. */
  readonly expiresIn: number;
}

/** A session as the client gets it (docs/protocol.md#calls). */
export interface Session extends SessionInfo {
  readonly token: string;
}

/** Seconds that a token stays valid after the first use of the token that replaced it. */
const predecessorGrace = 60;

/**
 * SQL that opens a session, to be used in a `with` list after `account(id)` and `clock(now)`. Defines `session(id,
 * ends_at)` and `token(seconds)`.
 * @param hash the parameter (such as `$1`) with the hash of the token; the others with the lifetimes in seconds
 */
export const openSession = (hash: string, tokenTtl: string, sessionTtl: string): string => `
session as (
  insert into sessions (account_id, created_at, ends_at)
  select account.id, now, now + ${sessionTtl}::float8 * interval '1 second' from account, clock
  returning id, ends_at
), token as (
  insert into tokens (hash, session_id, expires_at)
  select ${hash}, session.id, least(now + ${tokenTtl}::float8 * interval '1 second', ends_at) from session, clock
  returning floor(extract(epoch from expires_at - (select now from clock)))::float8 as seconds
)`;

/**
 * Start of each statement that authenticates by the token with hash `$1`, after `with` and `clock(now)`. Defines `live`, the
 * token and its session if both are valid. At the first use of a token, the lifetime of the token that it replaced is cut to
 * `predecessorGrace`. `t.used_at is null` is checked again after a wait for the row lock: of concurrent first uses only
 * one counts.
 */
const authenticated = `
live as (
  select t.hash, t.session_id, t.successor, t.expires_at, t.used_at, s.account_id, s.ends_at
    from tokens t join sessions s on s.id = t.session_id, clock
   where t.hash = $1 and t.expires_at > now and s.ends_at > now
), first_use as (
  update tokens t set used_at = now from live, clock
   where t.hash = live.hash and live.used_at is null and t.used_at is null
  returning t.parent
), expire_predecessor as (
  update tokens t set expires_at = now + interval '${predecessorGrace} seconds' from first_use, clock
   where t.hash = first_use.parent and t.expires_at > now + interval '${predecessorGrace} seconds'
)`;

/**
 * The same for statements that write nothing else. The first use of a token does not wait for the disk, or the first uses of
 * many would keep those waiting that only read: if PostgreSQL crashes and forgets one, the next use is the first.
 */
const authenticate = `
with ${quickClock},${authenticated}`;

/**
 * SQL condition: at least one whole second is left until `end`. `expiresIn` is a whole number of seconds rounded down: in
 * its last second a token would be accepted and reported with `expiresIn: 0`. It can still be renewed in that second,
 * because then only the lifetime of the new token is reported.
 */
const isReportable = (end: string) => `${end} >= now + interval '1 second'`;

const selectSession: Statement = {
  name: 'session-find',
  reads: true,
  text: `${authenticate}
select a.id as user, a.display_name as name, floor(extract(epoch from live.expires_at - now))::float8 as seconds
  from live join accounts a on a.id = live.account_id, clock where ${isReportable('live.expires_at')}`,
};

// What a renewal needs to know: the session, and the successor that the token has already if it was not used yet.
// $2 is the lifetime of a token. `isFresh`: the successor has, but for a minute, the whole lifetime left.
const findSuccessor: Statement = {
  name: 'session-find-successor',
  reads: true,
  text: `${authenticate}
select a.id as user, a.display_name as name, live.session_id as session, live.successor,
       s.sealed, floor(extract(epoch from s.expires_at - now))::float8 as seconds,
       coalesce(s.expires_at >= least(now + $2::float8 * interval '1 second', live.ends_at) - interval '1 minute', false)
         as "isFresh"
  from live join accounts a on a.id = live.account_id
       left join tokens s on s.hash = live.successor and s.session_id = live.session_id and s.used_at is null, clock
 where ${isReportable('live.ends_at')}`,
};

// The token is locked, so that of concurrent renewals only one makes a successor. No row if another one has made it since
// $5, the successor, was read. $4 is the new token, sealed, and $6 the limit of the session.
const renewToken: Statement = {
  name: 'session-renew',
  text: `
with clock as materialized (select auth_now() as now),
parent as (
  select t.hash, t.session_id, s.ends_at from tokens t join sessions s on s.id = t.session_id, clock
   where t.hash = $1 and t.expires_at > now and s.ends_at > now and ${isReportable('s.ends_at')}
     and t.successor is not distinct from $5::bytea
     for update of t
), limits as (select * from (${limitsOf('$6')}) as wanted where exists (select from parent)),
${countCall},
renewed as (
  insert into tokens (hash, session_id, parent, sealed, expires_at)
  select $2, session_id, hash, $4::bytea, least(now + $3::float8 * interval '1 second', ends_at) from parent, clock
  returning expires_at
), named as (
  update tokens t set successor = $2 from parent where t.hash = parent.hash
)
select floor(extract(epoch from renewed.expires_at - now))::float8 as seconds, ${refuseUnlessCounted}::text as refused
  from renewed, clock`,
};

// Gives a successor that was not used yet its whole lifetime again.
const prolongSuccessor: Statement = {
  name: 'session-prolong',
  text: `
with clock as materialized (select auth_now() as now)
update tokens t set expires_at = least(now + $2::float8 * interval '1 second', s.ends_at) from sessions s, clock
 where t.hash = $1 and t.used_at is null and s.id = t.session_id and s.ends_at > now
returning floor(extract(epoch from t.expires_at - now))::float8 as seconds`,
};

const updateDisplayName: Statement = {
  name: 'session-set-name',
  text: `
with clock as materialized (select auth_now() as now),${authenticated}
update accounts a set display_name = $2 from live where a.id = live.account_id
returning a.id as user, a.display_name as name`,
};

// Accepts an expired token as well, as long as it is stored: a tab that has missed the renewals can still sign out.
const deleteSession: Statement = {
  name: 'session-end',
  text: 'delete from sessions where id = (select session_id from tokens where hash = $1) returning account_id as user',
};

/** The statements of a renewal, for the benchmark. */
export const renewStatements = { findSuccessor, renewToken } as const;

interface SessionRow {
  readonly user: string;
  readonly name: string | null;
  readonly seconds: number;
}

interface SuccessorRow {
  readonly user: string;
  readonly name: string | null;
  readonly session: string;
  /** Hash of the last successor. */
  readonly successor: Uint8Array | null;
  /** Of the successor, if it was not used yet; else null. */
  readonly sealed: Uint8Array | null;
  readonly seconds: number | null;
  readonly isFresh: boolean;
}

/** How often a renewal looks again after another one has made a successor between its two statements. */
const maxPasses = 5;

const invalidToken = () => new Refusal(401, { what: 'token' });

/** Operations on the session of a bearer token. */
export interface Sessions {
  /** @throws Refusal 401 `token` */
  get(token: string, caller: Caller): Promise<SessionInfo>;
  /**
   * Issues a new token for the same session, or the one again that was issued before and not used yet. The old one is
   * valid until 60 s after the first use of the new one.
   * @throws Refusal 401 `token`, 429 `ip`
   */
  renew(token: string, caller: Caller): Promise<Session>;
  /** Ends the session with all its tokens, and resolves to its account. Does nothing if there is none. */
  end(token: string, caller: Caller): Promise<string | undefined>;
  /**
   * Sets the display name of the account.
   * @throws Refusal 401 `token`
   */
  setDisplayName(
    token: string,
    name: string,
    caller: Caller,
  ): Promise<{ readonly user: string; readonly displayName: string }>;
}

/** The sessions in the database. */
export function createSessions(lifetimes: SessionLifetimes, admission: Admission, limits: Limits): Sessions {
  const { tokenTtl } = lifetimes;

  /** The session of a token, and `again`: the same session with the token's successor, if that was not used yet. */
  async function find(token: string, caller: Caller): Promise<SuccessorRow & { readonly again: Session | undefined }> {
    const db = admission.for(caller);
    const [found] = await db.query<SuccessorRow>(findSuccessor, [hashToken(token), tokenTtl]);
    if (!found) throw invalidToken();
    const { user, name: displayName, successor, sealed, seconds, isFresh } = found;
    const next = successor && sealed && unsealToken(sealed, successor, token);
    if (!next) return { ...found, again: undefined };
    if (isFresh && seconds !== null) return { ...found, again: { user, displayName, token: next, expiresIn: seconds } };
    const [prolonged] = await db.query<{ seconds: number }>(prolongSuccessor, [successor, tokenTtl]);
    return { ...found, again: prolonged && { user, displayName, token: next, expiresIn: prolonged.seconds } };
  }

  /** Renews the token. Resolves to undefined if another renewal was faster: it has made a successor. */
  async function renew(token: string, caller: Caller): Promise<Session | undefined> {
    const db = admission.for(caller);
    const { again, user, name: displayName, session, successor } = await find(token, caller);
    if (again) return again;
    const ofSession = limits.renewalsOfSession(session);
    /** What the renewal that has reached the limit has made, maybe; else the refusal. */
    const madeByOthers = async ({ limit, retryAfter }: ExceededLimit) => {
      const found = await find(token, caller);
      if (found.again) return found.again;
      throw tooManyRequests('ip', retryAfter, limit.name);
    };
    const ofAddress = limits.renewalsOfAddress(caller.ip);
    const exceeded = await consume(db, [...ofAddress, { ...ofSession, weight: 0 }]);
    if (exceeded) return madeByOthers(exceeded);
    const finishing = admission.toFinish(caller);
    const next = generateToken();
    const sealed = sealToken(next, token);
    const values = [hashToken(token), hashToken(next), tokenTtl, sealed, successor, limitsAsJson([ofSession])];
    const rows = await runCounting(() => finishing.query<{ seconds: number }>(renewToken, values));
    const [row] = rows ?? [];
    if (row) return { user, displayName, token: next, expiresIn: row.seconds };
    await release(finishing, ofAddress);
    if (rows) return undefined;
    return madeByOthers((await findExceeded(finishing, [ofSession])) ?? { limit: ofSession, retryAfter: 1 });
  }

  return {
    async get(token, caller) {
      const [row] = await admission.for(caller).query<SessionRow>(selectSession, [hashToken(token)]);
      if (!row) throw invalidToken();
      return { user: row.user, displayName: row.name, expiresIn: row.seconds };
    },
    async renew(token, caller) {
      for (let pass = 0; pass < maxPasses; pass += 1) {
        const session = await renew(token, caller);
        if (session) return session;
      }
      // Others renew this token and use what they get, again and again.
      throw tooManyRequests('ip', 1, 'renewals, token');
    },
    async end(token, caller) {
      const [ended] = await admission.for(caller).query<{ user: string }>(deleteSession, [hashToken(token)]);
      return ended?.user;
    },
    async setDisplayName(token, name, caller) {
      const [row] = await admission.for(caller).query<SessionRow>(updateDisplayName, [hashToken(token), name]);
      if (!row) throw invalidToken();
      return { user: row.user, displayName: name };
    },
  };
}
