import type { AuthBackend, CallOptions } from '../../core/ports.js';
import { withTimeout } from '../platform/with-timeout.js';

/** For calls that hold up others, for example by a lock. */
const CALL_TIMEOUT_MS = 10_000;

/** A call of a backend, still without its options. */
type Call<T> = (options: CallOptions) => Promise<T>;

/** The connection of a backend that needs one (`AuthBackend.connect`): opened once, and again after a failure. */
export class Connection {
  readonly #backend: AuthBackend;
  #opening: Promise<void> | undefined;
  /** What the next calls wait for. */
  #barrier: Promise<void> | undefined;

  constructor(backend: AuthBackend) {
    this.#backend = backend;
  }

  /** Makes a call as soon as the connection is open. Rejects with the reason of `signal` if that is aborted before. */
  async call<T>(run: Call<T>, signal?: AbortSignal): Promise<T> {
    // As it is now: the call that the next ones wait for must not wait for itself.
    const barrier = this.#barrier;
    // Without a signal: the connection is for all calls, and outlives the one that was the first to need it.
    this.#opening ??= Promise.resolve(this.#backend.connect?.({})).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    await this.#opening;
    await barrier;
    signal?.throwIfAborted();
    return run({ signal });
  }

  /** Calls that are made from now on wait for `end`, which must not reject. */
  holdUntil(end: Promise<void>): void {
    this.#barrier = end;
  }

  /** The same for a call that must end within 10 seconds, even if the backend ignores the signal. */
  callWithTimeout<T>(run: Call<T>, outer?: AbortSignal): Promise<T> {
    return withTimeout(CALL_TIMEOUT_MS, signal => this.call(run, signal), outer);
  }
}
