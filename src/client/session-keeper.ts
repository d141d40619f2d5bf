import { AuthError, toFailure } from '../core/auth-error.js';
import { clampDeadline, deadlineIn, type Deadline } from '../core/deadline.js';
import type {
  Account,
  AuthBackend,
  CallOptions,
  Session,
  SessionInfo,
  SessionStore,
  StoredSession,
} from '../core/ports.js';
import { shallowEqual } from '../core/shallow-equal.js';
import type { EndReason, SessionEvent } from '../machine/machine-context.js';
import { withTimeout } from './with-timeout.js';
import { isSession } from './web-storage.js';

/** The least share of its lifetime after which a token is renewed. */
const RENEW_AT = 0.8;
/** Renewals of many tabs and devices are spread over this share of the lifetime. */
const JITTER = 0.02;
/** Timers are throttled in background tabs and stop while a device sleeps, so the wall clock is looked at this often. */
const LOOK_EVERY = 30_000;
const CALL_TIMEOUT = 10_000;
/** What another tab wrote before it gave up the lock may take so long to arrive: other tabs are other processes. */
const ARRIVAL = 200;
/** Seconds, when another tab holds the lock. */
const LOOK_AGAIN = 5;
/**
 * How often that is believed: longer than a call takes. A tab that is frozen or suspended keeps its lock, a page in the
 * cache of WebKit does (bug 283528), and some browsers give out none.
 */
const REFUSALS = 3;
/** How long a lock may take with all that is done in it; a page that is cached in between may never hear of it again. */
const LOCK_TIMEOUT = 20_000;
/** Seconds after the first failure, doubled with each further one, and after the last. */
const BACKOFF_FIRST = 1;
const BACKOFF_LAST = 300;
/** A clock that is further back than this has been set: clocks that are kept in step are moved by less at a time. */
const CLOCK_TOLERANCE = 1_000;
/** How long a sign-out waits for the server. The local deletion is done by then. */
const SIGN_OUT_PATIENCE = 2_000;

const PAST: Deadline = { at: 0, seconds: 0 };

type Listener = (event: SessionEvent) => void;

const accountOf = ({ user, displayName }: Account): Account => ({ user, displayName });

/**
 * Keeps one session for all clients of one server: the only reader of the token and the only writer of the store.
 * It renews the session, follows other tabs, and tells its listeners who is signed in (session page).
 */
export class SessionKeeper {
  readonly #backend: AuthBackend;
  readonly #store: SessionStore;
  readonly #lockName: string;
  readonly #listeners = new Set<Listener>();
  /** Whose session is held here; null before it is restored, stored or not. */
  #account: Account | null = null;
  /** Who stood in the store when it was last looked at. */
  #seen: Account | null;
  #endReason: EndReason = 'other-tab';
  #connecting: Promise<void> | undefined;
  #renewing: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopWatching: (() => void) | undefined;
  #failures = 0;
  /** How often in a row the lock was another's, and no new token came of it. */
  #refused = 0;
  /** No renewal before: by our own backoff, and by the server's wish. */
  #retry = PAST;
  #asked = PAST;
  /** When the session was obtained, and the latest time that the clock has shown since. */
  #since = 0;
  #latest = 0;
  /** The share of its lifetime after which this page renews a token. */
  readonly #renewAt = RENEW_AT + Math.random() * JITTER;

  constructor(backend: AuthBackend, store: SessionStore, lockName: string) {
    this.#backend = backend;
    this.#store = store;
    this.#lockName = lockName;
    this.#seen = this.#read();
  }

  /** Who has a session here; null before `restore` and after a sign-out. */
  get account(): Account | null {
    return this.#account;
  }

  /** Why the last session ended. */
  get endReason(): EndReason {
    return this.#endReason;
  }

  get persistent(): boolean {
    return this.#store.persistent;
  }

  /**
   * Makes a call, over the connection of a backend that needs one. It is opened once for all and again after a failure,
   * and does not end with the call that happened to be the first to need it.
   */
  async call<T>(run: (options: CallOptions) => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#connecting ??= Promise.resolve(this.#backend.connect?.({})).catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    await this.#connecting;
    // Nothing is sent for somebody who has left in the meantime.
    signal?.throwIfAborted();
    return run({ signal });
  }

