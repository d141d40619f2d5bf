import { AuthError } from '../../core/auth-error.js';
import { type HeldAccount, isStoredSession, toAccount } from '../../core/stored-session.js';
import type { Session, StoredSession } from '../../core/ports.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import { MAX_SECONDS } from '../../core/record-checks.js';
import type { FallbackStore } from '../storage/fallback-store.js';

/** What is stored of a session whose lifetime begins now. */
export type NewSession = HeldAccount & Pick<Session, 'token' | 'refreshToken' | 'expiresIn'>;

/** Whether two sessions are of the same account under the same name. */
export const isSameAccount = (a: HeldAccount, b: HeldAccount): boolean => shallowEqual(toAccount(a), toAccount(b));

/** The stored session, checked before it is written and compared before it is replaced or removed. */
export class SessionRecord {
  readonly #store: FallbackStore<StoredSession>;
  #removalCount = 0;

  constructor(store: FallbackStore<StoredSession>) {
    this.#store = store;
  }

  get persistent(): boolean {
    return this.#store.persistent;
  }

  read(): StoredSession | null {
    return this.#store.read();
  }

  readAccount(): HeldAccount | null {
    const record = this.#store.read();
    return record && toAccount(record);
  }

  /**
   * What the store holds now of the same session: a record of the same account with the same tokens. Its name or its
   * lifetime may have changed.
   */
  readSame({ token, refreshToken, user }: StoredSession): StoredSession | null {
    const current = this.#store.read();
    return current?.token === token && current?.refreshToken === refreshToken && current?.user === user
      ? current
      : null;
  }

  /** Whether the store still holds this session with the account and the lifetime of the record. */
  isCurrent(record: StoredSession): boolean {
    const current = this.readSame(record);
    return current?.obtainedAt === record.obtainedAt && isSameAccount(current, record);
  }

  /**
   * Writes a session whose lifetime begins now, and is shortened to `MAX_SECONDS`. Throws like `write`.
   * @param lifetime in seconds, where the session does not say its own
   */
  writeNew(session: NewSession, lifetime: number): StoredSession {
    const { token, refreshToken, user, displayName, expiresIn = lifetime, method } = { ...session };
    const record: StoredSession = {
      v: 1,
      token,
      refreshToken,
      user,
      displayName,
      obtainedAt: Date.now(),
      expiresIn: expiresIn > MAX_SECONDS ? MAX_SECONDS : expiresIn,
      method,
    };
    this.write(record);
    return record;
  }

  /**
   * Throws the `AuthError` `invalid-response` for what is no session, because the answers of an application's own
   * backend come here unchecked, and for a lifetime below a second, because renewals would follow without a pause.
   */
  write(record: StoredSession): void {
    if (!isStoredSession(record) || record.expiresIn < 1) throw new AuthError('invalid-response');
    this.#store.write(record);
  }

  /** How often `remove` was called. */
  get removalCount(): number {
    return this.#removalCount;
  }

  remove(): void {
    this.#removalCount++;
    this.#store.remove();
  }

  /**
   * Removes a session that the server has ended, if the store does not hold another one by now.
   * @returns whether it was removed
   */
  removeIfCurrent(record: StoredSession): boolean {
    const isCurrent = this.isCurrent(record);
    if (isCurrent) this.#store.forget();
    return isCurrent;
  }

  /**
   * Calls `listener` when another tab has changed the record.
   * @returns stops listening
   */
  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }
}
