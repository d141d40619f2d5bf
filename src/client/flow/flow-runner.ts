import { createActor, type Actor } from 'xstate';
import type { AuthFailure } from '../../core/auth-error.js';
import type { AuthFlow } from '../../core/auth-flow.js';
import type { AuthState } from '../../core/auth-state.js';
import type { AuthMode } from '../../core/modes.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import type { Texts } from '../../locales/text-keys.js';
import { fixInitial } from '../../machine/added-members.js';
import type { authMachine, AuthSnapshot } from '../../machine/auth-machine.js';
import type { AuthEvent, OperationEvent } from '../../machine/machine-events.js';
import { selectFlow, selectRecord, selectState } from '../../machine/selectors.js';
import { CodeVerifier } from '../calls/code-verifier.js';
import type { ChallengeSolver } from '../calls/solve-challenge.js';
import { SessionLink } from '../session/session-link.js';
import type { SharedSession } from '../session/shared-session.js';
import type { DeviceStore } from '../storage/device-store.js';
import { FlowStore } from '../storage/web-storage.js';
import { ClientTexts } from './client-texts.js';
import { provideActors } from './machine-actors.js';
import { NoticeObservers, noticesOf, type AuthNotice } from './notices.js';
import { Operations } from './pending-operations.js';

interface RunnerOptions {
  readonly session: SharedSession;
  /** The mode to start in, unless a stored flow is continued. */
  readonly mode: AuthMode;
  readonly texts: Texts | undefined;
  /** The language of the widget, if there is one. */
  readonly readLang: () => string | undefined;
  /** The solver of challenges that the page has set, if any. */
  readonly readSolver: () => ChallengeSolver | undefined;
  /** The device memory; undefined if the page has switched it off. */
  readonly readDeviceStore: () => DeviceStore | undefined;
}

/**
 * Runs the flow of one client. Owns the machine and its snapshots, the promises of the operations, and the observers.
 */
export class FlowRunner {
  readonly #session: SharedSession;
  readonly #link: SessionLink;
  readonly #verifier: CodeVerifier;
  readonly #store: FlowStore;
  readonly #actor: Actor<typeof authMachine>;
  readonly #observers = new NoticeObservers();
  readonly #operations = new Operations(failure => this.#texts.toError(failure));
  #texts: ClientTexts;
  #snapshot: AuthSnapshot;
  #state: AuthState;
  /** Whether `dispose` has been called. */
  isDisposed = false;

  constructor({ session, mode, texts, readLang, readSolver, readDeviceStore }: RunnerOptions) {
    const { backend, keeper, key } = session;
    this.#session = session;
    this.#texts = new ClientTexts(texts, backend.hasReferenceRules);
    this.#link = new SessionLink(keeper, () => this.#snapshot.context.account);
    this.#store = new FlowStore(`${key}:${mode}`);
    this.#verifier = new CodeVerifier(backend);
    const machine = provideActors({
      session,
      verifier: this.#verifier,
      link: this.#link,
      readLang: () => readLang() ?? this.texts?.lang,
      readSolver,
      readDeviceStore,
      onChallenge: challenge => this.send({ type: 'challenge.begin', challenge }),
    });
    fixInitial(machine.root);
    this.#actor = createActor(machine, { input: { mode, resume: this.#store.read() } });
    this.#snapshot = this.#actor.getSnapshot();
    this.#state = this.#selectState();
    this.#actor.subscribe(snapshot => this.#handleSnapshot(snapshot));
    // XState 5 looks for delayed events with `for…in`, which also finds properties that a page has added to
    // `Object.prototype`. The chart has no delayed events, so nothing needs to be scheduled at the start or cancelled
    // when an actor stops.
    const { system } = this.#actor;
    system.start = system.scheduler.cancelAll = () => {};
    this.#actor.start();
    // Another client may have restored the session, or signed in.
    this.#link.catchUp();
  }

  /** The client's state. It's the same object until one of its fields changes. */
  get state(): AuthState {
    this.#link.catchUp();
    return this.#state;
  }

