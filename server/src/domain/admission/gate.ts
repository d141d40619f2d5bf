/** Too many tasks wait, so this task was not started. */
export class GateFull extends Error {
  constructor() {
    super('too many tasks wait');
    this.name = 'GateFull';
  }
}

/** The caller left before its task was started. */
export class CallerLeft extends Error {
  constructor() {
    super('the caller has left');
    this.name = 'CallerLeft';
  }
}

/** The origin of a task, and its claim to run. */
export interface Waiter {
  /** The line that the task waits in. Tasks of one line run in the order in which they arrive, and the lines take turns. */
  readonly line: string;
  /** Whether nobody wants the task any more. It's called when the task is about to start. */
  readonly hasLeft?: (() => boolean) | undefined;
  /** Whether the task completes something that has begun. Such a task goes before all others, and is never refused. */
  readonly isBegun?: boolean;
}

interface Waiting {
  start(): void;
  fail(error: unknown): void;
  readonly hasLeft: (() => boolean) | undefined;
}

/**
 * Runs at most `permits` tasks at the same time and lets at most `maxWaiting` wait. Somebody with many tasks delays nobody
 * else, because lines take turns. If all places are taken, the last task of the longest line loses its place to a task of a
 * shorter line.
 */
export class Gate {
  /** The waiting tasks by line. The lines take turns in the order of the map. */
  readonly #lines = new Map<string, Waiting[]>();
  /** Waiting tasks that complete something that has begun. */
  readonly #begun: Waiting[] = [];
  readonly #maxWaiting: number;
  #permits: number;
  #waiting = 0;

  constructor(permits: number, maxWaiting: number) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
  }

  /** How many tasks wait, apart from those that complete something. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `task` when its turn comes, and settles as `task` does.
   * @throws GateFull, CallerLeft
   */
  async run<T>({ line, hasLeft, isBegun = false }: Waiter, task: () => Promise<T>): Promise<T> {
    if (this.#permits > 0) this.#permits--;
    else if (isBegun) await new Promise<void>((start, fail) => this.#begun.push({ start, fail, hasLeft }));
    else await this.#wait(line, hasLeft);
    try {
      if (hasLeft?.()) throw new CallerLeft();
      return await task();
    } finally {
      // The permit goes straight to the next task. If it were returned first, a task that arrives before the waiting one
      // resumes could take it, and both would run.
      const next = this.#next();
      if (next) next.start();
      else this.#permits++;
    }
  }

  /** Rejects all waiting tasks, except those that complete something. */
  rejectWaiting(error: unknown): void {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#waiting = 0;
    for (const waiting of all) waiting.fail(error);
  }

  #wait(line: string, hasLeft: (() => boolean) | undefined): Promise<void> {
    const ownLength = this.#lines.get(line)?.length ?? 0;
    if (this.#waiting >= this.#maxWaiting) {
      const [longest, tasks] = this.#longestLine();
      if (!tasks || tasks.length <= ownLength + 1) return Promise.reject(new GateFull());
      this.#remove(longest, tasks, tasks.pop()!).fail(new GateFull());
    }
    return new Promise<void>((start, fail) => {
      const waiting = { start, fail, hasLeft };
      const tasks = this.#lines.get(line);
      if (tasks) tasks.push(waiting);
      else this.#lines.set(line, [waiting]);
      this.#waiting++;
    });
  }

  #longestLine(): [string, Waiting[] | undefined] {
    let longest: [string, Waiting[] | undefined] = ['', undefined];
    for (const [line, tasks] of this.#lines) if (tasks.length > (longest[1]?.length ?? 0)) longest = [line, tasks];
    return longest;
  }

  /** Updates the count after `waiting` has left its line, and forgets the line if it is empty. Returns `waiting`. */
  #remove(line: string, tasks: readonly Waiting[], waiting: Waiting): Waiting {
    this.#waiting--;
    if (tasks.length === 0) this.#lines.delete(line);
    return waiting;
  }

  /** Takes the first task of the line whose turn it is, and moves that line to the end. */
  #next(): Waiting | undefined {
    const begun = this.#begun.shift();
    if (begun) return begun;
    for (const [line, tasks] of this.#lines) {
      const first = this.#remove(line, tasks, tasks.shift()!);
      if (tasks.length > 0) {
        this.#lines.delete(line);
        this.#lines.set(line, tasks);
      }
      if (!first.hasLeft?.()) return first;
      first.fail(new CallerLeft());
    }
    return undefined;
  }
}
