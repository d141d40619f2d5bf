import type { AuthState } from '../../src/core/auth-state.js';

const FIELDS: readonly (keyof AuthState)[] = [
  'isAuthenticated',
  'userId',
  'displayName',
  'isLoading',
  'error',
  'phoneForVerification',
  'verificationStep',
];

/** Shows the seven fields of the state as they are, and marks those that have just changed. */
export class StatePanel {
  readonly #values = new Map<keyof AuthState, HTMLElement>();

  constructor(list: HTMLElement) {
    for (const field of FIELDS) {
      const row = document.createElement('div');
      const name = document.createElement('dt');
      const value = document.createElement('dd');
      name.textContent = field;
      value.dataset['field'] = field;
      row.append(name, value);
      list.append(row);
      this.#values.set(field, value);
    }
  }

  show(state: AuthState): void {
    for (const [field, cell] of this.#values) {
      const value = state[field];
      const text = JSON.stringify(value);
      if (cell.textContent === text) continue;
      const row = cell.parentElement!;
      // The mark is an animation: a clone starts it again while an earlier one runs.
      if (cell.textContent) for (const animation of row.getAnimations()) animation.cancel();
      row.classList.toggle('changed', cell.textContent !== '');
      cell.dataset['type'] = value === null ? 'null' : typeof value;
      cell.textContent = text;
    }
  }
}
