interface Timer {
  /** When it fires: milliseconds on the monotonic clock. */
  readonly at: number;
  readonly run: () => void;
  /** Whose timer it is: a page's timers end with the page. */
  readonly owner: object;
  /** Whether it belongs to `AbortSignal.timeout`, whose timer nothing can clear. */
  readonly isSignal: boolean;
}

/** Resolves when all promises that wait for no timer have settled, with everything that follows from them. */
export const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/**
 * The time of a world: the monotonic clock, which timers follow and which stands still while the device sleeps; the wall
 * clock of the device, which can be set; and the true time, which the server has.
 */
export class WorldClock {
  #monotonic = 0;
  #trueTime = Date.UTC(2026, 0, 1);
  #wallOffset = 0;
  #count = 0;
  readonly #timers = new Map<number, Timer>();
  readonly #onError: (error: unknown) => void;

  /** @param onError called with what a timer has thrown */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get monotonic(): number {
    return this.#monotonic;
  }

  /** Milliseconds since the epoch, by the device. */
  get wall(): number {
    return this.#trueTime + this.#wallOffset;
  }

  /** Milliseconds since the epoch, by the server. */
  get trueTime(): number {
    return this.#trueTime;
  }

  set(owner: object, run: () => void, wait = 0, isSignal = false): number {
    const id = ++this.#count;
    this.#timers.set(id, { at: this.#monotonic + Math.max(1, wait || 0), run, owner, isSignal });
    return id;
  }

  clear(id: number | undefined): void {
    this.#timers.delete(id ?? 0);
  }

  clearAll(owner: object): void {
    for (const [id, timer] of this.#timers) if (timer.owner === owner) this.#timers.delete(id);
  }

  /** How many timers of `setTimeout` this owner has. */
  pending(owner: object): number {
    return [...this.#timers.values()].filter(timer => timer.owner === owner && !timer.isSignal).length;
  }

  /**
   * Lets time pass: timers fire in order, and promises settle in between.
   * @param isEnough ends the wait as soon as it returns true
   */
  async advance(ms: number, isEnough = () => false): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      await settle();
      if (isEnough()) return;
      let next: [number, Timer] | undefined;
      for (const entry of this.#timers) if (!next || entry[1].at < next[1].at) next = entry;
      if (!next || next[1].at > end) break;
      this.#pass(next[1].at - this.#monotonic);
      this.#timers.delete(next[0]);
      try {
        next[1].run();
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#pass(end - this.#monotonic);
    await settle();
  }

  /** The device sleeps: its clock and the server's go on, its timers don't. */
  sleep(ms: number): void {
    this.#trueTime += ms;
  }

  /** Moves the clock of the device. */
  setWall(ms: number): void {
    this.#wallOffset += ms;
  }

  #pass(ms: number): void {
    this.#monotonic += ms;
    this.#trueTime += ms;
  }
}
