import { AuthError } from '../../src/core/auth-error.js';
import type { AuthBackend, CallOptions, Session, SessionInfo } from '../../src/core/ports.js';

interface Token {
  readonly user: string;
  /** Shared by all tokens that a session had, which end with it. */
  readonly session: { isOver: boolean };
  endsAt: number;
  /** The token before this one: it works until 60 seconds after this one is first used (docs/protocol.md#tokens). */
  readonly previous: Token | null;
}

/** How a call fails: with an error before it reaches the server, or `lost`: its answer never arrives. */
type Failure = AuthError | 'lost' | undefined;

const GRACE = 60_000;

const isLive = (token: Token | undefined): boolean =>
  token !== undefined && !token.session.isOver && token.endsAt > Date.now();

/**
 * The sessions of a server, by the rules of docs/protocol.md#tokens and the clock of the test. Every login is a user:
 * `login(user, …)`.
 */
export class FakeServer implements AuthBackend {
  /** Lifetime of a token, in seconds. */
  readonly ttl: number;
  /** Calls that reached the server, by name, with the time of each. */
  readonly calls: { readonly name: string; readonly at: number }[] = [];
  /** Calls that were made, whether they reached the server or not. */
  readonly attempts: { readonly name: string; readonly at: number }[] = [];
  /** Milliseconds that a call takes in each direction. */
  latency = 0;
  /** Makes calls fail, by their name. */
  failure: (name: string) => Failure = () => undefined;
  readonly names = new Map<string, string | null>();
  readonly #tokens = new Map<string, Token>();
  #count = 0;

  constructor({ ttl = 1000 } = {}) {
    this.ttl = ttl;
  }

  /** How many calls of that name reached the server. */
  count(name: string): number {
    return this.calls.filter(call => call.name === name).length;
  }

  async requestCode(_: string, options: CallOptions) {
    return this.#call('requestCode', options, () => ({ resendIn: 60 }));
  }

  async verifyCode(tel: string, _: string, options: CallOptions): Promise<Session> {
    return this.#call('verifyCode', options, () => this.#session(tel, null));
  }

  async login(login: string, _: string, options: CallOptions): Promise<Session> {
    return this.#call('login', options, () => this.#session(login, null));
  }

  async getSession(token: string, options: CallOptions): Promise<SessionInfo> {
    return this.#call('getSession', options, () => {
      const { user, endsAt } = this.#use(token);
      return { user, displayName: this.#nameOf(user), expiresIn: (endsAt - Date.now()) / 1000 };
    });
  }

  async renewSession(token: string, options: CallOptions): Promise<Session> {
    return this.#call('renewSession', options, () => {
      const old = this.#use(token);
      return this.#session(old.user, old);
    });
  }

  async endSession(token: string, options: CallOptions): Promise<void> {
    return this.#call('endSession', options, () => this.end(token));
  }

  async setDisplayName(token: string, displayName: string, options: CallOptions) {
    return this.#call('setDisplayName', options, () => {
      const { user } = this.#use(token);
      this.names.set(user, displayName);
      return { user, displayName };
    });
  }

  /** Whether a token works now. Does not count as a use of it. */
  knows(token: string | null | undefined): boolean {
    return isLive(this.#tokens.get(token ?? ''));
  }

  /** Ends a session with all its tokens, like a sign-out on another device. */
  end(token: string | undefined): void {
    const { session } = this.#tokens.get(token ?? '') ?? {};
    if (session) session.isOver = true;
  }

  /** Extends the life of all tokens by `ms`: makes up for a jump of the fake clock, which the server shares. */
  extendLifetimes(ms: number): void {
    for (const token of this.#tokens.values()) token.endsAt += ms;
  }

  #nameOf(user: string): string | null {
    const name = this.names.get(user);
    return name === undefined ? `Name of ${user}` : name;
  }

  #use(token: string): Token {
    const found = this.#tokens.get(token);
    if (!found || !isLive(found)) throw new AuthError('session-expired', { status: 401 });
    if (found.previous) found.previous.endsAt = Math.min(found.previous.endsAt, Date.now() + GRACE);
    return found;
  }

  #session(user: string, previous: Token | null): Session {
    const token = `token-${++this.#count}`;
    const { session } = previous ?? { session: { isOver: false } };
    this.#tokens.set(token, { user, session, endsAt: Date.now() + this.ttl * 1000, previous });
    return { token, user, displayName: this.#nameOf(user), expiresIn: this.ttl };
  }

  async #call<T>(name: string, { signal }: CallOptions, answer: () => T): Promise<T> {
    const call = { name, at: Date.now() };
    this.attempts.push(call);
    const failure = this.failure(name);
    await this.#delay(signal);
    if (failure instanceof AuthError) throw failure;
    this.calls.push(call);
    const value = answer();
    await this.#delay(signal);
    if (failure === 'lost') throw new AuthError('network');
    return value;
  }

  async #delay(signal: AbortSignal | undefined): Promise<void> {
    if (this.latency) await new Promise<void>(resolve => setTimeout(resolve, this.latency));
    if (signal?.aborted) throw new AuthError('cancelled');
  }
}
