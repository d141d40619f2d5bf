/** Too many tasks wait: this one was not begun. */
export class GateFull extends Error {
  constructor() {
    super('too many tasks wait');
    this.name = 'GateFull';
  }
}

/** The one who asked for a task has gone: it was not begun. */
export class Gone extends Error {
  constructor() {
    super('the caller has gone');
    this.name = 'Gone';
  }
}

/** Who asks for a task. */
export interface Asker {
  /** Tasks of one line run in order of arrival; the lines take turns. */
  readonly line: string;
  /** Whether the task is not wanted any more. Asked when the task is about to start. */
  readonly isGone?: (() => boolean) | undefined;
  /** The task ends something that has begun: it goes before the others, and always finds a place. */
  readonly isBegun?: boolean;
}

interface Waiting {
  start(): void;
  fail(error: unknown): void;
  readonly isGone: (() => boolean) | undefined;
}

/**
 * Runs at most `permits` tasks at the same time and lets at most `maxWaiting` wait. Whoever asks for many tasks waits
 * behind them alone: lines take turns, and where all places are taken the last of the longest line gives up its own.
 */
export class Gate {
  /** By line. The order of the map is the order in which the lines take turns. */
  readonly #lines = new Map<string, Waiting[]>();
  /** Tasks that end something that has begun. */
  readonly #begun: Waiting[] = [];
  readonly #maxWaiting: number;
  #permits: number;
  #waiting = 0;

  constructor(permits: number, maxWaiting: number) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
  }

  /** Number of tasks that wait, without those that end something. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `task` as soon as it is its turn, and settles as `task` does.
   * @throws GateFull, Gone
   */
  async run<T>({ line, isGone, isBegun = false }: Asker, task: () => Promise<T>): Promise<T> {
    if (this.#permits > 0) this.#permits -= 1;
    else if (isBegun) await new Promise<void>((start, fail) => this.#begun.push({ start, fail, isGone }));
    else await this.#wait(line, isGone);
    try {
      if (isGone?.()) throw new Gone();
      return await task();
    } finally {
      // The permit is passed straight to the next task. If it were returned first, a task that arrives before the waiting
      // one resumes could take it, and both would run.
      const next = this.#next();
      if (next) next.start();
      else this.#permits += 1;
    }
  }

  /** Rejects all tasks that wait, but those that end something. */
  rejectWaiting(error: unknown): void {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#waiting = 0;
    for (const waiting of all) waiting.fail(error);
  }

  #wait(line: string, isGone: (() => boolean) | undefined): Promise<void> {
    const ownLength = this.#lines.get(line)?.length ?? 0;
    if (this.#waiting >= this.#maxWaiting) {
      const [longest, tasks] = this.#longestLine();
      if (!tasks || tasks.length <= ownLength + 1) return Promise.reject(new GateFull());
      this.#remove(longest, tasks, tasks.pop()!).fail(new GateFull());
    }
    return new Promise<void>((start, fail) => {
      const waiting = { start, fail, isGone };
      const tasks = this.#lines.get(line);
      if (tasks) tasks.push(waiting);
      else this.#lines.set(line, [waiting]);
      this.#waiting += 1;
    });
  }

  #longestLine(): [string, Waiting[] | undefined] {
    let longest: [string, Waiting[] | undefined] = ['', undefined];
    for (const [line, tasks] of this.#lines) if (tasks.length > (longest[1]?.length ?? 0)) longest = [line, tasks];
    return longest;
  }

  /** Counts a task that has left its line. */
  #remove(line: string, tasks: readonly Waiting[], waiting: Waiting): Waiting {
    this.#waiting -= 1;
    if (tasks.length === 0) this.#lines.delete(line);
    return waiting;
  }

  /** The first task of the line whose turn it is. The line goes to the end. */
  #next(): Waiting | undefined {
    const begun = this.#begun.shift();
    if (begun) return begun;
    for (const [line, tasks] of this.#lines) {
      const first = this.#remove(line, tasks, tasks.shift()!);
      if (tasks.length > 0) {
        this.#lines.delete(line);
        this.#lines.set(line, tasks);
      }
      if (!first.isGone?.()) return first;
      first.fail(new Gone());
    }
    return undefined;
  }
}
