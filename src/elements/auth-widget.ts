import { ContextProvider } from '@lit/context';
import { isServer, LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import { AuthClient, type AuthClientOptions, type AuthNotice } from '../client/auth-client.js';
import type { AuthFailure } from '../core/auth-error.js';
import { AUTH_MODES, type AuthMode, type AuthState } from '../core/auth-state.js';
import { shallowEqual } from '../core/shallow-equal.js';
import { errorMessage } from '../core/messages.js';
import type { AuthBackend, SessionStore } from '../core/ports.js';
import { errorsEn, textsEn } from '../locales/en.js';
import { errorsRu, textsRu } from '../locales/ru.js';
import { authContext } from './auth-context.js';
import {
  AuthChangeEvent,
  AuthCodeSentEvent,
  AuthErrorEvent,
  AuthSignedInEvent,
  AuthSignedOutEvent,
} from './auth-widget.events.js';
import { authWidgetStyles } from './auth-widget.styles.js';
import { errorField, renderWaiting, renderWidget } from './auth-widget.view.js';
import { booleanAttribute } from './boolean-attribute.js';
import type { CodeCompleteEvent } from './code-input.events.js';
import { Countdown } from './countdown.js';
import { validateForm, type FieldError, type Typed, type Values } from './form-validation.js';
import { langOf, watchLang, withAncestors, type Lang } from './locale.js';
import { textInputStyles } from './text-input.styles.js';
import { readoptStyles, createRootInOtherDocument } from './adopted-styles.js';
import { themeStyles } from './theme.styles.js';

/** What is shown before there is a client: on a server, and until the first rendering. */
const UNKNOWN: AuthState = {
  isAuthenticated: false,
  userId: null,
  displayName: null,
  isLoading: true,
  error: null,
  phoneForVerification: null,
  verificationStep: 'none',
};

const LOCALES = {
  en: { errors: errorsEn, texts: textsEn },
  ru: { errors: errorsRu, texts: textsRu },
} as const satisfies Record<Lang, object>;

/** What a client is made of. */
type Settings = Pick<AuthClientOptions, 'baseUrl' | 'backend' | 'store'>;

/** The operations report to the state; what their promises say is known there already. */
const ignore = () => {};

/**
 * Signs people in: by phone number and a code by SMS, or by login and password.
 *
 * @summary The sign-in widget.
 * @tag auth-widget
 *
 * @slot signed-in - What is shown to a person who is signed in, in place of the name and the button to sign out.
 * @slot footer - Below the form: terms, a link to help.
 *
 * @fires {AuthChangeEvent} auth-change - One of the seven fields of the state has changed (`state`).
 * @fires {AuthSignedInEvent} auth-signed-in - Somebody is signed in, restored and from other tabs too (`userId`, `displayName`).
 * @fires {AuthSignedOutEvent} auth-signed-out - Nobody is signed in any more (`reason`: `logout`, `session-expired`, `other-tab`).
 * @fires {AuthCodeSentEvent} auth-code-sent - A code was sent (`phone`, in wire form).
 * @fires {AuthErrorEvent} auth-error - A step has failed (`code`, `message`).
 *
 * @csspart card - The frame around everything.
 * @csspart title - The heading of a screen.
 * @csspart form - The form of a screen.
 * @csspart field - A label with its input and messages.
 * @csspart input - A native input.
 * @csspart button - The button that submits.
 * @csspart link - A button that looks like a link.
 * @csspart error - A message about the whole form.
 * @csspart methods - The switch between phone and password.
 *
 * @cssproperty [--auth-color-accent=#2457e6] - Buttons, links, focus.
 * @cssproperty [--auth-color-on-accent=#fff] - Text on the accent colour.
 * @cssproperty [--auth-color-text=#14171f] - Text.
 * @cssproperty [--auth-color-muted=#5a6172] - Less important text.
 * @cssproperty [--auth-color-surface=#fff] - The card.
 * @cssproperty [--auth-color-field=#f5f6f9] - Fields.
 * @cssproperty [--auth-color-border=#858c9c] - Borders of fields.
 * @cssproperty [--auth-color-error=#c4213a] - Messages about errors.
 * @cssproperty [--auth-radius=12px] - Corners of fields and buttons.
 * @cssproperty [--auth-font=system-ui, sans-serif] - Typeface.
 * @cssproperty [--auth-focus-ring] - Shadow of what has the focus.
 */
export class AuthWidget extends LitElement {
  static override styles = [themeStyles, textInputStyles, authWidgetStyles];
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    mode: {},
    modes: {},
    ownLang: { attribute: 'lang' },
    theme: { reflect: true },
    noAutoLogin: { attribute: 'no-auto-login', converter: booleanAttribute },
    backend: { attribute: false },
    store: { attribute: false },
    client: { attribute: false, noAccessor: true },
  };

  readonly #context = new ContextProvider(this, { context: authContext, initialValue: UNKNOWN });
  readonly #resend = new Countdown(this);
  readonly #retry = new Countdown(this);
  #client: AuthClient | undefined;
  /** What the client was made of, if it was made here. */
  #settings: Settings | undefined;
  /** The client whose session was restored: once for each, however often the widget moves. */
  #restored: AuthClient | undefined;
  #unobserve: (() => void) | undefined;
  #state: AuthState = UNKNOWN;
  /** What was typed, so that no screen loses it. Passwords stay in their inputs. */
  #typed: Typed = {};
  #fieldErrors: readonly FieldError[] = [];
  #isPasswordShown = false;
  /** The person has caused a step, from inside: the focus follows it. */
  #followsStep = false;
  #shown = '';
  /** The code that was submitted last. */
  #sent = '';

  /** Address of the server. The page's own origin by default. */
  declare baseUrl: string | undefined;
  /** The screen to begin with. A change leaves the flow that is under way; the person's own choice is not written back. */
  declare mode: AuthMode | undefined;
  /** The modes that are offered, separated by spaces. All by default. */
  declare modes: string | undefined;
  /** `light` or `dark`; what the page has by default. */
  declare theme: string | undefined;
  /** Does not restore a stored session. */
  declare noAutoLogin: boolean;
  /** Another server than the reference one. */
  declare backend: AuthBackend | undefined;
  /** Another place for the session than `localStorage`. */
  declare store: SessionStore | undefined;

  /** @internal What the browser keeps in `lang`, for its changes to be seen. */
  declare protected ownLang: string | null;

  constructor() {
    super();
    this.noAutoLogin = false;
  }

  /** The client behind the widget. One that is set here wins over `backend`, `store` and `base-url`. */
  get client(): AuthClient {
    if (!this.#client) {
      this.#settings = this.#readSettings();
      this.#client = new AuthClient({ ...this.#settings, mode: this.#wantedMode ?? this.#offered[0] });
    }
    return this.#client;
  }

  set client(client: AuthClient | null | undefined) {
    // What is there already stays, also where it was made here.
    if (client ? client === this.#client : this.#settings) return;
    this.#drop();
    this.#client = client ?? undefined;
    this.requestUpdate('client');
  }

  /** The seven fields of the requirements, `error` in the language of the widget. */
  get state(): AuthState {
    return this.#state;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The first time everything waits for the first rendering: properties may still be on their way.
    if (this.hasUpdated) this.#observe();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    return createRootInOtherDocument(this) ?? super.createRenderRoot();
  }

  adoptedCallback(): void {
    readoptStyles(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unobserve?.();
    this.#unobserve = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (isServer) return;
    if (this.#settings && !shallowEqual(this.#settings, this.#readSettings())) this.#drop();
    if (!this.#unobserve) {
      if (this.isConnected) this.#observe();
    } else if (changed.has('mode') && this.#wantedMode) {
      this.client.setMode(this.#wantedMode);
    } else if (changed.has('modes') && !this.#offered.includes(this.client.flow.mode)) {
      this.client.setMode(this.#wantedMode ?? this.#offered[0]!);
    }
    if (changed.has('ownLang')) this.#setState();
    const { screen, mode } = this.client.flow;
    if (screen + mode === this.#shown) return;
    // What was wrong with that screen is over; a number stays, one that is not whole yet, too.
    this.#fieldErrors = [];
    const phone = this.renderRoot.querySelector('phone-input')?.text;
    if (phone !== undefined && !this.#state.isAuthenticated) this.#typed.phone = phone || undefined;
  }

  protected override updated(): void {
    if (isServer) return;
    const { flow } = this.client;
    const { screen, mode, failure, retry } = flow;
    // What had to wait may be tried again: the message has had its day.
    if (failure && retry && !this.#retry.secondsTo(retry)) this.client.clearError();
    const shown = screen + mode;
    // Where a step leads is known when it is done: some pass by another screen.
    if (this.#followsStep && this.#state.isLoading) return;
    const hasMoved = shown !== this.#shown;
    this.#shown = shown;
    if (!this.#followsStep) return;
    this.#followsStep = false;
    // Not when the person has gone elsewhere on the page in the meantime, or to what the page has put into the widget.
    // Around it is not elsewhere: Safari focuses no button that is clicked, but what is around it.
    const active = (this.getRootNode() as Document).activeElement ?? this.ownerDocument.activeElement;
    if (!withAncestors(this).includes(active!)) return;
    const find = (target: string) => this.renderRoot.querySelector<LitElement>(target);
    const element = hasMoved
      ? (find('phone-input, code-input, input') ?? find('h2'))
      : find(`[name=${errorField(flow, this.#fieldErrors)}]`);
    // An input that was only just made has nothing to focus yet.
    void Promise.resolve(element?.updateComplete).then(() => {
      // Where the page shows something of its own, the title is there but not drawn.
      if (hasMoved && !element?.getClientRects().length) {
        const card = find('[part=card]')!;
        card.tabIndex = -1;
        card.focus();
      } else element?.focus();
      // What was wrong is replaced by typing.
      if (!hasMoved && element && 'select' in element) (element as unknown as HTMLInputElement).select();
    });
  }

  #refresh = (): void => {
    this.#setState();
    this.requestUpdate();
  };

  #handleNotice = (notice: AuthNotice): void => {
    switch (notice.type) {
      case 'flow':
        this.#refresh();
        break;
      case 'auth-change':
        this.dispatchEvent(new AuthChangeEvent(this.#state));
        break;
      case 'auth-signed-in':
        this.dispatchEvent(new AuthSignedInEvent(notice.userId, notice.displayName));
        break;
      case 'auth-signed-out':
        this.dispatchEvent(new AuthSignedOutEvent(notice.reason));
        break;
      case 'auth-code-sent':
        this.dispatchEvent(new AuthCodeSentEvent(notice.phone));
        break;
      case 'auth-error':
        this.dispatchEvent(new AuthErrorEvent(notice.failure.code, this.#message(notice.failure)));
    }
  };

  #handleInput = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    // A key that the field has refused makes no other code of it.
    if (name === 'code' && value && value === this.#sent) return;
    if (name === 'login' || name === 'displayName') this.#typed[name] = value;
    this.#fieldErrors = [];
    this.client.clearError();
    this.requestUpdate();
  };

  #handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (this.#state.isLoading) return;
    const form = event.currentTarget as HTMLFormElement;
    // The form itself is read: some password managers fill its inputs and say nothing.
    const values: Values = Object.fromEntries(new FormData(form) as unknown as Iterable<[string, string]>);
    const { client } = this;
    const { screen, mode } = client.flow;
    this.#followsStep = true;
    this.#fieldErrors = validateForm(values);
    this.requestUpdate();
    const { phone = '', displayName = '', login = '', password = '', code = '' } = values;
    if (phone) this.#typed.phone = phone;
    // Neither the history of the browser nor whoever comes next is to see it.
    this.#isPasswordShown = false;
    if (this.#fieldErrors[0]) return;
    if (screen === 'code') this.#submitCode(code);
    else if (screen === 'name') this.#run(client.verifyRegistrationSms('', displayName));
    else if (mode === 'phone-login') this.#run(client.loginByPhone(phone));
    else if (mode === 'phone-register') this.#run(client.registerByPhone(phone, displayName));
    else this.#run(client.login(login, password));
  };

  #handleComplete = (event: CodeCompleteEvent): void => {
    this.#followsStep = true;
    this.#submitCode(event.code);
  };

  #handleMode = (mode: AuthMode): void => {
    this.#followsStep = true;
    this.client.setMode(mode);
  };

  #handleBack = (): void => {
    this.#followsStep = true;
    this.client.back();
  };

  #handleResend = (): void => {
    const { mode, phone, typedName } = this.client.flow;
    if (!phone || this.#resend.secondsTo(this.client.flow.resend)) return;
    // The button will say another thing every second: the focus is better off where the code goes.
    this.renderRoot.querySelector('code-input')?.select();
    if (mode === 'phone-login') this.#run(this.client.loginByPhone(phone));
    else if (typedName) this.#run(this.client.registerByPhone(phone, typedName));
    else this.#run(this.client.sendRegistrationSms(phone));
  };

  #handleLogout = (): void => {
    this.#followsStep = true;
    this.#run(this.client.logout());
  };

  #handleToggle = (): void => {
    this.#isPasswordShown = !this.#isPasswordShown;
    this.requestUpdate();
  };

  /** The same wrong code again would cost a try and change nothing. */
  #submitCode(code: string): void {
    const { mode, failure } = this.client.flow;
    if (failure?.code === 'wrong-code' && code === this.#sent) return;
    this.#sent = code;
    this.#run(mode === 'phone-register' ? this.client.verifyRegistrationSms(code) : this.client.loginWithSmsCode(code));
  }

  #run(operation: Promise<void>): void {
    operation.catch(ignore);
  }

  get #offered(): readonly AuthMode[] {
    // A list does as well, from an app that checks no types.
    const names = `${this.modes}`.split(/[^\w-]+/);
    const offered = AUTH_MODES.filter(mode => names.includes(mode));
    return offered.length ? offered : AUTH_MODES;
  }

  #message(failure: AuthFailure, seconds?: number): string {
    const { errors, texts } = LOCALES[langOf(this)];
    // Where an account is to be made, a password that does not match means that the login has one.
    if (failure.code === 'wrong-credentials' && this.client.flow.mode === 'register') return texts.taken;
    return errorMessage(failure, errors, seconds);
  }

  #readSettings(): Settings {
    const { baseUrl, backend, store } = this;
    return { baseUrl, backend, store };
  }

  get #wantedMode(): AuthMode | undefined {
    return this.#offered.find(offered => offered === this.mode);
  }

  #observe(): void {
    const { client } = this;
    const ends = [client.observe(this.#handleNotice), watchLang(this, this.#refresh)];
    this.#unobserve = () => ends.forEach(end => end());
    const before = this.#state;
    if (this.#restored !== client) {
      this.#restored = client;
      // A client from outside knows nothing of the attributes; a flow that it has begun goes on.
      const { screen, mode } = client.flow;
      const isAtRest = screen === 'credentials' && !client.state.isLoading;
      const wanted = this.#wantedMode ?? (this.#offered.includes(mode) ? mode : this.#offered[0]);
      if (!this.#settings && isAtRest && wanted && wanted !== mode) client.setMode(wanted);
      if (!this.noAutoLogin) client.tryAutoLogin().catch(ignore);
    }
    this.#refresh();
    // What came about before anybody listened: a state known at once, somebody signed in already.
    const { userId, displayName } = this.#state;
    if (!shallowEqual(before, this.#state)) this.dispatchEvent(new AuthChangeEvent(this.#state));
    if (userId && userId !== before.userId) this.dispatchEvent(new AuthSignedInEvent(userId, displayName));
  }

  #drop(): void {
    this.#unobserve?.();
    this.#unobserve = undefined;
    if (this.#settings) this.#client?.dispose();
    this.#client = this.#settings = undefined;
    this.#sent = '';
  }

  #setState(): void {
    const { failure } = this.client.flow;
    const { state } = this.client;
    this.#state = failure ? { ...state, error: this.#message(failure) } : state;
    this.#context.setValue(this.#state);
    if (!state.isAuthenticated) return;
    // Whoever signs in here next may be somebody else.
    this.#typed = {};
    this.#sent = '';
    this.#isPasswordShown = false;
  }

  override render() {
    const lang = langOf(this);
    const { texts } = LOCALES[lang];
    if (isServer) return renderWaiting({ lang, texts });
    const { flow } = this.client;
    const { screen, failure, resend, retry } = flow;
    if (screen === 'restoring') return renderWaiting({ lang, texts });
    return renderWidget({
      ...this.#state,
      ...flow,
      lang,
      texts,
      // The time is shown beside the message, or a screen reader would say all of it every second.
      message: failure ? this.#message(failure, retry ? 0 : undefined) : '',
      resendIn: this.#resend.secondsTo(resend),
      retryIn: this.#retry.secondsTo(retry),
      offered: this.#offered,
      typed: this.#typed,
      fieldErrors: this.#fieldErrors,
      isPasswordShown: this.#isPasswordShown,
      onInput: this.#handleInput,
      onSubmit: this.#handleSubmit,
      onComplete: this.#handleComplete,
      onMode: this.#handleMode,
      onBack: this.#handleBack,
      onResend: this.#handleResend,
      onLogout: this.#handleLogout,
      onToggle: this.#handleToggle,
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'auth-widget': AuthWidget;
  }
}
