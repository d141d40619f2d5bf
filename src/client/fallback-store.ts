import type { SessionStore } from '../core/ports.js';
import type { Check } from '../core/record-checks.js';

/** Where records of a type are kept: a `SessionStore` or the like. Everything but `persistent` may throw. */
export interface RecordPort<T> extends Pick<SessionStore, 'remove' | 'subscribe' | 'persistent'> {
  /** What is there, unchecked. */
  read(): unknown;
  write(record: T): void;
}

/**
 * One record in a port, or in memory while the port throws: docs/behaviour/session.md#record. It goes back to the port
 * with the next write or removal that succeeds there.
 */
export class FallbackStore<T> {
  readonly #port: RecordPort<T>;
  readonly #isValid: Check;
  /** What the port gave or took last: goes on in memory if the next read throws. */
  #lastKnown: T | null = null;
  /** What counts in place of the port, which has thrown; null while the port works. */
  #memory: { readonly record: T | null } | null = null;

  /** @param isValid whether a value that was read is a record */
  constructor(port: RecordPort<T>, isValid: Check) {
    this.#port = port;
    this.#isValid = isValid;
  }

  /** Keeps Vue from making a proxy of a store: private members do not work through one. */
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }

  /** Whether the record survives the page. */
  get persistent(): boolean {
    return !this.#memory && this.#port.persistent;
  }

  /** The record; null where there is none. What is not valid is removed. */
  read(): T | null {
    if (this.#memory) return this.#memory.record;
    try {
      const value = this.#port.read();
      this.#lastKnown = this.#isValid(value) ? (value as T) : null;
      if (value && !this.#lastKnown) this.remove();
      return this.#lastKnown;
    } catch {
      this.#memory = { record: this.#lastKnown };
      return this.#lastKnown;
    }
  }

  write(record: T): void {
    try {
      this.#port.write(record);
      this.#lastKnown = record;
      this.#memory = null;
    } catch {
      // What the port still holds is older, and must not come back after a reload.
      this.remove();
      // After `remove()`, which sets `#memory` too.
      this.#memory = { record };
    }
  }

  remove(): void {
    this.#lastKnown = null;
    try {
      this.#port.remove();
      this.#memory = null;
    } catch {
      this.#memory = { record: null };
    }
  }

  /**
   * Calls `listener` when another tab has changed the record; never where the port cannot tell.
   * @returns stops listening
   */
  subscribe(listener: () => void): () => void {
    try {
      return this.#port.subscribe(listener);
    } catch {
      return () => {};
    }
  }
}
