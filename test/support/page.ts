import type { TestContext } from 'node:test';

/** A `localStorage` or `sessionStorage` that can be made to fail. */
export class FakeStorage implements Storage {
  [name: string]: unknown;
  readonly #items = new Map<string, string>();
  /** Which calls throw: `access` means all, `write` only those that write. */
  failing: 'access' | 'write' | undefined;

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    if (this.failing === 'access') throw new Error('SecurityError');
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.failing) throw new Error(this.failing === 'write' ? 'QuotaExceededError' : 'SecurityError');
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    if (this.failing === 'access') throw new Error('SecurityError');
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }

  /** All items as JSON. */
  get text(): string {
    return JSON.stringify([...this.#items]);
  }
}

/** The Web Locks of an origin. A request without `ifAvailable` for a lock that is held waits for ever. */
export class FakeLocks {
  readonly held = new Set<string>();
  /** How many locks were requested, and how many of these requests found the lock held. */
  requestCount = 0;
  refusedCount = 0;

  async request<T>(
    name: string,
    { ifAvailable }: { ifAvailable?: boolean },
    run: (lock: object | null) => Promise<T>,
  ): Promise<T> {
    this.requestCount++;
    await Promise.resolve();
    if (this.held.has(name)) {
      if (!ifAvailable) return new Promise(() => {});
      this.refusedCount++;
      return run(null);
    }
    this.held.add(name);
    try {
      return await run({ name });
    } finally {
      this.held.delete(name);
    }
  }
}

const STATE = ['localStorage', 'sessionStorage', 'navigator', 'document'] as const;
const LISTENING = ['addEventListener', 'removeEventListener'] as const;

/**
 * The globals without a page. A page puts these back, not what it found: a test may have two pages, and the functions of `t.after` run
 * in the order of their calls, so the second page would put back the first one.
 */
const native = new Map([...STATE, ...LISTENING].map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));

/** The globals of a page that the client uses. They are defined until the test ends. */
export class FakePage {
  readonly localStorage = new FakeStorage();
  readonly sessionStorage = new FakeStorage();
  readonly locks = new FakeLocks();
  readonly navigator: { onLine: boolean; locks: object | undefined } = { onLine: true, locks: this.locks };
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    baseURI: 'https://site.test/some/page?query#hash',
  });
  readonly #window = new EventTarget();
  /** Listeners on the window and the document that were not removed, by event. */
  readonly listeners = new Map<string, number>();

  constructor(t: Pick<TestContext, 'after'>) {
    for (const name of STATE) this.#define(t, name, { get: () => this[name] });
    this.#count(this.document);
    this.#count(this.#window);
    for (const name of LISTENING) this.#define(t, name, { value: this.#window[name].bind(this.#window) });
  }

  /** Dispatches an event on the window: `pageshow`, `online`. */
  fire(type: string, members: object = {}): void {
    this.#window.dispatchEvent(Object.assign(new Event(type), members));
  }

  /** Shows or hides the tab. */
  show(isVisible = true): void {
    this.document.visibilityState = isVisible ? 'visible' : 'hidden';
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  /** Connects or disconnects the network. */
  goOnline(isOnline = true): void {
    this.navigator.onLine = isOnline;
    this.fire(isOnline ? 'online' : 'offline');
  }

  /**
   * Dispatches the event for a change of `key` by another tab; null if that tab has cleared the storage.
   * @param storageArea null for an event that a script has made without one
   */
  storageChanged(key: string | null, storageArea: FakeStorage | null = this.localStorage): void {
    this.#window.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }));
  }

  #define(
    t: Pick<TestContext, 'after'>,
    name: (typeof STATE)[number] | (typeof LISTENING)[number],
    descriptor: PropertyDescriptor,
  ): void {
    const before = native.get(name);
    Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    });
  }

  #count(target: EventTarget): void {
    const { addEventListener, removeEventListener } = target;
    const add = (type: string, n: number) => this.listeners.set(type, (this.listeners.get(type) ?? 0) + n);
    target.addEventListener = (type: string, listener: EventListener, options: AddEventListenerOptions = {}) => {
      add(type, 1);
      const { signal, ...others } = options;
      addEventListener.call(target, type, listener, others);
      // Node 20 keeps only the last listener with a signal of each target from its garbage collector. An abort then leaves the
      // others in place.
      signal?.addEventListener('abort', () => target.removeEventListener(type, listener, others), { once: true });
    };
    target.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      add(args[0], -1);
      removeEventListener.apply(target, args);
    };
  }
}
