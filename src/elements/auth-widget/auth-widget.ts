import { ContextProvider } from '@lit/context';
import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import type { AuthClient, AuthNotice } from '../../client/auth-client.js';
import type { ChallengeSolver } from '../../client/calls/solve-challenge.js';
import type { AuthFailure } from '../../core/auth-error.js';
import { MODE_TRAITS, type AuthMode, type AuthState } from '../../core/auth-state.js';
import { errorText } from '../../core/error-texts.js';
import { parsePhone } from '../../core/phone.js';
import type { AuthBackend, SessionStore } from '../../core/ports.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import { codeInputTexts, errors, phoneInputTexts, widgetTexts } from '../../locales/built-in.js';
import type { Texts } from '../../locales/texts.js';
import { createRenderRoot, readoptStyles } from '../adopted-styles.js';
import { authContext, UNKNOWN_STATE } from './auth-context.js';
import { AuthChangeEvent, AuthSignedInEvent, AuthSignedOutEvent, toEvent } from './auth-widget.events.js';
import { authWidgetStyles } from './auth-widget.styles.js';
import { renderRestoring, renderWidget } from './auth-widget.view.js';
import { backButtonStyles } from '../back-button.js';
import { ChallengeController } from './controllers/challenge-controller.js';
import { ClientController } from './controllers/client-controller.js';
import { CodeBackEvent, type CodeCompleteEvent } from '../code-input/code-input.events.js';
import { Countdown } from './controllers/countdown.js';
import { FocusController } from './controllers/focus-controller.js';
import { FIELDS, type Field } from './form-fields.js';
import { resendCode, submitCode, submitForm } from './controllers/form-operations.js';
import { errorField, validateForm, type Drafts, type FieldError, type FormValues } from './form-validation.js';
import { LateListenersElement } from './controllers/signed-in-listeners.js';
import { LanguageController } from '../language-controller.js';
import { chooseMode, nearestMode, readModes } from './controllers/offered-modes.js';
import { RepeatGuard } from './controllers/repeat-guard.js';
import { WaitController } from './controllers/wait-controller.js';
import { booleanAttribute, isOnServer, safeHref } from '../dom.js';
import { textInputStyles } from '../control/field.styles.js';
import { themeStyles } from '../theme.styles.js';
import type { AllWidgetTexts } from './view-model.js';

/**
 * Signs people in: by phone number and a code from an SMS, or by login and password.
 *
 * @summary The sign-in widget.
 * @tag auth-widget
 *
 * @slot header - Above the heading of every screen: a logo.
 * @slot signed-in - Shown to a person who is signed in, instead of their name and the button to sign out.
 * @slot challenge - Below the button of a form, while the property `challenge` is asked: the place for a captcha.
 * @slot footer - Below the form, beside the links of `terms-href` and `privacy-href`: a link to help.
 *
 * @fires {AuthChangeEvent} auth-change - One of the seven fields of the state has changed (`state`).
 * @fires {AuthSignedInEvent} auth-signed-in - A person is signed in (`userId`, `displayName`): by this widget, by a restored session, or in another tab.
 * @fires {AuthSignedOutEvent} auth-signed-out - The session has ended (`reason`: `logout`, `session-expired`, `other-tab`), or the page has set another client or server (`logout`).
 * @fires {AuthCodeSentEvent} auth-code-sent - A code was sent (`phone`, 11 digits).
 * @fires {AuthErrorEvent} auth-error - An operation has failed (`code`, and `message` in the language of the widget).
 *
 * @csspart card - The frame around everything.
 * @csspart title - The heading of a screen.
 * @csspart form - The form of a screen.
 * @csspart field - A label with its input, hint and error message.
 * @csspart input - A native input.
 * @csspart button - The button that submits the form, and the one to sign out.
 * @csspart link - A link, or a button that looks like one.
 * @csspart back - The button to go back, above the code.
 * @csspart legal - The links to the terms and the privacy policy.
 * @csspart error - A message about the whole form.
 * @csspart methods - The switch between phone and password.
 *
 * @cssproperty [--auth-color-accent=light-dark(#2457e6, #8cabff)] - Submit button, links, and what has the focus: lines and texts of it are darker, or lighter, where it could not be told from the card.
 * @cssproperty [--auth-color-on-accent=white or dark, by the accent] - Text on the accent colour. By default what is readable on it.
 * @cssproperty [--auth-color-text=light-dark(#14171f, #f2f4f8)] - Text.
 * @cssproperty [--auth-color-muted=light-dark(#5a6172, #a3abbd)] - Hints, placeholders, inactive links.
 * @cssproperty [--auth-color-surface=light-dark(#fff, #171a22)] - Background of the card, and of the field that has the focus.
 * @cssproperty [--auth-color-field=light-dark(#f5f6f9, #20242f)] - Background of fields and of the switch between the methods.
 * @cssproperty [--auth-color-border=light-dark(#858c9c, #737b8d)] - Borders.
 * @cssproperty [--auth-color-error=light-dark(#c4213a, #ff8d97)] - Error messages, and the border of their fields.
 * @cssproperty [--auth-radius=12px] - Corner radius of fields and buttons.
 * @cssproperty [--auth-density=1] - Height of fields and buttons, and the space between them: 0.85 is dense, 1.2 has room.
 * @cssproperty [--auth-width=400px] - The largest width of the card.
 * @cssproperty [--auth-font=system-ui, sans-serif] - Font family.
 * @cssproperty [--auth-focus-ring] - `box-shadow` of whatever has the focus. By default 3px of the accent around fields, and a line around buttons.
 */
