import type { FlowRecord } from '../core/auth-flow.js';
import { AUTH_MODES } from '../core/auth-state.js';
import { isValidPhone } from '../core/phone.js';
import type { SessionStore, StoredSession } from '../core/ports.js';

type Fields = Readonly<Record<string, unknown>>;

/** The storage of that name, if it can be written to: private modes and blocked site data throw on access. */
function probe(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    const storage = globalThis[name];
    const key = 'auth-widget:probe';
    storage.setItem(key, key);
    storage.removeItem(key);
    return storage;
  } catch {
    return null;
  }
}

/** One JSON record under one key; in memory where the storage does not take it. */
class JsonRecord<T> {
  readonly #storage: Storage | null;
  readonly #key: string;
  readonly #check: (fields: Fields) => boolean;
  /** What the storage did not take. undefined: the storage has it. */
  #memory: T | null | undefined;

  constructor(name: 'localStorage' | 'sessionStorage', key: string, check: (fields: Fields) => boolean) {
    this.#storage = probe(name);
    this.#key = key;
    this.#check = check;
    if (!this.#storage) this.#memory = null;
  }

  get persistent(): boolean {
    return this.#memory === undefined;
  }

  read(): T | null {
    if (this.#memory !== undefined) return this.#memory;
    try {
      const json = this.#storage?.getItem(this.#key);
      if (!json) return null;
      const record = this.#parse(json);
      if (!record) this.remove();
      return record;
    } catch {
      return null;
    }
  }

  write(record: T): void {
    try {
      if (!this.#storage) throw new Error('no storage');
      this.#storage.setItem(this.#key, JSON.stringify(record));
      this.#memory = undefined;
    } catch {
      // Full, or blocked since: what stands there is older than this and must not come back.
      this.remove();
      this.#memory = record;
    }
  }

  remove(): void {
    if (this.#memory !== undefined) this.#memory = null;
    try {
      this.#storage?.removeItem(this.#key);
    } catch {
      // Blocked since: there is nothing more to remove.
    }
  }

  isChangedBy({ key, storageArea }: StorageEvent): boolean {
    return storageArea === this.#storage && (key === this.#key || key === null);
  }

  #parse(json: string): T | null {
    try {
      const value: unknown = JSON.parse(json);
      return typeof value === 'object' && value && this.#check(value as Fields) ? (value as T) : null;
    } catch {
      return null;
    }
  }
}

type Shape = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isAmount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isOne = (value: unknown) => value === 1;
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);
const oneOf =
  (...known: readonly unknown[]) =>
  (value: unknown) =>
    known.includes(value);
/** A record, field by field; what it has besides is left alone. */
const isShape = (shape: Shape) => (value: unknown) =>
  Object.entries(shape).every(([name, is]) => is((value as Fields)[name]));

const isSession = isShape({
  v: isOne,
  token: isText,
  user: isText,
  displayName: value => value === undefined || value === null || isText(value),
  obtainedAt: isAmount,
  expiresIn: isAmount,
});

const isDeadline = orNull(value => isShape({ at: isAmount, seconds: isAmount })(Object(value)));

const isFlow = isShape({
  v: isOne,
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

  subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (this.isChangedBy(event)) listener();
    };
    globalThis.addEventListener?.('storage', onStorage);
    return () => globalThis.removeEventListener?.('storage', onStorage);
  }
}

/** Flows that are under way on this page. Two widgets with the same settings have a record each. */
const claimed = new Set<string>();

/** A flow that a reload must not lose, in `sessionStorage`: for this tab alone. */
export class FlowStore extends JsonRecord<FlowRecord> {
  readonly #key: string;

  constructor(name: string) {
    let key = `auth-widget:flow:${name}`;
    while (claimed.has(key)) key += '+';
    claimed.add(key);
    super('sessionStorage', key, isFlow);
    this.#key = key;
  }

  /** A client at rest leaves the record to whoever asks next: a reload, or another widget in the place of its own. */
  hold(isHeld: boolean): void {
    claimed[isHeld ? 'add' : 'delete'](this.#key);
  }

  save(record: FlowRecord | null): void {
    if (record) this.write(record);
    else this.remove();
  }
}
