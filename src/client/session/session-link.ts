import { shallowEqual } from '../../core/shallow-equal.js';
import type { HeldAccount } from '../../core/stored-session.js';
import type { SessionEvent } from '../../machine/machine-events.js';
import type { SessionKeeper } from './session-keeper.js';
import type { NewSession } from './session-record.js';

/**
 * Connects the machine of one client with the session keeper: tells the machine what happens to the session, in other
 * clients and tabs too (docs/behaviour/flow.md#sharing-a-session). The link is paused while the client has no observer
 * and runs no operation, because a keeper that has no listeners and holds no session needs no timers and no event listeners. The next use
 * of the client catches up.
 */
export class SessionLink {
  readonly #keeper: SessionKeeper;
  readonly #machineAccount: () => HeldAccount | null;
  #sendToMachine: (event: SessionEvent) => void = () => {};
  #unsubscribe: (() => void) | undefined;
  /**
   * The keeper's account when it was last compared, or at the pause. null before that; undefined while the link is listening.
   */
  #lastComparedAccount: HeldAccount | null | undefined = null;
  /** Whether `adopt` or `restore` of the keeper runs, whose result this machine is about to receive. The keeper's events aren't sent meanwhile. */
  #isResultOnItsWay = false;
  /** The account of a sign-in that this machine is about to receive as the result of a call. */
  #awaited: HeldAccount | undefined;
  #isDisposed = false;

  /** @param machineAccount the account in the machine's context now */
  constructor(keeper: SessionKeeper, machineAccount: () => HeldAccount | null) {
    this.#keeper = keeper;
    this.#machineAccount = machineAccount;
  }

  /** @param sendToMachine sends an event to the machine that has just started */
  connect(sendToMachine: (event: SessionEvent) => void): void {
    this.#sendToMachine = sendToMachine;
  }

  start(): void {
    if (this.#unsubscribe || this.#isDisposed) return;
    this.catchUp();
    this.#lastComparedAccount = undefined;
    this.#unsubscribe = this.#keeper.subscribe(event => {
      if (!this.#isResultOnItsWay) this.#sendToMachine(event);
    });
  }

  pause(): void {
    if (!this.#unsubscribe) return;
    this.#unsubscribe();
    this.#unsubscribe = undefined;
    this.#lastComparedAccount = this.#keeper.account;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.pause();
  }

  /**
   * Takes over the session of a sign-in of this client: `SessionKeeper.adopt`.
   * @param signal is aborted if the machine leaves the state in which it awaits the account
   */
  adopt(session: NewSession, signal: AbortSignal): HeldAccount {
    this.#awaited = this.#asResult(signal, () => this.#keeper.adopt(session));
    return this.#awaited;
  }

  /**
   * Restores the session for this client: docs/behaviour/session.md#restore.
   * @returns the account; null if there is no session, or the server has ended it. Rejects if the search for the browser's
   * own session fails, if that session is invalid, or if `signal` is aborted
   */
  async restore(signal: AbortSignal): Promise<HeldAccount | null> {
    const preparation = this.#keeper.prepareRestore(signal);
    // Without a preparation, the session is restored before this method returns.
    const found = preparation && (await preparation);
    // A backend that ignores the signal answers even though the person has signed in meanwhile.
    signal.throwIfAborted();
    // Another client may have adopted it already.
    return found && !this.#keeper.account
      ? this.adopt({ ...found }, signal)
      : this.#asResult(signal, () => this.#keeper.restore());
  }

  /**
   * Restores the stored session at once, without asking the server. A sign-in that starts during `restore` needs this: the person would
   * otherwise be shown as signed out although the session stays stored. Leaving the name step needs it too: that would otherwise end a session
   * whose name another tab has just stored. See docs/behaviour/flow.md#sign-in-over-a-session.
   */
  restoreAtOnce(): void {
    this.#keeper.restore();
    // Not `reconcile`, which sends nothing during `#asResult`: an observer of another client may start the sign-in then.
    this.#sendDifference(this.#machineAccount());
  }

  /**
   * If the link is paused, tells the machine what has happened to the session since. A session that existed before the
   * pause isn't reported again: a flow that this client has started beside that session goes on.
   */
  catchUp(): void {
    if (this.#lastComparedAccount === undefined || this.#isDisposed) return;
    this.#keeper.catchUp();
    const known = this.#lastComparedAccount;
    this.#lastComparedAccount = this.#keeper.account;
    this.reconcile(known);
  }

  /**
   * Sends the machine an event that it has missed: another account or name, or the end of its own session.
   * @param known the keeper's account is sent only if it differs from this one. By default, the machine's account.
   * `catchUp` passes the account that the keeper had before, which the machine may not have
   */
  reconcile(known = this.#machineAccount()): void {
    if (this.#isDisposed || this.#isResultOnItsWay) return;
    if (this.#awaited && !shallowEqual(this.#machineAccount(), this.#awaited)) return;
    this.#awaited = undefined;
    this.#sendDifference(known);
  }

  /** Sends the machine the keeper's account if it isn't `known`, or the end of the session if only the machine still has one. */
  #sendDifference(known: HeldAccount | null): void {
    const { account, endReason } = this.#keeper;
    if (account && !shallowEqual(account, known)) this.#sendToMachine({ type: 'session.changed', account });
    if (!account && this.#machineAccount()) this.#sendToMachine({ type: 'session.ended', reason: endReason });
  }

  /**
   * Makes a call whose result the machine receives. Events that the keeper fires during the call aren't sent to the
   * machine as well.
   */
  #asResult<T>(signal: AbortSignal, call: () => T): T {
    // If an observer of another client makes the machine leave its state, the machine never receives the result. The keeper
    // holds the session anyway, so their accounts are compared afterwards.
    signal.addEventListener('abort', () =>
      queueMicrotask(() => {
        this.#awaited = undefined;
        this.reconcile();
      }),
    );
    this.#isResultOnItsWay = true;
    try {
      return call();
    } finally {
      this.#isResultOnItsWay = false;
    }
  }
}
