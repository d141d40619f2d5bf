// Sign-ins by code that are repeated with the same idempotency key (docs/protocol.md#lost-answers).
import { generateToken, hashToken } from '../../common/crypto.js';
import type { Queryable, SqlValue, Statement } from '../../db/database.js';
import { type SessionRow, toSession, type VerifiedSession } from './sessions.js';

/**
 * The time after a sign-in, in seconds, in which the same call with the same idempotency key gets another token for its
 * session.
 */
const REPLAY_WINDOW = 60;

/** How many further tokens it gets. The client repeats a call once by itself, and people may submit the code again. */
const MAX_REPLAYS = 3;

/** SQL condition: the row `r` of replays is that of the call with the key $2 and the body $3, and may be used once more. */
const IS_USABLE = `r.key = $2::bytea and r.body = $3::bytea and r.expires_at > now and r.uses < ${MAX_REPLAYS}`;

/** SQL query: has a row if the call with the key $2 and the body $3 may be answered with its session again, at the time `now`. */
export const REPLAYABLE = `select from replays r join sessions s on s.id = r.session_id
         where ${IS_USABLE} and s.ends_at > now`;

/**
 * SQL for a `with` list: remembers the call that has opened the session in `session(id)`, unless the parameter `key` is
 * null.
 */
export const insertReplay = ({
  key,
  body,
  session,
  clock,
}: Readonly<Record<'key' | 'body' | 'session' | 'clock', string>>): string => `
replay as (
  insert into replays (key, body, session_id, expires_at)
  select ${key}::bytea, ${body}::bytea, ${session}.id, now + interval '${REPLAY_WINDOW} seconds' from ${session}, ${clock}
   where ${key}::bytea is not null
  on conflict (key) do update set
    body = excluded.body, session_id = excluded.session_id, expires_at = excluded.expires_at, uses = 0
)`;

// Issues another token for the session that an earlier, identical call has opened. There's no row if the session or the time for
// replays has ended, or if concurrent calls have used up the replays: the update locks the row, and then checks `uses` again.
const ISSUE_REPLAY_TOKEN: Statement = {
  name: 'code-replay',
  text: `
with clock as materialized (select auth_now() as now),
replay as (
  update replays r set uses = r.uses + 1 from clock where ${IS_USABLE} returning r.session_id
), token as (
  insert into tokens (hash, session_id, expires_at)
  select $1, s.id, least(now + $4::float8 * interval '1 second', s.ends_at)
    from replay join sessions s on s.id = replay.session_id, clock where s.ends_at > now
  returning session_id, expires_at
)
select a.id as user, a.display_name as name, floor(extract(epoch from token.expires_at - now))::float8 as seconds,
       extract(epoch from now)::float8 as now
  from token join sessions s on s.id = token.session_id join accounts a on a.id = s.account_id, clock`,
};

/** What identifies a call and its repetitions: the MACs of the idempotency key and of the body. */
export interface ReplayKey {
  readonly key: Uint8Array;
  readonly body: Uint8Array;
}

/** The key and the body as parameters of a statement; both null for a call without an idempotency key. */
export const replayValues = (replay: ReplayKey | undefined): readonly SqlValue[] => [
  replay?.key ?? null,
  replay?.body ?? null,
];

/** Issues another token for the session of a repeated call. Resolves to undefined if it may have none. */
export async function openReplayedSession(
  db: Queryable,
  replay: ReplayKey,
  tokenTtl: number,
): Promise<VerifiedSession | undefined> {
  const token = generateToken();
  const values = [hashToken(token), ...replayValues(replay), tokenTtl];
  const [row] = await db.query<SessionRow & { now: number }>(ISSUE_REPLAY_TOKEN, values);
  return row && { ...toSession(row, token), created: false, isRepeated: true, now: row.now };
}
