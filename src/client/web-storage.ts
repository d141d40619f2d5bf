import type { FlowRecord } from '../core/auth-flow.js';
import { AUTH_MODES } from '../core/auth-state.js';
import { isValidPhone } from '../core/phone.js';
import type { SessionStore, StoredSession } from '../core/ports.js';
import { parseJson } from './json.js';

type Check = (value: unknown) => boolean;

/** One JSON record under one key; in memory where the storage does not take it. */
class JsonRecord<T> {
  /** None where it cannot be written to: private modes and blocked site data throw on access. */
  readonly #storage: Storage | undefined;
  protected readonly key: string;
  readonly #check: Check;
  /** What the storage did not take. undefined: the storage has it. */
  #memory: T | null | undefined;

  constructor(name: 'localStorage' | 'sessionStorage', key: string, check: Check) {
    this.key = key;
    this.#check = check;
    try {
      const storage = globalThis[name];
      const probe = 'auth-widget:probe';
      storage.setItem(probe, probe);
      storage.removeItem(probe);
      this.#storage = storage;
    } catch {
      this.#memory = null;
    }
  }

  get persistent(): boolean {
    return this.#memory === undefined;
  }

  read(): T | null {
    if (this.#memory !== undefined) return this.#memory;
    try {
      const json = this.#storage!.getItem(this.key);
      if (!json) return null;
      const record = parseJson(json);
      if (this.#check(record)) return record as T;
      this.remove();
    } catch {
      // Blocked since: as if nothing stood there.
    }
    return null;
  }

  write(record: T): void {
    try {
      this.#storage!.setItem(this.key, JSON.stringify(record));
      this.#memory = undefined;
    } catch {
      // None, full, or blocked since: what stands there is older than this and must not come back.
      this.remove();
      this.#memory = record;
    }
  }

  remove(): void {
    if (this.#memory !== undefined) this.#memory = null;
    try {
      this.#storage!.removeItem(this.key);
    } catch {
      // None, or blocked since: there is nothing more to remove.
    }
  }

  /** Calls `listener` when another tab has changed the record. Returns the end of it. */
  subscribe(listener: () => void): () => void {
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      if (storageArea === this.#storage && (key === this.key || key === null)) listener();
    };
    globalThis.addEventListener?.('storage', onStorage);
    return () => globalThis.removeEventListener?.('storage', onStorage);
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isAmount = (value: unknown) => Number.isFinite(value) && (value as number) >= 0;
const oneOf =
  (...known: readonly unknown[]): Check =>
  value =>
    known.includes(value);
const orNull =
  (is: Check): Check =>
  value =>
    value === null || is(value);
/** A record, field by field; what it has besides is left alone. */
const isShape =
  (shape: Readonly<Record<string, Check>>): Check =>
  value =>
    Object.entries(shape).every(([name, is]) => is((Object(value) as Record<string, unknown>)[name]));

const isSession = isShape({
  v: oneOf(1),
  token: isText,
  user: isText,
  displayName: value => value === undefined || value === null || isText(value),
  obtainedAt: isAmount,
  expiresIn: isAmount,
});

const isDeadline = orNull(isShape({ at: isAmount, seconds: isAmount }));

const isFlow = isShape({
  v: oneOf(1),
  mode: oneOf(...AUTH_MODES),
  step: oneOf('none', 'sms-sent'),
  phone: value => isText(value) && isValidPhone(value as string),
  typedName: orNull(isText),
  codeLength: oneOf(1, 2, 3, 4, 5, 6),
  idempotent: oneOf(true, false),
  attemptsLeft: orNull(isAmount),
  resend: isDeadline,
  blocked: isDeadline,
});

/** The session in `localStorage`, or in memory where that throws. */
export class WebSessionStore extends JsonRecord<StoredSession> implements SessionStore {
  /** @param baseUrl absolute, without a trailing slash: one session for each server */
  constructor(baseUrl: string) {
    super('localStorage', `auth-widget:session:${baseUrl}`, isSession);
  }
}

/** Flows that are under way on this page. Two widgets with the same settings have a record each. */
const claimed = new Set<string>();

/** A flow that a reload must not lose, in `sessionStorage`: for this tab alone. */
export class FlowStore extends JsonRecord<FlowRecord> {
  constructor(name: string) {
    let key = `auth-widget:flow:${name}`;
    while (claimed.has(key)) key += '+';
    claimed.add(key);
    super('sessionStorage', key, isFlow);
  }

  /** A client at rest leaves the record to whoever asks next: a reload, or another widget in the place of its own. */
  hold(isHeld: boolean): void {
    claimed[isHeld ? 'add' : 'delete'](this.key);
  }

  save(record: FlowRecord | null): void {
    if (record) this.write(record);
    else this.remove();
  }
}
