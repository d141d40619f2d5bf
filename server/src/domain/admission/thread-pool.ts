import { availableParallelism } from 'node:os';
import { overloaded } from '../../common/refusal.js';
import { asWaiter, type Caller, withRefusals } from './admission.js';
import { Gate } from './gate.js';

// Password hashes, key derivations and HMACs run in libuv's thread pool, which has 4 threads unless UV_THREADPOOL_SIZE says
// otherwise. DNS look-ups run there too. One thread is left free. Otherwise many sign-ins at once would delay every new
// connection to the SMS provider and the database.
const POOL_SIZE = Number(process.env['UV_THREADPOOL_SIZE']) || 4;

// One processor is left free as well, for the calls that hash nothing. On two processors that also had other work, a read
// took 33 ms while three passwords were hashed at a time. With one password at a time and no other work, it took 0.2 ms
// (npm run bench flood).
const MAX_RUNNING = Math.max(1, Math.min(POOL_SIZE, availableParallelism()) - 1);

/**
 * How long it may take to work off the waiting passwords of one standing, in milliseconds. Further ones are refused at once:
 * people and the widget give up on calls that take longer, and the server would then work for nobody.
 */
const MAX_WAIT_MS = 2000;

/** How many passwords of one standing may wait, however long they take. */
const MIN_WAITING = 8;

/** The first value of the moving mean, in milliseconds: how long a slow processor takes to check a password. */
const FIRST_MEAN_MS = 50;

/** The weight of the last password in the moving mean. */
const MEAN_WEIGHT = 1 / 16;

/** Bounds the work that the calls of this process do in the thread pool. Networks share the threads fairly: see `Gate`. */
export class ThreadPool {
  readonly #gate: Gate;
  /** Passwords pass this gate before `#gate`, so that other work waits there for the running passwords at most. */
  readonly #passwords: Gate;
  #mean = FIRST_MEAN_MS;

  /**
   * @param maxWaiting how many tasks of one standing may wait, however fast they are
   * @param running how many tasks may run at the same time
   */
  constructor(maxWaiting: number, running = MAX_RUNNING) {
    this.#gate = new Gate(running, maxWaiting);
    this.#passwords = new Gate(running, () =>
      Math.min(maxWaiting, Math.max(MIN_WAITING, Math.floor((MAX_WAIT_MS * running) / this.#mean))),
    );
  }

  /**
   * Runs `work` of about a millisecond when its turn comes.
   * @throws Refusal 503 if too much work waits, 499 if the client has left
   */
  run<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    return withRefusals(() => this.#gate.run(asWaiter(caller), work), overloaded);
  }

  /**
   * Hashes or compares a password when its turn comes.
   * @throws Refusal 503 if it would have to wait for too long, 499 if the client has left
   */
  runPassword<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const measured = async () => {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        this.#mean += (performance.now() - startedAt - this.#mean) * MEAN_WEIGHT;
      }
    };
    return withRefusals(() => this.#passwords.run(asWaiter(caller), () => this.run(caller, measured)), overloaded);
  }
}
