import { AuthError, toFailure } from '../core/auth-error.js';
import { toAccount, type HeldAccount } from '../core/held-account.js';
import { DEFAULT_LIFETIME_SECONDS, type Session, type StoredSession } from '../core/ports.js';
import { shallowEqual } from '../core/shallow-equal.js';
import { MAX_SECONDS } from '../core/record-checks.js';
import { isStoredSession } from '../core/stored-session.js';
import type { FallbackStore } from './fallback-store.js';

/** What is stored of a session whose lifetime begins now. */
export type NewSession = HeldAccount & Pick<Session, 'token' | 'refreshToken' | 'expiresIn'>;

/** The stored session, checked before it is written and compared before it is replaced or removed. */
export class SessionRecords {
  readonly #store: FallbackStore<StoredSession>;

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

  /** Whether the store still holds this session, with the same token and account. */
  isCurrent(record: StoredSession): boolean {
    const current = this.#store.read();
    return !!current && current.token === record.token && shallowEqual(toAccount(current), toAccount(record));
  }

  /** Writes a session whose lifetime begins now, and is shortened to `MAX_SECONDS`. Throws like `write`. */
  writeNew(session: NewSession): void {
    const { token, refreshToken, user, displayName, expiresIn = DEFAULT_LIFETIME_SECONDS, method } = { ...session };
    const lifetime = expiresIn > MAX_SECONDS ? MAX_SECONDS : expiresIn;
    this.write({ v: 1, token, refreshToken, user, displayName, obtainedAt: Date.now(), expiresIn: lifetime, method });
  }

  /**
   * Throws the `AuthError` `invalid-response` for what is no session, because the answers of an application's own
   * backend come here unchecked, and for a lifetime below a second, because renewals would follow without a pause.
   */
  write(record: StoredSession): void {
    if (!isStoredSession(record) || record.expiresIn < 1) throw new AuthError('invalid-response');
    this.#store.write(record);
  }

  remove(): void {
    this.#store.remove();
  }

  /**
   * Removes a session if `error` says that the server has ended it, and the store does not hold another one by now.
   * @returns whether it was removed
   */
  removeIfExpired(record: StoredSession, error: unknown): boolean {
    const isExpired = toFailure(error).code === 'session-expired' && this.isCurrent(record);
    if (isExpired) this.#store.forget();
    return isExpired;
  }

  /**
   * Calls `listener` when another tab has changed the record.
   * @returns stops listening
   */
  subscribe(listener: () => void): () => void {
    return this.#store.subscribe(listener);
  }
}
