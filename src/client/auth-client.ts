import { createActor, fromCallback, fromPromise, type Actor } from 'xstate';
import { AuthError, type AuthErrorCode, type AuthFailure } from '../core/auth-error.js';
import type { AuthFlow } from '../core/auth-flow.js';
import type { AuthMode, AuthState } from '../core/auth-state.js';
import { sanitizeCode, type CodeAlphabet } from '../core/code.js';
import { errorMessage, type ErrorMessages } from '../core/messages.js';
import { parsePhone } from '../core/phone.js';
import type { Account, AuthBackend, Session, SessionStore } from '../core/ports.js';
import { shallowEqual } from '../core/shallow-equal.js';
import { errors as errorsEn } from '../locales/en.js';
import type { MachineContext, EndReason, OperationEvent, SessionEvent, SignedIn } from '../machine/machine-context.js';
import { authMachine, type AuthSnapshot } from '../machine/auth-machine.js';
import { selectFlow, selectRecord, selectState } from '../machine/select-state.js';
import { keeperFor } from './keepers.js';
import { Operations } from './operations.js';
import { repeatable } from './repeatable.js';
import type { SessionKeeper } from './session-keeper.js';
import { FlowStore } from './web-storage.js';

export interface AuthClientOptions {
  /** Address of the server; relative to the page, where there is one. The page's own origin by default. */
  readonly baseUrl?: string | URL | undefined;
  /** Another server than the reference one. */
  readonly backend?: AuthBackend | undefined;
  /** Another place for the session than `localStorage`. */
  readonly store?: SessionStore | undefined;
  /** The mode to begin with. `phone-login` by default. */
  readonly mode?: AuthMode | undefined;
  /** Texts of the errors. English by default. */
  readonly messages?: ErrorMessages | undefined;
  /** Milliseconds after which a call of the REST backend ends with `timeout`. 15 seconds by default. */
  readonly timeout?: number | undefined;
}

/** What happened, in the order in which it is told: the state first, then what it means. */
export type AuthNotice =
  /** Something that a view shows: the state, the screen, a countdown. */
  | { readonly type: 'flow' }
  /** One of the seven fields. */
  | { readonly type: 'auth-change'; readonly state: AuthState }
  | { readonly type: 'auth-signed-in'; readonly userId: string; readonly displayName: string | null }
  | { readonly type: 'auth-signed-out'; readonly reason: EndReason }
  | { readonly type: 'auth-code-sent'; readonly phone: string }
  | { readonly type: 'auth-error'; readonly failure: AuthFailure };

/** An argument of an app that checks no types: a number is read like its digits, what is no text is an empty one. */
const textOf = (value: unknown): string => (/^(string|number)$/.test(typeof value) ? String(value) : '');

/**
 * The authentication of an app, without any element: eight operations over one state.
 * Every operation resolves when it has succeeded and rejects with an `AuthError` when not. The same operation with the
 * same arguments joins the one that runs; another one cancels it.
 *
 * @example
 * const client = new AuthClient({ baseUrl: 'https://example.com' });
 * await client.loginByPhone('+7 916 123-45-67');
 * await client.loginWithSmsCode('123456');
 * client.state.isAuthenticated; // true
 */
export class AuthClient {
  readonly #keeper: SessionKeeper;
  readonly #release: () => void;
  readonly #flowStore: FlowStore;
  readonly #messages: ErrorMessages;
  readonly #actor: Actor<typeof authMachine>;
  readonly #observers = new Set<(notice: AuthNotice) => void>();
  readonly #operations = new Operations(failure => this.#error(failure));
  #snapshot: AuthSnapshot;
  #state: AuthState;
  #hear: (event: SessionEvent) => void = () => {};
  #unwatch: (() => void) | undefined;
  /** At rest: whose session was there when it began, or when this client was asked last. */
  #left: Account | null | undefined;
  #isDisposed = false;

