// Renewals. Each gives a session a new token, the successor of the previous one.
import { generateToken, hashToken, sealToken, unsealToken } from '../../common/crypto.js';
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
} from './counters.js';
import { AUTHENTICATE, IS_VALID, isReportable, REPLACED_END } from './sessions.js';

/**
 * Reads what a renewal needs to know: the session, and the token's last successor. Stores the first use of the token, as every
 * authentication does. $2 is the lifetime of a token in seconds. `sealed`, `seconds` and `isFresh` describe the successor: see
 * `UnusedSuccessor`. If there is none, or somebody has used it, `sealed` and `seconds` are null, and `isFresh` is false. Exported for the
 * benchmark.
 */
export const FIND_SUCCESSOR: Statement = {
  name: 'session-find-successor',
  reads: true,
  text: `${AUTHENTICATE}
select a.id as user, a.display_name as name, live.session_id as session, live.successor,
       s.sealed, floor(extract(epoch from s.expires_at - now))::float8 as seconds,
       coalesce(s.expires_at >= least(now + $2::float8 * interval '1 second', live.ends_at) - interval '1 minute', false)
         as "isFresh"
  from live join accounts a on a.id = live.account_id
       left join tokens s on s.hash = live.successor and s.session_id = live.session_id and s.used_at is null, clock
 where ${isReportable({ end: 'live.ends_at', now: 'now' })}`,
};

/**
 * Renews the token with the hash $1 into the one with the hash $2. The token is locked, so that only one of several
 * concurrent renewals makes a successor. There's no row if the token has ended, or if its last successor is no longer the
 * one with the hash $5. $3 is the lifetime of a token, $4 the sealed new token, and $6 the limit that counts the renewal, as JSON. The first
 * use of the last successor has set an end for the token (`REPLACED_END`). That end is stored with the token, because `IS_VALID` then looks
 * only at the new successor.
 * Exported for the benchmark.
 */
export const RENEW_TOKEN: Statement = {
  name: 'session-renew',
  text: `
with clock as materialized (select auth_now() as now),
replaced as (
  select t.hash, t.session_id, s.ends_at, ${REPLACED_END} as replaced_end
    from tokens t join sessions s on s.id = t.session_id left join tokens n on n.hash = t.successor, clock
   where t.hash = $1 and ${IS_VALID} and s.ends_at > now and ${isReportable({ end: 's.ends_at', now: 'now' })}
     and t.successor is not distinct from $5::bytea
     for update of t
), limits as (select * from (${limitsOf('$6')}) as wanted where exists (select from replaced)),
${insertCounts({ limits: 'limits', clock: 'clock' })},
renewed as (
  insert into tokens (hash, session_id, sealed, expires_at)
  select $2, session_id, $4::bytea, least(now + $3::float8 * interval '1 second', ends_at) from replaced, clock
  returning expires_at
), named as (
  update tokens t set successor = $2, expires_at = least(t.expires_at, replaced_end) from replaced
   where t.hash = replaced.hash
)
select floor(extract(epoch from renewed.expires_at - now))::float8 as seconds,
       ${REFUSE_UNLESS_COUNTED}::text as refused
  from renewed, clock`,
};

// Gives an unused successor its whole lifetime again.
const PROLONG_SUCCESSOR: Statement = {
  name: 'session-prolong',
  text: `
with clock as materialized (select auth_now() as now)
update tokens t set expires_at = least(now + $2::float8 * interval '1 second', s.ends_at) from sessions s, clock
 where t.hash = $1 and t.used_at is null and s.id = t.session_id and ${isReportable({ end: 's.ends_at', now: 'now' })}
returning floor(extract(epoch from t.expires_at - now))::float8 as seconds`,
};

/** The successor that the last renewal made, while nobody has used it. */
export interface UnusedSuccessor {
  readonly token: string;
  /** Seconds; 0 or less if it has expired while it is still stored. */
  readonly expiresIn: number;
  /** Whether it has the whole lifetime of a token left, or what is left of the session, give or take a minute. */
  readonly isFresh: boolean;
}

/** The session of a token that is being renewed. */
export interface RenewableSession {
  readonly user: string;
  readonly displayName: string | null;
  /** The id of the session. */
  readonly session: string;
  /** The hash of the last successor, used or not; null if the token was never renewed. */
  readonly successorHash: Uint8Array | null;
  readonly unused: UnusedSuccessor | undefined;
}

interface SuccessorRow {
  readonly user: string;
  readonly name: string | null;
  readonly session: string;
  readonly successor: Uint8Array | null;
  readonly sealed: Uint8Array | null;
  readonly seconds: number | null;
  readonly isFresh: boolean;
}

/** Finds the session and the successor of a token, and stores the first use of the token. Resolves to undefined if it isn't valid. */
export async function findSuccessor(
  db: Queryable,
  token: string,
  tokenTtl: number,
): Promise<RenewableSession | undefined> {
  const [row] = await db.query<SuccessorRow>(FIND_SUCCESSOR, [hashToken(token), tokenTtl]);
  if (!row) return undefined;
  const { user, name: displayName, session, successor, sealed, seconds, isFresh } = row;
  const next = successor && sealed && unsealToken(sealed, successor, token);
  const unused = next && seconds !== null ? { token: next, expiresIn: seconds, isFresh } : undefined;
  return { user, displayName, session, successorHash: successor, unused };
}

/**
 * Gives an unused token its whole lifetime again, or what is left of the session. Resolves to that time in seconds, or to undefined if
 * somebody has used the token or the session has ended in the meantime.
 */
export async function prolong(db: Queryable, token: string, tokenTtl: number): Promise<number | undefined> {
  const [row] = await db.query<{ seconds: number }>(PROLONG_SUCCESSOR, [hashToken(token), tokenTtl]);
  return row?.seconds;
}

/**
 * The result of a renewal. `overtaken` means that another renewal has made a successor first, or that the token has ended.
 */
export type Renewal =
  | { readonly is: 'renewed'; readonly token: string; readonly expiresIn: number }
  | { readonly is: 'overtaken' }
  | ({ readonly is: 'refused' } & ExceededLimit);

/**
 * Renews a token whose last successor has the hash `successorHash`, and counts the renewal towards `limit`, or does
 * neither.
 */
export async function renewToken(
  db: Queryable,
  token: string,
  successorHash: Uint8Array | null,
  tokenTtl: number,
  limit: RateLimit,
): Promise<Renewal> {
  const next = generateToken();
  const sealed = sealToken(next, token);
  const values = [hashToken(token), hashToken(next), tokenTtl, sealed, successorHash, limitsAsJson([limit])];
  const rows = await runCounting(() => db.query<{ seconds: number }>(RENEW_TOKEN, values));
  if (!rows) return { is: 'refused', ...(await findRefusing(db, [limit])) };
  const [row] = rows;
  return row ? { is: 'renewed', token: next, expiresIn: row.seconds } : { is: 'overtaken' };
}
