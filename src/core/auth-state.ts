/** The screen modes of the widget: docs/behaviour/requirements.md#client-screen-modes. */
export type AuthMode = 'phone-login' | 'phone-register' | 'login' | 'register';

/** What a screen mode stands for. Nothing is parsed out of its name. */
export interface AuthModeTraits {
  /** How the person proves who they are. */
  readonly method: 'phone' | 'password';
  /** What the person has chosen to do. */
  readonly intent: 'sign-in' | 'register';
}

export const MODE_TRAITS: Readonly<Record<AuthMode, AuthModeTraits>> = {
  'phone-login': { method: 'phone', intent: 'sign-in' },
  'phone-register': { method: 'phone', intent: 'register' },
  login: { method: 'password', intent: 'sign-in' },
  register: { method: 'password', intent: 'register' },
};

/** All screen modes, in the order in which they are offered. */
export const AUTH_MODES = Object.keys(MODE_TRAITS) as readonly AuthMode[];

/**
 * Where the verification of a phone number stands (requirements, «States and transitions»).
 * - `none`: a number or a login is being entered
 * - `sms-sent`: a code is awaited
 * - `verified`: the code was accepted
 */
export type VerificationStep = 'none' | 'sms-sent' | 'verified';

/** The client authentication state of the requirements: these seven fields and no other. */
export interface AuthState {
  /** Whether a person is signed in: has a session and, where the server keeps names, a name. */
  readonly isAuthenticated: boolean;
  /** Identifier of the person who is signed in. */
  readonly userId: string | null;
  /** Display name of the person who is signed in. */
  readonly displayName: string | null;
  /** An operation is running. The renewal of a session is none. */
  readonly isLoading: boolean;
  /** Message of the last error; null after a step that succeeded. */
  readonly error: string | null;
  /** Wire form of the number whose code is awaited. */
  readonly phoneForVerification: string | null;
  readonly verificationStep: VerificationStep;
}
