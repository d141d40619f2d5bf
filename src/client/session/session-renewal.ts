import { toFailure, type AuthFailure } from '../../core/auth-error.js';
import { toAccount } from '../../core/stored-session.js';
import { DEFAULT_LIFETIME_SECONDS, type AuthBackend, type Session, type StoredSession } from '../../core/ports.js';
import type { Connection } from '../calls/connected-backend.js';
import { HELD_ELSEWHERE, type RenewalLock } from './renewal-lock.js';
import type { RenewalSchedule } from './renewal-schedule.js';
import { isSameAccount, type NewSession, type SessionRecord } from './session-record.js';

/** After which the lock is asked for again if another tab holds it. See `MAX_HELD_ELSEWHERE` in renewal-lock.ts. */
const LOCK_RETRY_SECONDS = 5;

export interface RefresherDependencies {
  readonly backend: AuthBackend;
  readonly connection: Connection;
  readonly records: SessionRecord;
  readonly lock: RenewalLock;
  readonly schedule: RenewalSchedule;
}

/**
 * A failure: why there was no answer that counts. With `session-expired` the server has ended the session, and it was
 * removed from the store. `HELD_ELSEWHERE`: another tab renews. undefined: anything else; the store may be empty by now
 * all the same.
 */
export type RefreshResult = AuthFailure | typeof HELD_ELSEWHERE | undefined;

/**
 * Brings the stored session up to date with the server, and notifies no listener. Only the server ends a session, with
 * the error `session-expired`; any other error leaves everything as it is (docs/behaviour/session.md#failure).
 */
export class SessionRenewal {
  readonly #dependencies: RefresherDependencies;
  /** The renewal that is under way in this tab. */
  #renewal: Promise<RefreshResult> | undefined;

  constructor(dependencies: RefresherDependencies) {
    this.#dependencies = dependencies;
  }

  get isRenewing(): boolean {
    return this.#renewal !== undefined;
  }

  /**
   * Stores a session whose lifetime begins now. If it does not say its lifetime, the server is asked for it in the
   * background. Throws the `AuthError` `invalid-response` for what is no session.
   * @param lifetime in seconds, until the server has said it
   */
  storeNew(session: NewSession, lifetime = DEFAULT_LIFETIME_SECONDS): void {
    const { records, schedule } = this.#dependencies;
    const record = records.writeNew(session, lifetime);
    schedule.succeed();
    if (session.expiresIn === undefined) void this.#askLifetime(record);
  }

  /**
   * The session that the browser holds and the store does not, looked for for 10 seconds; null also if by the time of the
   * answer a session is stored, or the person has signed out. Rejects with the error of the backend.
   */
  async findSession(signal: AbortSignal): Promise<Session | null> {
    const { backend, connection, records } = this.#dependencies;
    if (!backend.findSession) return null;
    const { removalCount } = records;
    const session = await connection.callWithTimeout(options => backend.findSession!(options), signal);
    // A backend that ignores the signal answers although the person has signed in meanwhile.
    signal.throwIfAborted();
    return records.removalCount === removalCount && !records.read() ? session : null;
  }

  /** Asks the server whose session this is, for 10 seconds. Never rejects. */
  async checkWithServer(record: StoredSession, outer?: AbortSignal): Promise<RefreshResult> {
    const { records, schedule } = this.#dependencies;
    try {
      const info = await this.#getSession(record, outer);
      const current = records.readSame(record);
      if (!current || !isSameAccount(current, record)) return undefined;
      // The lifetime in the record stands while this clock can measure it; otherwise the one in the answer begins now.
      const { token, refreshToken, expiresIn, method } = current;
      if (schedule.isUnexpiredByClock(current)) records.write({ ...current, ...toAccount({ ...info, method }) });
      else this.storeNew({ ...info, expiresIn: info.expiresIn ?? expiresIn, token, refreshToken, method });
      return undefined;
    } catch (error) {
      // Any error but `session-expired`: the check is not repeated, the next renewal asks the server.
      return this.endIfExpired(record, error);
    }
  }

  /**
   * Removes a session if `error` says that the server has ended it, and the store does not hold another one by now.
   * Where there is a refresh token the error is about the token alone: the renewal tells whether the session has ended.
   */
  async endIfExpired(record: StoredSession, error: unknown): Promise<RefreshResult> {
    const failure = toFailure(error);
    if (failure.code !== 'session-expired') return undefined;
    if (record.refreshToken) return this.renew(record, true);
    return this.#dependencies.records.removeIfCurrent(record) ? failure : undefined;
  }

  /**
   * Renews the session, one tab at a time, and once for all who ask meanwhile. Resolves when the lock is released, never
   * rejects.
   * @param isForced even if the renewal is not due, as long as the store holds this very record
   */
  renew(record: StoredSession, isForced = false): Promise<RefreshResult> {
    this.#renewal ??= this.#renewAlone(record, isForced).then(result => {
      this.#renewal = undefined;
      return result;
    });
    return this.#renewal;
  }

  async #renewAlone(record: StoredSession, isForced: boolean): Promise<RefreshResult> {
    const { lock, schedule } = this.#dependencies;
    // `obtainedAt` identifies the token: the lock counts anew for each token.
    const result = await lock.run(record.obtainedAt, () => this.#renewNow(isForced ? record : undefined));
    if (result === HELD_ELSEWHERE) schedule.postpone(LOCK_RETRY_SECONDS);
    return result;
  }

  async #renewNow(forced: StoredSession | undefined): Promise<RefreshResult> {
    const { backend, connection, records, schedule } = this.#dependencies;
    // Read again: while this tab waited for the lock, another one may have renewed the session, or ended it.
    const record = records.read();
    if (!record) return undefined;
    if (forced ? !records.isCurrent(forced) : schedule.msUntilRenewal(record) > 0) return undefined;
    try {
      const session = await connection.callWithTimeout(options =>
        backend.renewSession(record.token ?? null, { ...options, refreshToken: record.refreshToken }),
      );
      const current = records.readSame(record);
      // Ended or replaced meanwhile: the answer must not bring the old session back.
      if (!current) return undefined;
      const { token = record.token, refreshToken = record.refreshToken } = { ...session };
      // A name that was saved meanwhile is newer than the answer; the tokens before this answer may be used up.
      const account = isSameAccount(current, record) ? session : current;
      this.storeNew(
        { ...session, ...toAccount({ ...account, method: record.method }), token, refreshToken },
        record.expiresIn,
      );
      return undefined;
    } catch (error) {
      const failure = toFailure(error);
      const isExpired = failure.code === 'session-expired';
      if (isExpired && records.removeIfCurrent(record)) return failure;
      schedule.fail(failure.retryAfter);
      return isExpired ? undefined : failure;
    }
  }

  /** Asks once for the lifetime of a session that began just now. Without an answer the one in the record counts. */
  async #askLifetime(record: StoredSession): Promise<void> {
    const { records } = this.#dependencies;
    try {
      const { expiresIn } = await this.#getSession(record);
      if (expiresIn !== undefined && records.isCurrent(record))
        records.writeNew({ ...record, expiresIn }, record.expiresIn);
    } catch {
      // Not even `session-expired` ends a session that the server has just granted.
    }
  }

  #getSession(record: StoredSession, outer?: AbortSignal) {
    const { backend, connection } = this.#dependencies;
    return connection.callWithTimeout(options => backend.getSession(record.token ?? null, options), outer);
  }
}