export class AuthWidget extends LateListenersElement {
  static override styles = [themeStyles, textInputStyles, backButtonStyles, authWidgetStyles];
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    mode: {},
    modes: {},
    ownLang: { attribute: 'lang' },
    theme: { reflect: true },
    recoverHref: { attribute: 'recover-href' },
    termsHref: { attribute: 'terms-href' },
    privacyHref: { attribute: 'privacy-href' },
    texts: { attribute: false },
    noAutoLogin: { attribute: 'no-auto-login', converter: booleanAttribute },
    isDeferred: { attribute: 'defer-hydration', converter: booleanAttribute },
    backend: { attribute: false },
    store: { attribute: false },
    challenge: { attribute: false },
    client: { attribute: false, noAccessor: true },
  };

  readonly #context = new ContextProvider(this, { context: authContext, initialValue: UNKNOWN_STATE });
  readonly #client = new ClientController(this, {
    readSettings: () => ({ baseUrl: this.baseUrl, backend: this.backend, store: this.store }),
    readMode: () => chooseMode(this.#offeredModes, this.mode),
    readSolver: () => this.challenge,
    onNotice: notice => this.#handleNotice(notice),
    onObserve: isNew => this.#handleObserve(isNew),
  });
  readonly #challenges = new ChallengeController(this);
  readonly #focusController = new FocusController(this, () => ({
    screenKey: this.#screenKey,
    isLoading: this.#state.isLoading,
    invalidField: errorField(this.client.flow, this.#fieldErrors),
  }));
  readonly #language = new LanguageController<AllWidgetTexts>(
    this,
    [errors, phoneInputTexts, codeInputTexts, widgetTexts],
    () =>
      // On a server there is no client to ask.
      isOnServer ? [this.texts] : [this.client.texts, this.texts],
  );
  readonly #resend = new WaitController(this);
  readonly #retryCountdown = new Countdown(this);
  readonly #blockCountdown = new Countdown(this);

  #state: AuthState = UNKNOWN_STATE;
  /** The words of the message in the state. */
  #stateTexts: object | undefined;
  #drafts: Drafts = {};
  #fieldErrors: readonly FieldError[] = [];
  #isPasswordShown = false;
  #renderedScreen = '';

  /** Address of the server. The page's own origin by default. */
  declare baseUrl: string | undefined;
  /**
   * The screen to begin with. A change leaves the flow that is under way. The mode that a person chooses is not written
   * back.
   */
  declare mode: AuthMode | undefined;
  /** The modes that are offered, separated by spaces. All by default. */
  declare modes: string | undefined;
  /** `light` or `dark`. By default the `color-scheme` of the page. */
  declare theme: string | undefined;
  /** Where a forgotten password is replaced: a link on the form for signing in by password. Relative, or http(s). */
  declare recoverHref: string | undefined;
  /** The terms of service: a link below the form. Relative, or http(s). */
  declare termsHref: string | undefined;
  /** The privacy policy: a link below the form. Relative, or http(s). */
  declare privacyHref: string | undefined;
  /** Words of the page in place of ours: any of them, those of the inputs too. To change them, set another object. */
  declare texts: Texts | undefined;
  /** Does not restore a stored session. */
  declare noAutoLogin: boolean;
  /** A server that speaks another protocol than the reference server. */
  declare backend: AuthBackend | undefined;
  /**
   * Solves what the server wants solved before it sends a code or tries a password: shows a captcha of its provider, in the
   * slot `challenge`, and resolves with its token. `request` says what it is (`type`, `siteKey`); `signal` is aborted when
   * the person goes back.
   */
  declare challenge: ChallengeSolver | undefined;
  /** Where the session is stored. `localStorage` by default. */
  declare store: SessionStore | undefined;

  /** @internal The `lang` attribute, so that its changes cause an update. */
  declare protected ownLang: string | null;

  /** @internal While it is there, nothing starts: what rendered the tag has yet to set properties. */
  declare protected isDeferred: boolean | undefined;

  /** The client behind the widget. One that is set here is used instead of `backend`, `store` and `base-url`. */
  get client(): AuthClient {
    return this.#client.client;
  }

  set client(client: AuthClient | null | undefined) {
    this.#client.replace(client);
  }

  /** The client authentication state: seven fields, `error` in the language of the widget. */
  override get state(): AuthState {
    return this.#state;
  }

  constructor() {
    super();
    this.noAutoLogin = false;
    this.addController(
      new RepeatGuard(this, () => ({ screenKey: this.#screenKey, failure: this.client.flow.failure })),
    );
  }

  protected override createRenderRoot(): ShadowRoot {
    return createRenderRoot(this);
  }

  adoptedCallback(): void {
    readoptStyles(this);
  }

  protected override shouldUpdate(): boolean {
    return !this.isDeferred;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (isOnServer) return;
    const isStarted = this.#client.sync();
    // A client of the page keeps its own solver where the widget has none.
    if (this.challenge || changed.has('challenge')) this.client.challenge = this.challenge;
    const isModeSet = changed.has('mode') && this.#offeredModes.includes(this.mode!);
    const isModeWithdrawn = changed.has('modes') && !this.#offeredModes.includes(this.client.flow.mode);
    if (isStarted && (isModeSet || isModeWithdrawn)) this.client.setMode(chooseMode(this.#offeredModes, this.mode));
    if (this.client.flow.screen === 'credentials' && !this.client.state.isLoading) this.#showOfferedMode();
    if (this.#stateTexts !== this.#language.current.texts) this.#updateState();
    if (this.#screenKey !== this.#renderedScreen) this.#leaveScreen();
    this.#resend.follow(this.client.flow);
  }

  protected override updated(): void {
    const { failure, retry } = this.client.flow;
    // Another attempt makes sense now: the message that it does not is out of date.
    if (failure && retry && !this.#retryCountdown.secondsTo(retry)) this.client.clearError();
  }

  readonly #handleNotice = (notice: AuthNotice): void => {
    if (notice.type === 'flow') {
      this.#updateState();
      this.requestUpdate();
    } else {
      // At once, and not when the server knows: the form is shown already.
      if (notice.type === 'auth-signed-out') this.#showOfferedMode();
      const message = notice.type === 'auth-error' ? this.#errorText(notice.failure) : '';
      this.dispatchEvent(toEvent(notice, this.#state, message));
    }
  };

  readonly #handleObserve = (isNew: boolean): void => {
    const before = this.#state;
    if (isNew) this.#startWith(this.client);
    this.#updateState();
    this.requestUpdate();
    // The client sends no notice of what happened before it was observed.
    const { userId, displayName } = this.#state;
    if (!shallowEqual(before, this.#state)) this.dispatchEvent(new AuthChangeEvent(this.#state));
    if (userId && userId !== before.userId) this.dispatchEvent(new AuthSignedInEvent(userId, displayName));
    if (before.userId && !userId) {
      const isExpired = this.client.flow.failure?.code === 'session-expired';
      this.dispatchEvent(new AuthSignedOutEvent(isExpired ? 'session-expired' : 'logout'));
    }
  };

  readonly #handleInput = (event: Event): void => {
    const { name, value } = event.target as HTMLInputElement;
    // This runs before the field has seen the event. A key that it will refuse leaves the rejected code as it is.
    if (name === 'code' && this.client.isRejectedCode(value)) return;
    const traits = Object.hasOwn(FIELDS, name) ? FIELDS[name as Field] : undefined;
    if (traits?.isDraft) this.#drafts[name as Field] = value;
    this.#fieldErrors = [];
    this.#resend.clearNotice();
    this.client.clearError();
    this.requestUpdate();
  };

  readonly #handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (this.#state.isLoading || this.#blockedIn) return;
    // Read from the form: some password managers fill in its inputs without an `input` event.
    const fields = (event.currentTarget as HTMLFormElement).querySelectorAll<HTMLInputElement>('[name]');
    const values: FormValues = Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
    this.#focusController.expectResult();
    this.#fieldErrors = validateForm(values, this.client.hasReferenceRules);
    if (values.phone) this.#drafts.phone = values.phone;
    // A password is sent hidden: browsers keep the values of text inputs for autofill.
    this.#isPasswordShown = false;
    this.requestUpdate();
    // Without a whole number nothing is sent either: the client refuses it, and that is one more message.
    if (this.#fieldErrors.length && values.phone !== '') return;
    this.#resend.clearNotice();
    this.#run(submitForm(this.client, values));
  };

  readonly #handleCodeComplete = (event: CodeCompleteEvent): void => {
    this.#focusController.expectResult();
    this.#resend.clearNotice();
    this.#run(submitCode(this.client, event.code));
  };

  readonly #handleModeChange = (mode: AuthMode): void => {
    this.#focusController.expectResult();
    this.client.setMode(mode);
  };

  readonly #handleBack = (): void => {
    this.#focusController.expectResult();
    this.client.back();
  };

  readonly #handleCodeBack = (): void => {
    this.dispatchEvent(new CodeBackEvent());
    this.#handleBack();
  };

  readonly #handleResend = (): void => {
    const { phone, resend } = this.client.flow;
    if (!phone || this.#resend.secondsTo(resend)) return;
    // A countdown takes the place of the button.
    this.renderRoot.querySelector('code-input')?.select();
    this.#resend.announceSent();
    this.#run(resendCode(this.client, phone));
  };

  readonly #handleLogout = (): void => {
    this.#focusController.expectResult();
    this.#run(this.client.logout());
  };

  readonly #handlePasswordToggle = (): void => {
    this.#isPasswordShown = !this.#isPasswordShown;
    this.requestUpdate();
  };

  /** Starts an operation. A failure is in the state: the rejection says nothing more. */
  #run(operation: Promise<void>): void {
    operation.catch(() => {});
  }

  /** Applies the attributes to a client that the widget sees for the first time. */
  #startWith(client: AuthClient): void {
    const { screen, mode } = client.flow;
    const { isLoading, verificationStep } = client.state;
    const isRestoring = screen === 'restoring' && verificationStep === 'none';
    const isIdle = isRestoring || (screen === 'credentials' && !isLoading);
    const chosen = chooseMode(this.#offeredModes, this.mode, mode);
    // A flow that a page has begun with its client goes on, in its mode.
    if (!this.#client.isOwn && isIdle && chosen !== mode) client.setMode(chosen);
    if (!this.noAutoLogin) this.#run(client.tryAutoLogin());
  }

  #updateState(): void {
    const { state, flow } = this.client;
    this.#stateTexts = this.#language.current.texts;
    this.#state = flow.failure ? { ...state, error: this.#errorText(flow.failure) } : state;
    this.#context.setValue(this.#state);
    if (!state.isAuthenticated) return;
    // Another person may be the next to sign in here.
    this.#drafts = {};
    this.#isPasswordShown = false;
  }

  /** Another screen is about to be rendered. Messages go with the screen; the phone is kept, even an incomplete one. */
  #leaveScreen(): void {
    this.#renderedScreen = this.#screenKey;
    this.#fieldErrors = [];
    this.#resend.stopWaiting();
    const phone = this.renderRoot.querySelector('phone-input')?.text;
    if (phone !== undefined && !this.#state.isAuthenticated) this.#drafts.phone = phone || undefined;
  }

  get #screenKey(): string {
    const { screen, mode } = this.client.flow;
    return `${screen} ${mode}`;
  }

  get #offeredModes(): readonly AuthMode[] {
    return readModes(this.modes);
  }

  /** Seconds for which the number in the form is still blocked; 0 where it is not, or there is no such form. */
  get #blockedIn(): number {
    const { screen, mode, phone, blocked } = this.client.flow;
    const text = this.renderRoot.querySelector('phone-input')?.text ?? this.#drafts.phone ?? phone ?? '';
    const isShown = screen === 'credentials' && MODE_TRAITS[mode].method === 'phone' && parsePhone(text) === phone;
    return this.#blockCountdown.secondsTo(isShown ? blocked : null);
  }

  /**
   * Where the mode of the form is not offered, shows the nearest one that is. The end of a session leads to a mode for
   * signing in, and an operation of the page to its own.
   */
  #showOfferedMode(): void {
    const { mode } = this.client.flow;
    const offered = nearestMode(this.#offeredModes, mode);
    if (offered !== mode) this.client.replaceMode(offered);
  }

  /** @param seconds the time until another attempt makes sense; 0 leaves it out */
  #errorText(failure: AuthFailure, seconds?: number): string {
    const { texts, ownTexts } = this.#language.current;
    // A registration fails with `wrong-credentials` where the login exists, with another password.
    const isRegistration = MODE_TRAITS[this.client.flow.mode].intent === 'register';
    if (failure.code === 'wrong-credentials' && isRegistration && !failure.text) return texts.loginTaken;
    return errorText(failure, texts, seconds, this.client.hasReferenceRules ? texts : ownTexts);
  }

  #linkTo(href: string | null | undefined): string | undefined {
    return safeHref(href, this.baseURI);
  }

  override render(): TemplateResult {
    const language = this.#language.current;
    if (isOnServer) return renderRestoring(language);
    const { flow } = this.client;
    const { screen, resend, retry } = flow;
    const blockedIn = this.#blockedIn;
    const failure = flow.failure ?? (blockedIn ? ({ code: 'blocked' } as const) : null);
    if (screen === 'restoring') return renderRestoring(language);
    const challengeKey = this.#challenges.textKeyOf(flow.challenge);
    return renderWidget({
      ...this.#state,
      ...flow,
      ...language,
      recoverHref: this.#linkTo(this.recoverHref),
      termsHref: this.#linkTo(this.termsHref),
      privacyHref: this.#linkTo(this.privacyHref),
      // The time is rendered apart from the message: in it, a screen reader would announce all of it every second.
      message: failure ? this.#errorText(failure, retry || blockedIn ? 0 : undefined) : '',
      resendIn: this.#resend.secondsTo(resend),
      retryIn: this.#retryCountdown.secondsTo(retry) || blockedIn,
      blockedIn,
      codeNotice: this.#resend.noticeIn(flow),
      challengeText: challengeKey ? language.texts[challengeKey] : '',
      offeredModes: this.#offeredModes,
      hasReferenceRules: this.client.hasReferenceRules,
      drafts: this.#drafts,
      fieldErrors: this.#fieldErrors,
      isPasswordShown: this.#isPasswordShown,
      onInput: this.#handleInput,
      onSubmit: this.#handleSubmit,
      onCodeComplete: this.#handleCodeComplete,
      onCodeBack: this.#handleCodeBack,
      onModeChange: this.#handleModeChange,
      onBack: this.#handleBack,
      onResend: this.#handleResend,
      onLogout: this.#handleLogout,
      onPasswordToggle: this.#handlePasswordToggle,
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'auth-widget': AuthWidget;
  }
}
