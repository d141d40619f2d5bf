import type { AuthState } from '../../src/core/auth-state.js';

/** The events of the widget, and the fields that each carries. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  'auth-change': ['state'],
  'auth-signed-in': ['userId', 'displayName'],
  'auth-signed-out': ['reason'],
  'auth-code-sent': ['phone'],
  'auth-error': ['code', 'message'],
  'code-complete': ['code'],
  'code-back': [],
};
const KEPT = 100;

const span = (className: string, text: string): HTMLElement => {
  const created = document.createElement('span');
  created.className = className;
  created.textContent = text;
  return created;
};

/**
 * Lists the events of the widget, the newest first: time, name, fields. Of `auth-change` it shows the fields of the
 * state that differ from the last one. A code is never shown.
 */
export class EventLog {
  #last: Partial<AuthState> = {};
  readonly #list: HTMLElement;
  readonly #empty: HTMLElement;

  constructor(list: HTMLElement, empty: HTMLElement) {
    this.#list = list;
    this.#empty = empty;
  }

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
    const fields = document.createElement('span');
    fields.className = 'fields';
    for (const [name, value] of this.#fields(event)) {
      fields.append(span('field', `${name}: `), span('value', value), ' ');
    }
    item.append(time, ' ', span('name', event.type), ' ', fields);
    this.#list.prepend(item);
    this.#empty.hidden = true;
    while (this.#list.childElementCount > KEPT) this.#list.lastElementChild!.remove();
  }

  #fields(event: Event): [name: string, value: string][] {
    const carried = event as unknown as Record<string, unknown>;
    if (event.type === 'auth-change') {
      const state = carried['state'] as AuthState;
      const last = this.#last;
      this.#last = state;
      return Object.entries(state).flatMap(([name, value]) =>
        last[name as keyof AuthState] === value ? [] : [[name, JSON.stringify(value)]],
      );
    }
    return EVENTS[event.type]!.map(name => [
      name,
      event.type === 'code-complete' ? '•'.repeat(String(carried[name]).length) : JSON.stringify(carried[name]),
    ]);
  }
}
