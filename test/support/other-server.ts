// Servers of other kinds in memory: with cookies, refresh tokens or a challenge, and sign-ins that create no account.
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
} from '../../src/core/ports.js';
import { MemoryBackend } from '../../src/testing/memory-server/memory-backend.js';

/** Accounts, codes and sessions. The tokens of `memory` are the refresh tokens, or the content of the cookie. */
export class OtherServer {
  readonly memory = new MemoryBackend();
  /** Live access tokens, with their refresh tokens. */
  readonly access = new Map<string, string>();
  /** Numbers that get their next code only if a challenge is solved. */
  readonly challenged = new Set<string>();
  readonly registered = new Set<string>();
  count = 0;
}

/** One browser, as this server knows it. */
abstract class OtherBackend implements AuthBackend {
  protected readonly server: OtherServer;

  constructor(server: OtherServer) {
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
export class CookieBackend extends OtherBackend {
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
    if (this.#cookie === undefined) throw new AuthError('session-expired', { status: 401 });
    return this.#cookie;
  }
}

/** A backend with access tokens and refresh tokens. */
export class RefreshBackend extends OtherBackend {
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
    if (refreshToken === undefined) throw new AuthError('session-expired', { status: 401 });
    return refreshToken;
  }
}
