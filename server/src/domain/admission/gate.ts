import { FairQueue } from './fair-queue.js';

/** Too many tasks wait, so this task was not started: it got no place, or lost it to another task. */
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

/**
 * What a caller has shown of itself. `known`: a token that this server has signed, the state of a code, a memory of the number, an
 * accepted captcha, or a network from which people sign in. `unproven`: a token or a solution that anybody could have made up.
 * `stranger`: neither.
 */
export type Standing = 'known' | 'stranger' | 'unproven';

/** The origin of a task, and its claim to run. */
export interface Waiter {
  /**
   * The line that the task waits in, and before it the lines which that one is a part of (see `FairQueue`). Tasks of one line
   * run in the order in which they arrive, and the lines of each level take turns.
   */
  readonly path: readonly string[];
  /** `stranger` by default. */
  readonly standing?: Standing | undefined;
  /** Whether nobody wants the task any more. It's called when the task is about to start. */
  readonly hasLeft?: (() => boolean) | undefined;
  /** Whether the task completes something that has begun. Such a task goes before all others, and may always wait. */
  readonly isBegun?: boolean;
}

interface Waiting {
  start(): void;
  fail(error: unknown): void;
  readonly hasLeft: (() => boolean) | undefined;
}

/** The order in which standings are served at most turns. */
const BEST_FIRST: readonly Standing[] = ['known', 'stranger', 'unproven'];

/**
 * The orders of every 4th turn and of every 16th. Without them, somebody who has signed in once could keep everybody else
 * waiting for ever.
 */
const STRANGERS_FIRST: readonly Standing[] = ['stranger', 'unproven', 'known'];
const UNPROVEN_FIRST: readonly Standing[] = ['unproven', 'stranger', 'known'];

/**
 * Runs at most `permits` tasks at the same time and lets at most `maxWaiting` of each standing wait. Somebody with many tasks
 * gets no more turns than others, because lines take turns. If all places are taken, the last task of the longest line loses its
 * place to a task of a shorter line.
 */
export class Gate {
  readonly #queues: Readonly<Record<Standing, FairQueue<Waiting>>> = {
    known: new FairQueue(),
    stranger: new FairQueue(),
    unproven: new FairQueue(),
  };
  /** Waiting tasks that complete something that has begun. */
  readonly #begun: Waiting[] = [];
  readonly #maxWaiting: () => number;
  #permits: number;
  #turn = 0;

  /** @param maxWaiting a number, or a function that returns it */
  constructor(permits: number, maxWaiting: number | (() => number)) {
    this.#permits = permits;
    this.#maxWaiting = typeof maxWaiting === 'number' ? () => maxWaiting : maxWaiting;
  }

  /** How many tasks wait, apart from those that complete something. */
  get waiting(): number {
    return BEST_FIRST.reduce((sum, standing) => sum + this.#queues[standing].size, 0);
  }

  /**
   * Runs `task` when its turn comes, and settles as `task` does.
   * @throws GateFull, CallerLeft
   */
  async run<T>({ path, standing = 'stranger', hasLeft, isBegun = false }: Waiter, task: () => Promise<T>): Promise<T> {
    if (this.#permits > 0) this.#permits--;
    else if (isBegun) await new Promise<void>((start, fail) => this.#begun.push({ start, fail, hasLeft }));
    else await this.#wait(this.#queues[standing], path, hasLeft);
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
    const all = BEST_FIRST.flatMap(standing => this.#queues[standing].takeAll());
    for (const waiting of all) waiting.fail(error);
  }

  #wait(queue: FairQueue<Waiting>, path: readonly string[], hasLeft: (() => boolean) | undefined): Promise<void> {
    if (queue.size >= this.#maxWaiting()) {
      const last = queue.takeFromLongest(path);
      if (!last) return Promise.reject(new GateFull());
      last.fail(new GateFull());
    }
    return new Promise<void>((start, fail) => {
      queue.add(path, { start, fail, hasLeft });
    });
  }

  #next(): Waiting | undefined {
    const begun = this.#begun.shift();
    if (begun) return begun;
    this.#turn++;
    const order = this.#turn % 16 === 0 ? UNPROVEN_FIRST : this.#turn % 4 === 0 ? STRANGERS_FIRST : BEST_FIRST;
    for (const standing of order) {
      for (let next = this.#queues[standing].take(); next; next = this.#queues[standing].take()) {
        if (!next.hasLeft?.()) return next;
        next.fail(new CallerLeft());
      }
    }
    return undefined;
  }
}
