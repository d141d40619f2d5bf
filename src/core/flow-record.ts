import { AUTH_MODES, type AuthMode } from './modes.js';
import { VERIFICATION_CHECKS, type PhoneVerification } from './phone-verification.js';
import { hasShape, isOneOf } from './record-checks.js';

/**
 * The record in `sessionStorage` that lets a verification survive a reload:
 * docs/behaviour/session.md#reload-in-mid-verification. It never holds a code, a password or a token.
 */
export interface FlowRecord extends PhoneVerification {
  /** Version of the format. A record of another version is discarded. */
  readonly v: 1;
  readonly mode: AuthMode;
  readonly step: 'none' | 'sms-sent';
  readonly phone: string;
}

/** Whether a stored value is a usable `FlowRecord`. */
export const isFlowRecord = hasShape({
  v: isOneOf(1),
  mode: isOneOf(...AUTH_MODES),
  step: isOneOf('none', 'sms-sent'),
  ...VERIFICATION_CHECKS,
});
