import { shallowEqual } from '../../core/shallow-equal.js';
import type { Session } from '../../core/auth-backend.js';
import { toAccount, type HeldAccount, type StoredSession } from '../../core/stored-session.js';
import type { EndReason, SessionEvent } from '../../machine/machine-events.js';
import type { ConnectedBackend } from '../calls/connected-backend.js';
import { watchPage } from '../platform/page-events.js';
import type { NewSession, SessionRecord } from './session-record.js';
import type { SessionRenewal } from './session-renewal.js';
import { SessionSearch } from './session-search.js';

type Listener = (event: SessionEvent) => void;

interface KeeperParts {
  readonly backend: ConnectedBackend;
  readonly record: SessionRecord;
  readonly renewal: SessionRenewal;
}

/**
 * Knows who is signed in, for all clients of one server: docs/behaviour/session.md. After each call, and whenever
 * another tab may have changed the record, it compares the record with what it last told its listeners.
 *
 * It's at rest until it has a listener or holds a session. Then it watches the store and the page, and with a session also the clock.
 */
export class SessionKeeper {
  readonly #backend: ConnectedBackend;
  readonly #record: SessionRecord;
  readonly #renewal: SessionRenewal;
  readonly #search: SessionSearch;
  readonly #listeners = new Set<Listener>();
  /** The account whose session is held here. It's set by `restore` and `adopt`, and when the record has changed. */
  #account: HeldAccount | null = null;
  /** The account that the listeners were last told about. At the start, it's the stored one. */
  #lastTold: HeldAccount | null;
  /** Stops watching; undefined at rest. */
  #stopWatching: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ backend, record, renewal }: KeeperParts) {
    this.#backend = backend;
    this.#record = record;
    this.#renewal = renewal;
    this.#search = new SessionSearch(backend, record);
    this.#lastTold = record.readAccount();
  }

  /** The account whose session is held here. null after the session has ended. Before `restore`, null unless the record has changed. */
  get account(): HeldAccount | null {
    return this.#account;
  }

  /** Why no session is stored now; meaningless while one is. */
  get endReason(): EndReason {
    return this.#record.endReason;
  }

  /** Whether the session survives the page. */
  get persistent(): boolean {
    return this.#record.persistent;
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#updateWatching();
    return () => {
      this.#listeners.delete(listener);
      this.#updateWatching();
    };
  }

  /**
   * Takes over the session of a sign-in, or one that the search has found. Ends the one that it replaces on the server, unless the store
   * refuses the new one and keeps that. Throws the `AuthError`
   * `invalid-response` if it isn't a valid session.
   */
  adopt(session: NewSession): HeldAccount {
    const previous = this.#record.read();
    this.#renewal.begin(session);
    if (previous && !this.#record.holds(previous)) this.#endReplaced(previous, session.token);
    this.#account = toAccount(session);
    // Listeners are told about a sign-in even if the same account was stored before.
    this.#lastTold = null;
    this.#tellChange();
    // Not `#account`: a listener may have signed out.
    return toAccount(session);
  }

  /**
   * Starts what must be done before the stored session can be restored: docs/behaviour/session.md#restore. Returns
   * undefined if the session is unexpired by this device's clock: it's valid at once, and the server is asked about it
   * in the background. Otherwise, a session with a refresh token is renewed, and the server is asked about one without.
   * If no session is stored, the browser's own session is looked for. Rejects only with the error of that search.
   * @returns the browser's session if one was found: the caller passes it to `adopt`. Otherwise null: the caller calls `restore`
   */
  prepareRestore(signal: AbortSignal): Promise<Session | null> | undefined {
    const record = this.#record.read();
    if (!record) return this.#search.find(signal);
    const settled = () => null;
    if (this.#renewal.isOverdue(record)) return this.#renewal.renewNow(signal).then(settled, settled);
    if (!this.#renewal.isUnexpired(record)) return this.#renewal.check(record, signal).then(settled);
    // A renewal that is due asks the server anyway: `restore` sets a timer of 0 ms for it.
    if (!this.#renewal.isDue(record)) void this.#renewal.check(record).then(() => this.#tellChange());
    return undefined;
  }

  /**
   * Restores the stored session. If the server hasn't answered, a session that has expired by this device's clock is restored too.
   */
  restore(): HeldAccount | null {
    const account = this.#record.readAccount();
    // An account that isn't `#lastTold` is reported by `#tellChange`, as a change.
    const isRestored = account !== null && !this.#account && shallowEqual(account, this.#lastTold);
    this.#account = account;
    this.#tellChange();
    if (isRestored) for (const listener of [...this.#listeners]) listener({ type: 'session.restored', account });
    return this.#account;
  }

  /**
   * Sets the display name of the account. Rejects with the `AuthError` of the backend or of a renewal, or with
   * `session-expired` if no session is stored.
   */
  async setDisplayName(displayName: string, signal: AbortSignal): Promise<HeldAccount> {
    const save = async (isRepetition = false): Promise<HeldAccount> => {
      const record = this.#record.readOrExpire();
      try {
        const answer = await this.#backend.setDisplayName(record.token ?? null, displayName, { signal });
        // An app's own backend may answer nothing, or leave the name out. It has then saved the name as it was sent.
        return { ...toAccount(record), displayName: answer?.displayName || displayName };
      } catch (error) {
        const canRepeat = await this.#renewal.handleError(record, error);
        if (canRepeat && !isRepetition && !signal.aborted) return save(true);
        throw error;
      }
    };
    try {
      const stored = this.#record.read();
      if (stored && this.#renewal.isOverdue(stored)) await this.#renewal.renewNow(signal);
      const account = await save();
      const current = this.#record.read();
      if (current?.user === account.user) this.#record.update({ ...current, ...account });
      return account;
    } finally {
      this.#tellChange();
    }
  }

  /**
   * Deletes the session at once, and then tells the server. Resolves after 2 seconds at the latest and never rejects.
   */
  async signOut(): Promise<void> {
    const record = this.#record.read();
    this.#record.remove();
    this.#tellChange();
    // If nothing is stored, the browser may hold a session that a restore was still looking for.
    if (record || this.#backend.canFindSession)
      await this.#backend.endSession(record?.token ?? null, { refreshToken: record?.refreshToken });
  }

  /**
   * Returns the stored token, renewed first if that's due. If it can't be renewed within 10 seconds, returns the old token or, once that has expired
   * by this device's clock, null. Also returns null if no session is stored, or if the browser holds it in a cookie.
   */
  async getToken(): Promise<string | null> {
    await this.#renewal.untilUsable();
    this.#tellChange();
    const record = this.#record.read();
    return record && !this.#renewal.isExpired(record) ? (record.token ?? null) : null;
  }

  /**
   * Compares the record with what the listeners were last told. No event reports changes that were made while the page was in
   * the back/forward cache, or a storage that was cleared in this very tab. Does nothing during a renewal, whose caller compares afterwards.
   */
  compare(): void {
    if (!this.#renewal.isRunning) this.#tellChange();
  }

  /**
   * Takes over a session that another tab stored while the keeper was at rest and got no events. A session that was stored before
   * the keeper went to rest is left to `restore`.
   */
  catchUp(): void {
    if (this.#isNeeded) return;
    const account = this.#record.readAccount();
    if (!shallowEqual(account, this.#lastTold)) this.#account = this.#lastTold = account;
    this.#updateWatching();
  }

  /** Ends all subscriptions and goes to rest. The session stays stored. */
  stop(): void {
    this.#listeners.clear();
    this.#account = null;
    this.#updateWatching();
  }

  /** Ends a replaced session on the server, but not one in a cookie: the server has replaced that cookie, and would end its successor. */
  #endReplaced({ token, refreshToken }: StoredSession, newToken: string | undefined): void {
    if (token && token !== newToken) void this.#backend.endSession(token, { refreshToken });
  }

  get #isNeeded(): boolean {
    return this.#listeners.size > 0 || this.#account !== null;
  }

  /** If the stored account has changed, tells the listeners about it. Sets the timer in any case. */
  #tellChange(): void {
    const account = this.#record.readAccount();
    // A keeper at rest has no listeners, and a call that ends late must not make it watch again.
    const isNews = this.#isNeeded && !shallowEqual(account, this.#lastTold);
    if (isNews) this.#account = this.#lastTold = account;
    this.#updateWatching();
    if (!isNews) return;
    const event: SessionEvent = account
      ? { type: 'session.changed', account }
      : { type: 'session.ended', reason: this.#record.endReason };
    for (const listener of [...this.#listeners]) {
      // An earlier listener may have signed in or out. All have then been told about that, and this event is outdated.
      if (this.#lastTold !== account) return;
      listener(event);
    }
  }

  /**
   * Watches the store and the page, and sets the timer for the next reading of the clock and the store (not a call to
   * the server). If the keeper isn't needed, stops all of that.
   */
  #updateWatching(): void {
    clearTimeout(this.#timer);
    if (!this.#account) this.#renewal.endWait();
    if (!this.#isNeeded) {
      this.#stopWatching?.();
      this.#stopWatching = undefined;
      return;
    }
    if (!this.#stopWatching) {
      this.#stopWatching = this.#watch();
      // The store may have changed while the keeper was at rest. `#tellChange` calls `#updateWatching` again, which sets the timer.
      this.#tellChange();
      return;
    }
    const record = this.#account && this.#record.read();
    if (!record) return;
    const wait = this.#renewal.msUntilLook(record);
    const dueAt = Date.now() + wait;
    this.#timer = setTimeout(() => {
      // A timer never fires early. If the clock shows less than `dueAt` now, it was set back.
      this.#renewal.observeClock(dueAt);
      void this.#look();
    }, wait);
    // In Node, a session must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #watch(): () => void {
    const stopListening = this.#record.subscribe(() => this.#tellChange());
    const stopPage = watchPage({
      onWake: ({ persisted }) => void this.#look(persisted !== false),
      onOnline: () => {
        this.#renewal.endBackoff();
        void this.#look();
      },
    });
    return () => {
      stopPage();
      stopListening?.();
    };
  }

  /**
   * Compares the record with what the listeners were last told, and renews the session if that's due.
   * @param isBack whether the person may have been on another page of the site, which can change its cookies
   */
  async #look(isBack = false): Promise<void> {
    this.compare();
    if (isBack) await this.#checkCookieSession();
    if (!this.#account) return;
    await this.#renewal.renewIfDue();
    this.#tellChange();
  }

  /**
   * Asks the server whether the session in a cookie still exists, or if there is no record, whether one has begun: a cookie has no event for
   * either (docs/behaviour/session.md#sessions-in-cookies). Asks neither about a token nor after this client's sign-out. Never rejects.
   */
  async #checkCookieSession(): Promise<void> {
    const record = this.#record.read();
    if (record ? record.token || !this.#account : this.endReason === 'logout') return;
    try {
      const found = await (record ? this.#renewal.check(record) : this.#search.find());
      if (found && this.#isNeeded) this.#renewal.begin(found);
    } catch {
      // Without an answer, everything stays as it is.
    }
    this.#tellChange();
  }
}
