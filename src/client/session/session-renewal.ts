import { AuthError, toFailure, type AuthFailure } from '../../core/auth-error.js';
import { DEFAULT_LIFETIME_SECONDS } from '../../core/auth-backend.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import { toAccount, type StoredSession } from '../../core/stored-session.js';
import type { ConnectedBackend } from '../calls/connected-backend.js';
import { withTimeout } from '../platform/with-timeout.js';
import { CALL_TIMEOUT_MS, callInTime } from './call-in-time.js';
import { HELD_ELSEWHERE, type RenewalLock } from './renewal-lock.js';
import { RenewalSchedule } from './renewal-schedule.js';
import { isSameAccount, type NewSession, type SessionRecord } from './session-record.js';

/** How long a caller waits for a renewal, whichever tab makes it. */
const WAIT_TIMEOUT_MS = 10_000;
/** The time between two readings of the store while another tab renews, or until a failed renewal is repeated. */
const LOOK_INTERVAL_MS = 250;
/** How long a tab waits before it requests a lock again that another tab holds. */
const LOCK_RETRY_MS = 5_000;

/**
 * The outcome of a renewal. `HELD_ELSEWHERE`: another tab is renewing. A failure with `session-expired`: the server has
 * ended the session, which was removed. Any other failure: the server gave no usable answer. undefined: anything else.
 */
type Outcome = AuthFailure | typeof HELD_ELSEWHERE | undefined;

interface RenewalParts {
  readonly backend: ConnectedBackend;
  readonly record: SessionRecord;
  readonly lock: RenewalLock;
}

const untilNextLook = () => new Promise(resolve => setTimeout(resolve, LOOK_INTERVAL_MS));

/**
 * Brings the stored session up to date with the server, and notifies nobody: its caller compares the record afterwards.
 * Only the server ends a session, with the error `session-expired`. After any other error the session stays as it is
 * (docs/behaviour/session.md#failure).
 */
export class SessionRenewal {
  readonly #backend: ConnectedBackend;
  readonly #record: SessionRecord;
  readonly #lock: RenewalLock;
  readonly #schedule = new RenewalSchedule();
  /** The renewal that is running in this tab. */
  #running: Promise<Outcome> | undefined;
  /** The check that is running in this tab, and the record that it is about. */
  #checking: { readonly record: StoredSession; readonly done: Promise<void> } | undefined;

  constructor({ backend, record, lock }: RenewalParts) {
    this.#backend = backend;
    this.#record = record;
    this.#lock = lock;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Whether the session has expired by this device's clock. */
  isExpired(record: StoredSession): boolean {
    return this.#schedule.isExpiredByClock(record);
  }

  /** Whether the session is unexpired by this device's clock. Also false if the clock was set back since the session began. */
  isUnexpired(record: StoredSession): boolean {
    return this.#schedule.isUnexpiredByClock(record);
  }

  /** Whether the session must be renewed before it can be used: it isn't `isUnexpired`, and it has a refresh token. */
  isOverdue(record: StoredSession): boolean {
    return !!record.refreshToken && !this.isUnexpired(record);
  }

  isDue(record: StoredSession): boolean {
    return this.#schedule.msUntilRenewal(record) <= 0;
  }

  /** Milliseconds until the clock and the store are read again. */
  msUntilLook(record: StoredSession): number {
    return this.#schedule.msUntilClockLook(record);
  }

  /**
   * Records that a timer for this time (milliseconds since the epoch) has fired. If the clock later shows an earlier
   * time, it was set back.
   */
  observeClock(time: number): void {
    this.#schedule.observeClock(time);
  }

  /**
   * Ends the backoff because the network is back: after a failed renewal, the next one waits no longer than the server
   * asked for. Earlier failures no longer count.
   */
  endBackoff(): void {
    this.#schedule.endBackoff();
  }

  /**
   * Stores a session whose lifetime begins now. If it doesn't state its lifetime, the server is asked for it in the
   * background. Throws the `AuthError` `invalid-response` if it isn't a valid session.
   * @param lifetime the lifetime to assume until the server has stated it, in seconds
   */
  begin(session: NewSession, lifetime = DEFAULT_LIFETIME_SECONDS): void {
    const record = this.#record.begin(session, lifetime);
    this.#schedule.succeed();
    if (session.expiresIn === undefined) void this.#askLifetime(record);
  }

  /**
   * Asks the server whose session this is, for 10 seconds at most, once for all callers in this tab. Never rejects.
   * @param signal ends the wait, but not the call, which others may wait for
   */
  async check(record: StoredSession, signal?: AbortSignal): Promise<void> {
    if (!this.#checking || !shallowEqual(this.#checking.record, record)) {
      const checking = {
        record,
        done: this.#checkNow(record).then(() => {
          if (this.#checking === checking) this.#checking = undefined;
        }),
      };
      this.#checking = checking;
    }
    const { done } = this.#checking;
    await withTimeout(CALL_TIMEOUT_MS, signal, () => done).catch(() => {});
  }

