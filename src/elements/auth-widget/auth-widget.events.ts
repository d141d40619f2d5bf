import type { AuthClient, AuthNotice } from '../../client/auth-client.js';
import type { AuthErrorCode } from '../../core/auth-error.js';
import type { AuthState } from '../../core/auth-state.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import type { EndReason } from '../../machine/machine-events.js';

const bubblingComposed: EventInit = { bubbles: true, composed: true };

/** One of the seven fields of the state changed: docs/behaviour/flow.md#events. */
export class AuthChangeEvent extends Event {
  readonly state: AuthState;

  constructor(state: AuthState) {
    super('auth-change', bubblingComposed);
    this.state = state;
  }
}

/** A person is signed in: through this widget, a restored session or another tab. */
export class AuthSignedInEvent extends Event {
  readonly userId: string;
  readonly displayName: string | null;

  constructor(userId: string, displayName: string | null) {
    super('auth-signed-in', bubblingComposed);
    this.userId = userId;
    this.displayName = displayName;
  }
}

/** The person is no longer signed in: docs/behaviour/flow.md#events. */
export class AuthSignedOutEvent extends Event {
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super('auth-signed-out', bubblingComposed);
    this.reason = reason;
  }
}

/** A code was sent to `phone`, a number in wire form. */
export class AuthCodeSentEvent extends Event {
  readonly phone: string;

  constructor(phone: string) {
    super('auth-code-sent', bubblingComposed);
    this.phone = phone;
  }
}

/** An operation failed. `message` is in the widget's language. */
export class AuthErrorEvent extends Event {
  readonly code: AuthErrorCode;
  readonly message: string;

  constructor(code: AuthErrorCode, message: string) {
    super('auth-error', bubblingComposed);
    this.code = code;
    this.message = message;
  }
}

/** Returns the event for a notice of the client. `state` and `message`, which only `auth-error` has, are in the widget's language. */
export function toEvent(notice: Exclude<AuthNotice, { type: 'flow' }>, state: AuthState, message: string): Event {
  switch (notice.type) {
    case 'auth-change':
      return new AuthChangeEvent(state);
    case 'auth-signed-in':
      return new AuthSignedInEvent(notice.userId, notice.displayName);
    case 'auth-signed-out':
      return new AuthSignedOutEvent(notice.reason);
    case 'auth-code-sent':
      return new AuthCodeSentEvent(notice.phone);
    case 'auth-error':
      return new AuthErrorEvent(notice.failure.code, message);
  }
}

/**
 * Yields the events for what has changed since the widget observed a client last: a change, a sign-in, a sign-out. A code that was sent
 * and an error in between are not told.
 * @param before what the widget showed of the client that it observed last, which may be another one
 * @param after what it shows now
 * @param client the client that it observes now. Its last error tells an expired session from a sign-out
 * @param clientState the state of `client` when the observation began. If that has changed, a notice has caused `auth-change` already
 */
export function* unobservedEvents(
  before: AuthState,
  after: AuthState,
  client: AuthClient,
  clientState: AuthState,
): Generator<Event, void> {
  const { userId, displayName } = after;
  const { failure } = client.flow;
  if (client.state === clientState && !shallowEqual(before, after)) yield new AuthChangeEvent(after);
  if (userId && userId !== before.userId) yield new AuthSignedInEvent(userId, displayName);
  if (before.userId && !userId)
    yield new AuthSignedOutEvent(failure?.code === 'session-expired' ? failure.code : 'logout');
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
