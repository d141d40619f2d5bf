import type { LitElement } from 'lit';
import type { AuthClient } from '../../../client/auth-client.js';
import type { AuthState } from '../../../core/auth-state.js';
import { MODE_TRAITS, type AuthMode } from '../../../core/modes.js';
import type { CodeInput } from '../../code-input/code-input.js';
import { CodeBackEvent, type CodeCompleteEvent } from '../../code-input/code-input.events.js';
import type { PhoneInput } from '../../phone-input/phone-input.js';
import { FIELDS, type Field } from '../model/form-fields.js';
import { errorField, validateForm, type Drafts, type FieldError, type FormValues } from '../model/form-validation.js';
import type { FocusController } from './focus-controller.js';
import type { WaitController } from './wait-controller.js';

interface FormHost extends LitElement {
  readonly client: AuthClient;
  readonly state: AuthState;
}

/** The data of the form that the screens show, and the functions that they call. */
export interface FormView {
  readonly drafts: Drafts;
  readonly fieldErrors: readonly FieldError[];
  /** The login of the last submission, or null. The screen `signed-in` keeps it, and any other new screen removes it. */
  readonly login: string | null;
  /** The first field with an error message; undefined if there is none, or if the message is about the whole form. */
  readonly invalidField: Field | undefined;
  readonly isPasswordShown: boolean;
  /** Whether the person wants to keep an account that a mistyped login may have created. */
  readonly isAccountKept: boolean;
  readonly onInput: (event: Event) => void;
  readonly onSubmitClick: (event: Event) => void;
  readonly onSubmit: (event: Event) => void;
  readonly onCodeComplete: (event: CodeCompleteEvent) => void;
  readonly onResend: () => void;
  readonly onPasswordToggle: () => void;
  readonly onModeChange: (mode: AuthMode) => void;
  readonly onBack: () => void;
  readonly onCodeBack: () => void;
  readonly onAccountKeep: () => void;
}

/** The form of the current screen: its values, their errors, and the actions of its buttons. */
export class FormController implements FormView {
  readonly #host: FormHost;
  readonly #focus: FocusController;
  readonly #waits: WaitController;
  drafts: Drafts = {};
  fieldErrors: readonly FieldError[] = [];
  login: string | null = null;
  isPasswordShown = false;
  isAccountKept = false;
  /** Whether the button was clicked and the form not submitted yet. */
  #isSubmitDue = false;
  /** The client and its number at the last `follow`. */
  #last: { readonly client: AuthClient; readonly phone: string | null } | undefined;

  constructor(host: FormHost, focus: FocusController, waits: WaitController) {
    this.#host = host;
    this.#focus = focus;
    this.#waits = waits;
  }

