import type { AuthBackend, Session } from '../../core/ports.js';

type Awaitable<T> = T | Promise<T>;

/** A login with its password. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** What the server can do. If a member is left out, the server can't, and the rules about it are skipped. */
export interface ServerCapabilities {
  /** Whether accounts have display names, which new accounts lack at first. */
  readonly names?: boolean | undefined;
  /** A name that the server refuses, for example because it is too long. */
  readonly refusedName?: string | undefined;
  /**
   * Whether the browser holds the session in a cookie, so that a session has no token. `createBackend` must then start with
   * an empty cookie jar, which `fetch` uses.
   */
  readonly cookies?: boolean | undefined;
  /** Seconds between two codes for one number, if the server refuses earlier requests. */
  readonly sendInterval?: number | undefined;
  /** How many wrong codes a number may get before even the right one is refused. */
  readonly maxAttempts?: number | undefined;
  /** What happens at a sign-in (`register: false`) with a number without an account. */
  readonly unknownNumber?: 'creates an account' | 'is refused' | undefined;
  /** What happens at a sign-in (`register: false`) with a login without an account. Requires `newCredentials`. */
  readonly unknownLogin?: 'creates an account' | 'is refused' | undefined;
}

/** What `backendConformance` needs to check a backend. Use a test server: the rules create accounts and send SMS. */
export interface ConformanceSetup {
  /**
   * Creates the backend to check. Each call returns a new object that shares nothing with the others.
   * @param options `timeout`: milliseconds after which each of its calls must end
   */
  createBackend(options: { readonly timeout?: number }): Awaitable<AuthBackend>;
  /** Returns the wire form of a number that has neither an account nor a code, a different one each time. */
  newPhone(): Awaitable<string>;
  /** Returns the code in the latest SMS to a number. */
  readCode(phone: string): Awaitable<string>;
  readonly capabilities?: ServerCapabilities | undefined;
  /** Returns a login and password of an existing account. It may return the same ones each time. */
  credentials?(): Awaitable<Credentials>;
  /** Returns a login without an account and a password that the server would accept, different ones each time. */
  newCredentials?(): Awaitable<Credentials>;
  /** Ends a session from outside, as an administrator or another device would. */
  endSession?(session: Session): Awaitable<unknown>;
  /** Makes the token expire, but not the refresh token. Needed for sessions with a refresh token. */
  expireToken?(session: Session): Awaitable<unknown>;
  /** Makes the code sent to a number expire. */
  expireCode?(phone: string): Awaitable<unknown>;
  /** Makes the server demand a challenge at the next `requestCode` for this number. Resolves with a correct solution. */
  demandChallenge?(phone: string): Awaitable<string>;
}
