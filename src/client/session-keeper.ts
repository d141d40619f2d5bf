import { AuthError } from '../core/auth-error.js';
import { clampDeadline, deadlineIn, type Deadline } from '../core/deadline.js';
import type { Account, AuthBackend, Session, SessionInfo, SessionStore, StoredSession } from '../core/ports.js';
import type { EndReason, SessionEvent } from '../machine/auth-context.js';

/** The share of its lifetime after which a token is renewed. */
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
/** Seconds after the first failure, doubled with each further one, and after the last. */
const BACKOFF_FIRST = 1;
const BACKOFF_LAST = 300;
/** A clock that is further back than this has been set. */
const CLOCK_TOLERANCE = 60_000;
/** How long a sign-out waits for the server. The local deletion is done by then. */
const SIGN_OUT_PATIENCE = 2_000;

const PAST: Deadline = { at: 0, seconds: 0 };

type Listener = (event: SessionEvent) => void;

const accountOf = ({ user, displayName }: Account): Account => ({ user, displayName });

const isSameAccount = (a: Account | null, b: Account | null) =>
  a?.user === b?.user && a?.displayName === b?.displayName;

/** Runs a call that must end, whatever its backend makes of the signal: a lock may wait for it. */
async function inTime<T>(run: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort();
  const timer = setTimeout(abort, CALL_TIMEOUT);
  outer?.addEventListener('abort', abort);
  try {
    return await Promise.race([
      run(signal),
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new AuthError('timeout')))),
    ]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  }
}

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
  /** No renewal before: by our own backoff, and by the server's wish. */
  #retry = PAST;
  #asked = PAST;
  #jitter = Math.random() * JITTER;

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
  async call<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#connecting ??= this.#backend.connect?.({}).catch((error: unknown) => {
      this.#connecting = undefined;
      throw error;
    });
    await this.#connecting;
    // Nothing is sent for somebody who has left in the meantime.
    signal?.throwIfAborted();
    return run();
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
    this.#tell(except);
    return this.#account;
  }

  /**
   * Who the stored session belongs to. One that is not expired by this clock counts at once and is checked behind
   * the person's back; of any other the server is asked. Without a network it counts: nobody is signed out by a clock.
   */
  async restore(signal: AbortSignal, except?: Listener): Promise<Account | null> {
    const stored = this.#store.read();
    if (!stored) return null;
    // Past its time the renewal asks the server, as soon as it is scheduled.
    if (!this.#isFresh(stored)) {
      const reason = await this.#ask(stored, signal);
      // Left in the meantime: nobody waits for this session.
      signal.throwIfAborted();
      if (reason) this.#tell(except, reason);
    } else if (!this.#isDue(stored)) void this.#ask(stored).then(reason => this.#tell(undefined, reason));
    this.#account = this.#seen = this.#read();
    this.#schedule();
    return this.#account;
  }

  /** Gives the account its name. All listeners but `except` are told. */
  async setDisplayName(displayName: string, signal: AbortSignal, except?: Listener): Promise<Account> {
    const stored = this.#store.read();
    if (!stored) throw new AuthError('session-expired');
    try {
      const account = await this.call(
        () => this.#backend.setDisplayName(stored.token, displayName, { signal }),
        signal,
      );
      const now = this.#store.read();
      if (now?.user === stored.user) {
        this.#store.write({ ...now, displayName: account.displayName ?? displayName });
        this.#tell(except);
      }
      return account;
    } catch (error) {
      this.#tell(undefined, this.#drop(stored, error));
      throw error;
    }
  }

  /** Deletes the session here, at once, and then tells the server as best it can. */
  async signOut(except?: Listener): Promise<void> {
    const stored = this.#store.read();
    this.#store.remove();
    this.#tell(except, 'logout');
    if (!stored) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>(resolve => (timer = setTimeout(resolve, SIGN_OUT_PATIENCE)));
    // Not aborted when the patience ends: the server should hear of it however slow the network is.
    await Promise.race([this.call(() => this.#backend.endSession(stored.token, {})).catch(() => {}), patience]);
    clearTimeout(timer);
  }

  /** A token that works, renewed if it is time; null when nobody is signed in. */
  async getToken(): Promise<string | null> {
    const stored = this.#store.read();
    if (stored && this.#isTime(stored)) await this.#renew();
    return this.#store.read()?.token ?? null;
  }

  /** Ends timers and listeners. The session stays where it is stored. */
  stop(): void {
    this.#listeners.clear();
    this.#account = null;
    this.#schedule();
  }

  #read(): Account | null {
    const stored = this.#store.read();
    return stored && accountOf(stored);
  }

  /** Whether nobody has changed the session since: not its token, and not the name of its account. */
  #isStill(stored: StoredSession): boolean {
    const now = this.#store.read();
    return now?.token === stored.token && isSameAccount(now, stored);
  }

  #write(session: SessionInfo & { readonly token: string }): void {
    const { token, user, displayName, expiresIn } = session;
    // A backend of a site's own may say anything; renewals must not spin.
    if (!Number.isFinite(expiresIn) || expiresIn < 1) throw new AuthError('invalid-response');
    this.#failures = 0;
    this.#retry = this.#asked = PAST;
    this.#jitter = Math.random() * JITTER;
    this.#store.write({ v: 1, token, user, displayName, obtainedAt: Date.now(), expiresIn });
  }

  /** Tells the listeners what the store holds now, if it is news. */
  #tell(except?: Listener, reason: EndReason = 'other-tab'): void {
    const account = this.#read();
    // At rest there is nobody to tell, and what was under way must not start it all again.
    const isAtRest = !this.#listeners.size && !this.#account;
    if (isAtRest || isSameAccount(account, this.#seen)) return this.#schedule();
    this.#account = this.#seen = account;
    this.#endReason = reason;
    this.#schedule();
    const event: SessionEvent = account ? { type: 'session.changed', account } : { type: 'session.ended', reason };
    for (const listener of [...this.#listeners]) if (listener !== except) listener(event);
  }

  /** Deletes a session that the server no longer knows, unless another one has taken its place. */
  #drop(stored: StoredSession, error: unknown): EndReason | undefined {
    if (!(error instanceof AuthError) || error.code !== 'session-expired' || !this.#isStill(stored)) return undefined;
    this.#store.remove();
    return 'session-expired';
  }

  #isFresh({ obtainedAt, expiresIn }: StoredSession): boolean {
    const age = Date.now() - obtainedAt;
    return age >= -CLOCK_TOLERANCE && age < expiresIn * 1000;
  }

  #isDue(stored: StoredSession): boolean {
    return !this.#isFresh(stored) || Date.now() >= this.#dueAt(stored);
  }

  /** Milliseconds for which renewals are put off. A clock that was set back makes no wait longer than it was meant. */
  #wait(): number {
    const now = Date.now();
    this.#retry = clampDeadline(this.#retry, now);
    return this.#retry.at - now;
  }

  #isTime(stored: StoredSession): boolean {
    return this.#isDue(stored) && this.#wait() <= 0;
  }

  #dueAt({ obtainedAt, expiresIn }: StoredSession): number {
    return obtainedAt + expiresIn * 1000 * (RENEW_AT + this.#jitter);
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
    const wait = Math.max(this.#isDue(stored) ? 0 : this.#dueAt(stored) - Date.now(), this.#wait());
    // A clock that jumped makes any wait wrong: never sleep past the next look.
    this.#timer = setTimeout(this.#look, Math.min(wait, LOOK_EVERY));
    // In Node a session must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  readonly #look = (): void => {
    const stored = this.#account && this.#store.read();
    if (stored && this.#isTime(stored)) void this.#renew();
    else this.#schedule();
  };

  /** Follows other tabs, and everything that says that time may have passed unseen. */
  #watch(): () => void {
    const unsubscribe = this.#store.subscribe(() => this.#tell());
    const awake = () => {
      if (globalThis.document?.visibilityState !== 'hidden') this.#look();
    };
    const online = () => {
      this.#retry = this.#asked;
      this.#look();
    };
    // A page that comes back from the cache has heard nothing in the meantime.
    const shown = () => {
      this.#tell();
      awake();
    };
    globalThis.document?.addEventListener('visibilitychange', awake);
    globalThis.addEventListener?.('pageshow', shown);
    globalThis.addEventListener?.('online', online);
    return () => {
      unsubscribe();
      globalThis.document?.removeEventListener('visibilitychange', awake);
      globalThis.removeEventListener?.('pageshow', shown);
      globalThis.removeEventListener?.('online', online);
    };
  }

  /**
   * Asks the server whose session this is. No answer leaves everything as it is.
   * @returns the reason, if the session is gone
   */
  async #ask(stored: StoredSession, outer?: AbortSignal): Promise<EndReason | undefined> {
    try {
      const info = await inTime(
        signal => this.call(() => this.#backend.getSession(stored.token, { signal }), signal),
        outer,
      );
      if (!this.#isStill(stored)) return undefined;
      // The lifetime begins anew only where this clock is no measure of it: a renewal has its own time.
      if (this.#isFresh(stored)) this.#store.write({ ...stored, ...accountOf(info) });
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
      this.#tell(undefined, reason);
    });
    return this.#renewing;
  }

  async #renewLocked(): Promise<EndReason | undefined> {
    const { locks } = globalThis.navigator ?? {};
    let renewal: Promise<EndReason | undefined> | undefined;
    try {
      await locks?.request(this.#lockName, { ifAvailable: true }, lock => {
        if (lock) return (renewal = new Promise(resolve => setTimeout(resolve, ARRIVAL)).then(() => this.#renewNow()));
        this.#retry = deadlineIn(LOOK_AGAIN, Date.now());
        return (renewal = Promise.resolve(undefined));
      });
    } catch {
      // No locks in this context: the server tolerates two renewals at once.
    }
    return renewal ?? this.#renewNow();
  }

  /** @returns the reason, if the session is gone */
  async #renewNow(): Promise<EndReason | undefined> {
    // Re-read: another tab may have renewed the session, or ended it, while this one waited.
    const stored = this.#store.read();
    if (!stored || !this.#isDue(stored)) return undefined;
    try {
      const session = await inTime(signal =>
        this.call(() => this.#backend.renewSession(stored.token, { signal }), signal),
      );
      // Signed out, or another session, in the meantime: the answer comes too late and must not bring it back.
      if (this.#isStill(stored)) this.#write(session);
    } catch (error) {
      const reason = this.#drop(stored, error);
      if (reason) return reason;
      // Everything else may pass: the token works until the server says otherwise.
      const ceiling = Math.min(BACKOFF_FIRST * 2 ** this.#failures++, BACKOFF_LAST);
      this.#asked = deadlineIn((error instanceof AuthError && error.retryAfter) || 0, Date.now());
      this.#retry = deadlineIn(Math.max(ceiling * Math.random(), this.#asked.seconds), Date.now());
    }
    return undefined;
  }
}
