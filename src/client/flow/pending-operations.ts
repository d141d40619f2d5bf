import type { AuthError, AuthFailure } from '../../core/auth-error.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import type { OperationEvent } from '../../machine/machine-events.js';

/** The progress of the machine: the operation that it accepted last, and its outcome so far. */
export interface Progress {
  /**
   * The id of that operation. 0 at the start, and after anything else has cancelled the flow without an error: the promise of an accepted
   * operation then rejects with `cancelled`, but that of the newest one resolves if it is a restore.
   */
  readonly operationId: number;
  readonly isBusy: boolean;
  readonly failure: AuthFailure | null;
}

interface PendingOperation {
  readonly id: number;
  readonly event: OperationEvent;
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: AuthError) => void;
  isAccepted: boolean;
}

/**
 * The promises of the client's operations. The machine itself has no promises: it accepts the event of an operation,
 * becomes busy, and stops being busy. Each promise is settled exactly once, according to that progress.
 */
export class Operations {
  readonly #toError: (failure: AuthFailure) => AuthError;
  #pending: PendingOperation[] = [];
  #lastId = 0;

  /** @param toError creates the error that a promise rejects with */
  constructor(toError: (failure: AuthFailure) => AuthError) {
    this.#toError = toError;
  }

  /** Whether the newest pending operation has the same type and arguments as `event`. */
  canJoin(event: OperationEvent): boolean {
    return shallowEqual(this.#pending.at(-1)?.event ?? null, event);
  }

  /** Whether no operation is pending. */
  get isEmpty(): boolean {
    return !this.#pending.length;
  }

  /**
   * Starts an operation. If the newest pending one is the same, returns its promise instead.
   * @param send sends the operation's event to the machine, with the id of the operation
   */
  start(event: OperationEvent, send: (id: number) => void): Promise<void> {
    const newest = this.#pending.at(-1);
    if (newest && this.canJoin(event)) return newest.promise;
    let resolve!: () => void;
    let reject!: (error: AuthError) => void;
    const promise = new Promise<void>((...functions) => {
      [resolve, reject] = functions;
    });
    const id = ++this.#lastId;
    this.#pending.push({ id, event, promise, resolve, reject, isAccepted: false });
    send(id);
    return promise;
  }

  /**
   * Settles the operations that the machine has finished, cancelled or ignored.
   * @param lastSeenId the id of the last operation whose event the machine has processed. The machine has ignored all
   * operations up to this id that it hasn't accepted. By default, none counts as ignored, because a snapshot doesn't
   * tell which events are still queued.
   */
  settle(progress: Progress, lastSeenId = 0): void {
    const settlements: (() => void)[] = [];
    this.#pending = this.#pending.filter(operation => {
      operation.isAccepted ||= operation.id === progress.operationId;
      const settlement = this.#settlementOf(operation, progress, lastSeenId);
      if (settlement) settlements.push(settlement);
      return !settlement;
    });
    // `#pending` is up to date first, because an error gets its text here: a text function of the page may start an operation.
    for (const settle of settlements) settle();
  }

  /** Returns the function that settles an operation; undefined while the machine hasn't processed or finished it. */
  #settlementOf(
    { id, event, isAccepted, resolve, reject }: PendingOperation,
    { operationId, isBusy, failure }: Progress,
    lastSeenId: number,
  ): (() => void) | undefined {
    const rejectWith = (reason: AuthFailure) => () => reject(this.#toError(reason));
    const isRestore = event.type === 'restore';
    if (!isAccepted) {
      if (id > lastSeenId) return undefined;
      // The machine ignores a restore on every screen but the form and the code, while it is busy, and while it holds a session.
      return isRestore ? resolve : rejectWith({ code: 'cancelled' });
    }
    // A restore that no later operation has cancelled was looking for the session that another client or tab has brought.
    const isFound = isRestore && operationId === 0 && id === this.#lastId;
    if (id !== operationId) return isFound ? resolve : rejectWith({ code: 'cancelled' });
    if (isBusy) return undefined;
    // A restore resolves even if an error is shown: an older one, or the refusal of a sign-in by redirect.
    return failure && !isRestore ? rejectWith(failure) : resolve;
  }
}
