/**
 * Runs work one after the other for each key, in this process. The limits hold without it, by the database alone: it
 * keeps a crowd at one number or login from waiting inside the database, and lets each of them be told the truth about
 * the one before.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `work` when all earlier work for `key` has ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(key) ?? Promise.resolve()).then(work);
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
    return result;
  }

  /** Keys with work that waits or runs. */
  get size(): number {
    return this.#tails.size;
  }
}
