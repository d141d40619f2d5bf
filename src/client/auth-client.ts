import type { AuthFlow } from '../core/auth-flow.js';
import type { AuthState } from '../core/auth-state.js';
import { MODE_TRAITS, type AuthMode } from '../core/modes.js';
import { invalidArgument } from '../core/misuse.js';
import { parseTakenPhone } from '../core/phone.js';
import type { Texts } from '../locales/text-keys.js';
import { checkMode, readCode, readName, readText } from './arguments.js';
import type { AuthClientOptions } from './auth-client-options.js';
import type { ChallengeSolver } from './calls/solve-challenge.js';
import { submitCode } from './flow/code-submission.js';
import { FlowRunner } from './flow/flow-runner.js';
import type { AuthNotice } from './flow/notices.js';
import { joinSharedSession, type SharedSession } from './session/shared-session.js';
import { Unproxied } from './platform/unproxied.js';

export type { AuthClientOptions, AuthNotice };

/**
 * The authentication of an app, without any element: eight operations on one state. Runs in pages, workers and Node.
 *
 * Each operation returns a promise. It resolves if the operation succeeds, and rejects with an `AuthError` if it fails;
 * `state.error` then has the error's message, too. The same operation with the same arguments joins the one that is
 * running. A different operation cancels the running one, whose promise rejects with the code `cancelled`; that code
 * never shows up in `state.error`. `tryAutoLogin` cancels nothing, and neither does an operation whose arguments are refused.
 * Each operation lists its own error codes. Those that call the server can also fail with `challenge`, `network`, `offline`,
 * `timeout`, `invalid-response`, `server`, `invalid-request` and `too-many-requests`: docs/client.md#errors.
 *
 * Clients of one server share its session, in all tabs of the browser; each has its own flow (screen, number, errors).
 *
 * @example
 * const client = new AuthClient({ baseUrl: 'https://example.com' });
 * await client.loginByPhone('+7 916 123-45-67');
 * await client.loginWithSmsCode('123456');
 * client.state.isAuthenticated; // true
 */
export class AuthClient extends Unproxied {
  readonly #session: SharedSession;
  readonly #runner: FlowRunner;
  #noDeviceMemory = false;

  /** The option `challenge`. A new function applies to the calls that begin after it is set. */
  challenge: ChallengeSolver | undefined;

  /** @internal The language of the SMS: that of the widget that shows this client. By default, that of `texts`. */
  lang: string | undefined;

  /** The option `countries`. A new value applies to the next number. */
  countries: string | undefined;

