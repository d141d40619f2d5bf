import type { AuthFailure, ChallengeRequest } from './auth-error.js';
import type { AuthMode } from './auth-state.js';
import type { Deadline } from './deadline.js';
import type { PhoneVerification } from './phone-verification.js';

/**
 * The screen to show.
 * - `restoring`: a stored session is being restored; show neither the form nor an account
 * - `credentials`: the form of the current mode
 * - `code`: the input for the confirmation code
 * - `name`: the account still needs a display name; the number is confirmed if the step is `verified`
 * - `confirmed`: the number is confirmed, but the server granted no session
 * - `signed-in`: the account, and a button to sign out
 */
export type AuthScreen = 'restoring' | 'credentials' | 'code' | 'name' | 'confirmed' | 'signed-in';

/**
 * What a view needs besides the seven fields of `AuthState`: which screen to show, what was typed before, the
 * countdowns, and the last error as data.
 */
export interface AuthFlow extends Omit<PhoneVerification, 'idempotent' | 'register' | 'state'> {
  readonly mode: AuthMode;
  readonly screen: AuthScreen;
  /** The last error as data; null after a step that succeeded. `AuthState.error` is its message. */
  readonly failure: AuthFailure | null;
  /** When the step that failed can be tried again, where the server has said so: the end of a block, for example. */
  readonly retry: Deadline | null;
  /** Whether this sign-in created the account. */
  readonly created: boolean;
  /**
   * What the server wants solved first, from its refusal to the end of the operation that met it: docs/client.md#challenges.
   * null otherwise.
   */
  readonly challenge: ChallengeRequest | null;
}
