import type { Account, SignInMethod, StoredSession } from './ports.js';
import { hasShape, isAmount, isNonEmptyString, isOneOf, type Check } from './record-checks.js';

const isTextOrLeftOut: Check = value => value === undefined || isNonEmptyString(value);

const checks: Readonly<Record<keyof StoredSession, Check>> = {
  v: isOneOf(1),
  token: isTextOrLeftOut,
  refreshToken: isTextOrLeftOut,
  user: isNonEmptyString,
  displayName: value => value === null || isTextOrLeftOut(value),
  obtainedAt: isAmount,
  expiresIn: isAmount,
  method: isOneOf('phone', 'password', undefined),
};

/** Whether a value is a usable `StoredSession`: docs/behaviour/session.md#record. */
export const isStoredSession = hasShape(checks);

/** The account whose session is held. */
export interface HeldAccount extends Account {
  /** How the person signed in: `StoredSession.method`. */
  readonly method?: SignInMethod | undefined;
}

/** The account alone of a session or a record. */
export const toAccount = ({ user, displayName, method }: HeldAccount): HeldAccount => ({ user, displayName, method });
