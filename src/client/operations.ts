import type { AuthError, AuthFailure } from '../core/auth-error.js';
import { shallowEqual } from '../core/shallow-equal.js';
import type { OperationEvent } from '../machine/machine-context.js';

/** What the machine says about operations: which one it accepted last, and how far that is. */
export interface Progress {
  readonly operation: number;
  readonly isBusy: boolean;
  readonly failure: AuthFailure | null;
}

interface Pending {
  readonly id: number;
  readonly event: OperationEvent;
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: AuthError) => void;
  isAccepted: boolean;
}

/** Turns events for the machine into promises: one for each operation, and none that is left open. */
export class Operations {
  readonly #toError: (failure: AuthFailure) => AuthError;
  #pending: Pending[] = [];
  #count = 0;

  constructor(toError: (failure: AuthFailure) => AuthError) {
    this.#toError = toError;
  }

  /** Whether the operation that runs is this one, however far it has come. */
  isRunning(event: OperationEvent): boolean {
    return shallowEqual(this.#pending.at(-1)?.event ?? null, event);
  }

  get isIdle(): boolean {
    return !this.#pending.length;
  }

  /**
   * The promise of an operation. The same one with the same arguments joins the one that runs.
   * @param send hands the event to the machine, under the operation's number
   */
  start(event: OperationEvent, send: (operation: number) => void): Promise<void> {
    if (this.isRunning(event)) return this.#pending.at(-1)!.promise;
    let resolve!: () => void;
    let reject!: (error: AuthError) => void;
    const promise = new Promise<void>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    const id = ++this.#count;
    this.#pending.push({ id, event, promise, resolve, reject, isAccepted: false });
    send(id);
    return promise;
  }

  /**
   * Ends the operations that the machine has finished, or left for another.
   * @param sent the number of the last operation that the machine has seen for certain; what it has not accepted by
   * then it has ignored
   */
  settle({ operation, isBusy, failure }: Progress, sent = 0): void {
    const ended: (() => void)[] = [];
    this.#pending = this.#pending.filter(pending => {
      pending.isAccepted ||= pending.id === operation;
      const fail = (reason: AuthFailure) => ended.push(() => pending.reject(this.#toError(reason)));
      if (!pending.isAccepted) {
        if (pending.id > sent) return true;
        // Nothing to do is no failure: signed in already, or nothing to restore from here.
        if (pending.event.type === 'restore') ended.push(pending.resolve);
        else fail({ code: 'cancelled' });
      } else if (pending.id !== operation) fail({ code: 'cancelled' });
      else if (isBusy) return true;
      // What stood there before is not the fault of a restoration.
      else if (failure && pending.event.type !== 'restore') fail(failure);
      else ended.push(pending.resolve);
      return false;
    });
    for (const end of ended) end();
  }
}
