import { AuthError } from '../../core/auth-error.js';
import { toAccount, type HeldAccount } from '../../core/stored-session.js';
import type { AuthBackend, StoredSession } from '../../core/ports.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import type { EndReason, SessionEvent } from '../../machine/machine-context.js';
import type { Connection } from '../calls/connected-backend.js';
import type { FallbackStore } from '../storage/fallback-store.js';
import { watchPage } from '../platform/page-events.js';
import type { RenewalLock } from './renewal-lock.js';
import { RenewalSchedule } from './renewal-schedule.js';
import { SessionRecord, type NewSession } from './session-record.js';
import { RenewalWait } from './renewal-wait.js';
import { SessionRenewal, type RefreshResult } from './session-renewal.js';
import { withTimeout } from '../platform/with-timeout.js';

/** For which a sign-out waits for the server. The session is deleted here before that. */
const SIGN_OUT_TIMEOUT_MS = 2_000;

type Listener = (event: SessionEvent) => void;

export interface KeeperDependencies {
  readonly backend: AuthBackend;
  readonly connection: Connection;
  readonly store: FallbackStore<StoredSession>;
  readonly lock: RenewalLock;
}

/**
 * Keeps the session of all clients of one server. It renews the session, follows other tabs, and tells its listeners
 * who is signed in: docs/behaviour/session.md. Together with its records and its refresher it is the only reader of the
 * token and the only writer of the store.
 *
 * It is at rest until it has a listener or holds a session, and then watches: the store, the page and the clock.
 */
