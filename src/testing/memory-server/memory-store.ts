import type { SessionStore, StoredSession } from '../../core/stored-session.js';
import { Unproxied } from '../../client/platform/unproxied.js';

/**
 * A store for the session in memory. Pass it to a client or widget as `store`; each instance holds its own session. What else a client
 * keeps, such as the flow and its memory of the device, stays in web storage.
 */
export class MemoryStore extends Unproxied implements SessionStore {
  /** Set this to false to simulate a browser that keeps no session. */
  persistent = true;
  #session: StoredSession | null;
  readonly #listeners = new Set<() => void>();

  constructor(session: StoredSession | null = null) {
    super();
    this.#session = session;
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
    // A listener that is added meanwhile waits for the next change.
    for (const listener of [...this.#listeners]) listener();
  }
}
