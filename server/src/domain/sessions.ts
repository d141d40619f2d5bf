import { Refusal, tooManyRequests } from '../common/refusal.js';
import type { Admission, Caller } from './admission/admission.js';
import type { Limits } from './rate-limits.js';
import { consume, type ExceededLimit, release } from './queries/counters.js';
import { findSuccessor, prolong, type RenewableSession, renewToken } from './queries/renewals.js';
import {
  deleteSession,
  findSession,
  type Session,
  type SessionInfo,
  type SessionLifetimes,
  updateDisplayName,
} from './queries/sessions.js';

/**
 * The maximum number of passes of a renewal. It starts another pass if another renewal has made a successor between two of
 * its statements.
 */
const MAX_PASSES = 5;

/**
 * The number of renewals of a session in an hour that don't count for the networks of its caller. With the default lifetime of
 * a token, a session is renewed once in eleven days. Without this rule, somebody who does nothing but renew a few sessions could
 * reach the limit of a network, which would then refuse the neighbours.
 */
const ORDINARY_RENEWALS = 10;

const invalidToken = () => new Refusal(401, { what: 'token' });

/** Operations on the session of a bearer token. */
export interface Sessions {
  /** @throws Refusal 401 `token` */
  get(token: string, caller: Caller): Promise<SessionInfo>;
  /**
   * Issues a new token for the same session. If an earlier renewal has issued a token that nobody has used yet, that token
   * is returned again. The old token stays valid until 60 s after the first use of the new token.
   * @throws Refusal 401 `token`, 429 `ip`
   */
  renew(token: string, caller: Caller): Promise<Session>;
  /** Ends the session with all its tokens, and resolves to the id of its account. Does nothing if there is no session. */
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

/** Creates the operations on the sessions in the database. */
export function createSessions({ tokenTtl }: SessionLifetimes, admission: Admission, limits: Limits): Sessions {
  /**
   * Finds the session of a token. `again` is the same session with the successor of the token, if nobody has used the
   * successor yet.
   */
  async function find(
    token: string,
    caller: Caller,
  ): Promise<RenewableSession & { readonly again: Session | undefined }> {
    const db = admission.admit(caller);
    const found = await findSuccessor(db, token, tokenTtl);
    if (!found) throw invalidToken();
    const { user, displayName, unused } = found;
    if (!unused) return { ...found, again: undefined };
    const expiresIn = unused.isFresh ? unused.expiresIn : await prolong(db, unused.token, tokenTtl);
    const again = expiresIn === undefined ? undefined : { user, displayName, token: unused.token, expiresIn };
    return { ...found, again };
  }

  /** Renews the token. Resolves to undefined if another renewal has made a successor first, or if the token has ended meanwhile. */
  async function renew(token: string, caller: Caller): Promise<Session | undefined> {
    const { again, user, displayName, session, successorHash } = await find(token, caller);
    if (again) return again;
    /** Resolves to the session with the unused successor that a concurrent renewal has made. Rejects with the refusal if there is none. */
    const findAgain = async ({ limit, retryAfter }: ExceededLimit) => {
      const found = await find(token, caller);
      if (found.again) return found.again;
      throw tooManyRequests('ip', retryAfter, limit.name);
    };
    const ofSession = limits.renewalsOfSession(session);
    const [ofAddress, ...ofNetworks] = limits.renewalsOfAddress(caller.ip);
    const ordinary = { ...ofSession, max: Math.min(ORDINARY_RENEWALS, ofSession.max), weight: 0 } as const;
    const db = admission.admit(caller);
    let counted = [ofAddress!];
    let exceeded = await consume(db, [...counted, ordinary]);
    if (exceeded?.limit === ordinary) {
      counted = [ofAddress!, ...ofNetworks];
      exceeded = await consume(db, [...counted, { ...ofSession, weight: 0 }]);
    }
    if (exceeded) return findAgain(exceeded);
    const finishing = admission.admitToFinish(caller);
    const renewal = await renewToken(finishing, token, successorHash, tokenTtl, ofSession);
    if (renewal.is === 'renewed') return { user, displayName, token: renewal.token, expiresIn: renewal.expiresIn };
    await release(finishing, counted);
    return renewal.is === 'refused' ? findAgain(renewal) : undefined;
  }

  return {
    async get(token, caller) {
      const session = await findSession(admission.admit(caller), token);
      if (!session) throw invalidToken();
      return session;
    },
    async renew(token, caller) {
      for (let pass = 0; pass < MAX_PASSES; pass++) {
        const session = await renew(token, caller);
        if (session) return session;
      }
      // Other calls keep renewing this token and using the new tokens.
      throw tooManyRequests('ip', 1, 'renewals, token');
    },
    end: (token, caller) => deleteSession(admission.admit(caller), token),
    async setDisplayName(token, name, caller) {
      const user = await updateDisplayName(admission.admit(caller), token, name);
      if (user === undefined) throw invalidToken();
      return { user, displayName: name };
    },
  };
}
