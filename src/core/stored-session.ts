import { SIGN_IN_METHODS, type SignInMethod } from './modes.js';
import type { Account } from './auth-backend.js';
import { hasShape, isAmount, isNonEmptyString, isOneOf, type Check } from './record-checks.js';

/** A stored session: docs/behaviour/session.md#record. */
export interface StoredSession {
  /** Version of the format. A record of another version is discarded. */
  readonly v: 1;
  /** The bearer token. Left out if the browser holds the session in a cookie; other tabs still follow the record. */
  readonly token?: string | undefined;
  readonly refreshToken?: string | undefined;
  readonly user: string;
  /** As in `Account`. */
  readonly displayName?: string | null | undefined;
  /** The start of the lifetime, in milliseconds since the epoch by this device's clock. */
  readonly obtainedAt: number;
  /** Lifetime from `obtainedAt`, in seconds. */
  readonly expiresIn: number;
  /** How the person signed in; undefined if that isn't known, as for a session that `findSession` has found. */
  readonly method?: SignInMethod | undefined;
}

/**
 * Where the session is stored. It is synchronous, so that a sign-out is complete before the page unloads. Every method may
 * throw. The session is then kept in memory; if `subscribe` throws, changes by others are noticed only when the store is next read.
 */
export interface SessionStore {
  /** Returns the stored session, or null if there is none. The client checks it, and removes an invalid one. */
  read(): StoredSession | null;
  write(session: StoredSession): void;
  remove(): void;
  /**
   * Calls `listener` when something else changes the record, such as another tab. Calls after own writes do no harm.
   * @returns a function that stops the calls
   */
  subscribe(listener: () => void): () => void;
  /** Whether a session outlives the page. */
  readonly persistent: boolean;
}

const isNonEmptyOrUndefined: Check = value => value === undefined || isNonEmptyString(value);

const checks: Readonly<Record<keyof StoredSession, Check>> = {
  v: isOneOf(1),
  token: isNonEmptyOrUndefined,
  refreshToken: isNonEmptyOrUndefined,
  user: isNonEmptyString,
  displayName: value => value === null || isNonEmptyOrUndefined(value),
  obtainedAt: isAmount,
  expiresIn: isAmount,
  method: isOneOf(...SIGN_IN_METHODS, undefined),
};

/** Whether a value is a usable `StoredSession`: docs/behaviour/session.md#record. Members that aren't listed are ignored. */
export const isStoredSession: Check = hasShape(checks);

/** The account of a session, and how the person signed in. */
export interface HeldAccount extends Account {
  /** As in `StoredSession`. */
  readonly method?: SignInMethod | undefined;
}

/** Returns only these members of a session or a record, without its tokens. */
export const toAccount = ({ user, displayName, method }: HeldAccount): HeldAccount => ({ user, displayName, method });
