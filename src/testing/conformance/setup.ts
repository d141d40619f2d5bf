import type { AuthBackend, Session } from '../../core/ports.js';

type Awaitable<T> = T | Promise<T>;

/** A login with its password. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** What the server can do. What is left out it cannot, and the rules about it are skipped. */
export interface ServerCapabilities {
  /** Whether accounts have display names, and a new one has none until it is given one. */
  readonly names?: boolean | undefined;
  /** A name that the server refuses: too long, for example. */
  readonly refusedName?: string | undefined;
  /**
   * Whether the browser holds the session in a cookie, so that a session has no token. `createBackend` begins with an
   * empty cookie jar then, and `fetch` uses that jar.
   */
  readonly cookies?: boolean | undefined;
  /** Seconds between two codes for one number, if the second request is refused until then. */
  readonly sendInterval?: number | undefined;
  /** How many wrong codes there may be for one number before even the right one is refused. */
  readonly maxAttempts?: number | undefined;
  /** What happens at a sign-in (`register: false`) with a number that has no account. */
  readonly unknownNumber?: 'creates an account' | 'is refused' | undefined;
  /** What happens at a sign-in (`register: false`) with a login that has no account. Needs `newCredentials`. */
  readonly unknownLogin?: 'creates an account' | 'is refused' | undefined;
}

/** What `backendConformance` needs to check a backend before its server: a test server, for it makes accounts and SMS. */
export interface ConformanceSetup {
  /**
   * Makes the backend that is checked: each call another object, which knows nothing of the others.
   * @param options `timeout`: milliseconds after which each of its calls has to end
   */
  createBackend(options: { readonly timeout?: number }): Awaitable<AuthBackend>;
  /** A phone number in wire form without an account and without a code: each call another one. */
  newPhone(): Awaitable<string>;
  /** The code in the newest SMS to a number. */
  readCode(phone: string): Awaitable<string>;
  readonly capabilities?: ServerCapabilities | undefined;
  /** A login with its password that has an account: each call may return the same. */
  credentials?(): Awaitable<Credentials>;
  /** A login that has no account, with a password that the server would take: each call another one. */
  newCredentials?(): Awaitable<Credentials>;
  /** Ends a session from outside: as an administrator, or on another device. */
  endSession?(session: Session): Awaitable<unknown>;
  /** Lets the lifetime of the token pass, not that of the refresh token. For sessions with a refresh token. */
  expireToken?(session: Session): Awaitable<unknown>;
  /** Lets the lifetime of the code pass that was sent to a number. */
  expireCode?(phone: string): Awaitable<unknown>;
  /** Makes the server demand a challenge at the next `requestCode` for this number. Resolves with a right solution. */
  demandChallenge?(phone: string): Awaitable<string>;
}
