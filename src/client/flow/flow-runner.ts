import type { AuthFailure } from '../../core/auth-error.js';
import type { AuthState } from '../../core/auth-state.js';
import { shallowEqual } from '../../core/shallow-equal.js';
import type { AuthSnapshot } from '../../machine/auth-machine.js';
import { selectState } from '../../machine/selectors.js';
import { noticesOf, type AuthNotice } from './notices.js';

/** The current snapshot of the machine, the state that it means, and the notices of each change. */
export class MachineView {
  readonly #toMessage: (failure: AuthFailure) => string;
  #snapshot: AuthSnapshot;
  #state: AuthState;

  constructor(snapshot: AuthSnapshot, toMessage: (failure: AuthFailure) => string) {
    this.#toMessage = toMessage;
    this.#snapshot = snapshot;
    this.#state = selectState(snapshot, toMessage);
  }

  get snapshot(): AuthSnapshot {
    return this.#snapshot;
  }

  /** The same object until one of its fields changes. */
  get state(): AuthState {
    return this.#state;
  }

  /** @returns what to report of the change */
  update(snapshot: AuthSnapshot): AuthNotice[] {
    const before = { state: this.#state, context: this.#snapshot.context };
    const state = selectState(snapshot, this.#toMessage);
    this.#snapshot = snapshot;
    if (!shallowEqual(before.state, state)) this.#state = state;
    return noticesOf(before, { state, context: snapshot.context });
  }
}
