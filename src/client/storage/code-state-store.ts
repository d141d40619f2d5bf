import { hasShape, isAmount, isOneOf, isOpaqueText } from '../../core/record-checks.js';
import { FallbackStore } from './fallback-store.js';
import { storageKey } from './storage-keys.js';
import { webStoragePort } from './web-storage.js';

/** How long the state of a code is shared, in milliseconds: as long as a code of the reference server lives. */
const LIFETIME_MS = 300_000;

interface CodeStateRecord {
  /** Version of the format. A record of another version is discarded. */
  readonly v: 1;
  /** `toTag` of the number. */
  readonly tag: number;
  /** `CodeRequest.state` of the last code that any tab has requested. */
  readonly state: string;
  /** When the code was requested, in milliseconds since the epoch by this device's clock. */
  readonly at: number;
}

/** Returns a tag that almost always differs between two numbers. A hundred thousand mobile numbers share it, so it doesn't reveal the number. */
const toTag = (phone: string): number => Number(phone) % 9973;

/**
 * The state of the last code that was requested for a server, shared by all tabs in `localStorage`:
 * docs/behaviour/session.md#several-tabs-and-one-code. If that throws, only the clients of this page share it.
 */
export class CodeStateStore {
  readonly #store: FallbackStore<CodeStateRecord>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param baseUrl absolute, without a trailing slash */
  constructor(baseUrl: string) {
    this.#store = new FallbackStore(
      webStoragePort('localStorage', storageKey('code', baseUrl)),
      hasShape({ v: isOneOf(1), tag: isAmount, state: isOpaqueText, at: isAmount }),
    );
    this.#scheduleRemoval();
  }

  /** Shares the state that a request for a code was answered with, in place of an earlier one. One that `isOpaqueText` rejects isn't shared. */
  share(phone: string, state: unknown): void {
    this.forget(phone);
    if (!isOpaqueText(state)) return;
    this.#store.write({ v: 1, tag: toTag(phone), state, at: Date.now() });
    this.#scheduleRemoval();
  }

  /** Returns the state of the last code for this number; undefined if there is none, or it is too old. */
  find(phone: string): string | undefined {
    const record = this.#read();
    return record?.tag === toTag(phone) ? record.state : undefined;
  }

  forget(phone: string): void {
    if (this.find(phone)) this.#store.remove();
  }

  /** Returns the record. Removes one that is too old, or whose time is in the future because the clock was set back since, and returns null. */
  #read(): CodeStateRecord | null {
    const record = this.#store.read();
    const age = record && Date.now() - record.at;
    if (age === null || (age >= 0 && age < LIFETIME_MS)) return record;
    this.#store.remove();
    return null;
  }

  /** Removes the record when it is too old, if the page is still open then. */
  #scheduleRemoval(): void {
    this.stop();
    const record = this.#read();
    if (!record) return;
    this.#timer = setTimeout(() => this.#read(), record.at + LIFETIME_MS - Date.now());
    // In Node, a timer must not keep the process alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Stops the timer. A record that is too old is then removed when it is next read. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
