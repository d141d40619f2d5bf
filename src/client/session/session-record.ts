import { AuthError } from '../../core/auth-error.js';
import type { Session } from '../../core/auth-backend.js';
import { readAmount } from '../../core/record-checks.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import { isStoredSession, toAccount, type HeldAccount, type StoredSession } from '../../core/stored-session.js';
import type { EndReason } from '../../machine/machine-events.js';
import type { FallbackStore } from '../storage/fallback-store.js';

/** The parts of a session that are stored when its lifetime begins. */
export type NewSession = HeldAccount & Pick<Session, 'token' | 'refreshToken' | 'expiresIn'>;

/** Whether two sessions have the same account, name and method of signing in. */
export const isSameAccount = (a: HeldAccount, b: HeldAccount): boolean => shallowEqual(toAccount(a), toAccount(b));

/**
 * The stored session. What is written is checked, and replaces any session. Only `removeIfCurrent` makes sure that the stored session is still
 * the same; callers of the other methods do that with `readSame` or `isCurrent`.
 */
export class SessionRecord {
  readonly #store: FallbackStore<StoredSession>;
  #endReason: EndReason = 'other-tab';
  #removalCount = 0;

  constructor(store: FallbackStore<StoredSession>) {
    this.#store = store;
  }

  /** Whether the session survives the page. */
  get persistent(): boolean {
    return this.#store.persistent;
  }

  /** Why no session is stored: `other-tab`, unless it ended here. Meaningless while one is stored. */
  get endReason(): EndReason {
    return this.#endReason;
  }

  /** How often somebody has signed out here, even with nothing stored. If it changes during a search for a session, the result is dropped. */
  get removalCount(): number {
    return this.#removalCount;
  }

  read(): StoredSession | null {
    const record = this.#store.read();
    if (record) this.#endReason = 'other-tab';
    return record;
  }

  /**
   * Returns the stored session, for a call that needs one. If there is none, throws `session-expired`, which also
   * becomes the `endReason`.
   */
  readOrExpire(): StoredSession {
    const record = this.read();
    if (record) return record;
    this.#endReason = 'session-expired';
    throw new AuthError('session-expired');
  }

  readAccount(): HeldAccount | null {
    const record = this.read();
    return record && toAccount(record);
  }

  /**
   * Returns the stored record if it's the same session: the same user with the same tokens. Its name, method and
   * lifetime may have changed.
   */
  readSame({ token, refreshToken, user }: StoredSession): StoredSession | null {
    const current = this.read();
    return current?.token === token && current?.refreshToken === refreshToken && current?.user === user
      ? current
      : null;
  }

  /** Whether this session is still stored, with the account and the `obtainedAt` of `record`. */
  isCurrent(record: StoredSession): boolean {
    const current = this.readSame(record);
    return current?.obtainedAt === record.obtainedAt && isSameAccount(current, record);
  }

  /**
   * Writes a session whose lifetime begins now. A lifetime above `MAX_SECONDS` is cut to that. Throws like `update`.
   * @param lifetime in seconds, if the session does not say its own
   */
  begin(session: NewSession, lifetime: number): StoredSession {
    const { token, refreshToken, user, displayName, expiresIn = lifetime, method } = { ...session };
    const record: StoredSession = {
      v: 1,
      token,
      refreshToken,
      user,
      displayName,
      obtainedAt: Date.now(),
      // `update` refuses what isn't an amount.
      expiresIn: readAmount(expiresIn) ?? expiresIn,
      method,
    };
    this.update(record);
    return record;
  }

  /**
   * Writes the record. Throws the `AuthError` `invalid-response` if it isn't a valid session, because the answers of an
   * app's own backend arrive here unchecked, or if its lifetime is below a second, because renewals would then follow
   * each other without a pause.
   */
  update(record: StoredSession): void {
    if (!isStoredSession(record) || record.expiresIn < 1) throw new AuthError('invalid-response');
    this.#store.write(record);
  }

  /** Removes the session because somebody has signed out here. */
  remove(): void {
    this.#endReason = 'logout';
    this.#removalCount++;
    this.#store.remove();
  }

  /**
   * Removes a session that the server has ended, unless another one is stored now. If it's only in memory, an older one in the store
   * stays for other tabs.
   * @returns whether it was removed
   */
  removeIfCurrent(record: StoredSession): boolean {
    const isCurrent = this.isCurrent(record);
    if (isCurrent) {
      this.#endReason = 'session-expired';
      this.#store.forget();
    }
    return isCurrent;
  }

  /** Whether the store holds this record: it's the current one, or the store has refused a later one. */
  holds(record: StoredSession): boolean {
    return this.#store.holds(record);
  }

  /**
   * Calls `listener` when the record may have changed: in another tab, or in this one.
   * @returns a function that stops the calls; undefined if the `SessionStore` of the page returns none, against its type
   */
  subscribe(listener: () => void): (() => void) | undefined {
    return this.#store.subscribe(listener);
  }
}
