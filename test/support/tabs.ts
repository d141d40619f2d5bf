import type { SessionStore, StoredSession } from '../../src/core/ports.js';

/** The store as one tab sees it. */
export class TabStore implements SessionStore {
  readonly persistent = true;
  readonly #origin: FakeOrigin;
  readonly #listeners = new Set<() => void>();
  /** What another tab has replaced, and this one has not heard of yet. */
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

  /** A write of another tab is on its way to this one. */
  lag(before: StoredSession | null, ms: number): void {
    this.#stale = before;
    setTimeout(() => this.hear(), ms);
  }

  /** As the `storage` event does. */
  hear(): void {
    this.#stale = undefined;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** One storage that many tabs share: what one writes, the others hear of a little later, and it itself does not. */
export class FakeOrigin {
  stored: StoredSession | null = null;
  /** Milliseconds until the others can read what one has written: tabs are processes of their own. */
  lag = 0;
  readonly #tabs: TabStore[] = [];

  open(): TabStore {
    const tab = new TabStore(this);
    this.#tabs.push(tab);
    return tab;
  }

  change(stored: StoredSession | null, by?: TabStore): void {
    const before = this.stored;
    this.stored = stored;
    for (const tab of this.#tabs) {
      if (tab === by) continue;
      if (this.lag) tab.lag(before, this.lag);
      else queueMicrotask(() => tab.hear());
    }
  }
}
