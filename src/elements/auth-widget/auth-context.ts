import { ContextRoot, createContext } from '@lit/context';
import type { AuthState } from '../../core/auth-state.js';

/** The state on a server and until the first update, when it is not known yet whether someone is signed in. */
export const UNKNOWN_STATE: AuthState = {
  isAuthenticated: false,
  userId: null,
  displayName: null,
  isLoading: true,
  error: null,
  phoneForVerification: null,
  verificationStep: 'none',
};

/** Key of the context in which `<auth-widget>` provides its state to `@lit/context` consumers inside of it. */
export const authContext = createContext<AuthState>(Symbol.for('auth-widget:state'));

// A consumer that is upgraded before its provider requests the context when nobody answers. The root keeps such requests
// and repeats them when a provider appears. It is attached here and not in `define/`: consumers import this module, and may
// be defined long before the widget. This is why package.json lists the module in `sideEffects`.
const page = (globalThis as { document?: Document }).document?.documentElement;
if (page) new ContextRoot().attach(page);
