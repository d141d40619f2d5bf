import { ContextProvider } from '@lit/context';
import type { LitElement } from 'lit';
import type { AuthClient } from '../../../client/auth-client.js';
import type { AuthFailure } from '../../../core/auth-error.js';
import type { AuthState } from '../../../core/auth-state.js';
import { MODE_TRAITS } from '../../../core/modes.js';
import { errorText } from '../../../core/error-text.js';
import type { AllWidgetTexts } from '../../../locales/text-keys.js';
import type { ElementLanguage } from '../../language-controller.js';
import { authContext, UNKNOWN_STATE } from '../model/auth-context.js';

interface StateHost extends LitElement {
  readonly client: AuthClient;
}

/**
 * Keeps the state of the host's client, with the error message in the host's language, and provides it to the elements
 * inside the host.
 */
export class StateController {
  readonly #host: StateHost;
  readonly #readLanguage: () => ElementLanguage<AllWidgetTexts>;
  readonly #context: ContextProvider<typeof authContext>;
  #current: AuthState = UNKNOWN_STATE;
  /** The texts at the last `update`; undefined before the first one. */
  #texts: object | undefined;

  constructor(host: StateHost, readLanguage: () => ElementLanguage<AllWidgetTexts>) {
    this.#host = host;
    this.#readLanguage = readLanguage;
    this.#context = new ContextProvider(host, { context: authContext, initialValue: UNKNOWN_STATE });
  }

  /** The state at the last `update`. */
  get current(): AuthState {
    return this.#current;
  }

  /** Whether the texts have changed since the last `update`, or there was none. */
  get hasOldTexts(): boolean {
    return this.#texts !== this.#readLanguage().texts;
  }

  /** Reads the state and its error message again. Must be called when the client's state or flow changes, and for `hasOldTexts`. */
  update(): void {
    const { state, flow } = this.#host.client;
    const haveTextsChanged = !!this.#texts && this.hasOldTexts;
    this.#texts = this.#readLanguage().texts;
    this.#current = flow.failure ? { ...state, error: this.errorText(flow.failure) } : state;
    this.#context.setValue(this.#current);
    // `errorText` may take the message of the phone field, which gets the new texts only when the host renders. It is read again then.
    if (!haveTextsChanged || !flow.failure) return;
    void this.#host.updateComplete.then(() => {
      this.update();
      this.#host.requestUpdate();
    });
  }

  /**
   * Returns the error message of a failure, in the host's language.
   * @param seconds the time until the next attempt, in seconds; 0 leaves it out of the text. By default, all of `retryAfter`
   */
  errorText(failure: AuthFailure, seconds?: number): string {
    const { texts, pageTexts } = this.#readLanguage();
    const { flow, hasReferenceRules } = this.#host.client;
    // Without a status and a text, the client has refused the number without a call. The field's own message says what is wrong with it.
    const isOwnRefusal = failure.code === 'invalid-phone' && !failure.status && !failure.text;
    const field = isOwnRefusal && this.#host.shadowRoot?.querySelector('phone-input');
    const message = field && field.currentValidity.message;
    if (message) return message;
    // A registration fails with `wrong-credentials` if the login already exists with another password.
    const isRegistration = MODE_TRAITS[flow.mode].intent === 'register';
    if (failure.code === 'wrong-credentials' && isRegistration && !failure.text) return texts.loginTaken;
    // If the server has other rules than ours, only the page's texts can describe them.
    return errorText(failure, texts, seconds, hasReferenceRules ? texts : pageTexts);
  }
}