  async #checkNow(record: StoredSession): Promise<void> {
    try {
      const info = await this.#getSession(record);
      const current = this.#record.readSame(record);
      if (!current || !isSameAccount(current, record)) return;
      const { token, refreshToken, expiresIn, method } = current;
      // While this device's clock can measure the stored lifetime, that lifetime goes on. Otherwise, the one in the
      // answer begins now.
      if (this.isUnexpired(current)) {
        const account = toAccount({ ...info, method });
        // Nothing is written without need: this tab may still read a session that another one has just ended, and a write would bring it back.
        if (!isSameAccount(account, current)) this.#record.update({ ...current, ...account });
      } else this.begin({ ...info, expiresIn: info.expiresIn ?? expiresIn, token, refreshToken, method });
    } catch (error) {
      // After any error but `session-expired` the check isn't repeated: the next renewal asks the server.
      await this.handleError(record, error).catch(() => {});
    }
  }

  /**
   * Handles the error of a call with this session, except that of `#askLifetime`. Only `session-expired` has an effect: it ends a session
   * without a refresh token; with one, a renewal shows whether the session has ended. A session that has replaced this one stays.
   * Rejects if the renewal fails.
   * @returns whether the call can be repeated: the same person's session has another token now
   */
  async handleError(record: StoredSession, error: unknown): Promise<boolean> {
    if (toFailure(error).code !== 'session-expired') return false;
    if (record.refreshToken) await this.#renewWhile(() => this.#record.isCurrent(record));
    else this.#record.removeIfCurrent(record);
    const current = this.#record.read();
    return current?.user === record.user && current.token !== record.token;
  }

  /** Ends the wait for a renewal in another tab, because no session is held here any more. */
  endWait(): void {
    this.#lock.endWait();
  }

  /** Renews the session if that's due, or joins the renewal that is running. Never rejects. */
  async renewIfDue(): Promise<void> {
    const record = this.#record.read();
    const wait = record ? this.#schedule.msUntilRenewal(record) : Infinity;
    if (this.#running) await this.#running;
    else if (wait <= 0) await this.#renew(record!);
    // While another tab holds the lock, the wait is at most `LOCK_RETRY_MS`. If it's longer, the renewal is no longer due.
    else if (wait > LOCK_RETRY_MS) this.#lock.endWait();
  }

  /**
   * Renews the session if that's due. If it `isExpired`, waits until it was renewed here or in another tab, or has ended, and keeps
   * waiting if renewals fail. Waits for 10 seconds at most, and never rejects.
   */
  async untilUsable(): Promise<void> {
    await withTimeout(WAIT_TIMEOUT_MS, undefined, async signal => {
      while (!signal.aborted) {
        const record = this.#record.read();
        if (record && this.isDue(record)) await this.#renew(record);
        const current = this.#record.read();
        if (!current || !this.isExpired(current)) return;
        await untilNextLook();
      }
    }).catch(() => {});
  }

  /**
   * Renews a session that `isOverdue` at once, ignoring the backoff after earlier failures, or waits until another tab
   * has renewed it. Rejects with the first failure, with `timeout` after 10 seconds, and with `cancelled` if the signal
   * is aborted.
   */
  renewNow(signal: AbortSignal): Promise<void> {
    return this.#renewWhile(record => this.isOverdue(record), signal);
  }

  /** Renews the session like `renewNow`, as long as the stored one is in need of it. */
  #renewWhile(isNeeded: (record: StoredSession) => boolean, signal?: AbortSignal): Promise<void> {
    return withTimeout(WAIT_TIMEOUT_MS, signal, async waitSignal => {
      let isForced = true;
      while (!waitSignal.aborted) {
        const record = this.#record.read();
        if (!record || !isNeeded(record)) return;
        const outcome = isForced || this.isDue(record) ? await this.#renewOrThrow(record, isForced) : HELD_ELSEWHERE;
        isForced = false;
        if (outcome === HELD_ELSEWHERE) await untilNextLook();
      }
    });
  }

  /** Renews the session like `#renew`. Rejects with the failure, if there is one. */
  async #renewOrThrow(record: StoredSession, isForced: boolean): Promise<Outcome> {
    const outcome = await this.#renew(record, isForced);
    if (typeof outcome === 'object') throw new AuthError(outcome.code, outcome);
    return outcome;
  }

  /**
   * Renews the session, once for all callers in this tab, and one tab at a time as far as `RenewalLock` can ensure it. Never rejects.
   * @param isForced renews even if that isn't due, as long as this very record is stored
   */
  #renew(record: StoredSession, isForced = false): Promise<Outcome> {
    this.#running ??= this.#renewAlone(record, isForced).then(outcome => {
      this.#running = undefined;
      return outcome;
    });
    return this.#running;
  }

  async #renewAlone(record: StoredSession, isForced: boolean): Promise<Outcome> {
    // `obtainedAt` identifies the token: the lock starts its wait again for each token.
    const outcome = await this.#lock.run(record.obtainedAt, () => this.#renewInLock(isForced ? record : undefined));
    if (outcome === HELD_ELSEWHERE) this.#schedule.postpone(LOCK_RETRY_MS / 1000);
    return outcome;
  }

  async #renewInLock(forced: StoredSession | undefined): Promise<Outcome> {
    // Read the record again: while this tab waited for the lock, another tab may have renewed or ended the session.
    const record = this.#record.read();
    if (!record) return undefined;
    if (forced ? !this.#record.isCurrent(forced) : !this.isDue(record)) return undefined;
    try {
      const session = await callInTime(options =>
        this.#backend.renewSession(record.token ?? null, { ...options, refreshToken: record.refreshToken }),
      );
      const current = this.#record.readSame(record);
      // The session was ended or replaced meanwhile, and the answer must not bring it back.
      if (!current) return undefined;
      const { token = record.token, refreshToken = record.refreshToken } = { ...session };
      // A name that was saved meanwhile is newer than the answer. The tokens are stored anyway, because the old ones
      // may be used up.
      const account = isSameAccount(current, record) ? session : current;
      this.begin(
        { ...session, ...toAccount({ ...account, method: record.method }), token, refreshToken },
        record.expiresIn,
      );
      return undefined;
    } catch (error) {
      const failure = toFailure(error);
      const isExpired = failure.code === 'session-expired';
      if (isExpired && this.#record.removeIfCurrent(record)) return failure;
      // A failure says nothing about a session that has taken the place of this one.
      if (this.#record.readSame(record)) this.#schedule.fail(failure.retryAfter);
      return isExpired ? undefined : failure;
    }
  }

  /** Asks once for the lifetime of a session that has just begun. Without an answer, the lifetime in the record applies. */
  async #askLifetime(record: StoredSession): Promise<void> {
    try {
      const { expiresIn } = await this.#getSession(record);
      // Its name may have been saved meanwhile.
      const current = this.#record.readSame(record);
      if (expiresIn !== undefined && current?.obtainedAt === record.obtainedAt)
        this.#record.begin({ ...current, expiresIn }, current.expiresIn);
    } catch {
      // Not even `session-expired` ends a session that the server has just granted.
    }
  }

  #getSession(record: StoredSession) {
    return callInTime(options => this.#backend.getSession(record.token ?? null, options));
  }
}
