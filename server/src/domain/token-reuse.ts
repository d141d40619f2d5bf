import { Refusal } from '../common/refusal.js';
import type { Admission, Caller } from './admission/admission.js';
import { findReplaced, type ReplacedToken } from './queries/replaced-tokens.js';
import type { Sessions } from './sessions.js';

/**
 * Looks for a token that was replaced and has expired, and whose successor has been used. Such a token was copied, or belongs
 * to a tab that was suspended during the renewal. Resolves to undefined for any other token.
 */
export type FindReplacedToken = (token: string, caller: Caller) => Promise<ReplacedToken | undefined>;

/** Creates a check that looks for replaced tokens in the database. */
export const createReplacedTokenCheck =
  (admission: Admission): FindReplacedToken =>
  (token, caller) =>
    findReplaced(admission.admit(caller), token);

/**
 * How many hours a token is kept after it has expired, if its reuse ends the session: the lifetime of a token, but at least 24.
 * Once it is deleted, it counts as unknown, and its reuse ends nothing.
 * @param tokenTtl the lifetime of a token in seconds
 */
export const reuseMemoryHours = (tokenTtl: number): number => Math.max(24, Math.ceil(tokenTtl / 3600));

/**
 * Wraps the sessions so that a session ends if one of its tokens is used after its successor has been in use for ten minutes
 * (`REUSE=end`). Two parties then hold tokens of the session. One of them has copied them, and nobody can tell which.
 * @param onEnd called with the id of the account
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
