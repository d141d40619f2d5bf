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

/** The table of the seven fields of `AuthState`; a field that changes is highlighted for a moment. */
export class StatePanel {
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
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
      // The first values aren't a change.
      if (cell.textContent && !this.#reducedMotion.matches) {
        cell.parentElement!.animate({ backgroundColor: ['var(--accent-soft)', 'transparent'] }, 1200);
      }
      cell.dataset['type'] = value === null ? 'null' : typeof value;
      cell.textContent = text;
    }
  }
}
