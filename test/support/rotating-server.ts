import { AuthError } from '../../src/core/auth-error.js';
import type { AuthBackend, CallOptions, RefreshOptions, Session, SessionInfo } from '../../src/core/ports.js';

interface SessionState {
  readonly user: string;
  displayName: string | null;
  token: string;
  tokenEndsAt: number;
  refreshToken: string;
  isOver: boolean;
}

const expired = () => new AuthError('session-expired', { status: 401 });

/**
 * A server with short-lived tokens and refresh tokens that are good for one use, by the clock of the test. A refresh token
 * that comes a second time ends its session, as a stolen one would.
 */
export class RotatingServer implements AuthBackend {
  /** Lifetime of a token, in seconds. */
  readonly ttl: number;
  /** Names of the calls so far. */
  readonly calls: string[] = [];
  /** Options of the calls so far. */
  readonly options: RefreshOptions[] = [];
  /** Refresh tokens that came again after their use. */
  readonly reused: string[] = [];
  /** Milliseconds that a call takes in each direction. */
  latency = 0;
  /** Makes calls fail, by their name, before they reach the server. */
  failure: (name: string) => AuthError | undefined = () => undefined;
  readonly #sessions: SessionState[] = [];
  readonly #used = new Map<string, SessionState>();
  #count = 0;

  constructor({ ttl = 1000 } = {}) {
    this.ttl = ttl;
  }

  count(name: string): number {
    return this.calls.filter(call => call === name).length;
  }

  requestCode = () => Promise.reject(new AuthError('server'));
  verifyCode = () => Promise.reject(new AuthError('server'));

  login(user: string, _: string, options: CallOptions): Promise<Session> {
    return this.#call('login', options, () => {
      const state = { user, displayName: user === 'unnamed' ? null : `Name of ${user}`, isOver: false };
      const session = { ...state, token: '', tokenEndsAt: 0, refreshToken: '' };
      this.#sessions.push(session);
      return this.#grant(session);
    });
  }

  getSession(token: string | null, options: CallOptions): Promise<SessionInfo> {
    return this.#call('getSession', options, () => {
      const { user, displayName, tokenEndsAt } = this.#live(token);
      return { user, displayName, expiresIn: (tokenEndsAt - Date.now()) / 1000 };
    });
  }

  renewSession(_: string | null, options: RefreshOptions): Promise<Session> {
    return this.#call('renewSession', options, () => {
      const refreshToken = options.refreshToken ?? '';
      const reused = this.#used.get(refreshToken);
      if (reused) {
        this.reused.push(refreshToken);
        reused.isOver = true;
      }
      const session = this.#sessions.find(found => found.refreshToken === refreshToken && !found.isOver);
      if (!session) throw expired();
      this.#used.set(refreshToken, session);
      return this.#grant(session);
    });
  }

  endSession(_: string | null, options: RefreshOptions): Promise<void> {
    return this.#call('endSession', options, () => {
      for (const session of this.#sessions) session.isOver ||= session.refreshToken === options.refreshToken;
    });
  }

  setDisplayName(token: string | null, displayName: string, options: CallOptions): Promise<void> {
    return this.#call('setDisplayName', options, () => {
      this.#live(token).displayName = displayName;
    });
  }

  /** Whether a token works now. */
  knows(token: string | null | undefined): boolean {
    return this.#sessions.some(found => found.token === token && !found.isOver && found.tokenEndsAt > Date.now());
  }

  /** Ends all sessions, like a sign-out on another device. */
  endAll(): void {
    for (const session of this.#sessions) session.isOver = true;
  }

  /** Ends all tokens, but no session. */
  endTokens(): void {
    for (const session of this.#sessions) session.tokenEndsAt = 0;
  }

  #live(token: string | null): SessionState {
    if (!this.knows(token)) throw expired();
    return this.#sessions.find(found => found.token === token)!;
  }

  #grant(session: SessionState): Session {
    const count = ++this.#count;
    session.token = `token-${count}`;
    session.refreshToken = `refresh-${count}`;
    session.tokenEndsAt = Date.now() + this.ttl * 1000;
    const { user, displayName, token, refreshToken } = session;
    return { user, displayName, token, refreshToken, expiresIn: this.ttl };
  }

  async #call<T>(name: string, options: RefreshOptions, answer: () => T): Promise<T> {
    const failure = this.failure(name);
    await this.#delay();
    if (failure) throw failure;
    this.calls.push(name);
    this.options.push(options);
    const value = answer();
    await this.#delay();
    return value;
  }

  async #delay(): Promise<void> {
    if (this.latency) await new Promise<void>(resolve => setTimeout(resolve, this.latency));
  }
}