  get flow(): AuthFlow {
    this.#link.catchUp();
    return selectFlow(this.#snapshot, this.isDisposed);
  }

  /** The texts that the page has set. New texts take effect at once, even on an error that is already shown. */
  get texts(): Texts | undefined {
    return this.#texts.texts;
  }

  set texts(texts: Texts | null | undefined) {
    this.#texts = new ClientTexts(texts, this.#session.backend.hasReferenceRules);
    if (this.isDisposed) return;
    for (const notice of this.#update(this.#snapshot)) this.#observers.notify(notice);
  }

  /** Whether the server has rejected this code for the current number. */
  isRejectedCode(code: string): boolean {
    return this.#verifier.isRejected(this.#snapshot.context.verification.phone ?? '', code);
  }

  /** Whether an operation with this event joins the running one. */
  canJoin(event: OperationEvent): boolean {
    return this.#operations.canJoin(event);
  }

  /**
   * Starts an operation, or joins the running one if it's the same. The promise settles after the notices of its
   * result.
   */
  perform(event: OperationEvent): Promise<void> {
    if (this.isDisposed)
      return event.type === 'logout' ? this.#session.keeper.signOut() : this.reject({ code: 'cancelled' });
    // Without an address, only a restore and a sign-out are allowed, because they resolve even without a server.
    if (!this.#session.hasAddress && event.type !== 'restore' && event.type !== 'logout') {
      return Promise.reject(
        new TypeError('Without a page AuthClient needs an absolute address: set baseUrl or backend.'),
      );
    }
    this.#link.start();
    return this.#operations.start(event, operationId => {
      // A sign-in cancels a running restore, so the session is restored first, without the server: docs/behaviour/flow.md#sign-in-over-a-session
      if (!/restore|logout/.test(event.type) && this.flow.screen === 'restoring') this.#link.restoreAtOnce();
      this.send({ ...event, operationId });
      // XState queues an event that an observer sends. By the next microtask, the machine has processed it.
      queueMicrotask(() => this.#settleOperations(operationId));
    });
  }

  /** Rejects an operation that can't start, and shows the error. While another operation runs, the error isn't shown. */
  reject(failure: AuthFailure): Promise<void> {
    if (this.isDisposed) failure = { code: 'cancelled' };
    else if (!this.#snapshot.hasTag('busy')) this.send({ type: 'operation.reject', failure });
    return Promise.reject(this.#texts.toError(failure));
  }

  send(event: AuthEvent): void {
    // XState logs events that are sent to a stopped actor, with their content: a password must never be logged, nor a name.
    if (!this.isDisposed) this.#actor.send(event);
  }

  /**
   * Sends an event that leaves the screen. In the name step, such an event ends the session if the name is missing, so the name
   * that another tab may have stored is read first.
   */
  leave(event: AuthEvent): void {
    // `restoreAtOnce` would make a keeper that is at rest watch again.
    if (this.isDisposed) return;
    // The `storage` event that tells of the name may not have been dispatched yet, and while a renewal runs, the keeper
    // tells of it later.
    if (selectFlow(this.#snapshot).screen === 'name') this.#link.restoreAtOnce();
    this.send(event);
  }

  clearError(): void {
    if (this.#snapshot.context.failure) this.send({ type: 'error.clear' });
  }

  /** @returns a function that ends the observation */
  observe(listener: (notice: AuthNotice) => void): () => void {
    // A function that observes twice is called twice, until each observation has ended.
    const observer = (notice: AuthNotice) => listener(notice);
    this.#observers.add(observer);
    this.#link.start();
    return () => {
      this.#observers.delete(observer);
      this.#pauseIfIdle();
    };
  }

  dispose(): void {
    this.isDisposed = true;
    this.#observers.clear();
    this.#actor.stop();
    // Accepted operations reject with `cancelled`, because none has the id -1. With Infinity, all others count as ignored: a restore resolves,
    // the rest reject.
    this.#operations.settle({ operationId: -1, isBusy: false, failure: null }, Infinity);
    this.#link.dispose();
    this.#state = { ...this.#state, isLoading: false };
  }

  #handleSnapshot(snapshot: AuthSnapshot): void {
    const before = selectRecord(this.#snapshot);
    const notices = this.#update(snapshot);
    const record = selectRecord(snapshot);
    this.#store.save(record);
    // No code is awaited any more: docs/behaviour/session.md#several-tabs-and-one-code
    if (before?.step === 'sms-sent' && record?.step !== 'sms-sent') this.#session.codeStates.forget(before.phone);
    // The operations are settled first, so that an observer that starts the same operation again doesn't join the one that has just ended. The code
    // that awaits a promise runs after the observers.
    this.#settleOperations();
    for (const notice of notices) this.#observers.notify(notice);
    // Another client or tab may have changed the session between the keeper's answer and this snapshot.
    // `reconcile` compares with the account that the machine has now.
    if (snapshot.context.account) this.#link.reconcile();
  }

  /** @returns the notices of the change */
  #update(snapshot: AuthSnapshot): AuthNotice[] {
    const before = { state: this.#state, context: this.#snapshot.context };
    this.#snapshot = snapshot;
    const state = this.#selectState();
    if (!shallowEqual(before.state, state)) this.#state = state;
    return noticesOf(before, { state, context: snapshot.context });
  }

  #selectState(): AuthState {
    return selectState(this.#snapshot, failure => this.#texts.errorText(failure));
  }

  #settleOperations(lastSeenId?: number): void {
    const { operationId, failure } = this.#snapshot.context;
    this.#operations.settle({ operationId, failure, isBusy: this.#snapshot.hasTag('busy') }, lastSeenId);
    this.#pauseIfIdle();
  }

  #pauseIfIdle(): void {
    if (this.#observers.isEmpty && this.#operations.isEmpty) this.#link.pause();
  }
}
