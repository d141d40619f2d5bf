import type { AuthClient } from '../../client/auth-client.js';
import type { AuthFailure } from '../../core/auth-error.js';
import type { AuthFlow } from '../../core/auth-flow.js';
import type { AuthState } from '../../core/auth-state.js';
import type { AuthMode } from '../../core/modes.js';
import type { AllWidgetTexts } from '../../locales/text-keys.js';
import { safeHref } from '../dom.js';
import type { ElementLanguage } from '../language-controller.js';
import type { FormView } from './controllers/form-controller.js';
import type { WaitView } from './controllers/wait-controller.js';

/** The addresses of pages of the site. */
export interface SiteLinks {
  readonly helpHref: string | undefined;
  readonly recoverHref: string | undefined;
  readonly termsHref: string | undefined;
  readonly privacyHref: string | undefined;
}

/** Everything that the screens are rendered from: the state, the flow, and data that only the widget has. */
export interface ViewModel extends AuthState, AuthFlow, ElementLanguage<AllWidgetTexts>, WaitView, SiteLinks {
  readonly form: FormView;
  /** The text of the last failure, or else of `lastingFailure`; '' for none. A time to wait that is counted down is shown separately. */
  readonly message: string;
  /** The text about the challenge that is being solved; '' for none. */
  readonly challengeText: string;
  /** The countries whose numbers are taken, as in `<phone-input countries>`; undefined for +7 alone. */
  readonly countries: string | undefined;
  readonly countryMemory: AuthClient['countryStore'] | undefined;
  readonly offeredModes: readonly AuthMode[];
  /** Whether the built-in hints for logins and passwords describe the rules of this server. */
  readonly hasReferenceRules: boolean;
  readonly onLogout: () => void;
}

/** Returns the absolute addresses of the links; undefined for one that `safeHref` refuses. */
export const safeLinks = (host: SiteLinks & Pick<Node, 'baseURI'>): SiteLinks => ({
  helpHref: safeHref(host.helpHref, host.baseURI),
  recoverHref: safeHref(host.recoverHref, host.baseURI),
  termsHref: safeHref(host.termsHref, host.baseURI),
  privacyHref: safeHref(host.privacyHref, host.baseURI),
});

/** Returns the flow with a plus before its number. Without it, ten digits of another country would be read as a number after +7. */
export const toShownFlow = (flow: AuthFlow): AuthFlow => ({ ...flow, phone: flow.phone && `+${flow.phone}` });

/** Returns the failure to show while `flow.failure` is null: the client was disposed of, or the number is blocked. Null for none. */
export function lastingFailure(
  { isDisposed }: Pick<AuthClient, 'isDisposed'>,
  { blockedIn }: Pick<WaitView, 'blockedIn'>,
): AuthFailure | null {
  if (isDisposed) return { code: 'invalid-request' };
  return blockedIn ? { code: 'blocked' } : null;
}
