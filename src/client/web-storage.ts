import { isFlowRecord, type FlowRecord } from '../core/flow-record.js';
import type { SessionStore, StoredSession } from '../core/ports.js';
import { hasShape, isAmount, isNonEmptyString, isOneOf, type Check } from '../core/record-checks.js';
import { parseJson } from './json.js';

/** Where a record is kept. Everything but `persistent` may throw. */
type Port<T> = Omit<SessionStore, 'read' | 'write'> & {
  read(): unknown;
  write(record: T): void;
};

/** A record that goes on in memory where its port does not take it, or no longer gives it. */
export class Kept<T> {
  readonly #port: Port<T>;
  readonly #check: Check;
  /** What the port gave or took last. */
  #last: T | null = null;
  /** The port has failed: what counts is in memory. */
  #isMissed = false;
  #memory: T | null = null;

  constructor(port: Port<T>, check: Check) {
    this.#port = port;
    this.#check = check;
  }

  /** Not for the proxies of Vue: see `AuthClient`. */
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }

  get persistent(): boolean {
    return !this.#isMissed && this.#port.persistent;
  }

  read(): T | null {
    if (this.#isMissed) return this.#memory;
    try {
      const record = this.#port.read();
      this.#last = this.#check(record) ? (record as T) : null;
      if (record && !this.#last) this.remove();
      return this.#last;
    } catch {
      // None, or blocked since: what was there goes on in memory.
      this.#isMissed = true;
      return (this.#memory = this.#last);
    }
  }

  write(record: T): void {
    try {
      this.#port.write(record);
      this.#last = record;
      this.#isMissed = false;
    } catch {
      // None, full, or blocked since: what stands there is older than this and must not come back.
      this.remove();
      this.#memory = record;
      this.#isMissed = true;
    }
  }

  remove(): void {
    this.#memory = this.#last = null;
    try {
      this.#port.remove();
      this.#isMissed = false;
    } catch {
      // None, or blocked since: what may stand there is no longer looked at.
      this.#isMissed = true;
    }
  }

  /** Calls `listener` when another tab has changed the record. Returns the end of it. */
  subscribe(listener: () => void): () => void {
    return this.#port.subscribe(listener);
  }
}

/** A JSON record under `key` in a storage of the page. */
function webPort<T>(name: 'localStorage' | 'sessionStorage', key: string): Port<T> {
  let storage!: Storage;
  let isTaken = true;
  try {
    const probe = 'auth-widget:probe';
    storage = globalThis[name];
    storage.setItem(probe, probe);
    storage.removeItem(probe);
  } catch {
    // None, blocked or full. What stands in a full one still counts, and can be deleted.
    isTaken = false;
  }
  return {
    get persistent() {
      return isTaken;
    },
    read() {
      const json = storage.getItem(key);
      return json && (parseJson(json) ?? json);
    },
    write(record) {
      isTaken = false;
      storage.setItem(key, JSON.stringify(record));
      isTaken = true;
    },
    remove: () => storage.removeItem(key),
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === storage && (event.key === key || event.key === null)) listener();
      };
      globalThis.addEventListener?.('storage', onStorage);
      return () => globalThis.removeEventListener?.('storage', onStorage);
    },
  };
}

/** Whether this is a session, as far as a record can say. */
export const isSession = hasShape({
  v: isOneOf(1),
  token: isNonEmptyString,
  user: isNonEmptyString,
  displayName: value => value === undefined || value === null || isNonEmptyString(value),
  obtainedAt: isAmount,
  expiresIn: isAmount,
});

/** The session in `localStorage`, or in memory where that throws. */
export class WebSessionStore extends Kept<StoredSession> implements SessionStore {
  /** @param baseUrl absolute, without a trailing slash: one session for each server */
  constructor(baseUrl: string) {
    super(webPort('localStorage', `auth-widget:session:${baseUrl}`), isSession);
  }
}

/** Whose each record is on this page. Two widgets with the same settings have a record each. */
const owners = new Map<string, FlowStore>();

/** A flow that a reload must not lose, in `sessionStorage`: for this tab alone. */
export class FlowStore extends Kept<FlowRecord> {
  readonly #key: string;
  isHeld = false;

  constructor(name: string) {
    let key = `auth-widget:flow:${name}`;
    while (owners.get(key)?.isHeld) key += '+';
    super(webPort('sessionStorage', key), isFlowRecord);
    this.#key = key;
    owners.set(key, this);
  }

  /** A client at rest leaves the record to whoever asks next: a reload, or another widget in the place of its own. */
  hold(isHeld: boolean): void {
    if (isHeld && !owners.get(this.#key)?.isHeld) owners.set(this.#key, this);
    this.isHeld = isHeld;
  }

  /** A flow whose record has become another's lasts as long as the page. */
  save(record: FlowRecord | null): void {
    if (owners.get(this.#key) !== this) return;
    if (record) this.write(record);
    else this.remove();
  }
}
