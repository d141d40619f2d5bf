import type { Deadline } from './deadline.js';
import { hasShape, isAmount, isNonEmptyString, isNullOr, isOneOf, type Check } from './record-checks.js';

/**
 * What is known about a phone number, from the request for a code to the end of the sign-in.
 * The machine's context, the stored flow record and `AuthFlow` all derive from this type. A new field is declared here, and
 * the compiler then demands its initial value and its check below.
 */
export interface PhoneVerification {
  /** Wire form of the last number a code was requested for. Kept when the person goes back to the form. */
  readonly phone: string | null;
  /** Whether the person chose to register. */
  readonly register: boolean;
  /** Display name typed for a registration. */
  readonly typedName: string | null;
  /** Number of characters of the code, 1 to 6. */
  readonly codeLength: number;
  /** Whether the server accepts the same code again under the same idempotency key: docs/protocol.md#lost-answers. */
  readonly idempotent: boolean;
  /** `CodeRequest.state` of the last code that this flow has requested. */
  readonly state: string | null;
  /** How many tries are left, for the number or for its code; null if the server hasn't said so. */
  readonly attemptsLeft: number | null;
  /**
   * Whether the code that can be entered may be used up already: the server refused to send one, because it had sent one
   * shortly before, and this flow has no unused code of its own.
   */
  readonly isEarlierCode: boolean;
  /** Whether the server has said since the last code of this flow that no code is valid any more. */
  readonly isCodeOver: boolean;
  /** When the next code can be requested; null if that is at once. */
  readonly resend: Deadline | null;
  /** Whether the server named the interval until `resend`. Otherwise it is the default. */
  readonly isResendNamed: boolean;
  /** When the block of the number ends; null without a block, or if the server doesn't say when it ends. */
  readonly blocked: Deadline | null;
}

/** A `PhoneVerification` before anything is known. */
export const NO_VERIFICATION: PhoneVerification = {
  phone: null,
  register: false,
  typedName: null,
  codeLength: 6,
  idempotent: false,
  state: null,
  attemptsLeft: null,
  isEarlierCode: false,
  isCodeOver: false,
  resend: null,
  isResendNamed: false,
  blocked: null,
};

const isDeadline = isNullOr(hasShape({ at: isAmount, seconds: isAmount }));

/** Whether a code can have this number of characters: docs/behaviour/requirements.md#limits. */
export const isCodeLength = isOneOf(1, 2, 3, 4, 5, 6);

/** The checks of a stored verification. Only a verification with a number is stored. */
export const VERIFICATION_CHECKS: Readonly<Record<keyof PhoneVerification, Check>> = {
  // A country file may be loaded after the flow is restored, so only the shape of E.164 is checked.
  phone: value => typeof value === 'string' && /^[1-9]\d{6,14}$/.test(value),
  register: isOneOf(true, false),
  typedName: isNullOr(isNonEmptyString),
  codeLength: isCodeLength,
  idempotent: isOneOf(true, false),
  state: value => value === null || typeof value === 'string',
  attemptsLeft: isNullOr(isAmount),
  isEarlierCode: isOneOf(true, false),
  // Undefined in a record of a version that didn't store it.
  isCodeOver: isOneOf(true, false, undefined),
  resend: isDeadline,
  // Undefined in a record of a version that didn't store it.
  isResendNamed: isOneOf(true, false, undefined),
  blocked: isDeadline,
};

/** Copies the fields of `PhoneVerification` and nothing else that a stored record may hold. */
export const copyVerification = (source: PhoneVerification): PhoneVerification =>
  Object.fromEntries(
    (Object.keys(NO_VERIFICATION) as (keyof PhoneVerification)[]).map(name => [name, source[name]]),
  ) as unknown as PhoneVerification;

/** The part of a verification that goes into `SignInOptions`. */
export const toSignInOptions = ({ register, typedName }: Pick<PhoneVerification, 'register' | 'typedName'>) => ({
  register,
  displayName: typedName ?? undefined,
});
