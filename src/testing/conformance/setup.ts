import type { AuthBackend, Session } from '../../core/auth-backend.js';

type Awaitable<T> = T | Promise<T>;

/** A login with its password. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/** What the server can do. What depends on a member that is left out isn't checked. */
export interface ServerCapabilities {
  /** Whether accounts have display names. One registered by phone has none at first, or the one that was typed. */
  readonly names?: boolean | undefined;
  /** A name that the server refuses, for example because it is too long. */
  readonly refusedName?: string | undefined;
  /**
   * Whether the browser holds the session in a cookie, so that a session has no token. `fetch` then has to use a cookie
   * jar, which `newBrowser` empties.
   */
  readonly cookies?: boolean | undefined;
  /** The lifetime of a new token or cookie, in seconds. */
  readonly lifetime?: number | undefined;
  /** Whether every use of a session extends it, so that its lifetime begins anew with each `getSession`. */
  readonly extendsSessions?: boolean | undefined;
  /** The calls that may have to bring the solution of a challenge. */
  readonly challenges?: readonly ('requestCode' | 'verifyCode' | 'login')[] | undefined;
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
   * Creates the backend to check. Each call returns a new object, as after a reload of the page: it shares nothing with the
   * others but the browser, whose cookies it uses.
   * @param options `timeout`: milliseconds after which each of its methods must end, however many calls it makes
   */
  createBackend(options: { readonly timeout?: number }): Awaitable<AuthBackend>;
  /**
   * Switches to another browser: empties the cookie jar that `fetch` uses. Called before each rule and each registration,
   * among others.
   */
  newBrowser?(): Awaitable<unknown>;
  /** Returns the wire form of a number that has neither an account nor a code, a different one each time. */
  newPhone(): Awaitable<string>;
  /** Returns the code in the latest SMS to a number, once that SMS has arrived. */
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
  /** Makes the server send the next code to a number without waiting for the interval. Needed if there is a `sendInterval`. */
  allowResend?(phone: string): Awaitable<unknown>;
  /** Lets seconds pass on the server. Without it, the suite waits for two seconds where time must pass. */
  passTime?(seconds: number): Awaitable<unknown>;
  /**
   * Returns a correct solution, a different one each time, for a server that demands a challenge at every call of a
   * sign-in. The calls of a sign-in are then made with one, except in the rule `challenge`.
   */
  solveChallenge?(): Awaitable<string>;
  /** Makes the server demand a challenge at the next `requestCode` for this number. Resolves with a correct solution. */
  demandChallenge?(phone: string): Awaitable<string>;
}
