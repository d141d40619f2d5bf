import '../../../src/define/auth-widget.js';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import '../../../src/locales/ar.js';
import { MemoryBackend } from '../../../src/testing/index.js';
import { answerRequest } from '../../../src/testing/memory-server/http-answers.js';
import type { AuthMode } from '../../../src/core/modes.js';
import { DISTURBANCES, type Answer, type DisturbanceName } from '../world/disturbances.js';

/** The number of a person whom the server knows, one that nobody has registered, and their codes: no SMS is sent. */
export const PHONES = { '79161234567': '343754', '79037654321': '120343' };
export const PASSWORD = 'correct horse';
export const BASE_URL = 'https://api.test';
export const RECORD_KEY = `auth-widget:session:${BASE_URL}`;

const MODES: readonly AuthMode[] = ['phone-login', 'register'];

interface OpenCall {
  readonly url: string;
  readonly init: RequestInit;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: unknown) => void;
}

/** Resolves when the page has done everything that waits for no answer and no timer. */
async function settle(widgets: readonly AuthWidget[]): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await new Promise<void>(resolve => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
    for (const widget of widgets) if (widget.isConnected) await widget.updateComplete;
  }
}

/** A response whose body is there at once. Firefox reads a real one in more turns than `settle` waits for. */
function readyResponse({ status, headers, body }: Answer): Response {
  const response = new Response(body, { status, headers });
  return Object.assign(response, { text: () => Promise.resolve(body) });
}

/** The element that has the focus, in whatever shadow root it is. */
export function focusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/** A page with two widgets and a button of its own. The server is in memory, and answers only when it is told to. */
export class WidgetWorld {
  readonly backend = new MemoryBackend({ testNumbers: PHONES });
  readonly box = document.createElement('div');
  readonly outside = document.createElement('button');
  readonly widgets: AuthWidget[] = [];
  /** What the page has reported as an error, and what rules were broken. */
  readonly found = new Set<string>();
  /** All calls so far, as method and path. */
  readonly calls: string[] = [];
  /** The calls that wait for an answer, oldest first. */
  readonly #open: OpenCall[] = [];
  readonly #controller = new AbortController();
  readonly #fetch = globalThis.fetch;

  constructor() {
    localStorage.clear();
    sessionStorage.clear();
    this.backend.addAccount({ phone: '79161234567', login: 'anna', password: PASSWORD, displayName: 'Anna' });
    globalThis.fetch = (url, init = {}) => this.#call(url as string, init);
    const { signal } = this.#controller;
    window.addEventListener('unhandledrejection', ({ reason }) => this.found.add(`unhandled: ${reason}`), { signal });
    window.addEventListener('error', ({ message }) => this.found.add(`uncaught: ${message}`), { signal });
    this.outside.textContent = 'Elsewhere';
    document.body.append(this.box, this.outside);
    MODES.forEach((_, index) => this.mount(index));
  }

  /** How many calls wait for an answer. */
  get openCount(): number {
    return this.#open.length;
  }

  /** Puts a new widget into the page, in place of the one that was there, as a reload does. */
  mount(index: number): void {
    const before = this.widgets[index];
    before?.client.dispose();
    before?.remove();
    const widget = document.createElement('auth-widget');
    Object.assign(widget, { baseUrl: BASE_URL, mode: MODES[index], lang: before?.lang || 'en' });
    this.widgets[index] = widget;
    this.box.append(widget);
  }

  settle(): Promise<void> {
    return settle(this.widgets);
  }

  /** Answers the oldest call: as the server does, or as a network in trouble does. */
  async answer(how: DisturbanceName | 'well'): Promise<void> {
    const call = this.#open.shift();
    if (!call) return;
    const { up, down, answer } =
      how === 'well' ? { up: 0, down: 0, answer: undefined } : { answer: undefined, ...DISTURBANCES[how] };
    const own = up === null ? null : await this.#ask(call);
    if (down === null) return;
    const final = answer === undefined ? own : answer;
    if (final) call.resolve(readyResponse(final));
    else call.reject(new TypeError('Failed to fetch'));
  }

  /** Answers every call until there are none left. */
  async finish(): Promise<void> {
    for (const widget of this.widgets) if (!widget.isConnected) this.box.append(widget);
    await this.settle();
    for (let turn = 0; this.openCount && turn < 50; turn++) {
      await this.answer('well');
      await this.settle();
    }
  }

  /** Another tab has written or removed the record. */
  changeInOtherTab(change: () => void): void {
    change();
    window.dispatchEvent(new StorageEvent('storage', { key: RECORD_KEY, storageArea: localStorage }));
  }

  end(): void {
    for (const widget of this.widgets) {
      widget.client.dispose();
      widget.remove();
    }
    this.box.remove();
    this.outside.remove();
    this.#controller.abort();
    globalThis.fetch = this.#fetch;
  }

  #call(url: string, init: RequestInit): Promise<Response> {
    this.calls.push(`${init.method} ${new URL(url).pathname}`);
    return new Promise((resolve, reject) => {
      const call = { url, init, resolve, reject };
      this.#open.push(call);
      init.signal!.addEventListener('abort', () => {
        const index = this.#open.indexOf(call);
        if (index >= 0) this.#open.splice(index, 1);
        reject(init.signal!.reason as Error);
      });
    });
  }

  async #ask({ url, init: { method = 'GET', headers, body } }: OpenCall): Promise<Answer> {
    const path = new URL(url).pathname;
    return answerRequest(this.backend, {
      method,
      path,
      headers: Object.fromEntries(new Headers(headers)),
      body: body as string | null,
    });
  }
}