  constructor(options: AuthClientOptions = {}) {
    const { backend, keeper, key, release } = keeperFor(options);
    const { mode = 'phone-login', messages = errorsEn } = options;
    this.#keeper = keeper;
    this.#release = release;
    this.#messages = messages;
    this.#flowStore = new FlowStore(`${key}:${mode}`);
    const verify = repeatable(backend);
    const machine = authMachine.provide({
      actors: {
        restore: fromPromise(({ signal }) => keeper.restore(signal, this.#onSession)),
        requestCode: fromPromise(({ input, signal }) =>
          keeper.call(options => backend.requestCode(input, options), signal),
        ),
        verifyCode: fromPromise(({ input, signal }) =>
          keeper
            .call(options => verify(input, options), signal)
            .then(session => session && this.#adopt(session, signal)),
        ),
        signIn: fromPromise(({ input: { login, password }, signal }) =>
          keeper
            .call(options => backend.login(login, password, options), signal)
            .then(session => this.#adopt(session, signal)),
        ),
        saveName: fromPromise(({ input, signal }) => keeper.setDisplayName(input, signal)),
        signOut: fromPromise(() => keeper.signOut()),
        keeper: fromCallback(({ sendBack }) => {
          this.#hear = sendBack as (event: SessionEvent) => void;
        }),
      },
      actions: {
        endSession: ({ context }: { context: MachineContext }) => {
          if (context.account) void keeper.signOut();
        },
      },
    });
    this.#actor = createActor(machine, { input: { mode, resume: this.#flowStore.read() } });
    this.#snapshot = this.#actor.getSnapshot();
    this.#state = this.#select();
    this.#actor.subscribe(snapshot => this.#onSnapshot(snapshot));
    this.#actor.start();
  }

  /** Vue makes a proxy of what has no name of its own, and through a proxy no private field is reached. */
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }

  /** The seven fields of the requirements. A new object after each change. */
  get state(): AuthState {
    this.#catchUp();
    return this.#state;
  }

  /** What a view needs besides the state: the screen, the countdowns, the error as data. */
  get flow(): AuthFlow {
    this.#catchUp();
    return selectFlow(this.#snapshot);
  }

  /** Whether a session survives the page; false where the storage is blocked or full. */
  get persistent(): boolean {
    return this.#keeper.persistent;
  }

  /**
   * Calls `listener` after each change of the state.
   * @returns the end of the subscription
   */
  subscribe(listener: (state: AuthState) => void): () => void {
    return this.observe(notice => {
      if (notice.type === 'auth-change') listener(notice.state);
    });
  }

  /**
   * Calls `observer` with everything that happens, for views.
   * @returns the end of it
   */
  observe(observer: (notice: AuthNotice) => void): () => void {
    this.#observers.add(observer);
    this.#watch();
    return () => {
      this.#observers.delete(observer);
      this.#rest();
    };
  }

  /** Has a code sent to `phone`, for a new account. Rejects with `invalid-phone` before anything is sent. */
  sendRegistrationSms(phone: string): Promise<void> {
    return this.#requestCode('phone-register', phone);
  }

  /** The same with the name kept, so that `verifyRegistrationSms(code)` needs no second argument. */
  registerByPhone(phone: string, displayName: string): Promise<void> {
    return this.#requestCode('phone-register', phone, displayName);
  }

  /**
   * Confirms the number and gives the account its name, unless it has one. Where the number is confirmed already,
   * the name alone is sent.
   */
  verifyRegistrationSms(code: string, displayName?: string): Promise<void> {
    return this.#submitCode(code, displayName);
  }

  /** Has a code sent to `phone`, for a sign-in. */
  loginByPhone(phone: string): Promise<void> {
    return this.#requestCode('phone-login', phone);
  }

  /** Submits the code. An account without a name is then `verified`, and not yet signed in. */
  loginWithSmsCode(code: string): Promise<void> {
    return this.#submitCode(code);
  }

  /** Signs in by login and password; a new login is registered by it (`flow.created`). */
  login(login: string, password: string): Promise<void> {
    const mode = this.flow.mode === 'register' ? 'register' : 'login';
    return this.#perform({ type: 'password.submit', mode, login: textOf(login).trim(), password: textOf(password) });
  }

  /** Signs out: deletes the stored token first, always, and tells the server as best it can. */
  logout(): Promise<void> {
    return this.#perform({ type: 'logout' });
  }

  /** Restores a stored session. Resolves quietly where there is none. */
  tryAutoLogin(): Promise<void> {
    return this.#perform({ type: 'restore' });
  }

  /** A live token for the app's own calls, renewed if it is time; null where there is no session. */
  getToken(): Promise<string | null> {
    return this.#keeper.getToken();
  }

  /** Shows another mode. A flow that is under way is left; the number stays. */
  setMode(mode: AuthMode): void {
    this.#actor.send({ type: 'mode.change', mode });
  }

  /** Back to the form. What runs is cancelled. */
  back(): void {
    this.#actor.send({ type: 'back' });
  }

  /** Forgets the last error: the person goes on. */
  clearError(): void {
    if (this.#snapshot.context.failure) this.#actor.send({ type: 'edit' });
  }

  /** Ends this client: what runs is cancelled, nothing is renewed any more. The session stays stored. */
  dispose(): void {
    this.#isDisposed = true;
    this.#observers.clear();
    this.#actor.stop();
    this.#operations.settle({ operation: -1, isBusy: false, failure: null }, Infinity);
    this.#rest();
    this.#release();
  }

  readonly #onSession = (event: SessionEvent): void => this.#hear(event);

  #adopt(session: Session, signal: AbortSignal): SignedIn {
    // Left in the meantime: the person went back, or signed in elsewhere.
    if (signal.aborted) throw new AuthError('cancelled');
    // Left from here on, before the machine has taken it: the session stands all the same.
    signal.addEventListener('abort', () => queueMicrotask(() => this.#compare(this.#snapshot.context.account)));
    return { ...this.#keeper.adopt(session, this.#onSession), created: session.created };
  }

  #requestCode(mode: AuthMode, text: string, displayName?: string): Promise<void> {
    const phone = parsePhone(textOf(text));
    if (!phone) return this.#refuse('invalid-phone');
    return this.#perform({ type: 'code.request', mode, phone, typedName: textOf(displayName).trim() || null });
  }

  #submitCode(text: string, displayName?: string): Promise<void> {
    const { screen, codeLength: length } = this.flow;
    const read = (alphabet: CodeAlphabet) => sanitizeCode(textOf(text), { length, alphabet });
    const digits = read('digits');
    // As many digits as are awaited are the code, whatever words stand around them.
    const code = digits[length - 1] ? digits : read('alphanumeric');
    const typedName = textOf(displayName).trim() || undefined;
    const event: OperationEvent = { type: 'code.submit', code, typedName };
    if (!this.#operations.isRunning(event)) {
      if (screen === 'name' && typedName) return this.#perform({ type: 'name.submit', typedName });
      if (screen !== 'code') return this.#refuse('code-expired');
      if (!code) return this.#refuse('invalid-code');
    }
    return this.#perform(event);
  }

  /** An operation that cannot begin. What runs goes on. */
  #refuse(code: AuthErrorCode): Promise<void> {
    if (!this.#snapshot.hasTag('busy')) this.#actor.send({ type: 'refuse', code });
    return Promise.reject(this.#error({ code }));
  }

  #perform(event: OperationEvent): Promise<void> {
    // A machine that has ended reports what it is sent: a password must not get there.
    if (this.#isDisposed) return Promise.reject(this.#error({ code: 'cancelled' }));
    this.#watch();
    return this.#operations.start(event, operation => {
      this.#actor.send({ ...event, operation });
      // An event that is sent from a listener is taken a little later.
      queueMicrotask(() => this.#settle(operation));
    });
  }

  #settle(sent?: number): void {
    const { operation, failure } = this.#snapshot.context;
    this.#operations.settle({ operation, failure, isBusy: this.#snapshot.hasTag('busy') }, sent);
    this.#rest();
  }

  #error(failure: AuthFailure): AuthError {
    return new AuthError(failure.code, failure, errorMessage(failure, this.#messages));
  }

  #select(): AuthState {
    return selectState(this.#snapshot, failure => errorMessage(failure, this.#messages));
  }

  #onSnapshot(snapshot: AuthSnapshot): void {
    const { context: before } = this.#snapshot;
    const { context: now } = snapshot;
    const last = this.#state;
    this.#snapshot = snapshot;
    const state = this.#select();
    const isChanged = !shallowEqual(last, state);
    if (isChanged) this.#state = state;
    this.#flowStore.save(selectRecord(snapshot));
    this.#notify({ type: 'flow' });
    if (isChanged) this.#notify({ type: 'auth-change', state });
    const { userId, displayName } = state;
    if (userId && userId !== last.userId) this.#notify({ type: 'auth-signed-in', userId, displayName });
    if (last.userId && !userId) this.#notify({ type: 'auth-signed-out', reason: now.endReason });
    if (now.codesSent > before.codesSent && now.phone) this.#notify({ type: 'auth-code-sent', phone: now.phone });
    if (now.failure && now.failure !== before.failure) this.#notify({ type: 'auth-error', failure: now.failure });
    // Others may have changed or ended a session before the machine took it.
    if (now.account && now.account !== before.account) this.#compare(now.account);
    this.#settle();
  }

  #notify(notice: AuthNotice): void {
    for (const observer of [...this.#observers]) {
      try {
        // It may have left because of what another one did.
        if (this.#observers.has(observer)) observer(notice);
      } catch (error) {
        // A fault of a listener is the page's to hear, and nobody else's to suffer.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }

  /** Listens to the session for as long as somebody looks or something runs; a client at rest holds nothing. */
  #watch(): void {
    if (this.#unwatch || this.#isDisposed) return;
    this.#catchUp();
    this.#left = undefined;
    this.#unwatch = this.#keeper.subscribe(this.#onSession);
    this.#flowStore.hold(true);
  }

  #rest(): void {
    if (!this.#unwatch || this.#observers.size || !this.#operations.isIdle) return;
    this.#unwatch();
    this.#unwatch = undefined;
    this.#left = this.#keeper.account;
    this.#flowStore.hold(false);
  }

  /** After a rest: what happened to the session in the meantime. One that was there before is no news. */
  #catchUp(): void {
    const left = this.#left;
    if (left === undefined) return;
    this.#left = this.#keeper.account;
    this.#compare(left);
  }

  /** Hears what it was not told: of a session other than `known`, or that its own has ended. */
  #compare(known: Account | null): void {
    if (this.#isDisposed) return;
    const { account, endReason } = this.#keeper;
    if (account && !shallowEqual(account, known)) this.#hear({ type: 'session.changed', account });
    if (!account && this.#snapshot.context.account) this.#hear({ type: 'session.ended', reason: endReason });
  }
}
