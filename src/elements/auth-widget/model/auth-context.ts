import { ContextRoot, createContext } from '@lit/context';
import type { AuthState } from '../../../core/auth-state.js';

/** The state on a server and before the first update, while it's unknown whether someone is signed in. */
export const UNKNOWN_STATE: AuthState = {
  isAuthenticated: false,
  userId: null,
  displayName: null,
  isLoading: true,
  error: null,
  phoneForVerification: null,
  verificationStep: 'none',
};

/** The key under which `<auth-widget>` provides its state to `@lit/context` consumers inside it. */
export const authContext = createContext<AuthState>(Symbol.for('auth-widget:state'));

// A consumer that is upgraded before its provider gets no answer to its request. A `ContextRoot` keeps such requests
// and repeats them when a provider appears. It is attached here and not in `define/`, because consumers import this
// module and may be defined long before the widget. That is why package.json lists this module in `sideEffects`.
const documentElement = (globalThis as { document?: Document }).document?.documentElement;
if (documentElement) new ContextRoot().attach(documentElement);
