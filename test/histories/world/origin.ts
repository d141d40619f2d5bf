import type { WorldClock } from './clock.js';

/** Milliseconds until another tab hears of a write or a message. */
export const NEWS_MS = 2;

/** What an origin must know about one of its pages. */
export interface OriginPage {
  readonly isAlive: boolean;
  /** The page's own object for the `localStorage`, which its `storage` events name. */
  readonly localStorage: Storage;
  readonly fire: (type: string, properties: object) => void;
}

/** One change of the `localStorage`. `page` is undefined if a page outside of the history made it. */
export interface StorageChange {
  readonly page: OriginPage | undefined;
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface Channel {
  readonly name: string;
  readonly page: OriginPage;
  onmessage: ((event: object) => void) | null;
}

/** What the tabs of one origin share: the `localStorage` with its events, the channels, and the locks. */
export class Origin {
  readonly #clock: WorldClock;
  readonly #items = new Map<string, string>();
  readonly #pages = new Set<OriginPage>();
  readonly #channels = new Set<Channel>();
  readonly #locks = new Map<string, OriginPage>();
  readonly #onChange: (change: StorageChange) => void;

  constructor(clock: WorldClock, onChange: (change: StorageChange) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  get(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  /** Writes an item, or removes it. The other pages hear of it. */
  set(key: string, after: string | null, page?: OriginPage): void {
    const before = this.get(key);
    if (before === after) return;
    if (after === null) this.#items.delete(key);
    else this.#items.set(key, after);
    this.#onChange({ page, key, before, after });
    this.#tell(key, page);
  }

  clear(page?: OriginPage): void {
    const items = [...this.#items];
    this.#items.clear();
    for (const [key, before] of items) this.#onChange({ page, key, before, after: null });
    if (items.length) this.#tell(null, page);
  }

  enter(page: OriginPage): void {
    this.#pages.add(page);
  }

  /** The browser has dropped a page, and with it its locks and channels. */
  leave(page: OriginPage): void {
    this.#pages.delete(page);
    for (const channel of this.#channels) if (channel.page === page) this.#channels.delete(channel);
    for (const [name, holder] of this.#locks) if (holder === page) this.#locks.delete(name);
  }

  /** How many channels this page has open. */
  channelCount(page: OriginPage): number {
    return [...this.#channels].filter(channel => channel.page === page).length;
  }

  /** The class `BroadcastChannel` of a page. */
  channelClass(page: OriginPage): unknown {
    // oxlint-disable-next-line typescript/no-this-alias
    const origin = this;
    return class implements Channel {
      readonly name: string;
      readonly page = page;
      onmessage: Channel['onmessage'] = null;

      constructor(name: string) {
        this.name = name;
        origin.#channels.add(this);
      }

      postMessage(): void {
        for (const channel of origin.#channels) {
          if (channel === this || channel.name !== this.name) continue;
          const receive = () => {
            if (origin.#channels.has(channel)) channel.onmessage?.({});
          };
          origin.#clock.set(channel.page, receive, NEWS_MS);
        }
      }

      close(): void {
        origin.#channels.delete(this);
      }
    };
  }

  /** `navigator.locks.request` of a page. */
  async requestLock<T>(page: OriginPage, name: string, run: (lock: object | null) => Promise<T>): Promise<T> {
    await Promise.resolve();
    if (this.#locks.has(name)) return run(null);
    this.#locks.set(name, page);
    try {
      return await run({ name });
    } finally {
      if (this.#locks.get(name) === page) this.#locks.delete(name);
    }
  }

  #tell(key: string | null, writer: OriginPage | undefined): void {
    for (const page of this.#pages) {
      if (page === writer) continue;
      this.#clock.set(page, () => page.fire('storage', { key, storageArea: page.localStorage }), NEWS_MS);
    }
  }
}
