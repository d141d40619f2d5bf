import type { SessionStore, StoredSession } from '../../src/core/ports.js';

/** The store as one tab sees it. */
export class TabStore implements SessionStore {
  readonly persistent = true;
  readonly #origin: FakeOrigin;
  readonly #listeners = new Set<() => void>();

  constructor(origin: FakeOrigin) {
    this.#origin = origin;
  }

  read(): StoredSession | null {
    return this.#origin.stored;
  }

  write(session: StoredSession): void {
    this.#origin.change(session, this);
  }

  remove(): void {
    if (this.#origin.stored) this.#origin.change(null, this);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** As the `storage` event does. */
  hear(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** One storage that many tabs share: what one writes, the others hear of a little later, and it itself does not. */
export class FakeOrigin {
  stored: StoredSession | null = null;
  readonly #tabs: TabStore[] = [];

  open(): TabStore {
    const tab = new TabStore(this);
    this.#tabs.push(tab);
    return tab;
  }

  change(stored: StoredSession | null, by?: TabStore): void {
    this.stored = stored;
    for (const tab of this.#tabs) if (tab !== by) queueMicrotask(() => tab.hear());
  }
}
