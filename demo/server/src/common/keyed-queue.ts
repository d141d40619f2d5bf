/**
 * Runs the tasks of one key one after the other, within this process. The limits do not depend on it, the database
 * enforces them. It keeps many requests for one number or login from holding all database connections while they wait
 * for the same row lock, and each request then sees the result of the one before it.
 */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Runs `task` when all earlier tasks of `key` have settled, and settles as `task` does. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(key) ?? Promise.resolve()).then(task);
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
    return result;
  }

  /** Number of keys with waiting or running tasks. */
  get size(): number {
    return this.#tails.size;
  }
}
