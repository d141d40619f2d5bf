import { hashToken, newToken } from '../crypto.js';
import type { Database, Statement } from '../db/database.js';
import { Refusal } from './refusal.js';

/** Lifetimes, in seconds. */
export interface SessionTimes {
  /** Of a token, from its renewal. */
  readonly tokenTtl: number;
  /** Of a session, however often it is renewed. */
  readonly sessionTtl: number;
}

/** Who a session belongs to. */
export interface SessionInfo {
  readonly user: string;
  readonly displayName: string | null;
  /** Seconds of life that the token has left. */
  readonly expiresIn: number;
}

/** A session as it is handed out (contract, «Calls»). */
export interface Session extends SessionInfo {
  readonly token: string;
}

/** Seconds for which an old token lives on after the first use of its successor. */
export const retirement = 60;

/**
 * The part of a statement that opens a session for the account in `account(id)`, by the time in `clock(now)`.
 * Arguments are the places of the parameters: hash of the token, lifetimes of token and session.
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

/** The start of a statement by a bearer: its live token and session, and the retirement of its predecessor. */
const bearer = `
with clock as materialized (select auth_now() as now),
live as (
  select t.hash, t.session_id, t.expires_at, t.used_at, s.account_id, s.ends_at
    from tokens t join sessions s on s.id = t.session_id, clock
   where t.hash = $1 and t.expires_at > now and s.ends_at > now
), first_use as (
  update tokens t set used_at = now from live, clock
   where t.hash = live.hash and live.used_at is null and t.used_at is null
  returning t.parent
), retired as (
  update tokens t set expires_at = now + interval '${retirement} seconds' from first_use, clock
   where t.hash = first_use.parent and t.expires_at > now + interval '${retirement} seconds'
)`;

// Lifetimes are told in whole seconds. One that would be told as 0 is none: the token would be good and said to be over.
// A token may be renewed to its very end: only the new one is told of.
const tellable = (end: string) => `${end} >= now + interval '1 second'`;

const find: Statement = {
  name: 'session-find',
  text: `${bearer}
select a.id as user, a.display_name as name, floor(extract(epoch from live.expires_at - now))::float8 as seconds
  from live join accounts a on a.id = live.account_id, clock where ${tellable('live.expires_at')}`,
};

const renew: Statement = {
  name: 'session-renew',
  text: `${bearer},
fresh as (
  insert into tokens (hash, session_id, parent, expires_at)
  select $2, session_id, hash, least(now + $3::float8 * interval '1 second', ends_at) from live, clock
   where ${tellable('ends_at')}
  returning expires_at
)
select a.id as user, a.display_name as name, floor(extract(epoch from fresh.expires_at - now))::float8 as seconds
  from live join accounts a on a.id = live.account_id, fresh, clock`,
};

const rename: Statement = {
  name: 'session-rename',
  text: `${bearer}
update accounts a set display_name = $2 from live where a.id = live.account_id
returning a.id as user, a.display_name as name`,
};

// A token that was replaced still ends its session: a tab that slept through the renewals may sign out too.
const end: Statement = {
  name: 'session-end',
  text: 'delete from sessions where id = (select session_id from tokens where hash = $1)',
};

/** What a renewal asks the database. */
export const renewStatements = { renew } as const;

interface Row {
  readonly user: string;
  readonly name: string | null;
  readonly seconds: number;
}

const unknown = () => new Refusal(401, { what: 'token' });

/** Sessions by their bearer tokens. A token is stored as its hash alone. */
export interface Sessions {
  /** @throws Refusal 401 `token` */
  get(token: string): Promise<SessionInfo>;
  /**
   * A new token for the same session. The old one lives until 60 s after the first use of this one.
   * @throws Refusal 401 `token`
   */
  renew(token: string): Promise<Session>;
  /** Ends the session and all its tokens. Nothing happens where there is none. */
  end(token: string): Promise<void>;
  /**
   * Gives the account its name.
   * @throws Refusal 401 `token`
   */
  setDisplayName(token: string, name: string): Promise<{ readonly user: string; readonly displayName: string }>;
}

/** The sessions in `db`. */
export function createSessions(db: Database, times: SessionTimes): Sessions {
  return {
    async get(token) {
      const [row] = await db.query<Row>(find, [hashToken(token)]);
      if (!row) throw unknown();
      return { user: row.user, displayName: row.name, expiresIn: row.seconds };
    },
    async renew(token) {
      const next = newToken();
      const [row] = await db.query<Row>(renew, [hashToken(token), hashToken(next), times.tokenTtl]);
      if (!row) throw unknown();
      return { user: row.user, displayName: row.name, token: next, expiresIn: row.seconds };
    },
    async end(token) {
      await db.query(end, [hashToken(token)]);
    },
    async setDisplayName(token, name) {
      const [row] = await db.query<Row>(rename, [hashToken(token), name]);
      if (!row) throw unknown();
      return { user: row.user, displayName: name };
    },
  };
}
