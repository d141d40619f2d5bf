import { generateToken, hashToken } from '../common/crypto.js';
import type { Database, Statement } from '../db/database.js';
import { Refusal } from './refusal.js';

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
 * Start of each statement that authenticates by the token with hash `$1`. Defines `live`, the token and its session if
 * both are valid. At the first use of a token, the lifetime of the token that it replaced is cut to `predecessorGrace`.
 * `t.used_at is null` is checked again after a wait for the row lock: of concurrent first uses only one counts.
 */
const authenticate = `
with clock as materialized (select auth_now() as now),
live as (
  select t.hash, t.session_id, t.expires_at, t.used_at, s.account_id, s.ends_at
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
 * SQL condition: at least one whole second is left until `end`. `expiresIn` is a whole number of seconds rounded down: in
 * its last second a token would be accepted and reported with `expiresIn: 0`. It can still be renewed in that second,
 * because then only the lifetime of the new token is reported.
 */
const isReportable = (end: string) => `${end} >= now + interval '1 second'`;

const selectSession: Statement = {
  name: 'session-find',
  text: `${authenticate}
select a.id as user, a.display_name as name, floor(extract(epoch from live.expires_at - now))::float8 as seconds
  from live join accounts a on a.id = live.account_id, clock where ${isReportable('live.expires_at')}`,
};

const renewToken: Statement = {
  name: 'session-renew',
  text: `${authenticate},
renewed as (
  insert into tokens (hash, session_id, parent, expires_at)
  select $2, session_id, hash, least(now + $3::float8 * interval '1 second', ends_at) from live, clock
   where ${isReportable('ends_at')}
  returning expires_at
)
select a.id as user, a.display_name as name, floor(extract(epoch from renewed.expires_at - now))::float8 as seconds
  from live join accounts a on a.id = live.account_id, renewed, clock`,
};

const updateDisplayName: Statement = {
  name: 'session-set-name',
  text: `${authenticate}
update accounts a set display_name = $2 from live where a.id = live.account_id
returning a.id as user, a.display_name as name`,
};

// Accepts an expired token as well, as long as it is stored: a tab that has missed the renewals can still sign out.
const deleteSession: Statement = {
  name: 'session-end',
  text: 'delete from sessions where id = (select session_id from tokens where hash = $1)',
};

/** The statement of a renewal, for the benchmark. */
export const renewStatements = { renewToken } as const;

interface SessionRow {
  readonly user: string;
  readonly name: string | null;
  readonly seconds: number;
}

const invalidToken = () => new Refusal(401, { what: 'token' });

/** Operations on the session of a bearer token. */
export interface Sessions {
  /** @throws Refusal 401 `token` */
  get(token: string): Promise<SessionInfo>;
  /**
   * Issues a new token for the same session. The old one is valid until 60 s after the first use of the new one.
   * @throws Refusal 401 `token`
   */
  renew(token: string): Promise<Session>;
  /** Ends the session with all its tokens. Does nothing if there is none. */
  end(token: string): Promise<void>;
  /**
   * Sets the display name of the account.
   * @throws Refusal 401 `token`
   */
  setDisplayName(token: string, name: string): Promise<{ readonly user: string; readonly displayName: string }>;
}

/** The sessions stored in `db`. */
export function createSessions(db: Database, lifetimes: SessionLifetimes): Sessions {
  return {
    async get(token) {
      const [row] = await db.query<SessionRow>(selectSession, [hashToken(token)]);
      if (!row) throw invalidToken();
      return { user: row.user, displayName: row.name, expiresIn: row.seconds };
    },
    async renew(token) {
      const next = generateToken();
      const [row] = await db.query<SessionRow>(renewToken, [hashToken(token), hashToken(next), lifetimes.tokenTtl]);
      if (!row) throw invalidToken();
      return { user: row.user, displayName: row.name, token: next, expiresIn: row.seconds };
    },
    async end(token) {
      await db.query(deleteSession, [hashToken(token)]);
    },
    async setDisplayName(token, name) {
      const [row] = await db.query<SessionRow>(updateDisplayName, [hashToken(token), name]);
      if (!row) throw invalidToken();
      return { user: row.user, displayName: name };
    },
  };
}
