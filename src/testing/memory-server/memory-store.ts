import type { SessionStore, StoredSession } from '../../core/ports.js';

/** A session in memory: give it to a client or a widget as `store`. Each has a session of its own. */
export class MemoryStore implements SessionStore {
  /** Set to false for a browser that keeps no session. */
  persistent = true;
  #session: StoredSession | null;
  readonly #listeners = new Set<() => void>();

  constructor(session: StoredSession | null = null) {
    this.#session = session;
  }

  /** Not `Object`: Vue would wrap the store in a proxy, through which no private field is reached. */
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }

  read(): StoredSession | null {
    return this.#session;
  }

  write(session: StoredSession): void {
    this.#session = session;
  }

  remove(): void {
    this.#session = null;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Replaces the session like another tab; null like a sign-out there. */
  changeInOtherTab(session: StoredSession | null): void {
    this.#session = session;
    for (const listener of [...this.#listeners]) listener();
  }
}
