import type { SessionStore } from '../../core/ports.js';
import type { Check } from '../../core/record-checks.js';
import { Unproxied } from '../platform/unproxied.js';

/** Where records of a type are kept: a `SessionStore` or the like. Everything but `persistent` may throw. */
export interface RecordPort<T> extends Pick<SessionStore, 'remove' | 'subscribe' | 'persistent'> {
  /** What is there, unchecked. */
  read(): unknown;
  write(record: T): void;
}

/**
 * One record in a port. While the port throws, the record that counts here lives in memory, until another tab changes
 * what the port holds, or the port takes a record again: docs/behaviour/session.md#record.
 */
export class FallbackStore<T> extends Unproxied {
  readonly #port: RecordPort<T>;
  readonly #isValid: Check;
  /** What counts here for as long as the port holds `#heldJson`, or cannot be read. */
  #record: T | null = null;
  /** What the port held when it was read, written or emptied last. */
  #heldJson = 'null';
  /** Whether the port has thrown since it gave or took `#record`. */
  #isInMemory = false;

  /** @param isValid whether a value that was read is a record */
  constructor(port: RecordPort<T>, isValid: Check) {
    super();
    this.#port = port;
    this.#isValid = isValid;
  }

  /** Whether the record survives the page. */
  get persistent(): boolean {
    return !this.#isInMemory && this.#port.persistent;
  }

  /** The record; null where there is none. What is not valid is removed. */
  read(): T | null {
    try {
      const value = this.#port.read() ?? null;
      const json = JSON.stringify(value);
      // Nobody has written since: what the port holds may be older than the record here, which it has not taken.
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
    // If the port does not take the record, this is what it replaces here: `read` compares with it.
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

  /** Removes the record here and the one in the port, which may be an older one. */
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

  /** Removes the record here. An older one, which it has not replaced in the port, stays for the tabs that use it. */
  forget(): void {
    if (this.#isInMemory) this.#record = null;
    else this.remove();
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
