import { hashToken } from '../common/crypto.js';
import type { Statement } from '../db/database.js';
import type { Admission, Caller } from './admission.js';

// A token whose successor was used is over 60 s later (sessions.ts), and kept for a day after that.
const findReplaced: Statement = {
  name: 'session-find-replaced',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now)
select s.account_id as user
  from tokens t join tokens n on n.hash = t.successor join sessions s on s.id = t.session_id, clock
 where t.hash = $1 and t.expires_at <= now and n.used_at is not null`,
};

/**
 * The account of a token that was replaced and is used again after its time, while the one that replaced it is in use; undefined
 * for any other token. It was copied, or a tab has slept through the renewal.
 */
export type FindReplacedToken = (token: string, caller: Caller) => Promise<string | undefined>;

/** Looks for replaced tokens in the database. */
export function createReplacedTokenCheck(admission: Admission): FindReplacedToken {
  return async (token, caller) => {
    const [row] = await admission.for(caller).query<{ user: string }>(findReplaced, [hashToken(token)]);
    return row?.user;
  };
}
