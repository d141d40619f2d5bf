import { availableParallelism } from 'node:os';
import { overloaded } from '../../common/refusal.js';
import { type Caller, withRefusals } from './admission.js';
import { Gate } from './gate.js';

// Password hashes, key derivations and HMACs run in libuv's thread pool, which has 4 threads unless UV_THREADPOOL_SIZE says
// otherwise. DNS look-ups run there too. One thread is left free. Otherwise many sign-ins at once would delay every new
// connection to the SMS provider and the database.
const POOL_SIZE = Number(process.env['UV_THREADPOOL_SIZE']) || 4;

// One processor is left free as well, for the calls that hash nothing. On two processors that also had other work, a read
// took 33 ms while three passwords were hashed at a time. With one password at a time and no other work, it took 0.2 ms
// (npm run bench flood).
const MAX_RUNNING = Math.max(1, Math.min(POOL_SIZE, availableParallelism()) - 1);

/** Bounds the work that the calls of this process do in the thread pool. Addresses share the threads fairly: see `Gate`. */
export class ThreadPool {
  readonly #gate: Gate;

  constructor(maxWaiting: number) {
    this.#gate = new Gate(MAX_RUNNING, maxWaiting);
  }

  /**
   * Runs `work` when its turn comes.
   * @throws Refusal 503 if too much work waits, 499 if the client has left
   */
  run<T>({ ip, hasLeft }: Caller, work: () => Promise<T>): Promise<T> {
    return withRefusals(() => this.#gate.run({ line: ip, hasLeft }, work), overloaded);
  }
}
