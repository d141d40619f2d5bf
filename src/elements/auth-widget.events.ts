import type { AuthErrorCode } from '../core/auth-error.js';
import type { AuthState } from '../core/auth-state.js';
import type { EndReason } from '../machine/machine-context.js';

const everywhere: EventInit = { bubbles: true, composed: true };

/** One of the seven fields of the state has changed. */
export class AuthChangeEvent extends Event {
  readonly state: AuthState;

  constructor(state: AuthState) {
    super('auth-change', everywhere);
    this.state = state;
  }
}

/** Somebody is signed in: by this widget, by a restored session, or in another tab. */
export class AuthSignedInEvent extends Event {
  readonly userId: string;
  readonly displayName: string | null;

  constructor(userId: string, displayName: string | null) {
    super('auth-signed-in', everywhere);
    this.userId = userId;
    this.displayName = displayName;
  }
}

/** Nobody is signed in any more. */
export class AuthSignedOutEvent extends Event {
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super('auth-signed-out', everywhere);
    this.reason = reason;
  }
}

/** A code was sent to `phone` (wire form). */
export class AuthCodeSentEvent extends Event {
  readonly phone: string;

  constructor(phone: string) {
    super('auth-code-sent', everywhere);
    this.phone = phone;
  }
}

/** A step has failed. `message` is in the language of the widget. */
export class AuthErrorEvent extends Event {
  readonly code: AuthErrorCode;
  readonly message: string;

  constructor(code: AuthErrorCode, message: string) {
    super('auth-error', everywhere);
    this.code = code;
    this.message = message;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'auth-change': AuthChangeEvent;
    'auth-signed-in': AuthSignedInEvent;
    'auth-signed-out': AuthSignedOutEvent;
    'auth-code-sent': AuthCodeSentEvent;
    'auth-error': AuthErrorEvent;
  }
}
