import type { FlowRecord } from '../core/auth-flow.js';
import { AUTH_MODES } from '../core/auth-state.js';
import type { Deadline } from '../core/deadline.js';
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
  readonly #check: (fields: Fields) => T | null;
  /** What the storage did not take. undefined: the storage has it. */
  #memory: T | null | undefined;

  constructor(name: 'localStorage' | 'sessionStorage', key: string, check: (fields: Fields) => T | null) {
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
      return typeof value === 'object' && value ? this.#check(value as Fields) : null;
    } catch {
      return null;
    }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

function checkSession({ v, token, user, displayName, obtainedAt, expiresIn }: Fields): StoredSession | null {
  if (v !== 1 || !isText(token) || !isText(user) || !isAmount(obtainedAt) || !isAmount(expiresIn)) return null;
  if (displayName !== undefined && !isTextOrNull(displayName)) return null;
  return { v, token, user, displayName, obtainedAt, expiresIn };
}

function isDeadline(value: unknown): value is Deadline | null {
  if (value === null) return true;
  const { at, seconds } = Object(value) as Fields;
  return isAmount(at) && isAmount(seconds);
}

function checkFlow(fields: Fields): FlowRecord | null {
  const { v, mode, step, phone, typedName, codeLength, idempotent, attemptsLeft, resend, blocked } = fields;
  const isFlow =
    v === 1 &&
    (AUTH_MODES as readonly unknown[]).includes(mode) &&
    (step === 'none' || step === 'sms-sent') &&
    isText(phone) &&
    isValidPhone(phone) &&
    isTextOrNull(typedName) &&
    isAmount(codeLength) &&
    codeLength >= 1 &&
    codeLength <= 6 &&
    typeof idempotent === 'boolean' &&
    (attemptsLeft === null || isAmount(attemptsLeft)) &&
    isDeadline(resend) &&
    isDeadline(blocked);
  return isFlow ? (fields as unknown as FlowRecord) : null;
}

/** The session in `localStorage`, or in memory where that throws. */
export class WebSessionStore implements SessionStore {
  readonly #record: JsonRecord<StoredSession>;

  /** @param baseUrl absolute, without a trailing slash: one session for each server */
  constructor(baseUrl: string) {
    this.#record = new JsonRecord('localStorage', `auth-widget:session:${baseUrl}`, checkSession);
  }

  get persistent(): boolean {
    return this.#record.persistent;
  }

  read(): StoredSession | null {
    return this.#record.read();
  }

  write(session: StoredSession): void {
    this.#record.write(session);
  }

  remove(): void {
    this.#record.remove();
  }

  subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (this.#record.isChangedBy(event)) listener();
    };
    globalThis.addEventListener?.('storage', onStorage);
    return () => globalThis.removeEventListener?.('storage', onStorage);
  }
}

/** A flow that a reload must not lose, in `sessionStorage`: for this tab alone. */
export class FlowStore {
  readonly #record: JsonRecord<FlowRecord>;

  constructor(key: string) {
    this.#record = new JsonRecord('sessionStorage', `auth-widget:flow:${key}`, checkFlow);
  }

  read(): FlowRecord | null {
    return this.#record.read();
  }

  write(record: FlowRecord | null): void {
    if (record) this.#record.write(record);
    else this.#record.remove();
  }
}
