import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit';
import type { AuthClient, AuthNotice } from '../../client/auth-client.js';
import type { ChallengeSolver } from '../../client/calls/solve-challenge.js';
import type { AuthState } from '../../core/auth-state.js';
import type { AuthMode } from '../../core/modes.js';
import type { AuthBackend } from '../../core/auth-backend.js';
import type { SessionStore } from '../../core/stored-session.js';
import { codeInputTexts, errors, phoneInputTexts, widgetTexts } from '../../locales/en-and-ru.js';
import type { AllWidgetTexts, Texts } from '../../locales/text-keys.js';
import { createRenderRoot, readoptStyles } from '../adopted-styles.js';
import { booleanAttribute, isOnServer } from '../dom.js';
import { LanguageController } from '../language-controller.js';
import { inOwnTasks } from '../own-tasks.js';
import { toEvent, unobservedEvents } from './auth-widget.events.js';
import { authWidgetStyles } from './auth-widget.styles.js';
import { renderRestoring, renderWidget } from './auth-widget.view.js';
import { ChallengeController } from './controllers/challenge-controller.js';
import { ClientController } from './controllers/client-controller.js';
import { FocusController } from './controllers/focus-controller.js';
import { FormController } from './controllers/form-controller.js';
import { applyModes, beginInMode, initialMode, readModes, showOfferedMode } from './controllers/offered-modes.js';
import { RepeatGuard } from './controllers/repeat-guard.js';
import { StateController } from './controllers/state-controller.js';
import { StepMotion } from './controllers/step-motion.js';
import { WaitController } from './controllers/wait-controller.js';
import { SignedInListenersElement } from './signed-in-listeners.js';
import { lastingFailure, safeLinks, toShownFlow } from './view-model.js';

/**
 * Signs people in: by phone number and a code from an SMS, or by login and password.
 *
 * @summary The sign-in widget.
 * @tag auth-widget
 *
 * @slot header - Shown above the heading of every screen: a logo, for example.
 * @slot signed-in - Shown to a signed-in person, in place of their name and the sign-out button.
 * @slot challenge - Shown below the button of a form from the time a captcha is needed until the operation ends: the place for that captcha.
 * @slot footer - Shown below the form, above the links of `terms-href` and `privacy-href`: a link to help, for example.
 *
 * @fires {AuthChangeEvent} auth-change - One of the seven fields of the state changed (`state`).
 * @fires {AuthSignedInEvent} auth-signed-in - A person is signed in (`userId`, `displayName`): through this widget, a restored session or another tab.
 * @fires {AuthSignedOutEvent} auth-signed-out - The session ended (`reason`: `logout`, `session-expired`, `other-tab`), or the page set another client or server (`logout`).
 * @fires {AuthCodeSentEvent} auth-code-sent - A code was sent (`phone`, wire form).
 * @fires {AuthErrorEvent} auth-error - An operation failed (`code`, and `message` in the widget's language).
 *
 * @csspart card - The frame around all other parts.
 * @csspart title - The heading of a screen.
 * @csspart form - The form of a screen.
 * @csspart field - A label with its input, hint and error message.
 * @csspart input - A native input.
 * @csspart cell - A cell of the code field.
 * @csspart button - The main buttons: the one that submits the form, and those of a signed-in person. Also the button for another code, if the last one is no longer valid.
 * @csspart link - A link, or a button that looks like one.
 * @csspart back - The back button above the code field.
 * @csspart legal - The sentence with the links to the terms and the privacy policy, on the first screens.
 * @csspart help - What to do if no code arrives, below the code field.
 * @csspart error - An error message about the whole form, or of the phone field or the code field.
 * @csspart methods - The switch between phone and password.
 *
 * @cssproperty [--auth-color-accent=light-dark(#2457e6, #8cabff)] - The submit button, links, and whatever has the focus. Lines and texts in this colour become darker or lighter if they would be hard to see on the card.
 * @cssproperty [--auth-color-on-accent=white or dark, depending on the accent] - Text on the accent colour. By default white or dark, whichever is readable.
 * @cssproperty [--auth-color-text=light-dark(#14171f, #f2f4f8)] - Text.
 * @cssproperty [--auth-color-muted=light-dark(#5a6172, #a3abbd)] - Hints, placeholders, inactive links.
 * @cssproperty [--auth-color-surface=light-dark(#fff, #171a22)] - Background of the card, and of the field that has the focus.
 * @cssproperty [--auth-color-field=light-dark(#f5f6f9, #20242f)] - Background of fields and of the method switch.
 * @cssproperty [--auth-color-border=light-dark(#8b92a1, #616878)] - Borders.
 * @cssproperty [--auth-color-error=light-dark(#c4213a, #ff8d97)] - Error messages, and the borders of their fields.
 * @cssproperty [--auth-radius=12px] - Corner radius of fields and buttons.
 * @cssproperty [--auth-density=1] - Scales the height of fields and buttons and the space between them: 0.85 is dense, 1.2 is roomy.
 * @cssproperty [--auth-width=400px] - Maximum width of the card.
 * @cssproperty [--auth-shadow=0 1px 2px #0000000d, 0 16px 40px -12px #0002] - `box-shadow` of the card; `none` for a flat one.
 * @cssproperty [--auth-font=system-ui, sans-serif] - Font family.
 * @cssproperty [--auth-focus-ring] - `box-shadow` of whatever has the focus. By default a ring of 3px in the accent colour around fields, and a line around buttons.
 */
