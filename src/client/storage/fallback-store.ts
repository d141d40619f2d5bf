import type { SessionStore } from '../../core/stored-session.js';
import type { Check } from '../../core/record-checks.js';
import { Unproxied } from '../platform/unproxied.js';

/** A place that holds one record, such as a `SessionStore`. Every member but `persistent` may throw. */
export interface RecordPort<T> extends Pick<SessionStore, 'remove' | 'subscribe' | 'persistent'> {
  /** Returns the content, unchecked. */
  read(): unknown;
  write(record: T): void;
}

/**
 * Keeps one record in a port. If the port throws, the record is kept in memory until another tab changes the content of
 * the port, or until the port accepts a record again: docs/behaviour/session.md#record.
 */
export class FallbackStore<T> extends Unproxied {
  readonly #port: RecordPort<T>;
  readonly #isValid: Check;
  /** The current record, as long as the port holds `#heldJson` or can't be read. */
  #record: T | null = null;
  /** The content of the port when it was last read, written or emptied. */
  #heldJson = 'null';
  /** Whether the port threw when `#record` was last read from it, written to it or removed from it. */
  #isInMemory = false;

  /** @param isValid tells whether a value from the port is a valid record */
  constructor(port: RecordPort<T>, isValid: Check) {
    super();
    this.#port = port;
    this.#isValid = isValid;
  }

  /** Whether the record survives the page. */
  get persistent(): boolean {
    return !this.#isInMemory && this.#port.persistent;
  }

  /** Returns the record; null if there is none. Invalid content is removed. */
  read(): T | null {
    try {
      const value = this.#port.read() ?? null;
      const json = JSON.stringify(value);
      // Nobody else has changed the port. If it refused the last write or removal, it holds an older record than `#record`.
      if (json === this.#heldJson) return this.#record;
      this.#heldJson = json;
      this.#isInMemory = false;
      this.#record = this.#isValid(value) ? (value as T) : null;
      if (value !== null && !this.#record) this.remove();
    } catch {
      this.#isInMemory = true;
    }
    return this.#record;
  }

  write(record: T): void {
    // If the port refuses the record, `read` must know which content has stayed there.
    this.read();
    try {
      this.#port.write(record);
      this.#heldJson = JSON.stringify(record);
      this.#isInMemory = false;
    } catch {
      this.#isInMemory = true;
    }
    this.#record = record;
  }

  /** Whether the port held this record when it was last used: also an earlier one that `read` returned, if the port refused the later one. */
  holds(record: T): boolean {
    return this.#heldJson === JSON.stringify(record);
  }

  /** Removes the record in memory and the one in the port, which may be older. */
  remove(): void {
    try {
      this.#port.remove();
      this.#heldJson = 'null';
      this.#isInMemory = false;
    } catch {
      this.#isInMemory = true;
    }
    this.#record = null;
  }

  /** Removes the record. If it is only in memory, an older one in the port stays for the tabs that use it. */
  forget(): void {
    if (this.#isInMemory) this.#record = null;
    else this.remove();
  }

  /**
   * Calls `listener` when the content of the port may have changed. A port may report this store's own changes, too. Never calls it if the
   * port throws.
   * @returns a function that stops the calls
   */
  subscribe(listener: () => void): () => void {
    try {
      return this.#port.subscribe(listener);
    } catch {
      return () => {};
    }
  }
}
