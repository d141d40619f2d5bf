import type { HeldAccount } from '../../core/stored-session.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import type { SessionEvent } from '../../machine/machine-context.js';
import type { SessionKeeper } from './session-keeper.js';

/**
 * Brings what happens to the session, in other clients and tabs too, from the session keeper to the machine of one
 * client: docs/behaviour/flow.md#sharing-a-session. It is paused while the client has no observer and runs no operation:
 * without listeners the keeper holds neither a timer nor event listeners of the page. The next use catches up.
 */
export class SessionLink {
  readonly #keeper: SessionKeeper;
  readonly #machineAccount: () => HeldAccount | null;
  #sendToMachine: (event: SessionEvent) => void = () => {};
  #unsubscribe: (() => void) | undefined;
  /**
   * The account of the keeper at the pause, or at the last comparison since. undefined while listening, and before the
   * first `start`.
   */
  #lastComparedAccount: HeldAccount | null | undefined;
  #isDisposed = false;

  /** @param machineAccount the account in the machine's context now */
  constructor(keeper: SessionKeeper, machineAccount: () => HeldAccount | null) {
    this.#keeper = keeper;
    this.#machineAccount = machineAccount;
  }

  /** The listener as the keeper knows it: a sign-in or a restoration of this client excepts it from being notified. */
  readonly handleEvent = (event: SessionEvent): void => this.#sendToMachine(event);

  /** Called when the machine's `keeper` actor starts, with the function that sends to the machine. */
  setSender(sendToMachine: (event: SessionEvent) => void): void {
    this.#sendToMachine = sendToMachine;
  }

  start(): void {
    if (this.#unsubscribe || this.#isDisposed) return;
    this.resync();
    this.#lastComparedAccount = undefined;
    this.#unsubscribe = this.#keeper.subscribe(this.handleEvent);
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
   * While paused: reports what has happened to the session since. A session that was there before is not reported: a
   * flow that this client started beside it goes on.
   */
  resync(): void {
    if (this.#lastComparedAccount === undefined) return;
    const known = this.#lastComparedAccount;
    this.#lastComparedAccount = this.#keeper.account;
    this.reconcileAccount(known);
  }

  /**
   * Sends the machine an event that it has missed: of a session of another account, or of the end of its own session.
   * @param known the keeper's account is sent only if it differs from this one. By default the machine's account; in
   * `resync` the account that the keeper had before, which the machine need not have
   */
  reconcileAccount(known = this.#machineAccount()): void {
    if (this.#isDisposed) return;
    const { account, endReason } = this.#keeper;
    if (account && !shallowEqual(account, known)) this.#sendToMachine({ type: 'session.changed', account });
    if (!account && this.#machineAccount()) this.#sendToMachine({ type: 'session.ended', reason: endReason });
  }
}