  readonly onInput = (event: Event): void => {
    const { name, value, isEnteringAhead } = event.target as HTMLInputElement & Partial<CodeInput>;
    // The code field handles the key before its form does, and submits a complete code (`code-complete`). If that code
    // has already been rejected, the message is about it and stays. What was typed ahead comes together with the message.
    if (name === 'code' && (isEnteringAhead || this.#host.client.isRejectedCode(value))) return;
    if (Object.hasOwn(FIELDS, name) && FIELDS[name as Field].isDraft) this.drafts[name as Field] = value;
    const { client } = this.#host;
    // Nothing else that is shown depends on what is typed, and a render would take longer than the key itself.
    if (this.fieldErrors.length || this.#waits.notice || client.flow.blocked) this.#host.requestUpdate();
    this.fieldErrors = [];
    this.#waits.notice = undefined;
    client.clearError();
  };

  readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    this.#isSubmitDue = false;
    const { client, state } = this.#host;
    // An operation that the page has started may be about to show another screen, to which the focus then moves.
    if (state.isLoading) this.#focus.expectResult();
    if (state.isLoading || this.#waits.secondsToRetry(client.flow, this.phoneText)) return;
    // The values are read from the form because some password managers fill in its inputs without an `input` event.
    const fields = (event.currentTarget as HTMLFormElement).querySelectorAll<HTMLInputElement>('[name]');
    const values: FormValues = Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
    this.#focus.expectResult();
    this.fieldErrors = validateForm(values, client.flow.mode, client.hasReferenceRules);
    this.login = values.login?.trim() ?? null;
    // Browsers keep the values of text inputs for autofill, so the input becomes a password input again before they
    // read it.
    this.isPasswordShown = false;
    this.#host.requestUpdate();
    // An empty or incomplete number, whose value is '', is submitted anyway: the client rejects it without a call, and that
    // error message is shown as well.
    if (this.fieldErrors.length && values.phone !== '') return;
    this.#waits.notice = undefined;
    this.#run(submitForm(client, values));
  };

  /**
   * Submits the form in a frame whose `sandbox` has no `allow-forms`. There, not even the event `submit` follows a click on the
   * button, which Enter also causes. Anywhere else, the browser dispatches that event before the timeout.
   */
  readonly onSubmitClick = (event: Event): void => {
    const button = event.currentTarget as HTMLButtonElement;
    this.#isSubmitDue = true;
    setTimeout(() => {
      if (this.#isSubmitDue && !event.defaultPrevented && button.isConnected)
        button.form!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
  };

  readonly onCodeComplete = (event: CodeCompleteEvent): void => {
    this.#focus.expectResult();
    this.#waits.notice = undefined;
    this.#run(this.#host.client.loginWithSmsCode(event.code));
  };

  readonly onResend = (): void => {
    const { client, renderRoot } = this.#host;
    const { flow } = client;
    if (!flow.phone || this.#waits.secondsToResend(flow)) return;
    // The button, which has the focus, is about to be replaced by a countdown.
    renderRoot.querySelector('code-input')!.select();
    this.#waits.notice = undefined;
    this.#run(resendCode(client, `+${flow.phone}`));
  };

  readonly onPasswordToggle = (): void => {
    this.isPasswordShown = !this.isPasswordShown;
    this.#host.requestUpdate();
  };

  readonly onModeChange = (mode: AuthMode): void => {
    this.#focus.expectResult();
    this.#host.client.setMode(mode);
  };

  readonly onBack = (): void => {
    this.#focus.expectResult();
    this.#host.client.back();
  };

  readonly onCodeBack = (): void => {
    this.#host.dispatchEvent(new CodeBackEvent());
    this.onBack();
  };

  readonly onAccountKeep = (): void => {
    this.isAccountKept = true;
    // The button, which has the focus, is about to be removed.
    this.#host.renderRoot.querySelector('h2')!.focus();
    this.#host.requestUpdate();
  };

  get invalidField(): Field | undefined {
    return errorField(this.#host.client.flow, this.fieldErrors);
  }

  /** The text in the phone field, or the text it will have when its screen is rendered. */
  get phoneText(): string {
    return this.#shownPhone ?? this.drafts.phone ?? this.#host.client.flow.phone ?? '';
  }

  /**
   * Prepares for another screen, which is about to be rendered. Its form has no errors yet. The phone is kept even if
   * it's incomplete.
   */
  leaveScreen(): void {
    this.fieldErrors = [];
    this.isAccountKept = false;
    const phone = this.#shownPhone;
    if (this.#host.client.flow.screen === 'signed-in') return;
    this.login = null;
    if (phone !== undefined) this.drafts.phone = phone || undefined;
  }

  /**
   * Clears what was typed when somebody is signed in, and when the client has forgotten its number with the person who signed out: the next
   * person may be someone else.
   */
  follow(): void {
    const { client } = this.#host;
    const { screen, phone } = client.flow;
    const isForgotten = !phone && !!this.#last?.phone && this.#last.client === client;
    if (screen === 'signed-in' || isForgotten) {
      this.drafts = {};
      this.isPasswordShown = false;
    }
    this.#last = { client, phone };
  }

  /** Renders again if the operation fails. A notice tells of a failure, but a client that has been disposed of sends none. */
  #run(operation: Promise<void>): void {
    operation.catch(() => this.#host.requestUpdate());
  }

  get #shownPhone(): string | undefined {
    return this.#host.renderRoot.querySelector<PhoneInput>('phone-input')?.text;
  }
}

/** Starts the operation of a form, which depends on the screen and the mode. */
function submitForm(client: AuthClient, values: FormValues): Promise<void> {
  // Each screen has the fields that its operation needs.
  const { phone, displayName, login, password, code } = values as Required<FormValues>;
  const { screen, mode } = client.flow;
  const { method, intent } = MODE_TRAITS[mode];
  if (screen === 'code') return client.loginWithSmsCode(code);
  if (screen === 'name') return client.verifyRegistrationSms('', displayName);
  if (method === 'password') return client.login(login, password);
  return intent === 'register' ? client.registerByPhone(phone, displayName) : client.loginByPhone(phone);
}

/**
 * Requests another code, with the display name that was typed for a new account.
 * @param phone the wire form after a plus. Without the plus, ten digits of another country would be read as a number after +7
 */
function resendCode(client: AuthClient, phone: string): Promise<void> {
  const { mode, typedName } = client.flow;
  if (MODE_TRAITS[mode].intent === 'sign-in') return client.loginByPhone(phone);
  return typedName ? client.registerByPhone(phone, typedName) : client.sendRegistrationSms(phone);
}
