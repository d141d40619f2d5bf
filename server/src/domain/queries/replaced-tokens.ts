// Tokens that were replaced by a renewal and are used again.
import { hashToken } from '../../common/crypto.js';
import type { Queryable, Statement } from '../../db/database.js';
import { REPLACED_END } from './sessions.js';

/**
 * How many minutes after the first use of a token a use of the one before it still counts as an accident. Calls on their way,
 * tabs that renewed at the same time, and lost answers are all over long before that.
 */
const LONG_AGO_MINUTES = 10;

// A token whose successor was used ends 60 s later (sessions.ts), and is kept until its own lifetime is over and for a while
// after that (expired-rows.ts).
const FIND_REPLACED: Statement = {
  name: 'session-find-replaced',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now)
select s.account_id as user, n.used_at <= now - interval '${LONG_AGO_MINUTES} minutes' as "isLongAgo"
  from tokens t join tokens n on n.hash = t.successor join sessions s on s.id = t.session_id, clock
 where t.hash = $1 and least(t.expires_at, ${REPLACED_END}) <= now and n.used_at is not null`,
};

/** A token that was replaced and is used after it has expired. */
export interface ReplacedToken {
  /** The id of its account. */
  readonly user: string;
  /** Whether its successor was first used ten minutes ago or earlier. */
  readonly isLongAgo: boolean;
}

/**
 * Finds the account of an expired token whose last successor was used. Resolves to undefined for any other token.
 */
export async function findReplaced(db: Queryable, token: string): Promise<ReplacedToken | undefined> {
  const [row] = await db.query<ReplacedToken>(FIND_REPLACED, [hashToken(token)]);
  return row;
}
