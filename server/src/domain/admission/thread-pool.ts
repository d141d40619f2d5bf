import { availableParallelism } from 'node:os';
import { Gate, GateFull } from './gate.js';
import type { Caller } from './admission.js';
import { overloaded } from '../refusal.js';

// Hashing, key derivation and HMACs run in libuv's thread pool (4 threads unless UV_THREADPOOL_SIZE says otherwise), and so
// do DNS look-ups. One thread is left free, or many sign-ins at once would delay every new connection to the SMS provider
// and the database.
const poolSize = Number(process.env['UV_THREADPOOL_SIZE']) || 4;

// A processor is left free, too, for the calls that hash nothing. With three passwords at a time on two processors, which had
// other work as well, a read took 33 ms; with one, and without other work, 0.2 ms (npm run bench:flood).
const places = Math.max(1, Math.min(poolSize, availableParallelism()) - 1);

/** Bounds what the calls of this process do in the thread pool. The places are shared among addresses: see `Gate`. */
export class ThreadPool {
  readonly #gate: Gate;

  constructor(maxWaiting: number) {
    this.#gate = new Gate(places, maxWaiting);
  }

  /**
   * Runs `work` when it is its turn.
   * @throws Refusal 503 if too many wait; Gone if the client has gone
   */
  async run<T>({ ip, isGone }: Caller, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#gate.run({ line: ip, isGone }, work);
    } catch (error) {
      throw error instanceof GateFull ? overloaded() : error;
    }
  }
}
