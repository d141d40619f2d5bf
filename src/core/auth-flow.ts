import type { AuthFailure } from './auth-error.js';
import type { AuthMode } from './auth-state.js';
import type { Deadline } from './deadline.js';

/**
 * The screen to show.
 * - `restoring`: nothing yet, a stored session is being restored
 * - `credentials`: the form of the mode
 * - `code`: a code is awaited
 * - `name`: the number is confirmed, the account still needs a name
 * - `confirmed`: the number is confirmed, but the server signed nobody in
 * - `signed-in`
 */
export type AuthScreen = 'restoring' | 'credentials' | 'code' | 'name' | 'confirmed' | 'signed-in';

/** What a view needs besides the seven fields of the state. */
export interface AuthFlow {
  readonly mode: AuthMode;
  readonly screen: AuthScreen;
  /** Wire form of the number that was last asked for, awaited or not. */
  readonly phone: string | null;
  /** The name that was typed for a registration. */
  readonly typedName: string | null;
  /** Characters of the code, 1 to 6. */
  readonly codeLength: number;
  /** Tries left for the number, where the server has said so. */
  readonly attemptsLeft: number | null;
  /** When the next code may be asked for. */
  readonly resend: Deadline | null;
  /** The last error as data; null after a step that succeeded. */
  readonly failure: AuthFailure | null;
  /** When what failed may be tried again: the end of a block, for example. */
  readonly retry: Deadline | null;
  /** The sign-in made a new account. */
  readonly created: boolean;
}

/**
 * What survives a reload in mid-verification, for as long as the flow lasts.
 * A code, a password or a token is never in it.
 */
export interface FlowRecord {
  readonly v: 1;
  readonly mode: AuthMode;
  readonly step: 'none' | 'sms-sent';
  readonly phone: string;
  readonly typedName: string | null;
  readonly codeLength: number;
  readonly idempotent: boolean;
  readonly attemptsLeft: number | null;
  readonly resend: Deadline | null;
  /** Until when the number is blocked. */
  readonly blocked: Deadline | null;
}
