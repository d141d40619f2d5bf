import type { Account, Session, SessionInfo } from '../../core/auth-backend.js';
import { refusal } from './refusals.js';
import type { TestClock } from './test-clock.js';

/** Lifetimes, in seconds: docs/protocol.md#tokens. */
export interface SessionLifetimes {
  /** The lifetime of a token. By default, 14 days. */
  readonly tokenTtl: number;
  /** The lifetime of a session, however often it is renewed. By default, 90 days. */
  readonly sessionTtl: number;
}

/** A session as this server grants it: always with a token and its lifetime. */
export type GrantedSession = Session & { readonly token: string; readonly expiresIn: number };

/** A session. `account` is the object that `MemoryAccounts` holds, whose name may change. `endsAt` is in milliseconds since the epoch. */
export interface OpenSession {
  readonly account: Account;
  readonly endsAt: number;
}

interface Token {
  readonly session: OpenSession;
  expiresAt: number;
  isUsed: boolean;
  /** The token this one replaced. */
  readonly previous: Token | undefined;
  /** The successor, until somebody uses it; undefined if there is none. Another renewal grants it again. */
  unusedSuccessor: string | undefined;
}

/** How long a token still works after the first use of its successor, in milliseconds. */
const GRACE_MS = 60_000;

/** 128 random bits: another `MemoryBackend`, whose client reads the same web storage, must not know the token. */
const newToken = () => `test-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** Sessions and tokens according to docs/protocol.md#tokens. */
export class MemorySessions {
  readonly #clock: TestClock;
  readonly #lifetimes: SessionLifetimes;
  readonly #tokens = new Map<string, Token>();
  readonly #open = new Set<OpenSession>();

  constructor(clock: TestClock, lifetimes: SessionLifetimes) {
    this.#clock = clock;
    this.#lifetimes = lifetimes;
  }

  open(account: Account): OpenSession {
    const session = { account, endsAt: this.#clock.now() + this.#lifetimes.sessionTtl * 1000 };
    this.#open.add(session);
    return session;
  }

  isOpen(session: OpenSession): boolean {
    return this.#open.has(session) && session.endsAt > this.#clock.now();
  }

  /** Grants a token for a session, in place of `previous`. `token` may be one that was granted before: it gets its whole lifetime again. */
  grant(session: OpenSession, previous?: Token, token = newToken()): GrantedSession {
    const now = this.#clock.now(); // read once: a millisecond between two reads would make `expiresIn` a second shorter
    const expiresAt = Math.min(now + this.#lifetimes.tokenTtl * 1000, session.endsAt);
    this.#tokens.set(token, { session, expiresAt, isUsed: false, previous, unusedSuccessor: undefined });
    return { ...session.account, token, expiresIn: Math.floor((expiresAt - now) / 1000) };
  }

  get(token: string): SessionInfo {
    const { session, expiresAt } = this.#use(token);
    const expiresIn = this.#secondsUntil(expiresAt);
    if (expiresIn < 1) throw refusal('session-expired');
    return { ...session.account, expiresIn };
  }

  renew(token: string): Session {
    const old = this.#use(token);
    if (this.#secondsUntil(old.session.endsAt) < 1) throw refusal('session-expired');
    const renewed = this.grant(old.session, old, old.unusedSuccessor);
    old.unusedSuccessor = renewed.token;
    return renewed;
  }

  /** Returns the account of the session. This counts as a use of the token. */
  accountOf(token: string): Account {
    return this.#use(token).session.account;
  }

  /** Ends the session of a token, even of a replaced or expired one. */
  end(token: string): void {
    const found = this.#tokens.get(token);
    if (found) this.#open.delete(found.session);
  }

  endAll(): void {
    this.#open.clear();
  }

  /** Returns a live token. Its first use limits the lifetime of its predecessor. Throws the `AuthError` `session-expired`. */
  #use(token: string): Token {
    const found = this.#tokens.get(token);
    if (!found || found.expiresAt <= this.#clock.now() || !this.isOpen(found.session)) throw refusal('session-expired');
    const { previous, isUsed } = found;
    if (previous && !isUsed) {
      previous.expiresAt = Math.min(previous.expiresAt, this.#clock.now() + GRACE_MS);
      previous.unusedSuccessor = undefined;
    }
    found.isUsed = true;
    return found;
  }

  #secondsUntil(time: number): number {
    return Math.floor((time - this.#clock.now()) / 1000);
  }
}
