import { AuthError } from '../../src/core/auth-error.js';
import type {
  AuthBackend,
  CallOptions,
  CodeRequest,
  RefreshOptions,
  Session,
  SessionInfo,
  SignInOptions,
  VerifyOptions,
} from '../../src/core/auth-backend.js';
import { MemoryBackend } from '../../src/testing/memory-server/memory-backend.js';
import { MemorySessions, type GrantedSession } from '../../src/testing/memory-server/memory-sessions.js';
import { TestClock } from '../../src/testing/memory-server/test-clock.js';

/**
 * `bearer`: one token, as in the protocol. `rotating`: short-lived access tokens, and refresh tokens that are valid for one
 * use. A refresh token that comes a second time ends its session, as a stolen one would.
 */
type Kind = 'bearer' | 'rotating';

/** How a call fails: with an error before it reaches the server, or `lost`: its answer never arrives. */
type Failure = AuthError | 'lost' | undefined;

interface Call {
  readonly name: string;
  readonly at: number;
  readonly options: RefreshOptions;
}

/** An access token of a `rotating` server. */
interface Access {
  readonly refreshToken: string;
  endsAt: number;
}

/** A lifetime in seconds that is longer than any test. */
const ENDLESS = 1e9;

const expired = () => new AuthError('session-expired', { status: 401 });

/**
 * A server whose calls a test can count, delay and lose. Its sessions are those of `MemoryBackend`, by the clock of
 * the test. Every login is a user: `login(user, …)`. Tokens are numbered: `token-1`, `refresh-1`.
 */
export class SessionServer implements AuthBackend {
  /** Calls that reached the server. */
  readonly calls: Call[] = [];
  /** Calls that were made, whether they reached the server or not. */
  readonly attempts: Call[] = [];
  /** Refresh tokens that were used more than once. */
  readonly reused: string[] = [];
  /** The names of users who are not called `Name of …`; null if the user still needs a name. */
  readonly names = new Map<string, string | null>([['unnamed', null]]);
  /** Milliseconds that a call takes in each direction. */
  latency = 0;
  /** Decides by its name how a call fails; undefined if it succeeds. */
  failure: (name: string) => Failure = () => undefined;
  readonly #kind: Kind;
  readonly #ttl: number;
  readonly #clock = new TestClock();
  readonly #sessions: MemorySessions;
  /** The tokens of `#sessions` by their numbered name: the bearer tokens, or the refresh tokens. */
  readonly #tokens = new Map<string, string>();
  readonly #access = new Map<string, Access>();
  readonly #used = new Set<string>();
  #count = 0;

  /** @param options `ttl`: lifetime of a token, in seconds */
  constructor({ kind = 'bearer', ttl = 1000 }: { readonly kind?: Kind; readonly ttl?: number } = {}) {
    this.#kind = kind;
    this.#ttl = ttl;
    const tokenTtl = kind === 'bearer' ? ttl : ENDLESS;
    this.#sessions = new MemorySessions(this.#clock, { tokenTtl, sessionTtl: ENDLESS });
  }

  /** The names of `calls`. */
  get callNames(): string[] {
    return this.calls.map(({ name }) => name);
  }

  /** How many calls with this name reached the server. */
  count(name: string): number {
    return this.callNames.filter(called => called === name).length;
  }

  requestCode(_: string, options: CallOptions) {
    return this.#call('requestCode', options, () => ({ resendIn: 60 }));
  }

  verifyCode(phone: string, _: string, options: CallOptions): Promise<Session> {
    return this.#call('verifyCode', options, () => this.#open(phone));
  }

  login(login: string, _: string, options: CallOptions): Promise<Session> {
    return this.#call('login', options, () => this.#open(login));
  }

