import type { SessionStore, StoredSession } from '../../src/core/stored-session.js';

/** The store as one tab sees it. */
export class TabStore implements SessionStore {
  readonly persistent = true;
  readonly #origin: FakeOrigin;
  readonly #listeners = new Set<() => void>();
  /** What this tab still reads after another tab has written; undefined when it is up to date. */
  #stale: StoredSession | null | undefined;

  constructor(origin: FakeOrigin) {
    this.#origin = origin;
  }

  read(): StoredSession | null {
    return this.#stale === undefined ? this.#origin.stored : this.#stale;
  }

  write(session: StoredSession): void {
    this.#stale = undefined;
    this.#origin.change(session, this);
  }

  remove(): void {
    this.#stale = undefined;
    if (this.#origin.stored) this.#origin.change(null, this);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** After a write in another tab, this tab still reads the old record for `ms` milliseconds. */
  keepReading(before: StoredSession | null, ms: number): void {
    this.#stale = before;
    setTimeout(() => this.notify(), ms);
  }

  /** Makes the write readable and calls the listeners, like the `storage` event. */
  notify(): void {
    this.#stale = undefined;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** One storage shared by many tabs. A write notifies the other tabs asynchronously, but not the tab that writes. */
export class FakeOrigin {
  stored: StoredSession | null = null;
  /** Milliseconds until other tabs can read a write, because real tabs run in separate processes. */
  lag = 0;
  readonly #tabs: TabStore[] = [];

  open<T extends TabStore = TabStore>(tab = new TabStore(this) as T): T {
    this.#tabs.push(tab);
    return tab;
  }

  change(stored: StoredSession | null, writer?: TabStore): void {
    const before = this.stored;
    this.stored = stored;
    for (const tab of this.#tabs) {
      if (tab === writer) continue;
      if (this.lag) tab.keepReading(before, this.lag);
      else queueMicrotask(() => tab.notify());
    }
  }
}
