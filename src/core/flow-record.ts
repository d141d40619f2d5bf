import { AUTH_MODES } from './auth-state.js';
import { isValidPhone } from './phone.js';
import { hasShape, isAmount, isNonEmptyString, isNullOr, isOneOf } from './record-checks.js';

export type { FlowRecord } from './auth-flow.js';

const isDeadline = isNullOr(hasShape({ at: isAmount, seconds: isAmount }));

/** Whether a stored value is a usable `FlowRecord`. */
export const isFlowRecord = hasShape({
  v: isOneOf(1),
  mode: isOneOf(...AUTH_MODES),
  step: isOneOf('none', 'sms-sent'),
  phone: value => isNonEmptyString(value) && isValidPhone(value as string),
  typedName: isNullOr(isNonEmptyString),
  codeLength: isOneOf(1, 2, 3, 4, 5, 6),
  idempotent: isOneOf(true, false),
  attemptsLeft: isNullOr(isAmount),
  resend: isDeadline,
  blocked: isDeadline,
});