  getSession(token: string, options: CallOptions): Promise<SessionInfo> {
    return this.#call('getSession', options, () => {
      const info = this.#sessions.get(this.#find(token));
      const access = this.#access.get(token);
      return access ? { ...info, expiresIn: (access.endsAt - Date.now()) / 1000 } : info;
    });
  }

  renewSession(token: string, options: RefreshOptions): Promise<Session> {
    return this.#call('renewSession', options, () => {
      const name = this.#kind === 'bearer' ? token : this.#useUp(options.refreshToken ?? '');
      return this.#number(this.#sessions.renew(this.#tokens.get(name) ?? '') as GrantedSession);
    });
  }

  endSession(token: string, options: RefreshOptions): Promise<void> {
    return this.#call('endSession', options, () => this.end(this.#kind === 'bearer' ? token : options.refreshToken));
  }

  setDisplayName(token: string, displayName: string, options: CallOptions) {
    return this.#call('setDisplayName', options, () => {
      const { user } = this.#sessions.accountOf(this.#find(token));
      this.names.set(user, displayName);
      return { user, displayName };
    });
  }

  /** Whether a token works now. */
  knows(token: string | null | undefined): boolean {
    try {
      this.#sessions.get(this.#find(token ?? ''));
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Ends a session with all its tokens, like a sign-out on another device.
   * @param name the name of its token or, on a `rotating` server, of its refresh token
   */
  end(name: string | undefined): void {
    this.#sessions.end(this.#tokens.get(name ?? '') ?? '');
  }

  /** Ends all sessions. */
  endAll(): void {
    this.#sessions.endAll();
  }

  /** Ends the access tokens of a `rotating` server, but not the sessions. */
  endTokens(): void {
    for (const access of this.#access.values()) access.endsAt = 0;
  }

  /** Extends the life of all bearer tokens by `ms`: makes up for a jump of the fake clock, which the server shares. */
  extendLifetimes(ms: number): void {
    this.#clock.advance(-ms / 1000);
  }

  /** The token of `#sessions` to which a token gives access. Throws `session-expired`. */
  #find(token: string): string {
    const access = this.#access.get(token);
    const isLive = this.#kind === 'bearer' || (access && access.endsAt > Date.now());
    const found = isLive && this.#tokens.get(access?.refreshToken ?? token);
    if (!found) throw expired();
    return found;
  }

  /** Records the use of a refresh token. This ends its access token, or the session if the token was used before. */
  #useUp(refreshToken: string): string {
    if (this.#used.has(refreshToken)) {
      this.reused.push(refreshToken);
      this.end(refreshToken);
    }
    this.#used.add(refreshToken);
    this.#access.delete(refreshToken.replace('refresh', 'token'));
    return refreshToken;
  }

  #open(user: string): Session {
    const { names } = this;
    const account = {
      user,
      get displayName() {
        const name = names.get(user);
        return name === undefined ? `Name of ${user}` : name;
      },
    };
    return this.#number(this.#sessions.grant(this.#sessions.open(account)));
  }

  /** Gives the token of a session its numbered name, and on a `rotating` server also an access token. */
  #number(session: GrantedSession): Session {
    const count = ++this.#count;
    const token = `token-${count}`;
    if (this.#kind === 'bearer') {
      this.#tokens.set(token, session.token);
      return { ...session, token };
    }
    const refreshToken = `refresh-${count}`;
    this.#tokens.set(refreshToken, session.token);
    this.#access.set(token, { refreshToken, endsAt: Date.now() + this.#ttl * 1000 });
    return { ...session, token, refreshToken, expiresIn: this.#ttl };
  }

  async #call<T>(name: string, options: RefreshOptions, answer: () => T): Promise<T> {
    const call = { name, at: Date.now(), options };
    this.attempts.push(call);
    const failure = this.failure(name);
    await this.#delay(options);
    if (failure instanceof AuthError) throw failure;
    this.calls.push(call);
    const value = answer();
    await this.#delay(options);
    if (failure === 'lost') throw new AuthError('network');
    return value;
  }

  async #delay({ signal }: CallOptions): Promise<void> {
    if (this.latency) await new Promise<void>(resolve => setTimeout(resolve, this.latency));
    // A rotating server still receives an aborted call, and uses up its refresh token.
    if (signal?.aborted && this.#kind === 'bearer') throw new AuthError('cancelled');
  }
}

