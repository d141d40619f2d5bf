// Sessions and their tokens. The database stores the hash of each token. It also stores the new token of a renewal, encrypted with the
// token that it replaces (renewals.ts).
import { hashToken } from '../../common/crypto.js';
import type { Queryable, Statement } from '../../db/database.js';
import { unsyncedClock } from './counters.js';

/** Lifetimes in seconds (docs/protocol.md#tokens). */
export interface SessionLifetimes {
  /** Lifetime of a token. Each renewal issues a new token, so a session in use goes on (sliding expiration). */
  readonly tokenTtl: number;
  /** Lifetime of a session from the sign-in, however often it is renewed (absolute expiration). */
  readonly sessionTtl: number;
}

/** The account of a session, and how long its token is valid. */
export interface SessionInfo {
  /** The id of the account. */
  readonly user: string;
  /** null if the account has no name yet. */
  readonly displayName: string | null;
  /** Remaining lifetime of the token in seconds. */
  readonly expiresIn: number;
}

/** A session as the client gets it (docs/protocol.md#calls). */
export interface Session extends SessionInfo {
  readonly token: string;
}

/** A session after the verification of a code. */
export interface VerifiedSession extends Session {
  /** Whether the number was confirmed for the first time. */
  readonly created: boolean;
  /** Whether an earlier, identical call opened the session. This call then doesn't count as another entered code. */
  readonly isRepeated: boolean;
  /** The time of the answer in seconds since 1970, by the clock of the database. */
  readonly now: number;
}

/** The columns that a statement returns about a session. */
export interface SessionRow {
  readonly user: string;
  readonly name: string | null;
  /** Remaining lifetime of the token. */
  readonly seconds: number;
}

/** Makes a session from a row and its new token. */
export const toSession = ({ user, name, seconds }: SessionRow, token: string): Session => ({
  user,
  displayName: name,
  token,
  expiresIn: seconds,
});

/** How many seconds a token stays valid after the first use of the token that replaced it. */
const PREDECESSOR_GRACE = 60;

/**
 * SQL for a `with` list that opens a session for the row of `account(id)`, at the time in `clock(now)`. Defines
 * `session(id, ends_at)` and `token(seconds)`. `hash`, `tokenTtl` and `sessionTtl` are parameters, such as `$1`: the hash of
 * the token, and the lifetimes in seconds.
 */
export const insertSession = ({
  account,
  clock,
  hash,
  tokenTtl,
  sessionTtl,
}: Readonly<Record<'account' | 'clock' | 'hash' | 'tokenTtl' | 'sessionTtl', string>>): string => `
session as (
  insert into sessions (account_id, created_at, ends_at)
  select ${account}.id, now, now + ${sessionTtl}::float8 * interval '1 second' from ${account}, ${clock}
  returning id, ends_at
), token as (
  insert into tokens (hash, session_id, expires_at)
  select ${hash}, session.id, least(now + ${tokenTtl}::float8 * interval '1 second', ends_at) from session, ${clock}
  returning floor(extract(epoch from expires_at - (select now from ${clock})))::float8 as seconds
)`;

const GRACE = `interval '${PREDECESSOR_GRACE} seconds'`;

/**
 * SQL expression: when the token `t` ends because its last successor was used. The successor is the row `n` of a left join. null if there is no
 * successor, or if nobody has used it.
 */
export const REPLACED_END = 'n.used_at + ' + GRACE;

/**
 * SQL condition: the token `t`, with its last successor `n` in a left join, is valid at the time `now`. If the successor is
 * no longer stored, the token is not valid.
 */
export const IS_VALID = `t.expires_at > now
     and (t.successor is null or (n.hash is not null and (n.used_at is null or ${REPLACED_END} > now)))`;

/**
 * SQL for a `with` list that authenticates by the token with the hash `$1`, at the time in `clock(now)`. Defines `live`:
 * the token and its session, if both are valid. The first use of a token is stored, because it ends the token that was
 * replaced by it. `t.used_at is null` is checked again after a wait for the row lock, so that only one of several
 * concurrent first uses counts.
 */
const authenticated = ({ clock }: { clock: string }): string => `
live as (
  select t.hash, t.session_id, t.successor, least(t.expires_at, ${REPLACED_END}) as expires_at, t.used_at, s.account_id,
         s.ends_at
    from tokens t join sessions s on s.id = t.session_id left join tokens n on n.hash = t.successor, ${clock}
   where t.hash = $1 and ${IS_VALID} and s.ends_at > now
), first_use as (
  update tokens t set used_at = now from live, ${clock}
   where t.hash = live.hash and live.used_at is null and t.used_at is null
)`;

/**
 * The start of a statement that reads for the holder of a token. It writes at most the first use of that token, and its commit doesn't wait for
 * the disk. If PostgreSQL crashes and forgets a first use, the next use counts as the first.
 */
export const AUTHENTICATE = `
with ${unsyncedClock('clock')},${authenticated({ clock: 'clock' })}`;

/**
 * SQL condition: at least one whole second is left from `now` until `end`. `expiresIn` is rounded down to whole seconds, so
 * without this condition, a token in its last second would be accepted with `expiresIn: 0`. It can still be renewed in that second,
 * because then only the lifetime of the new token is reported.
 */
export const isReportable = ({ end, now }: { end: string; now: string }): string =>
  `${end} >= ${now} + interval '1 second'`;

const FIND_SESSION: Statement = {
  name: 'session-find',
  reads: true,
  text: `${AUTHENTICATE}
select a.id as user, a.display_name as name, floor(extract(epoch from live.expires_at - now))::float8 as seconds
  from live join accounts a on a.id = live.account_id, clock where ${isReportable({ end: 'live.expires_at', now: 'now' })}`,
};

const UPDATE_DISPLAY_NAME: Statement = {
  name: 'session-set-name',
  text: `
with clock as materialized (select auth_now() as now),${authenticated({ clock: 'clock' })}
update accounts a set display_name = $2 from live where a.id = live.account_id
returning a.id as user`,
};

// This also accepts an expired token for as long as it is stored, so that a tab that has missed the renewals can still sign
// out.
const DELETE_SESSION: Statement = {
  name: 'session-end',
  text: 'delete from sessions where id = (select session_id from tokens where hash = $1) returning account_id as user',
};

/** Finds the session of a token, and stores the first use of the token. Resolves to undefined if it isn't valid for another second. */
export async function findSession(db: Queryable, token: string): Promise<SessionInfo | undefined> {
  const [row] = await db.query<SessionRow>(FIND_SESSION, [hashToken(token)]);
  return row && { user: row.user, displayName: row.name, expiresIn: row.seconds };
}

/** Sets the display name of the account of a valid token. Resolves to the id of the account; undefined if the token isn't valid. */
export async function updateDisplayName(db: Queryable, token: string, name: string): Promise<string | undefined> {
  const [row] = await db.query<{ user: string }>(UPDATE_DISPLAY_NAME, [hashToken(token), name]);
  return row?.user;
}

/** Deletes the session of a token, with all its tokens. Resolves to the id of its account; undefined if there is no session. */
export async function deleteSession(db: Queryable, token: string): Promise<string | undefined> {
  const [row] = await db.query<{ user: string }>(DELETE_SESSION, [hashToken(token)]);
  return row?.user;
}
