import type { AuthState } from '../../src/core/auth-state.js';
import { createElement } from './dom.js';

/** The events that the elements of this package define, and the fields of each. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  'auth-change': ['state'],
  'auth-signed-in': ['userId', 'displayName'],
  'auth-signed-out': ['reason'],
  'auth-code-sent': ['phone'],
  'auth-error': ['code', 'message'],
  'code-complete': ['code'],
  'code-back': [],
};
const MAX_ENTRIES = 100;

const span = (className: string, ...children: (Node | string)[]) => createElement('span', className, ...children);

/**
 * The list of the last 100 events, the newest first, each with its time, name and fields. For `auth-change` it shows the fields of the
 * state that differ from the previous `auth-change`. The code of `code-complete` is masked. `empty` is shown while the list is empty.
 */
export class EventLog {
  #lastState: Partial<AuthState> = {};
  readonly #list: HTMLElement;
  readonly #empty: HTMLElement;

  constructor(list: HTMLElement, empty: HTMLElement) {
    this.#list = list;
    this.#empty = empty;
  }

  /** Lists the events that reach `target` from now on. */
  listen(target: EventTarget): void {
    for (const name of Object.keys(EVENTS)) target.addEventListener(name, event => this.#add(event));
  }

  clear(): void {
    this.#list.replaceChildren();
    this.#empty.hidden = false;
  }

  #add(event: Event): void {
    const item = document.createElement('li');
    const now = new Date();
    const time = document.createElement('time');
    time.dateTime = now.toISOString();
    time.textContent = `${now.toTimeString().slice(0, 8)}.${String(now.getMilliseconds()).padStart(3, '0')}`;
    item.dataset['event'] = event.type;
    const fields = span('fields');
    for (const [name, value] of this.#fieldsOf(event)) {
      fields.append(span('field', `${name}: `), span('value', value), ' ');
    }
    item.append(time, ' ', span('name', event.type), ' ', fields);
    this.#list.prepend(item);
    this.#empty.hidden = true;
    while (this.#list.childElementCount > MAX_ENTRIES) this.#list.lastElementChild!.remove();
  }

  #fieldsOf(event: Event): [name: string, value: string][] {
    const values = event as unknown as Record<string, unknown>;
    if (event.type === 'auth-change') {
      const state = values['state'] as AuthState;
      const lastState = this.#lastState;
      this.#lastState = state;
      return Object.entries(state).flatMap(([name, value]) =>
        lastState[name as keyof AuthState] === value ? [] : [[name, JSON.stringify(value)]],
      );
    }
    return EVENTS[event.type]!.map(name => [
      name,
      event.type === 'code-complete' ? '•'.repeat(String(values[name]).length) : JSON.stringify(values[name]),
    ]);
  }
}