  /**
   * Without a page, a relative or missing `baseUrl` can't be resolved. The client can still be created, so that a
   * module can create it during server-side rendering, but each operation that calls the server rejects with a
   * `TypeError`.
   * @throws {TypeError} if an option can't be used, with its name
   */
  constructor(options: AuthClientOptions = {}) {
    super();
    if (Object(options) !== options) throw invalidArgument('options');
    const { mode = 'phone-login', texts, challenge, countries, noDeviceMemory = false } = options;
    checkMode(mode);
    this.challenge = challenge;
    this.countries = countries;
    this.#session = joinSharedSession(options);
    this.noDeviceMemory = noDeviceMemory;
    this.#runner = new FlowRunner({
      session: this.#session,
      mode,
      texts,
      readLang: () => this.lang,
      readSolver: () => this.challenge,
      readDeviceStore: () => (this.noDeviceMemory ? undefined : this.#session.deviceStore),
    });
  }

  /** The authentication state of the client. Immutable: each change creates a new object, and nothing else does. */
  get state(): AuthState {
    return this.#runner.state;
  }

  /** What your own view needs besides the state: the screen to show, the countdowns, the error as data. */
  get flow(): AuthFlow {
    return this.#runner.flow;
  }

  /** The option `texts`. A new object takes effect at once, even on an error that is already shown. */
  get texts(): Texts | undefined {
    return this.#runner.texts;
  }

  set texts(texts: Texts | null | undefined) {
    this.#runner.texts = texts;
  }

  /** The option `noDeviceMemory`. Setting it to true removes what is stored. */
  get noDeviceMemory(): boolean {
    return this.#noDeviceMemory;
  }

  set noDeviceMemory(noDeviceMemory: boolean) {
    if (noDeviceMemory && !this.#noDeviceMemory) this.forgetDevice();
    this.#noDeviceMemory = noDeviceMemory;
  }

  /** @internal Whether the server applies the rules of docs/protocol.md#field-rules. */
  get hasReferenceRules(): boolean {
    return this.#session.backend.hasReferenceRules;
  }

  /** @internal The country that the person has chosen on this device. */
  get countryStore(): SharedSession['countryStore'] {
    return this.#session.countryStore;
  }

  /** @internal Whether `dispose` has been called. */
  get isDisposed(): boolean {
    return this.#runner.isDisposed;
  }

  /** @internal Whether the server has rejected this code. The same code again would only use up an attempt. */
  isRejectedCode(code: string): boolean {
    return this.#runner.isRejectedCode(code);
  }

  /** Whether a session survives a reload of the page. False if the storage is blocked, full or missing. */
  get persistent(): boolean {
    return this.#session.keeper.persistent;
  }

  /**
   * Calls `listener` with the new state after each change, but not with the current state.
   * @returns a function that ends the subscription
   */
  subscribe(listener: (state: AuthState) => void): () => void {
    return this.observe(notice => {
      if (notice.type === 'auth-change') listener(notice.state);
    });
  }

  /**
   * Calls `observer` with everything that happens, in this order: `flow`, `auth-change`, then what the change means
   * (`auth-signed-in`, …). The promise of an operation settles after the notices of its result.
   * @returns a function that ends the observation
   */
  observe(observer: (notice: AuthNotice) => void): () => void {
    return this.#runner.observe(observer);
  }

  /**
   * Requests a code for a new account, and switches to the mode `phone-register`.
   *
   * When it resolves, `verificationStep` is `sms-sent`. It also resolves if the server refuses to send a code because
   * it has just sent one to this number: that code can be entered, and no `auth-code-sent` is reported.
   * @param phone a number in any spelling: `8 916 123-45-67`, `+7 (916) 123-45-67`. Russian, or of one of `countries`
   * @throws {AuthError} `invalid-phone`, before anything is sent, or if the server sends no SMS to this number; `blocked`
   * after too many wrong codes, with `retryAfter`; `sms-failed`
   */
  sendRegistrationSms(phone: string): Promise<void> {
    return this.#requestCode('phone-register', phone);
  }

  /**
   * Like `sendRegistrationSms`, but also keeps the display name for `verifyRegistrationSms(code)`, even across a
   * reload.
   * @param displayName 1 to 64 characters after trimming: docs/protocol.md#field-rules
   */
  registerByPhone(phone: string, displayName: string): Promise<void> {
    return this.#requestCode('phone-register', phone, displayName);
  }

  /**
   * Confirms the number with the code, signs in, and gives a new account its display name: `displayName`, or else the
   * name from `registerByPhone`. An account that has a name keeps it. Without a name, a new account stays at the step
   * `verified` and isn't signed in yet. In that case, call this again with a name, or without one to send a name again
   * that couldn't be saved: only the name is sent, and `code` isn't used.
   * @param code the code, or a text that contains it: `Your code: 123-456`
   * @throws {AuthError} like `loginWithSmsCode`; also `policy` with the field `displayName`: the code was accepted, and
   * the step is `verified`
   */
  verifyRegistrationSms(code: string, displayName?: string): Promise<void> {
    return this.#submitCode(code, displayName);
  }

  /** Requests a code to sign in, and switches to the mode `phone-login`. Otherwise like `sendRegistrationSms`. */
  loginByPhone(phone: string): Promise<void> {
    return this.#requestCode('phone-login', phone);
  }

  /**
   * Confirms the number with the code, and signs in. An account without a display name stays at the step `verified` and
   * isn't signed in yet: `verifyRegistrationSms('', name)` then gives it a name. If the answer gets lost and the server
   * supports it, the code is submitted once more: docs/protocol.md#lost-answers.
   * @param code the code, or a text that contains it: `Your code: 123-456`
   * @throws {AuthError} `invalid-code`, before anything is sent, if the text has no code; `wrong-code` with `attemptsLeft`, without sending the
   * code again if it was wrong before; `blocked` with `retryAfter`, after too many wrong codes; `code-expired`, also if
   * no code can be entered now because none was requested, or the number is confirmed and no name is kept;
   * `no-session` if the server confirms the number but grants no session
   */
  loginWithSmsCode(code: string): Promise<void> {
    return this.#submitCode(code);
  }

  /**
   * Signs in with a login and a password. A new login creates an account, and `flow.created` is then true. Shows the
   * mode `login`, unless a mode with a password is already shown.
   * @param login leading and trailing spaces are ignored
   * @param password sent unchanged
   * @throws {AuthError} `wrong-credentials`; `policy` with the `field` that breaks a rule: docs/protocol.md#field-rules
   */
  login(login: string, password: string): Promise<void> {
    const { mode: shown } = this.flow;
    const mode = MODE_TRAITS[shown].method === 'password' ? shown : 'login';
    const credentials = { login: readText(login).trim(), password: readText(password) };
    return this.#runner.perform({ type: 'password.submit', mode, ...credentials });
  }

  /**
   * Signs out, in all clients and tabs. The stored session is deleted before this returns. After that, the server is
   * told. The promise waits two seconds at most for that, and resolves even if it fails.
   */
  logout(): Promise<void> {
    return this.#runner.perform({ type: 'logout' });
  }

  /**
   * Restores a stored session: docs/behaviour/session.md#restore. Call it once, at the start of the app. It also
   * resolves if there is no session, if the session has ended, or if the client is already signed in or busy: read
   * `state`. If the account has no display name yet, the screen is then `name`.
   */
  tryAutoLogin(): Promise<void> {
    return this.#runner.perform({ type: 'restore' });
  }

  /**
   * Returns the stored bearer token for the app's own calls; null without a session, or if the browser holds it in a
   * cookie. It's renewed first if that's due. If it can't be renewed within 10 seconds, you get the old token or, once
   * that has expired, null; the session isn't ended, and `state` doesn't change. The token changes with each renewal: ask
   * for it before every call, and don't store it.
   */
  getToken(): Promise<string | null> {
    return this.#session.keeper.getToken();
  }

  /**
   * Removes the device memory, which a sign-out leaves in place: docs/behaviour/session.md#device-memory. The next
   * sign-in by code brings another one.
   */
  forgetDevice(): void {
    this.#session.deviceStore.remove();
  }

  /**
   * Shows another mode. This cancels a running flow and removes its error, keeps the number, and ends the session if
   * its account still needs a name. A restore goes on. While signed in or signing out, only the mode changes. Nothing
   * happens if the mode is already shown.
   * @throws {TypeError} if there is no such mode
   */
  setMode(mode: AuthMode): void {
    checkMode(mode);
    this.#runner.leave({ type: 'mode.change', mode });
  }

  /** @internal Shows another mode. A running operation goes on, and the error stays. */
  replaceMode(mode: AuthMode): void {
    this.#runner.send({ type: 'mode.replace', mode });
  }

  /**
   * Goes back to the form, or to the session over which somebody was signing in, and keeps the number. This cancels a
   * running operation, and in the name step it ends the session. It has no effect while signed in, restoring or signing out.
   */
  back(): void {
    this.#runner.leave({ type: 'back' });
  }

  /** Sets `state.error` to null. A view calls this when the person types again. */
  clearError(): void {
    this.#runner.clearError();
  }

  /**
   * Ends this client: running and later operations reject with `cancelled`, and observers are no longer called. The
   * session stays stored, and other clients of the same server keep using it. `logout` still signs out.
   */
  dispose(): void {
    this.#runner.dispose();
    this.#session.leave();
  }

  #requestCode(mode: AuthMode, phoneText: string, displayName?: string): Promise<void> {
    const phone = parseTakenPhone(readText(phoneText), this.countries);
    if (!phone) return this.#runner.reject({ code: 'invalid-phone' });
    return this.#runner.perform({ type: 'code.request', mode, phone, typedName: readName(displayName) });
  }

  #submitCode(codeText: string, displayName?: string): Promise<void> {
    const code = readCode(codeText, this.flow.codeLength);
    return submitCode(this.#runner, code, readName(displayName) ?? undefined);
  }
}
