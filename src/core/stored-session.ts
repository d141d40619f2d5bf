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
  /** How the session began. */
  readonly method?: SignInMethod | undefined;
}

/**
 * Where the session is stored. It is synchronous, so that a sign-out is complete before the page unloads. Every method may
 * throw; the session is then kept in memory.
 */
export interface SessionStore {
  /** Returns the stored session, or null if there is none. An invalid record is removed. */
  read(): StoredSession | null;
  write(session: StoredSession): void;
  remove(): void;
  /**
   * Calls `listener` when anything else changes the record, such as another tab.
   * @returns a function that stops the calls
   */
  subscribe(listener: () => void): () => void;
  /** Whether a session outlives the page. */
  readonly persistent: boolean;
}

const isTextOrUndefined: Check = value => value === undefined || isNonEmptyString(value);

const checks: Readonly<Record<keyof StoredSession, Check>> = {
  v: isOneOf(1),
  token: isTextOrUndefined,
  refreshToken: isTextOrUndefined,
  user: isNonEmptyString,
  displayName: value => value === null || isTextOrUndefined(value),
  obtainedAt: isAmount,
  expiresIn: isAmount,
  method: isOneOf(...SIGN_IN_METHODS, undefined),
};

/** Whether a value is a usable `StoredSession`: docs/behaviour/session.md#record. */
export const isStoredSession = hasShape(checks);

/** The account of a session, and how the person signed in. */
export interface HeldAccount extends Account {
  /** `StoredSession.method`. */
  readonly method?: SignInMethod | undefined;
}

/** Returns only the account of a session or a record. */
export const toAccount = ({ user, displayName, method }: HeldAccount): HeldAccount => ({ user, displayName, method });
