import { toFailure } from '../core/auth-error.js';
import { toAccount } from '../core/held-account.js';
import type { AuthBackend, StoredSession } from '../core/ports.js';
import type { Connection } from './connection.js';
import { HELD_ELSEWHERE, type RenewalLock } from './renewal-lock.js';
import type { RenewalSchedule } from './renewal-schedule.js';
import type { NewSession, SessionRecords } from './session-records.js';

/** After which the lock is asked for again if another tab holds it. See `MAX_HELD_ELSEWHERE` in renewal-lock.ts. */
const LOCK_RETRY_SECONDS = 5;

export interface RefresherDependencies {
  readonly backend: AuthBackend;
  readonly connection: Connection;
  readonly records: SessionRecords;
  readonly lock: RenewalLock;
  readonly schedule: RenewalSchedule;
}

/**
 * `session-expired`: the server has ended the session, and it was removed from the store. undefined: anything else; the
 * store may be empty by now all the same.
 */
export type RefreshResult = 'session-expired' | undefined;

/**
 * Brings the stored session up to date with the server, and notifies no listener. Only the server ends a session, with
 * the error `session-expired`; any other error leaves everything as it is (docs/behaviour/session.md#failure).
 */
export class SessionRefresher {
  readonly #dependencies: RefresherDependencies;

  constructor(dependencies: RefresherDependencies) {
    this.#dependencies = dependencies;
  }

  /** Stores a session whose lifetime begins now. Throws the `AuthError` `invalid-response` for what is none. */
  storeNew(session: NewSession): void {
    this.#dependencies.records.writeNew(session);
    this.#dependencies.schedule.succeed();
  }

  /** Asks the server whose session this is, for 10 seconds. Never rejects. */
  async checkWithServer(record: StoredSession, outer?: AbortSignal): Promise<RefreshResult> {
    const { backend, connection, records, schedule } = this.#dependencies;
    try {
      const info = await connection.callWithTimeout(
        options => backend.getSession(record.token ?? null, options),
        outer,
      );
      if (!records.isCurrent(record)) return undefined;
      // The lifetime in the record stands while this clock can measure it; otherwise the one in the answer begins now.
      const { token, method } = record;
      if (schedule.isUnexpiredByClock(record)) records.write({ ...record, ...toAccount({ ...info, method }) });
      else this.storeNew({ ...info, token, method });
    } catch (error) {
      if (records.removeIfExpired(record, error)) return 'session-expired';
      // Any other error: the check is not repeated, the next renewal asks the server.
    }
    return undefined;
  }

  /** Renews the session, one tab at a time. Resolves when the lock is released, never rejects. */
  async renew({ obtainedAt }: StoredSession): Promise<RefreshResult> {
    // `obtainedAt` identifies the token: the lock counts anew for each token.
    const result = await this.#dependencies.lock.run(obtainedAt, () => this.#renewNow());
    if (result !== HELD_ELSEWHERE) return result;
    this.#dependencies.schedule.postpone(LOCK_RETRY_SECONDS);
    return undefined;
  }

  async #renewNow(): Promise<RefreshResult> {
    const { backend, connection, records, schedule } = this.#dependencies;
    // Read again: while this tab waited for the lock, another one may have renewed the session, or ended it.
    const record = records.read();
    if (!record || schedule.msUntilRenewal(record) > 0) return undefined;
    try {
      const session = await connection.callWithTimeout(options => backend.renewSession(record.token ?? null, options));
      // Ended or replaced meanwhile: the answer must not bring the old session back.
      if (records.isCurrent(record)) this.storeNew({ ...session, method: record.method });
    } catch (error) {
      if (records.removeIfExpired(record, error)) return 'session-expired';
      schedule.fail(toFailure(error).retryAfter);
    }
    return undefined;
  }
}
