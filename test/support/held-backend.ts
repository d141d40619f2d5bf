import { AuthError } from '../../src/core/auth-error.js';
import type { AuthBackend, Session } from '../../src/core/auth-backend.js';
import type { SessionStore, StoredSession } from '../../src/core/stored-session.js';

type Method = Exclude<keyof AuthBackend, 'connect'>;

/** A backend whose calls stay open until the test answers them. */
export class HeldBackend implements AuthBackend {
  /** The calls so far. `args` leaves out the options. */
  readonly calls: { method: Method; args: unknown[]; signal: AbortSignal | undefined; options: object }[] = [];
  readonly #waiting: { method: Method; resolve: (value: never) => void; reject: (error: unknown) => void }[] = [];
  readonly #arrivals = new Set<() => void>();

  requestCode = (...args: unknown[]) => this.#call('requestCode', args);
  verifyCode = (...args: unknown[]) => this.#call('verifyCode', args);
  login = (...args: unknown[]) => this.#call('login', args);
  getSession = (...args: unknown[]) => this.#call('getSession', args);
  renewSession = (...args: unknown[]) => this.#call('renewSession', args);
  endSession = (...args: unknown[]) => this.#call('endSession', args);
  setDisplayName = (...args: unknown[]) => this.#call('setDisplayName', args);

  /** The calls that haven't been answered yet. */
  get open(): readonly Method[] {
    return this.#waiting.map(call => call.method);
  }

  /** Arguments of the last call of `method`. */
  last(method: Method): unknown[] | undefined {
    return this.calls.findLast(call => call.method === method)?.args;
  }

  count(method: Method): number {
    return this.calls.filter(call => call.method === method).length;
  }

  /** Answers the oldest open call of `method`, as soon as there is one. With an error, the call rejects. */
  async answer(method: Method, value: unknown = {}): Promise<void> {
    for (;;) {
      const index = this.#waiting.findIndex(call => call.method === method);
      const call = this.#waiting[index];
      if (call) {
        this.#waiting.splice(index, 1);
        if (value instanceof Error) call.reject(value);
        else call.resolve(value as never);
        return;
      }
      await new Promise<void>(resolve => this.#arrivals.add(resolve));
    }
  }

  #call(method: Method, args: unknown[]): Promise<never> {
    const options = args.at(-1) as { signal?: AbortSignal };
    this.calls.push({ method, args: args.slice(0, -1), signal: options.signal, options });
    return new Promise((resolve, reject) => {
      const call = { method, resolve, reject };
      this.#waiting.push(call);
      options.signal?.addEventListener('abort', () => {
        const index = this.#waiting.indexOf(call);
        if (index >= 0) this.#waiting.splice(index, 1);
        reject(new AuthError('cancelled'));
      });
      for (const arrived of [...this.#arrivals]) {
        this.#arrivals.delete(arrived);
        arrived();
      }
    });
  }
}

/** A store in memory, which the test can change like another tab. */
export class FakeStore implements SessionStore {
  persistent = true;
  stored: StoredSession | null = null;
  readonly listeners = new Set<() => void>();

  read(): StoredSession | null {
    return this.stored;
  }

  write(session: StoredSession): void {
    this.stored = session;
  }

  remove(): void {
    this.stored = null;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Changes the store like another tab. */
  change(session: StoredSession | null): void {
    this.stored = session;
    for (const listener of [...this.listeners]) listener();
  }
}

export const session = (overrides: Partial<Session> = {}): Session => ({
  user: 'u1',
  displayName: 'Anna',
  token: 'token-1',
  expiresIn: 1000,
  ...overrides,
});

export const stored = (overrides: Partial<StoredSession> = {}): StoredSession => ({
  v: 1,
  user: 'u1',
  displayName: 'Anna',
  token: 'token-1',
  obtainedAt: Date.now(),
  expiresIn: 1000,
  ...overrides,
});