export class SessionKeeper {
  readonly #backend: AuthBackend;
  readonly #connection: Connection;
  readonly #records: SessionRecord;
  readonly #schedule = new RenewalSchedule();
  readonly #refresher: SessionRenewal;
  readonly #renewalWait: RenewalWait;
  readonly #listeners = new Set<Listener>();
  /** The account whose session is held here: set by `restore`, by `adopt`, or when the store has changed. */
  #account: HeldAccount | null = null;
  /** The account of which the listeners were told last, or at the start the one that was stored. */
  #lastNotified: HeldAccount | null;
  #endReason!: EndReason;
  /** Ends watching; undefined at rest. */
  #stopWatching: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ backend, connection, store, lock }: KeeperDependencies) {
    const records = new SessionRecord(store);
    this.#backend = backend;
    this.#connection = connection;
    this.#records = records;
    this.#refresher = new SessionRenewal({ backend, connection, records, lock, schedule: this.#schedule });
    this.#renewalWait = new RenewalWait(records, this.#schedule);
    this.#lastNotified = records.readAccount();
  }

  /** The account whose session is held here. null before `restore`, even if a session is stored, and after its end. */
  get account(): HeldAccount | null {
    return this.#account;
  }

  /**
   * Why no session is held now; meaningless while one is. Read by a `SessionLink` that was paused when the session
   * ended.
   */
  get endReason(): EndReason {
    return this.#endReason;
  }

  /** Whether the session survives the page. */
  get persistent(): boolean {
    return this.#records.persistent;
  }

  /** @returns ends the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#updateWatching();
    return () => {
      this.#listeners.delete(listener);
      this.#updateWatching();
    };
  }

  /**
   * Takes over the session of a sign-in. Throws the `AuthError` `invalid-response` for what is no session.
   * @param except not notified: the caller's machine gets the account as the result of this call
   */
  adopt(session: NewSession, except?: Listener): HeldAccount {
    this.#refresher.storeNew(session);
    this.#account = toAccount(session);
    // A sign-in is told even if the same account was stored before.
    this.#lastNotified = null;
    this.#notifyIfChanged(undefined, except);
    // Not `#account`: a listener may have signed out.
    return toAccount(session);
  }

  /**
   * Takes up the stored session: docs/behaviour/session.md#restore. One that is unexpired by this clock counts at once,
   * and the server is asked about it in the background. An expired one, also if the clock was set back, is renewed first
   * if it has a refresh token; otherwise the server is asked about it first. Without an answer it counts too. Where no
   * session is stored, one is looked for that the browser holds.
   * @param except as in `adopt`
   * @returns the account; null where there is no session, or the server has ended it. Rejects with the error of a search
   */
  async restore(signal: AbortSignal, except?: Listener): Promise<HeldAccount | null> {
    const record = this.#records.read();
    let result: RefreshResult;
    if (!record) {
      const found = await this.#refresher.findSession(signal);
      if (found) return this.adopt({ ...found }, except);
    } else if (this.#renewalWait.isPast(record)) {
      await this.#renewPast(signal, except).catch(() => {});
      signal.throwIfAborted();
    } else if (!this.#schedule.isUnexpiredByClock(record)) {
      result = await this.#refresher.checkWithServer(record, signal);
      signal.throwIfAborted();
    } else if (this.#schedule.msUntilRenewal(record) > 0) {
      void this.#refresher.checkWithServer(record).then(answer => this.#notifyOf(answer));
    }
    // Otherwise a renewal is due: `#notifyOf` below sets a timer of 0 ms, and the renewal asks the server.
    this.#account = this.#records.readAccount();
    this.#notifyOf(result, except);
    return this.#account;
  }

  /**
   * Gives the account its name. Rejects with the `AuthError` of the backend, or `session-expired` where no session is
   * stored.
   */
  async setDisplayName(displayName: string, signal: AbortSignal): Promise<HeldAccount> {
    let record = this.#records.read();
    if (record && this.#renewalWait.isPast(record)) {
      await this.#renewPast(signal);
      record = this.#records.read();
    }
    if (!record) {
      this.#notifyIfChanged('session-expired');
      throw new AuthError('session-expired');
    }
    try {
      // Without a time limit here: a backend has its own.
      const answer = await this.#connection.call(
        options => this.#backend.setDisplayName(record.token ?? null, displayName, options),
        signal,
      );
      // Backends of an application may answer nothing, or leave the name out: then they have taken it as it was sent.
      const account = { ...toAccount(record), displayName: answer?.displayName || displayName };
      const current = this.#records.read();
      if (current?.user === record.user) this.#records.write({ ...current, ...account });
      this.#notifyIfChanged();
      return account;
    } catch (error) {
      this.#notifyOf(await this.#refresher.endIfExpired(record, error));
      throw error;
    }
  }

  /** Deletes the session at once, and then tells the server. Resolves after 2 seconds at the latest, never rejects. */
  async signOut(): Promise<void> {
    const record = this.#records.read();
    this.#records.remove();
    this.#notifyIfChanged('logout');
    // Where nothing is stored, the browser may hold a session that a restoration was still looking for.
    if (!record && !this.#backend.findSession) return;
    const { token = null, refreshToken } = { ...record };
    const ended = this.#connection.call(options => this.#backend.endSession(token, { ...options, refreshToken }));
    // The call itself is not aborted with the timeout: on a slow network it may still arrive.
    const isOver = withTimeout(SIGN_OUT_TIMEOUT_MS, () => ended).catch(() => {});
    // Its answer clears the cookie: not the one of a sign-in that follows.
    if (!token) this.#connection.holdUntil(isOver);
    await isOver;
  }

  /**
   * The stored token, renewed first if that is due. If it cannot be renewed within 10 seconds, the old one until it has
   * expired by this clock, and then null. null too if no session is stored, or the browser holds it in a cookie.
   */
  async getToken(): Promise<string | null> {
    await this.#renewalWait.untilUsable(record => this.#renew(record)).catch(() => {});
    const record = this.#records.read();
    return record && !this.#schedule.isExpiredByClock(record) ? (record.token ?? null) : null;
  }

  /** Ends all subscriptions and goes to rest. The session stays stored. */
  stop(): void {
    this.#listeners.clear();
    this.#account = null;
    this.#updateWatching();
  }

  get #isNeeded(): boolean {
    return this.#listeners.size > 0 || this.#account !== null;
  }

  /** The same after a call to the server, with the reason that follows from its result. */
  #notifyOf(result: RefreshResult, except?: Listener): void {
    const isExpired = typeof result === 'object' && result.code === 'session-expired';
    this.#notifyIfChanged(isExpired ? 'session-expired' : undefined, except);
  }

  /**
   * Tells the listeners the account that is in the store now, if it has changed. Sets the timer in any case.
   * @param reason to report if no session is stored any more: unless a call to the server found it ended, another tab has
   * removed it
   */
  #notifyIfChanged(reason: EndReason = 'other-tab', except?: Listener): void {
    const account = this.#records.readAccount();
    // At rest there is no listener, and a call that ends late must not start watching again.
    const isNews = this.#isNeeded && !shallowEqual(account, this.#lastNotified);
    if (isNews) {
      this.#account = this.#lastNotified = account;
      this.#endReason = reason;
    }
    this.#updateWatching();
    if (!isNews) return;
    const event: SessionEvent = account ? { type: 'session.changed', account } : { type: 'session.ended', reason };
    for (const listener of [...this.#listeners]) {
      // A listener may have signed in or out: the others have been told of that by then, and this event is outdated.
      if (this.#lastNotified !== account) return;
      if (listener !== except) listener(event);
    }
  }

  /**
   * Watches the store and the page, and sets the timer of the next local look at clock and store (no call to the server).
   * Ends all that if the keeper is not needed.
   */
  #updateWatching(): void {
    clearTimeout(this.#timer);
    if (!this.#isNeeded) {
      this.#stopWatching?.();
      this.#stopWatching = undefined;
      return;
    }
    if (!this.#stopWatching) {
      this.#stopWatching = this.#watch();
      // The store may have changed at rest. This calls `#updateWatching` again, which sets the timer.
      this.#notifyIfChanged();
      return;
    }
    const record = this.#account && this.#records.read();
    if (!record) return;
    const wait = this.#schedule.msUntilClockLook(record);
    const dueAt = Date.now() + wait;
    this.#timer = setTimeout(() => {
      // A timer never fires early: a clock that shows less than `dueAt` now was set back.
      this.#schedule.observeClock(dueAt);
      this.#compareNow();
    }, wait);
    // In Node a session must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #watch(): () => void {
    const stopListening = this.#records.subscribe(() => this.#notifyIfChanged());
    const stopPage = watchPage({
      onWake: () => this.#compareNow(),
      onOnline: () => {
        this.#schedule.endBackoff();
        this.#compareNow();
      },
    });
    return () => {
      stopListening();
      stopPage();
    };
  }

  /** Compares the store with the account that is held here, and the clock with the time of the renewal. */
  #compareNow(): void {
    // A renewal notifies when it ends.
    if (this.#refresher.isRenewing) return;
    // No event tells of changes while the page was cached, or of a storage that was cleared in this very tab.
    this.#notifyIfChanged();
    const record = this.#account && this.#records.read();
    if (record && this.#schedule.msUntilRenewal(record) <= 0) void this.#renew(record);
  }

  /** Renews first what is past its time and has a refresh token. Rejects with the error of the renewal. */
  #renewPast(signal: AbortSignal, except?: Listener): Promise<void> {
    return this.#renewalWait.untilInTime((record, isForced) => this.#renew(record, isForced, except), signal);
  }

  /** Resolves when the listeners have been told, never rejects. */
  async #renew(record: StoredSession, isForced?: boolean, except?: Listener): Promise<RefreshResult> {
    const result = await this.#refresher.renew(record, isForced);
    this.#notifyOf(result, except);
    return result;
  }
}
