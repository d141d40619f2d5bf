import { ContextRoot, createContext } from '@lit/context';
import type { AuthState } from '../core/auth-state.js';

/** The state of the nearest `<auth-widget>` around an element, for `@lit/context` consumers. */
export const authContext = createContext<AuthState>(Symbol.for('auth-widget:state'));

/** Consumers that are upgraded before their provider ask in vain; the root repeats their requests. */
export function attachContextRoot(): void {
  if (typeof document !== 'undefined') new ContextRoot().attach(document.documentElement);
}
