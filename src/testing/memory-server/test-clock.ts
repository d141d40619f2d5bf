/**
 * The time of a `MemoryBackend`. It goes on with `Date`, real or faked by the test runner, and can be moved forward from
 * there. The clocks of the page (countdowns, renewals) follow `Date` alone.
 */
export class TestClock {
  #offset = 0;

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Lets that many seconds pass for the backend. */
  advance(seconds: number): void {
    this.#offset += seconds * 1000;
  }

  /** @internal Whole seconds until `time`, rounded up, at least 1: the form of `retryAfter`. */
  secondsUntil(time: number): number {
    return Math.max(1, Math.ceil((time - this.now()) / 1000));
  }
}
