/**
 * The progress of verifying a phone number: docs/behaviour/flow.md#verification-steps.
 * - `none`: a number or a login is being entered
 * - `sms-sent`: a code was sent and can be entered
 * - `verified`: the code was accepted
 */
export type VerificationStep = 'none' | 'sms-sent' | 'verified';

/** The client authentication state: docs/behaviour/requirements.md#client-authentication-state. */
export interface AuthState {
  /** True once a signed-in account has its display name, or the server keeps no names. */
  readonly isAuthenticated: boolean;
  /** Identifier of the signed-in account. */
  readonly userId: string | null;
  /** Display name of the signed-in account; also null if the server keeps no names. */
  readonly displayName: string | null;
  /** Whether an operation is running. The renewal of a session in the background doesn't count. */
  readonly isLoading: boolean;
  /** The text of the last error, in the client's language; null after a step that succeeded. */
  readonly error: string | null;
  /** The wire form of the phone number whose code is awaited. */
  readonly phoneForVerification: string | null;
  readonly verificationStep: VerificationStep;
}
