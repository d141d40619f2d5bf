import type { ClientModule, PageGlobals } from './client-bundle.js';
import type { WorldClock } from './clock.js';
import type { Origin, OriginPage } from './origin.js';

/** `fetch` as the client calls it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What a page gets from the world around it. */
export interface PageParts {
  readonly clock: WorldClock;
  readonly origin: Origin;
  /** The items of the tab's `sessionStorage`, which outlive the page. */
  readonly sessionItems: Map<string, string>;
  readonly fetch: (page: Page, url: string, init: RequestInit) => Promise<Response>;
  readonly isOnline: () => boolean;
  /** A random number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly loadClient: (globals: PageGlobals) => ClientModule;
}

/** A storage of a page. The page can't use it any more when it's gone. */
function createStorage(page: OriginPage, items: Pick<Origin, 'get' | 'set' | 'clear'>): Storage {
  return {
    length: 0,
    key: () => null,
    getItem: (key: string) => items.get(key),
    setItem: (key: string, value: string) => {
      if (page.isAlive) items.set(key, value, page);
    },
    removeItem: (key: string) => {
      if (page.isAlive) items.set(key, null, page);
    },
    clear: () => {
      if (page.isAlive) items.clear(page);
    },
  };
}

/** The items of a `sessionStorage`, which no other page hears of. */
const plainItems = (items: Map<string, string>) => ({
  get: (key: string) => items.get(key) ?? null,
  set: (key: string, value: string | null) => {
    if (value === null) items.delete(key);
    else items.set(key, value);
  },
  clear: () => items.clear(),
});

/** A target of events that knows how many listeners it has. */
class CountedTarget extends EventTarget {
  readonly #listeners = new Set<object>();

  get count(): number {
    return this.#listeners.size;
  }

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    const [type, listener, options] = args;
    const { signal, ...rest } = typeof options === 'object' ? options : { capture: options };
    if (signal?.aborted) return;
    this.#listeners.add(listener!);
    // Node keeps a listener that has a signal for as long as the process runs, with the page and the world around it.
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener, options));
    super.addEventListener(type, listener, rest as AddEventListenerOptions);
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.#listeners.delete(args[1]!);
    super.removeEventListener(...args);
  }
}

/** A page that was loaded into a tab: its globals, and its own copy of the client's modules. */
export class Page implements OriginPage {
  readonly localStorage: Storage;
  readonly module: ClientModule;
  readonly #clock: WorldClock;
  readonly #origin: Origin;
  readonly #window = new CountedTarget();
  readonly #document = Object.assign(new CountedTarget(), {
    visibilityState: 'visible',
    baseURI: 'https://site.test/page',
  });
  #isAlive = true;

  constructor({ clock, origin, sessionItems, fetch, isOnline, random, loadClient }: PageParts) {
    this.#clock = clock;
    this.#origin = origin;
    this.localStorage = createStorage(this, origin);
    const sessionStorage = createStorage(this, plainItems(sessionItems));
    const navigator = {
      get onLine() {
        return isOnline();
      },
      locks: {
        request: <T>(name: string, _options: object, run: (lock: object | null) => Promise<T>) =>
          origin.requestLock(this, name, run),
      },
    };
    const set = (run: () => void, wait?: number) => clock.set(this, run, wait);
    const timeout = (wait: number) => {
      const controller = new AbortController();
      clock.set(this, () => controller.abort(new DOMException('', 'TimeoutError')), wait, true);
      return controller.signal;
    };
    const globals = {
      localStorage: this.localStorage,
      sessionStorage,
      navigator,
      document: this.#document,
      fetch: (url: string, init: RequestInit) => fetch(this, url, init),
      BroadcastChannel: origin.channelClass(this),
      Date: class extends Date {
        constructor(...args: [] | [number | string]) {
          super(args[0] ?? clock.wall);
        }
        static override now = () => clock.wall;
      },
      Math: Object.create(Math, { random: { value: random } }) as unknown,
      performance: { now: () => clock.monotonic },
      setTimeout: set,
      clearTimeout: (id?: number) => clock.clear(id),
      AbortSignal: { timeout, any: AbortSignal.any.bind(AbortSignal) },
    };
    const target = this.#window;
    const scope = {
      ...globals,
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
    };
    origin.enter(this);
    this.module = loadClient({ ...globals, globalThis: scope });
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** What the page keeps busy: timers, listeners and channels. */
  get busy() {
    return {
      timers: this.#clock.pending(this),
      listeners: this.#window.count + this.#document.count,
      channels: this.#origin.channelCount(this),
    };
  }

  fire(type: string, properties: object = {}): void {
    this.#window.dispatchEvent(Object.assign(new Event(type), properties));
  }

  /** The person comes back to the tab. */
  show(): void {
    this.#document.dispatchEvent(new Event('visibilitychange'));
    this.fire('pageshow');
  }

  /** The page is unloaded. Nothing that it has begun goes on, except for the calls that are on their way. */
  unload(): void {
    this.#isAlive = false;
    this.#clock.clearAll(this);
    this.#origin.leave(this);
  }
}
