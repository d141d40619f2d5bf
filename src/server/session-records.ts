// What the bridge keeps of a session. The record is encrypted with a key from the id in the person's cookie, and stored under a hash of that id:
// whoever reads the store has neither ids nor tokens.
import { hash } from './token-check.js';

/**
 * Where records are kept: a table, Redis, the memory of one process. A record that is removed or too old must not be
 * found again. A promise that `write` or `remove` returns is awaited.
 */
export interface SessionRecordStore {
  /** Resolves with the record, or with undefined or null if there is none. */
  read(key: string): Promise<string | null | undefined> | string | null | undefined;
  /** Keeps a record, in place of an earlier one, for this number of seconds. */
  write(key: string, record: string, seconds: number): unknown;
  remove(key: string): unknown;
}

export interface SessionRecord {
  readonly token: string;
  readonly userId: string;
  /** When the record ends, in milliseconds since 1970. */
  readonly endsAt: number;
}

const ID = /^[\w-]{43}$/;

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), char => char.charCodeAt(0));

/** A new id: 256 random bits in 43 characters. */
export const createId = (): string =>
  toBase64(crypto.getRandomValues(new Uint8Array(32)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');

export const isId = (text: string): boolean => ID.test(text);

/** The key in the store. It doesn't lead back to the id. */
const keyOf = (id: string): Promise<string> => hash(`auth-widget record ${id}`);

async function cipherKeyOf(id: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`auth-widget cipher ${id}`));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** The records of all sessions, by the id in the cookie. */
export class SessionRecords {
  readonly #store: SessionRecordStore;

  constructor(store: SessionRecordStore) {
    this.#store = store;
  }

  /** Returns a record; undefined if there is none, or if it wasn't sealed with this id. Doesn't look at `endsAt`. */
  async find(id: string): Promise<SessionRecord | undefined> {
    const sealed = await this.#store.read(await keyOf(id));
    if (typeof sealed !== 'string') return undefined;
    try {
      const bytes = fromBase64(sealed);
      const iv = bytes.subarray(0, 12);
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await cipherKeyOf(id), bytes.subarray(12));
      return JSON.parse(new TextDecoder().decode(text)) as SessionRecord;
    } catch {
      return undefined;
    }
  }

  async keep(id: string, record: SessionRecord, seconds: number): Promise<void> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(record));
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await cipherKeyOf(id), text));
    await this.#store.write(await keyOf(id), toBase64(new Uint8Array([...iv, ...sealed])), seconds);
  }

  async remove(id: string): Promise<void> {
    await this.#store.remove(await keyOf(id));
  }
}

/**
 * Keeps records in the memory of one process: for development, and for a server with a single process. A restart forgets them, and
 * the next page that each person opens brings theirs back.
 */
export class MemorySessionRecords implements SessionRecordStore {
  readonly #records = new Map<string, { readonly record: string; readonly endsAt: number }>();
  readonly #limit: number;

  /** @param limit how many records are kept, 100,000 by default; the oldest one is dropped first */
  constructor(limit = 100_000) {
    this.#limit = limit;
  }

  read(key: string): string | undefined {
    const found = this.#records.get(key);
    if (found && found.endsAt > Date.now()) return found.record;
    this.#records.delete(key);
    return undefined;
  }

  write(key: string, record: string, seconds: number): void {
    this.#records.delete(key);
    this.#records.set(key, { record, endsAt: Date.now() + seconds * 1000 });
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= this.#limit) break;
      this.#records.delete(oldest);
    }
  }

  remove(key: string): void {
    this.#records.delete(key);
  }
}
