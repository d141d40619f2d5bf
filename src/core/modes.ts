/** How people sign in: with a code for their phone number, or with login and password. */
export const SIGN_IN_METHODS = ['phone', 'password'] as const;

export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The screen modes of the widget: docs/behaviour/requirements.md#client-screen-modes. */
export type AuthMode = 'phone-login' | 'phone-register' | 'login' | 'register';

/** What a screen mode stands for. Code reads these traits and never parses the name of a mode. */
export interface AuthModeTraits {
  /** How the person proves who they are. */
  readonly method: SignInMethod;
  /** Whether the person already has an account or wants to create one. */
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
