import { Gate, type Waiter } from './gate.js';

/** Options of a keyed queue. */
export interface KeyedQueueOptions {
  /** The maximum number of tasks of each `Standing` that wait for one key. By default, there is no maximum. */
  readonly maxWaiting?: number;
  /**
   * Is called with the error of a task. Returns the error for all tasks of the same key that wait, except those with `isBegun`; undefined
   * if they wait on. For example, a blocked number is blocked for all of them.
   */
  readonly toShared?: (error: unknown) => unknown;
}

/**
 * Runs the tasks of one key one after the other, in the order of `Gate`, within this process. The limits don't depend on this class, because the
 * database enforces them. Without it, many requests for one number, or for one login from one address, would hold all database connections while they
 * wait for the same row lock. Each request also sees the result of the one before it.
 */
export class KeyedQueue {
  readonly #gates = new Map<string, { readonly gate: Gate; tasks: number }>();
  readonly #maxWaiting: number;
  readonly #toShared: (error: unknown) => unknown;

  constructor({ maxWaiting = Infinity, toShared = () => undefined }: KeyedQueueOptions = {}) {
    this.#maxWaiting = maxWaiting;
    this.#toShared = toShared;
  }

  /**
   * Runs `task` when its turn among the tasks of `key` comes, and settles as `task` does.
   * @throws GateFull if too many tasks wait for the key, or if a task of a shorter line takes the place of this one later
   * @throws CallerLeft if the caller has left before the task starts
   * @throws the shared error (`toShared`) of a task of the key that ran while this one waited
   */
  async run<T>(key: string, waiter: Waiter, task: () => Promise<T>): Promise<T> {
    let entry = this.#gates.get(key);
    if (!entry) this.#gates.set(key, (entry = { gate: new Gate(1, this.#maxWaiting), tasks: 0 }));
    const { gate } = entry;
    entry.tasks++;
    try {
      return await gate.run(waiter, async () => {
        try {
          return await task();
        } catch (error) {
          const shared = this.#toShared(error);
          if (shared !== undefined) gate.rejectWaiting(shared);
          throw error;
        }
      });
    } finally {
      entry.tasks--;
      if (entry.tasks === 0) this.#gates.delete(key);
    }
  }

  /** How many keys have waiting or running tasks. */
  get size(): number {
    return this.#gates.size;
  }
}
