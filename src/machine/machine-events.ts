import type { AuthFailure, ChallengeRequest } from '../core/auth-error.js';
import type { AuthMode } from '../core/modes.js';
import type { HeldAccount } from '../core/stored-session.js';

/** Why a session ended: docs/behaviour/flow.md#events. */
export type EndReason = 'logout' | 'session-expired' | 'other-tab';

/** What the session keeper reports to the machine: sign-ins, other changes of the account and restorations, but no renewals. */
export type SessionEvent =
  | { readonly type: 'session.changed'; readonly account: HeldAccount }
  /** Another client of the page has restored the stored session. It replaces no flow that is under way. */
  | { readonly type: 'session.restored'; readonly account: HeldAccount }
  | { readonly type: 'session.ended'; readonly reason: EndReason };

export interface PasswordSubmitEvent {
  readonly type: 'password.submit';
  readonly mode: AuthMode;
  readonly login: string;
  readonly password: string;
}

/**
 * An operation of the client, as the event that starts it. The three methods that request a code send `code.request`, whose mode tells a
 * registration from a sign-in. The two that submit a code send the same `code.submit`, or `name.submit` on the name screen.
 */
export type OperationEvent =
  | { readonly type: 'restore' }
  | {
      readonly type: 'code.request';
      readonly mode: AuthMode;
      /** The wire form of the number. */
      readonly phone: string;
      /** null: none was typed. On the code screen, a request for the same number keeps an earlier name. Any other request drops it. */
      readonly typedName: string | null;
    }
  | { readonly type: 'code.submit'; readonly code: string; readonly typedName?: string | undefined }
  | { readonly type: 'name.submit'; readonly typedName?: string | undefined }
  | PasswordSubmitEvent
  | { readonly type: 'logout' };

export type AuthEvent =
  | (OperationEvent & { readonly operationId: number })
  | SessionEvent
  /**
   * Shows another mode, and cancels the flow. On the name screen, it ends the session of the account without a name. Any other session stays,
   * such as one over which somebody was signing in. A restore or a sign-out goes on. It has no effect if the mode is shown already.
   */
  | { readonly type: 'mode.change'; readonly mode: AuthMode }
  /** Shows another mode and changes nothing else. */
  | { readonly type: 'mode.replace'; readonly mode: AuthMode }
  /** The server refused the running call with a challenge, which is now being solved. */
  | { readonly type: 'challenge.begin'; readonly challenge: ChallengeRequest }
  /**
   * Cancels the flow, and goes back to the session over which somebody was signing in. If there is none, it goes back to the form, and ends
   * the session of an account without a name. It has no effect while signed in, restoring or signing out.
   */
  | { readonly type: 'back' }
  /** Removes the last error. */
  | { readonly type: 'error.clear' }
  /**
   * The client rejected an operation without starting it, because of an argument or the current screen. The error is shown. Sent only while
   * no operation is running.
   */
  | { readonly type: 'operation.reject'; readonly failure: AuthFailure }
  /** A name came without a code, or with a code that the server has rejected before. It's kept for the next code. */
  | { readonly type: 'name.keep'; readonly typedName: string };
