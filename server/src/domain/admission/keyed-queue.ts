import { type Asker, Gate } from './gate.js';

/** Options of a keyed queue. */
export interface KeyedQueueOptions {
  /** How many tasks of one key may wait. */
  readonly maxWaiting?: number;
  /** Whether an error of one task is the outcome of all tasks that wait for the same key at that moment, too. */
  readonly isShared?: (error: unknown) => boolean;
}

/**
 * Runs the tasks of one key one after the other, within this process. The limits do not depend on it, the database
 * enforces them. It keeps many requests for one number or login from holding all database connections while they wait
 * for the same row lock, and each request then sees the result of the one before it.
 */
export class KeyedQueue {
  readonly #gates = new Map<string, { readonly gate: Gate; tasks: number }>();
  readonly #maxWaiting: number;
  readonly #isShared: (error: unknown) => boolean;

  constructor({ maxWaiting = Infinity, isShared = () => false }: KeyedQueueOptions = {}) {
    this.#maxWaiting = maxWaiting;
    this.#isShared = isShared;
  }

  /**
   * Runs `task` when it is its turn among the tasks of `key`, and settles as `task` does.
   * @throws GateFull, Gone
   */
  async run<T>(key: string, asker: Asker, task: () => Promise<T>): Promise<T> {
    let entry = this.#gates.get(key);
    if (!entry) this.#gates.set(key, (entry = { gate: new Gate(1, this.#maxWaiting), tasks: 0 }));
    const { gate } = entry;
    entry.tasks += 1;
    try {
      return await gate.run(asker, async () => {
        try {
          return await task();
        } catch (error) {
          if (this.#isShared(error)) gate.rejectWaiting(error);
          throw error;
        }
      });
    } finally {
      entry.tasks -= 1;
      if (entry.tasks === 0) this.#gates.delete(key);
    }
  }

  /** Number of keys with waiting or running tasks. */
  get size(): number {
    return this.#gates.size;
  }
}
