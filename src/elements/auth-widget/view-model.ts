import type { AuthFlow } from '../../core/auth-flow.js';
import type { AuthMode, AuthState } from '../../core/auth-state.js';
import type { ErrorTexts } from '../../core/error-texts.js';
import type { CodeInputTexts, PhoneInputTexts, WidgetTexts } from '../../locales/texts.js';
import type { CodeCompleteEvent } from '../code-input/code-input.events.js';
import type { Drafts, FieldError } from './form-validation.js';
import type { ElementLanguage } from '../language-controller.js';

/** The words of the widget, and of its errors and its inputs. */
export type AllWidgetTexts = ErrorTexts & PhoneInputTexts & CodeInputTexts & WidgetTexts;

/** What is new about the code, while nothing was typed since: another one was sent; the next one can be requested. */
export type CodeNotice = 'resent' | 'resend-ready';

/** Everything that the screens are rendered from: the state, the flow, and what only the widget knows. */
export interface ViewModel extends AuthState, AuthFlow, ElementLanguage<AllWidgetTexts> {
  readonly recoverHref: string | undefined;
  readonly termsHref: string | undefined;
  readonly privacyHref: string | undefined;
  /** The last failure in words, or else that the number is blocked; without the time until another attempt makes sense. */
  readonly message: string;
  /** Seconds until a new code can be requested; 0 when it can. */
  readonly resendIn: number;
  /** Seconds until another attempt makes sense; 0 when it does. */
  readonly retryIn: number;
  /** Seconds for which the number in the form is still blocked; 0 where it is not. */
  readonly blockedIn: number;
  readonly codeNotice: CodeNotice | undefined;
  /** What is said of a challenge that is being solved; '' while there is nothing to say. */
  readonly challengeText: string;
  readonly offeredModes: readonly AuthMode[];
  /** Whether the server has the rules for logins and passwords that our hints say. */
  readonly hasReferenceRules: boolean;
  readonly drafts: Drafts;
  readonly fieldErrors: readonly FieldError[];
  readonly isPasswordShown: boolean;
  readonly onInput: (event: Event) => void;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly onCodeComplete: (event: CodeCompleteEvent) => void;
  readonly onCodeBack: () => void;
  readonly onModeChange: (mode: AuthMode) => void;
  readonly onBack: () => void;
  readonly onResend: () => void;
  readonly onLogout: () => void;
  readonly onPasswordToggle: () => void;
}
