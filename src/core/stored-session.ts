import { SIGN_IN_METHODS, type SignInMethod } from './modes.js';
import type { Account, StoredSession } from './auth-backend.js';
import { hasShape, isAmount, isNonEmptyString, isOneOf, type Check } from './record-checks.js';

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