export class AuthWidget extends SignedInListenersElement {
  static override styles = authWidgetStyles;
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    mode: {},
    modes: {},
    countries: {},
    ownLang: { attribute: 'lang' },
    theme: { reflect: true },
    helpHref: { attribute: 'help-href' },
    recoverHref: { attribute: 'recover-href' },
    termsHref: { attribute: 'terms-href' },
    privacyHref: { attribute: 'privacy-href' },
    texts: { attribute: false },
    noAutoLogin: { attribute: 'no-auto-login', converter: booleanAttribute },
    noDeviceMemory: { attribute: 'no-device-memory', converter: booleanAttribute },
    isDeferred: { attribute: 'defer-hydration', converter: booleanAttribute },
    backend: { attribute: false },
    store: { attribute: false },
    challenge: { attribute: false },
    client: { attribute: false, noAccessor: true },
  };

  readonly #state = new StateController(this, () => this.#language.current);
  readonly #client = new ClientController(this, {
    readSettings: () => ({ baseUrl: this.baseUrl, backend: this.backend, store: this.store }),
    readMode: () => initialMode(this),
    readSolver: () => this.challenge,
    onNotice: notice => this.#handleNotice(notice),
    onObserve: isNew => this.#handleObserve(isNew),
  });
  readonly #challenges = new ChallengeController(this);
  readonly #focus = new FocusController(this, () => ({
    screenKey: this.#screenKey,
    isLoading: this.state.isLoading,
    invalidField: this.#form.invalidField,
  }));
  readonly #language = new LanguageController<AllWidgetTexts>(
    this,
    [errors, phoneInputTexts, codeInputTexts, widgetTexts],
    // There is no client on a server.
    () => (isOnServer ? [this.texts] : [this.client.texts, this.texts]),
  );
  readonly #waits = new WaitController(this);
  readonly #form: FormController = new FormController(this, this.#focus, this.#waits);

  #renderedScreenKey = '';

  /** The address of the server. By default, the origin of the page. */
  declare baseUrl: string | undefined;
  /** The mode to begin with. A change cancels the current flow. A mode that the person chooses isn't written back. */
  declare mode: AuthMode | undefined;
  /** The modes to offer, separated by spaces. By default, all of them. */
  declare modes: string | undefined;
  /** The countries whose numbers are taken: `ru kz by`. By default, those of the client. See `<phone-input countries>`. */
  declare countries: string | undefined;
  /** `light` or `dark`. By default, the widget follows the `color-scheme` of the page. */
  declare theme: string | undefined;
  /** A page of help for a person who gets no code, linked from the code screen. A relative or http(s) URL. */
  declare helpHref: string | undefined;
  /** The page for a forgotten password, linked from the form to sign in with a password. A relative or http(s) URL. */
  declare recoverHref: string | undefined;
  /** The terms of service, linked below the first screens. A relative or http(s) URL. */
  declare termsHref: string | undefined;
  /** The privacy policy, linked below the first screens. A relative or http(s) URL. */
  declare privacyHref: string | undefined;
  /** Your texts in place of any built-in ones, including those of the inputs. Set a new object to change them. */
  declare texts: Texts | undefined;
  /** Restores no stored session. */
  declare noAutoLogin: boolean;
  /** Keeps no device memory, and removes a stored one. With a device memory, the server recognises this device after a sign-in by code. */
  declare noDeviceMemory: boolean;
  /** The adapter for a server that does not speak the protocol of the reference server. */
  declare backend: AuthBackend | undefined;
  /**
   * Solves the challenge that the server sets before it sends a code or checks a password: shows a captcha in the slot `challenge`, and resolves with
   * its token. `request` says which captcha (`type`, `siteKey`); `signal` is aborted if the person goes back.
   */
  declare challenge: ChallengeSolver | undefined;
  /** Where the session is stored. By default, `localStorage`. */
  declare store: SessionStore | undefined;

  /** @internal The attribute `lang`: declared as a property so that a change causes an update. */
  declare protected ownLang: string | null;

  /** @internal While this attribute is present, the widget waits for a framework to set its properties. */
  declare protected isDeferred: boolean | undefined;

  /** The widget's client. If you set one, `backend`, `store` and `base-url` have no effect. */
  get client(): AuthClient {
    return this.#client.client;
  }

  set client(client: AuthClient | null | undefined) {
    this.#client.replace(client);
  }

  /** The client authentication state: seven fields, with `error` in the widget's language. */
  override get state(): AuthState {
    return this.#state.current;
  }

  constructor() {
    super();
    new StepMotion(this, () => this.client.flow.screen);
    this.noAutoLogin = this.noDeviceMemory = false;
    this.addController(
      new RepeatGuard(this, () => ({ screenKey: this.#screenKey, failure: this.client.flow.failure })),
    );
  }

  protected override createRenderRoot(): ShadowRoot {
    return createRenderRoot(this);
  }

  /** Splits the first update into two tasks, after the one that runs the script: the first creates the client, the second renders. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    const update = () => void super.scheduleUpdate();
    if (!this.hasUpdated) return inOwnTasks(() => !this.isDeferred && this.#client.prepare(), update);
    update();
    return undefined;
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
    // A property that was never set here doesn't replace that setting of the page's client. The widget's own client may have been
    // created with a solver that the page removed before the first update.
    if (this.challenge || changed.get('challenge') || (this.#client.isOwn && changed.has('challenge')))
      this.client.challenge = this.challenge;
    this.client.lang = this.#language.current.lang;
    if (this.noDeviceMemory || changed.get('noDeviceMemory')) this.client.noDeviceMemory = this.noDeviceMemory;
    if (this.countries || changed.get('countries')) this.client.countries = this.countries;
    applyModes(this, changed, isStarted);
    if (this.client.flow.screen === 'credentials' && !this.client.state.isLoading) showOfferedMode(this);
    if (this.#waits.isRetryOver(this.client.flow)) this.client.clearError();
    if (this.#state.hasOldTexts) this.#updateState();
    if (this.#screenKey !== this.#renderedScreenKey) {
      this.#renderedScreenKey = this.#screenKey;
      this.#waits.leaveScreen();
      this.#form.leaveScreen();
    }
    this.#waits.follow(this.client.flow, this.#form.phoneText);
  }

  #handleNotice(notice: AuthNotice): void {
    if (notice.type === 'flow') {
      this.#updateState();
      this.requestUpdate();
    } else {
      // After `logout`, the form is shown while the operation still runs, so its mode isn't left to `willUpdate`.
      if (notice.type === 'auth-signed-out') showOfferedMode(this);
      if (notice.type === 'auth-code-sent') this.#waits.notice = 'resent'; // a click doesn't mean that a code was sent
      const message = notice.type === 'auth-error' ? this.#state.errorText(notice.failure) : '';
      this.dispatchEvent(toEvent(notice, this.state, message));
    }
  }

  #handleObserve(isNew: boolean): void {
    const { state: before, client } = this;
    const { state } = client;
    // The widget's own client was already created in the right mode.
    if (isNew && !this.#client.isOwn) beginInMode(this);
    if (isNew && !this.noAutoLogin) client.tryAutoLogin().catch(() => {});
    this.#updateState();
    this.requestUpdate();
    for (const event of unobservedEvents(before, this.state, client, state)) this.dispatchEvent(event);
  }

  readonly #handleLogout = (): void => {
    this.#focus.expectResult();
    // A sign-out never fails: its promise rejects only if something else cancels it.
    this.client.logout().catch(() => {});
  };

  #updateState(): void {
    this.#state.update();
    this.#form.follow();
  }

  get #screenKey(): string {
    const { screen, mode } = this.client.flow;
    return `${screen} ${mode}`;
  }

  override render(): TemplateResult {
    const language = this.#language.current;
    if (isOnServer) return renderRestoring(language);
    const { flow } = this.client;
    // `read` must be called at every render, also while a session is being restored.
    const waits = this.#waits.read(flow, this.#form.phoneText);
    if (flow.screen === 'restoring') return renderRestoring(language);
    const failure = flow.failure ?? lastingFailure(this.client, waits);
    const challengeKey = this.#challenges.textKeyOf(flow.challenge);
    return renderWidget({
      ...this.state,
      ...toShownFlow(flow),
      ...language,
      ...waits,
      ...safeLinks(this),
      form: this.#form,
      // Inside the message, the time to wait would make a screen reader announce all of it every second.
      message: failure ? this.#state.errorText(failure, flow.retry || waits.blockedIn ? 0 : undefined) : '',
      challengeText: challengeKey ? language.texts[challengeKey] : '',
      countries: this.client.countries,
      countryMemory: this.client.countryStore,
      offeredModes: readModes(this.modes),
      hasReferenceRules: this.client.hasReferenceRules,
      onLogout: this.#handleLogout,
    });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'auth-widget': AuthWidget;
  }
}