  /** @returns the end of the subscription */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#schedule();
    return () => {
      this.#listeners.delete(listener);
      this.#schedule();
    };
  }

  /** Takes over the session of a sign-in. All listeners but `except` are told. */
  adopt(session: Session, except?: Listener): Account {
    this.#write(session);
    this.#account = accountOf(session);
    // A sign-in is news, whoever stood in the store before.
    this.#seen = null;
    this.#tell(undefined, except);
    // Whatever the listeners did about it.
    return accountOf(session);
  }

  /**
   * Who the stored session belongs to. One that is not expired by this clock counts at once and is checked behind
   * the person's back; of any other the server is asked. Without a network it counts: nobody is signed out by a clock.
   */
  async restore(signal: AbortSignal, except?: Listener): Promise<Account | null> {
    const stored = this.#store.read();
    if (!stored) return null;
    let reason: EndReason | undefined;
    // Past its time the renewal asks the server, as soon as it is scheduled.
    if (!this.#isFresh(stored)) {
      reason = await this.#ask(stored, signal);
      // Left in the meantime: nobody waits for this session.
      signal.throwIfAborted();
    } else if (this.#wait(stored) > 0) void this.#ask(stored).then(reason => this.#tell(reason));
    this.#account = this.#read();
    // What is found here may be news to the others, before any event tells them.
    this.#tell(reason, except);
    return this.#account;
  }

  /** Gives the account its name. */
  async setDisplayName(displayName: string, signal: AbortSignal): Promise<Account> {
    const stored = this.#store.read();
    if (!stored) throw new AuthError('session-expired');
    try {
      const answer = await this.call(
        options => this.#backend.setDisplayName(stored.token, displayName, options),
        signal,
      );
      // A server that does not repeat the name has taken the one that was typed.
      const account = { user: stored.user, displayName: { ...answer }.displayName || displayName };
      const now = this.#store.read();
      if (now?.user === stored.user) this.#save({ ...now, ...account });
      // A session that ended meanwhile, or gave way to another, too.
      this.#tell();
      return account;
    } catch (error) {
      this.#tell(this.#drop(stored, error));
      throw error;
    }
  }

  /** Deletes the session here, at once, and then tells the server as best it can. */
  async signOut(): Promise<void> {
    const stored = this.#store.read();
    this.#store.remove();
    this.#tell('logout');
    if (!stored) return;
    const ended = this.call(options => this.#backend.endSession(stored.token, options));
    // Not aborted when the patience ends: the server should hear of it however slow the network is.
    await withTimeout(SIGN_OUT_PATIENCE, () => ended).catch(() => {});
  }

  /** A token that works, renewed if it is time; null when nobody is signed in. */
  async getToken(): Promise<string | null> {
    const stored = this.#store.read();
    if (stored && this.#wait(stored) <= 0) await this.#renew();
    return this.#store.read()?.token ?? null;
  }

  /** Ends timers and listeners. The session stays where it is stored. */
  stop(): void {
    this.#listeners.clear();
    this.#account = null;
    this.#schedule();
  }

  /** A call that may hold up others, a lock for one: it ends, whatever its backend makes of the signal. */
  #callInTime<T>(run: (options: CallOptions) => Promise<T>, outer?: AbortSignal): Promise<T> {
    return withTimeout(CALL_TIMEOUT, signal => this.call(run, signal), outer);
  }

  #read(): Account | null {
    const stored = this.#store.read();
    return stored && accountOf(stored);
  }

  /** Whether nobody has changed the session since: not its token, and not the name of its account. */
  #isStill(stored: StoredSession): boolean {
    const now = this.#store.read();
    return now?.token === stored.token && shallowEqual(accountOf(now), accountOf(stored));
  }

  #write(session: SessionInfo & { readonly token: string }): void {
    const { token, user, displayName, expiresIn } = { ...session };
    this.#save({ v: 1, token, user, displayName, obtainedAt: Date.now(), expiresIn });
    this.#failures = 0;
    this.#retry = this.#asked = PAST;
  }

  /** A backend of a site's own may say anything: it replaces no session that works, and renewals must not spin. */
  #save(record: StoredSession): void {
    if (!isSession(record) || record.expiresIn < 1) throw new AuthError('invalid-response');
    this.#store.write(record);
  }

  /** Tells the listeners what the store holds now, if it is news. */
  #tell(reason: EndReason = 'other-tab', except?: Listener): void {
    const account = this.#read();
    // At rest there is nobody to tell, and what was under way must not start it all again.
    const isAtRest = !this.#listeners.size && !this.#account;
    if (isAtRest || shallowEqual(account, this.#seen)) return this.#schedule();
    this.#account = this.#seen = account;
    this.#endReason = reason;
    this.#schedule();
    const event: SessionEvent = account ? { type: 'session.changed', account } : { type: 'session.ended', reason };
    // What one of them did about it may be news of its own, and has been told to all by then.
    for (const listener of [...this.#listeners]) if (listener !== except && this.#seen === account) listener(event);
  }

  /** Deletes a session that the server no longer knows, unless another one has taken its place. */
  #drop(stored: StoredSession, error: unknown): EndReason | undefined {
    if (toFailure(error).code !== 'session-expired' || !this.#isStill(stored)) return undefined;
    this.#store.remove();
    return 'session-expired';
  }

  /** Whether the session lives, as far as a clock can say that has not been set back in its life. */
  #isFresh({ obtainedAt, expiresIn }: StoredSession): boolean {
    const now = Date.now();
    if (obtainedAt !== this.#since) {
      this.#since = this.#latest = obtainedAt;
      this.#refused = 0;
    }
    this.#latest = Math.max(this.#latest, now);
    return now >= this.#latest - CLOCK_TOLERANCE && now < obtainedAt + expiresIn * 1000;
  }

  /**
   * Milliseconds until the renewal, 0 or less when it is time: at its share of the lifetime, and not before a failure
   * lets it. A clock that was set back makes no wait longer than it was meant.
   */
  #wait(stored: StoredSession): number {
    const { obtainedAt, expiresIn } = stored;
    this.#retry = clampDeadline(this.#retry);
    const due = this.#isFresh(stored) ? obtainedAt + expiresIn * 1000 * this.#renewAt : 0;
    return Math.max(due, this.#retry.at) - Date.now();
  }

  /** Watches and waits for as long as somebody listens or a session is held, and not longer. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#listeners.size && !this.#account) {
      this.#stopWatching?.();
      this.#stopWatching = undefined;
      return;
    }
    if (!this.#stopWatching) {
      this.#stopWatching = this.#watch();
      // What happened while nobody watched.
      this.#tell();
    }
    const stored = this.#account && this.#store.read();
    if (!stored) return;
    // A clock that jumped makes any wait wrong: never sleep past the next look.
    const at = Date.now() + Math.min(this.#wait(stored), LOOK_EVERY);
    this.#timer = setTimeout(() => {
      // Timers are not early: a clock that shows less by then has been set back.
      this.#latest = Math.max(this.#latest, at);
      this.#look();
    }, at - Date.now());
    // In Node a session must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  readonly #look = (): void => {
    // Tells what it finds when it ends.
    if (this.#renewing) return;
    // A page that was in the cache has heard of nothing, and a storage that is cleared in this very tab is never told of.
    this.#tell();
    const stored = this.#account && this.#store.read();
    if (stored && this.#wait(stored) <= 0) void this.#renew();
  };

  /** Follows other tabs, and everything that says that time may have passed unseen. */
  #watch(): () => void {
    const awake = () => {
      if (globalThis.document?.visibilityState !== 'hidden') this.#look();
    };
    const online = () => {
      this.#retry = this.#asked;
      this.#look();
    };
    const unsubscribe = this.#store.subscribe(() => this.#tell());
    const watch = new AbortController();
    const { signal } = watch;
    globalThis.document?.addEventListener('visibilitychange', awake, { signal });
    globalThis.addEventListener?.('pageshow', this.#look, { signal });
    globalThis.addEventListener?.('online', online, { signal });
    return () => {
      unsubscribe();
      watch.abort();
    };
  }

  /**
   * Asks the server whose session this is. No answer leaves everything as it is.
   * @returns the reason, if the session is gone
   */
  async #ask(stored: StoredSession, outer?: AbortSignal): Promise<EndReason | undefined> {
    try {
      const info = await this.#callInTime(options => this.#backend.getSession(stored.token, options), outer);
      if (!this.#isStill(stored)) return undefined;
      // The lifetime begins anew only where this clock is no measure of it: a renewal has its own time.
      if (this.#isFresh(stored)) this.#save({ ...stored, ...accountOf(info) });
      else this.#write({ ...info, token: stored.token });
    } catch (error) {
      return this.#drop(stored, error);
    }
    return undefined;
  }

  /** One renewal at a time in this tab, and where the browser has locks, one in all tabs. Never rejects. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#renewLocked().then(reason => {
      this.#renewing = undefined;
      // Told when the lock is free again: a listener may do anything.
      this.#tell(reason);
    });
    return this.#renewing;
  }

  async #renewLocked(): Promise<EndReason | undefined> {
    const { locks } = globalThis.navigator ?? {};
    // Timers that were late fire together: the lock is given up while what is done in it has just begun.
    let run: Promise<EndReason | undefined> | undefined;
    try {
      if (locks)
        return await withTimeout(LOCK_TIMEOUT, () =>
          locks.request(this.#lockName, { ifAvailable: true }, async lock => {
            if (lock) this.#refused = 0;
            else if (this.#refused++ < REFUSALS) {
              this.#retry = deadlineIn(LOOK_AGAIN);
              return undefined;
            }
            await new Promise(resolve => setTimeout(resolve, ARRIVAL));
            return (run ??= this.#renewNow());
          }),
        );
    } catch {
      // No locks in this context, or none that answer: the server tolerates two renewals at once.
    }
    return (run ??= this.#renewNow());
  }

  /** @returns the reason, if the session is gone */
  async #renewNow(): Promise<EndReason | undefined> {
    // Re-read: another tab may have renewed the session, or ended it, while this one waited.
    const stored = this.#store.read();
    if (!stored || this.#wait(stored) > 0) return undefined;
    try {
      const session = await this.#callInTime(options => this.#backend.renewSession(stored.token, options));
      // Signed out, or another session, in the meantime: the answer comes too late and must not bring it back.
      if (this.#isStill(stored)) this.#write(session);
    } catch (error) {
      const reason = this.#drop(stored, error);
      if (reason) return reason;
      // Everything else may pass: the token works until the server says otherwise.
      const ceiling = Math.min(BACKOFF_FIRST * 2 ** this.#failures++, BACKOFF_LAST);
      this.#asked = deadlineIn(toFailure(error).retryAfter ?? 0);
      this.#retry = deadlineIn(Math.max(ceiling * Math.random(), this.#asked.seconds));
    }
    return undefined;
  }
}
