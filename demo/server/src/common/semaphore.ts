/** A counting semaphore: runs at most `permits` tasks at the same time. Waiting tasks start in order of arrival. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #permits: number;

  constructor(permits: number) {
    this.#permits = permits;
  }

  /** Runs `task` as soon as a permit is free, and settles as `task` does. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#permits > 0) this.#permits -= 1;
    else await new Promise<void>(resolve => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The permit is passed straight to the next task. If it were returned first, a task that arrives before the waiting
      // one resumes could take it, and both would run.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#permits += 1;
    }
  }
}
