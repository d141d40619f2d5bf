import type { FlowRecord } from '../core/auth-flow.js';
import { AUTH_MODES } from '../core/auth-state.js';
import { isValidPhone } from '../core/phone.js';
import type { SessionStore, StoredSession } from '../core/ports.js';
import { parseJson } from './json.js';

type Check = (value: unknown) => boolean;

/** One JSON record under one key; in memory where the storage does not take it. */
class JsonRecord<T> {
  /** None where the very name throws: blocked site data. */
  readonly #storage: Storage | undefined;
  protected readonly key: string;
  readonly #check: Check;
  #isPersistent = false;
  /** What the storage holds, when it was last read. */
  #last: T | null = null;
  /** What the storage did not take, or no longer gives. */
  #memory: T | null = null;

  constructor(name: 'localStorage' | 'sessionStorage', key: string, check: Check) {
    this.key = key;
    this.#check = check;
    try {
      const probe = 'auth-widget:probe';
      this.#storage = globalThis[name];
      this.#storage.setItem(probe, probe);
      this.#storage.removeItem(probe);
      this.#isPersistent = true;
    } catch {
      // None, blocked or full. What stands in a full one still counts, and can be deleted.
    }
  }

  get persistent(): boolean {
    return this.#isPersistent;
  }

  read(): T | null {
    if (this.#memory) return this.#memory;
    try {
      const json = this.#storage!.getItem(this.key);
      const record = json ? parseJson(json) : null;
      this.#last = this.#check(record) ? (record as T) : null;
      if (json && !this.#last) this.remove();
      return this.#last;
    } catch {
      // None, or blocked since: what was there goes on in memory.
      this.#isPersistent = false;
      return (this.#memory = this.#last);
    }
  }

  write(record: T): void {
    try {
      this.#storage!.setItem(this.key, JSON.stringify(record));
      this.#memory = null;
      this.#isPersistent = true;
    } catch {
      // None, full, or blocked since: what stands there is older than this and must not come back.
      this.remove();
      this.#memory = record;
      this.#isPersistent = false;
    }
  }

  remove(): void {
    this.#memory = this.#last = null;
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
