import type { StoredSession } from './ports.js';
import { hasShape, isAmount, isNonEmptyString, isOneOf, type Check } from './record-checks.js';

const checks: Readonly<Record<keyof StoredSession, Check>> = {
  v: isOneOf(1),
  token: isNonEmptyString,
  user: isNonEmptyString,
  displayName: value => value === undefined || value === null || isNonEmptyString(value),
  obtainedAt: isAmount,
  expiresIn: isAmount,
  method: isOneOf('phone', 'password', undefined),
};

/** Whether a value is a usable `StoredSession`: docs/behaviour/session.md#record. */
export const isStoredSession = hasShape(checks);
