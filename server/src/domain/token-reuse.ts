import { hashToken } from '../common/crypto.js';
import type { Statement } from '../db/database.js';
import type { Admission, Caller } from './admission/admission.js';
import { Refusal } from './refusal.js';
import type { Sessions } from './sessions.js';

/**
 * Minutes after the first use of a token from which the use of the one before it is no chance: the calls that were on their
 * way, the tabs that renewed at once and the answers that were lost are long over.
 */
const longAgo = 10;

// A token whose successor was used is over 60 s later (sessions.ts), and kept for a while after that (sweep.ts).
const findReplaced: Statement = {
  name: 'session-find-replaced',
  reads: true,
  text: `
with clock as materialized (select auth_now() as now)
select s.account_id as user, n.used_at <= now - interval '${longAgo} minutes' as "isLongAgo"
  from tokens t join tokens n on n.hash = t.successor join sessions s on s.id = t.session_id, clock
 where t.hash = $1 and t.expires_at <= now and n.used_at is not null`,
};

/** A token that was replaced and is used again after its time. */
export interface ReplacedToken {
  /** Its account. */
  readonly user: string;
  /** Whether its successor is in use for more than ten minutes. */
  readonly isLongAgo: boolean;
}

/**
 * Looks for a token that was replaced and is used again after its time, while the one that replaced it is in use; undefined
 * for any other token. It was copied, or a tab has slept through the renewal.
 */
export type FindReplacedToken = (token: string, caller: Caller) => Promise<ReplacedToken | undefined>;

/** Looks for replaced tokens in the database. */
export function createReplacedTokenCheck(admission: Admission): FindReplacedToken {
  return async (token, caller) => {
    const [row] = await admission.for(caller).query<ReplacedToken>(findReplaced, [hashToken(token)]);
    return row;
  };
}

/**
 * Hours for which expired tokens are kept where their use ends the session: the life of a token. Whoever holds one that was
 * replaced, the owner or the one who has copied it, does not use it for longer.
 * @param tokenTtl seconds
 */
export const reuseMemory = (tokenTtl: number): number => Math.max(24, Math.ceil(tokenTtl / 3600));

/**
 * The same sessions, each of which ends when a token of it is used that was replaced long ago (`REUSE=end`): one of the two
 * who have tokens of it has copied them, and nobody can tell which.
 * @param onEnd told of the account
 */
export function endReused(
  sessions: Sessions,
  findReplacedToken: FindReplacedToken,
  onEnd: (user: string, caller: Caller) => void,
): Sessions {
  const ending = async <T>(token: string, caller: Caller, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal && error.params.what === 'token' && token !== '') {
        const replaced = await findReplacedToken(token, caller);
        if (replaced?.isLongAgo && (await sessions.end(token, caller)) !== undefined) onEnd(replaced.user, caller);
      }
      throw error;
    }
  };
  return {
    get: (token, caller) => ending(token, caller, () => sessions.get(token, caller)),
    renew: (token, caller) => ending(token, caller, () => sessions.renew(token, caller)),
    setDisplayName: (token, name, caller) => ending(token, caller, () => sessions.setDisplayName(token, name, caller)),
    end: (token, caller) => sessions.end(token, caller),
  };
}
