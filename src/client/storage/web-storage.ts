import { isFlowRecord, type FlowRecord } from '../../core/flow-record.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import { isStoredSession, type SessionStore, type StoredSession } from '../../core/stored-session.js';
import { followNotices, postNotice } from './change-notices.js';
import { FallbackStore, type RecordPort } from './fallback-store.js';
import { storageKey } from './storage-keys.js';
import { globalScope, parseJson } from '../platform/global-scope.js';

/** Returns a port for the JSON record under `key` in a storage of the page. */
export function webStoragePort<T>(name: 'localStorage' | 'sessionStorage', key: string): RecordPort<T> {
  // It stays undefined if there is no such storage, or if the access throws. `read`, `write` and `remove` then throw.
  let storage!: Storage;
  let isWritable = true;
  // A page may have replaced `setItem` with a function that does nothing until the person consents to cookies, for example.
  const write = (itemKey: string, text: string) => {
    storage.setItem(itemKey, text);
    if (storage.getItem(itemKey) !== text) throw new Error();
  };
  try {
    const probe = 'auth-widget:probe';
    storage = globalThis[name];
    write(probe, probe);
    storage.removeItem(probe);
  } catch {
    // A full storage can still be read, and records can be removed from it.
    isWritable = false;
  }
  const announce = () => {
    // No other tab can read a `sessionStorage`. The listeners of this port get the notice, too.
    if (name === 'localStorage') postNotice(key);
  };
  return {
    get persistent() {
      return isWritable;
    },
    read() {
      const json = storage.getItem(key);
      // A text that isn't JSON, or is `null`, is returned as a text, which FallbackStore removes. As null, it would count as no record, and stay.
      return json && (parseJson(json) ?? json);
    },
    write(record) {
      isWritable = false;
      write(key, JSON.stringify(record));
      isWritable = true;
      announce();
    },
    remove() {
      storage.removeItem(key);
      announce();
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        // `key` is null if the whole storage was cleared. `storageArea` isn't compared: an event that a script dispatches may lack it.
        if (!event.key || event.key === key) listener();
      };
      globalScope.addEventListener?.('storage', onStorage);
      // Another copy of this package in the same document gets no `storage` event: change-notices.ts.
      const stopFollowing = followNotices(key, listener);
      return () => {
        globalScope.removeEventListener?.('storage', onStorage);
        stopFollowing();
      };
    },
  };
}

/** The session in `localStorage`, or in memory if that throws: docs/decisions/local-storage.md. */
export class WebSessionStore extends FallbackStore<StoredSession> implements SessionStore {
  /** @param baseUrl absolute, without a trailing slash. Each address has its own session */
  constructor(baseUrl: string) {
    super(webStoragePort('localStorage', storageKey('session', baseUrl)), isStoredSession);
  }
}

/** The flow that must survive a reload, in `sessionStorage`, which belongs to this tab only. */
export class FlowStore extends FallbackStore<FlowRecord> {
  #lastSaved: FlowRecord | null | undefined;

  /** @param name the address of the server and the initial mode: clients that have both in common share the record */
  constructor(name: string) {
    super(webStoragePort('sessionStorage', storageKey('flow', name)), isFlowRecord);
  }

  /**
   * Writes the record, or removes it if it's null. Does nothing if the record equals the one that this store saved last, because another
   * client may have written a newer one since.
   */
  save(record: FlowRecord | null): void {
    if (this.#lastSaved !== undefined && shallowEqual(record, this.#lastSaved)) return;
    this.#lastSaved = record;
    // If the storage is full, a reload must not bring back an older record.
    this.remove();
    if (record) this.write(record);
  }
}
