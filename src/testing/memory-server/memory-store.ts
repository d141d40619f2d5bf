import type { SessionStore, StoredSession } from '../../core/ports.js';

/** A store in memory. Pass it to a client or widget as `store`; each instance holds its own session. */
export class MemoryStore implements SessionStore {
  /** Set this to false to simulate a browser that keeps no session. */
  persistent = true;
  #session: StoredSession | null;
  readonly #listeners = new Set<() => void>();

  constructor(session: StoredSession | null = null) {
    this.#session = session;
  }

  /** Not `Object`, because Vue would wrap the store in a proxy, through which private fields don't work. */
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

  /** Replaces the session as another tab would; null is a sign-out there. */
  changeInOtherTab(session: StoredSession | null): void {
    this.#session = session;
    for (const listener of [...this.#listeners]) listener();
  }
}
