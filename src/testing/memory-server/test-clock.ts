/**
 * The clock of a `MemoryBackend`. It runs with `Date`, real or faked by the test runner, and can be moved forward from there.
 * The page's own clocks (countdowns, renewals) follow `Date` only.
 */
export class TestClock {
  #offset = 0;

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Lets this many seconds pass for the backend. */
  advance(seconds: number): void {
    this.#offset += seconds * 1000;
  }

  /** @internal Returns the `retryAfter` of a refusal that lasts until `time`: whole seconds, rounded up, at least 1. */
  retryAfter(time: number): number {
    return Math.max(1, Math.ceil((time - this.now()) / 1000));
  }
}