/**
 * A server of many browsers with a session in a cookie, or with access and refresh tokens. A sign-in creates no account,
 * and a number can be made to meet a challenge. The tokens of `memory` are the refresh tokens, or the content of the cookie.
 */
export class BrowsersServer {
  readonly memory = new MemoryBackend();
  /** Live access tokens, with their refresh tokens. */
  readonly access = new Map<string, string>();
  /** Numbers that get their next code only if a challenge is solved. */
  readonly challenged = new Set<string>();
  readonly registered = new Set<string>();
  count = 0;
}

/** One browser of a `BrowsersServer`. */
abstract class BrowserBackend implements AuthBackend {
  protected readonly server: BrowsersServer;

  constructor(server: BrowsersServer) {
    this.server = server;
  }

  async requestCode(phone: string, { register, challengeSolution }: SignInOptions): Promise<CodeRequest> {
    const { challenged, registered, memory } = this.server;
    if (challenged.has(phone) && challengeSolution !== 'solved')
      throw new AuthError('challenge', { status: 403, challenge: { type: 'turnstile', siteKey: 'key' } });
    if (!register && !registered.has(phone)) throw new AuthError('unknown-user', { status: 404 });
    return { ...(await memory.requestCode(phone)), idempotent: false };
  }

  async verifyCode(phone: string, code: string, _: VerifyOptions): Promise<Session> {
    const session = await this.server.memory.verifyCode(phone, code);
    this.server.registered.add(phone);
    return this.grant(session);
  }

  login(): Promise<Session> {
    return Promise.reject(new AuthError('refused'));
  }

  async setDisplayName(token: string | null, displayName: string): Promise<void> {
    await this.server.memory.setDisplayName(this.tokenOf(token), displayName);
  }

  async getSession(token: string | null, _: CallOptions): Promise<SessionInfo> {
    return this.server.memory.getSession(this.tokenOf(token));
  }

  abstract renewSession(token: string | null, options: RefreshOptions): Promise<Session>;
  abstract endSession(token: string | null, options: RefreshOptions): Promise<void>;
  protected abstract grant(session: Session): Session;
  /** The token of `memory`. Throws `session-expired` if there is none. */
  protected abstract tokenOf(token: string | null): string;
}

/** A backend with the session in a cookie. Each object is another browser. */
export class CookieBackend extends BrowserBackend {
  #cookie: string | undefined;

  async findSession(): Promise<Session | null> {
    return this.#cookie === undefined ? null : this.server.memory.getSession(this.#cookie);
  }

  async renewSession(): Promise<Session> {
    return this.grant(await this.server.memory.renewSession(this.tokenOf()));
  }

  async endSession(): Promise<void> {
    await this.server.memory.endSession(this.tokenOf());
    this.#cookie = undefined;
  }

  protected grant({ token, ...session }: Session): Session {
    this.#cookie = token;
    return session;
  }

  protected tokenOf(): string {
    if (this.#cookie === undefined) throw expired();
    return this.#cookie;
  }
}

/** A backend with access tokens and refresh tokens. */
export class RefreshBackend extends BrowserBackend {
  async renewSession(_: string | null, { refreshToken = '' }: RefreshOptions): Promise<Session> {
    return this.grant(await this.server.memory.renewSession(refreshToken));
  }

  async endSession(_: string | null, { refreshToken = '' }: RefreshOptions): Promise<void> {
    await this.server.memory.endSession(refreshToken);
  }

  protected grant({ token: refreshToken = '', ...session }: Session): Session {
    const token = `access-${++this.server.count}`;
    this.server.access.set(token, refreshToken);
    return { ...session, token, refreshToken };
  }

  protected tokenOf(token: string): string {
    const refreshToken = this.server.access.get(token);
    if (refreshToken === undefined) throw expired();
    return refreshToken;
  }
}
