import type { AuthFailure, ChallengeRequest } from './auth-error.js';
import type { AuthMode } from './modes.js';
import type { Deadline } from './deadline.js';
import type { PhoneVerification } from './phone-verification.js';

/**
 * The screen to show.
 * - `restoring`: a session is being restored or looked for; neither the form nor an account is shown
 * - `credentials`: the form of the current mode
 * - `code`: the field for the code
 * - `name`: the account still needs a display name; the number is confirmed if the step is `verified`
 * - `confirmed`: the number is confirmed, but the server granted no session
 * - `signed-in`: the account and a sign-out button
 */
export type AuthScreen = 'restoring' | 'credentials' | 'code' | 'name' | 'confirmed' | 'signed-in';

/**
 * What a view needs besides the seven fields of `AuthState`: the screen to show, what was typed before, the countdowns,
 * and the last error as data.
 */
export interface AuthFlow extends Omit<
  PhoneVerification,
  'idempotent' | 'isCodeOver' | 'isResendNamed' | 'register' | 'state'
> {
  readonly mode: AuthMode;
  readonly screen: AuthScreen;
  /** The last error as data; null after a step that succeeded. `AuthState.error` is its text. */
  readonly failure: AuthFailure | null;
  /** When the failed step can be attempted again, if the server said so: the end of a block, for example. */
  readonly retry: Deadline | null;
  /** Whether this sign-in by password created the account. After a code it's false. */
  readonly created: boolean;
  /**
   * The challenge to solve, from the server's refusal until the refused operation ends: docs/client.md#challenges. null
   * at any other time.
   */
  readonly challenge: ChallengeRequest | null;
}
