import type { TestContext } from 'node:test';

interface Timer {
  /** When it fires: milliseconds on the monotonic clock. */
  readonly at: number;
  readonly run: () => void;
  /** Whether it belongs to `AbortSignal.timeout`, whose timer nothing can clear. */
  readonly isSignal: boolean;
}

const native = { Date, performance, setTimeout, clearTimeout, setImmediate };
const nativeTimeout = AbortSignal.timeout;

/** Resolves when all promises that wait for neither a timer nor I/O have settled, with everything that follows from them. */
export const settle = (): Promise<void> => new Promise(resolve => native.setImmediate(resolve));

/**
 * A fake clock. As on a real device there are two: the wall clock, which can be set and keeps running in sleep, and the
 * monotonic clock, which timers follow. Replaces `Date`, `performance.now`, `setTimeout` and `AbortSignal.timeout` until the
 * test ends.
 */
export class FakeClock {
  #wall: number;
  #monotonic = 0;
  #count = 0;
  readonly #timers = new Map<number, Timer>();

  constructor(t: Pick<TestContext, 'after'>, now = Date.UTC(2026, 0, 1)) {
    this.#wall = now;
    const clock = this as FakeClock;
    class FakeDate extends native.Date {
      constructor(...args: [] | [number | string]) {
        super(args[0] ?? clock.now);
      }
      static override now = () => clock.now;
    }
    const add = (run: () => void, wait: number, isSignal: boolean) => {
      const id = ++this.#count;
      this.#timers.set(id, { at: this.#monotonic + Math.max(1, wait), run, isSignal });
      return id;
    };
    const set = (run: () => void, wait = 0) => add(run, wait, false);
    const timeout = (wait: number) => {
      const controller = new AbortController();
      add(() => controller.abort(new DOMException('', 'TimeoutError')), wait, true);
      return controller.signal;
    };
    const clear = (id: number) => this.#timers.delete(id);
    const performance = Object.create(native.performance, { now: { value: () => this.#monotonic } }) as Performance;
    Object.assign(globalThis, { Date: FakeDate, performance, setTimeout: set, clearTimeout: clear });
    AbortSignal.timeout = timeout;
    t.after(() => {
      Object.assign(globalThis, native);
      AbortSignal.timeout = nativeTimeout;
    });
  }

  /** Milliseconds since the epoch, by the wall clock. */
  get now(): number {
    return this.#wall;
  }

  /** The pending timers of `setTimeout`. */
  get pending(): number {
    return [...this.#timers.values()].filter(({ isSignal }) => !isSignal).length;
  }

  /**
   * Lets time pass: timers fire in order, and promises settle in between.
   * @param every timers fire only at multiples of this many milliseconds, as in a background tab
   */
  async advance(ms: number, { every = 1 } = {}): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      await settle();
      let next: [number, Timer] | undefined;
      for (const entry of this.#timers) if (!next || entry[1].at < next[1].at) next = entry;
      const at = next && Math.max(Math.ceil(next[1].at / every) * every, this.#monotonic);
      if (!next || !at || at > end) break;
      this.#pass(at - this.#monotonic);
      this.#timers.delete(next[0]);
      next[1].run();
    }
    this.#pass(end - this.#monotonic);
    await settle();
  }

  /** Moves the wall clock but no timers, as when the device sleeps or its clock is set. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #pass(ms: number): void {
    this.#monotonic += ms;
    this.#wall += ms;
  }
}
