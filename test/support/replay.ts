// Replays transitions of the chart on a mounted widget. An event is a person's action if the screen offers it, or else a
// call of the client; answers come from the fake backend, changes of the session through the store, as from other tabs.
import { fixture, html } from '@open-wc/testing';
import type { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthMode } from '../../src/core/modes.js';
import type { AuthSnapshot } from '../../src/machine/auth-machine.js';
import { selectFlow, selectState } from '../../src/machine/selectors.js';
import type { CodeInput } from '../../src/elements/code-input/code-input.js';
import type { PhoneInput } from '../../src/elements/phone-input/phone-input.js';
import { HeldBackend, FakeStore, session, stored } from './held-backend.js';
import { otherMode, type ModelEvent } from './flow-model.js';

const ignore = () => {};

/** The call of the backend behind each actor of the chart. */
const CALLS = {
  restore: 'getSession',
  requestCode: 'requestCode',
  verifyCode: 'verifyCode',
  signIn: 'login',
  saveName: 'setDisplayName',
  signOut: 'endSession',
} as const;

/** A widget with a fake backend and store, in the initial state of the chart. */
export class Replay {
  readonly backend = new HeldBackend();
  readonly store = new FakeStore();
  readonly widget: AuthWidget;
  #tokens = 0;

  private constructor(widget: AuthWidget) {
    this.widget = widget;
  }

  static async start(mode: AuthMode = 'phone-login'): Promise<Replay> {
    // Otherwise the flow of the previous path would be resumed.
    sessionStorage.clear();
    const widget = document.createElement('auth-widget');
    const replay = new Replay(widget);
    Object.assign(widget, { backend: replay.backend, store: replay.store, mode, lang: 'en', noAutoLogin: true });
    await fixture(html`${widget}`);
    await widget.updateComplete;
    return replay;
  }

  end(): void {
    this.widget.client.dispose();
    this.widget.remove();
  }

  /** The first element in the widget that matches, enabled or not. */
  find<T extends Element = HTMLElement>(selector: string): T | null {
    return this.widget.shadowRoot!.querySelector<T>(selector);
  }

  async perform(event: ModelEvent): Promise<void> {
    if ('src' in event) await this.#answer(event);
    else if (event.type.startsWith('session.')) await this.#otherTab(event);
    else this.#act(event);
    await this.#settled();
  }

  /** State and screen of the widget, as far as the chart determines them. */
  get actual() {
    const { state } = this.widget;
    const { screen, mode, failure } = this.widget.client.flow;
    return { ...state, error: failure?.code ?? null, userId: !!state.userId, displayName: null, screen, mode };
  }

  /** The state and screen that a snapshot of the chart leads to, in the same form as `actual`. */
  static expected(snapshot: AuthSnapshot, mode: AuthMode) {
    const state = selectState(snapshot, ({ code }) => code);
    return { ...state, userId: !!state.userId, displayName: null, screen: selectFlow(snapshot).screen, mode };
  }

  async #settled(): Promise<void> {
    // The promises of the backend, the session keeper and the machine settle first, then the widget renders.
    for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setTimeout(resolve));
    await this.widget.updateComplete;
  }

  async #answer({ src, outcome }: ModelEvent): Promise<void> {
    const { backend } = this;
    const method = CALLS[src as keyof typeof CALLS];
    const account = { user: 'u1', displayName: outcome === 'unnamed' ? null : 'Anna' };
    const isError = !['named', 'unnamed', 'nobody', 'sent', 'ended'].includes(outcome as string);
    let value: unknown = { ...session(account), token: `token-${++this.#tokens}`, created: src === 'signIn' };
    if (outcome === 'nobody') value = null;
    if (outcome === 'sent' || outcome === 'ended') value = {};
    if (isError) value = new AuthError(outcome as never, { retryAfter: 900, attemptsLeft: 2 });
    // The server no longer knows the session.
    if (src === 'restore' && (isError || !value)) value = new AuthError('session-expired');
    // Several calls can be open at a sign-out: all are answered.
    do await this.#reply(method, value);
    while (method === 'endSession' && backend.open.includes(method));
  }

  /** Answers a call. It waits a short time for a call that hasn't been made yet. */
  async #reply(method: (typeof CALLS)[keyof typeof CALLS] | 'renewSession', value: unknown): Promise<void> {
    for (let turn = 0; !this.backend.open.includes(method); turn++) {
      if (turn === 100) throw new Error(`There is no call of ${method} to answer.`);
      await new Promise(resolve => setTimeout(resolve));
    }
    await this.backend.answer(method, value);
  }

  async #otherTab({ type, account, reason }: ModelEvent): Promise<void> {
    const { store } = this;
    const token = `token-${++this.#tokens}`;
    if (type === 'session.changed') store.change(stored({ ...(account as object), token }));
    else if (reason === 'other-tab') store.change(null);
    else {
      // The token has expired, and its renewal is refused.
      store.stored &&= { ...store.stored, obtainedAt: 0 };
      window.dispatchEvent(new Event('online'));
      await this.#reply('renewSession', new AuthError('session-expired'));
    }
  }

  #act(event: ModelEvent): void {
    const { client } = this.widget;
    const { screen, mode } = client.flow;
    const isFree = !client.state.isLoading;
    const phone = event.phone as string;
    const name = event.typedName as string | null;
    switch (event.type) {
      case 'restore':
        this.store.stored ??= stored({ obtainedAt: 0, token: `token-${++this.#tokens}` });
        client.tryAutoLogin().catch(ignore);
        break;
      case 'code.request':
        if (isFree && screen === 'credentials' && mode === event.mode) {
          this.find<PhoneInput>('phone-input')!.value = phone;
          this.#fill('displayName', name);
          this.#submit();
        } else (name ? client.registerByPhone(phone, name) : client.loginByPhone(phone)).catch(ignore);
        break;
      case 'code.submit':
        if (isFree && screen === 'code') {
          const input = this.find<CodeInput>('code-input')!;
          this.#edit(input);
          input.value = event.code as string;
          this.#submit();
        } else client.loginWithSmsCode(event.code as string).catch(ignore);
        break;
      case 'name.submit':
        if (isFree) {
          this.#fill('displayName', name);
          this.#submit();
        } else client.verifyRegistrationSms('', name!).catch(ignore);
        break;
      case 'password.submit':
        if (isFree && screen === 'credentials' && mode === 'login') {
          this.#fill('login', event.login as string);
          this.#fill('password', event.password as string);
          this.#submit();
        } else client.login(event.login as string, event.password as string).catch(ignore);
        break;
      case 'logout':
        // A sign-out needs a session to end, at least a stored one.
        this.store.stored ??= stored({ token: `token-${++this.#tokens}` });
        if (isFree && screen === 'signed-in') this.find('button')!.click();
        else client.logout().catch(ignore);
        break;
      case 'back': {
        const link = [...this.widget.shadowRoot!.querySelectorAll<HTMLElement>('[part=link]')].at(-1);
        if (isFree && (screen === 'name' || screen === 'confirmed')) link!.click();
        else if (isFree && screen === 'code') this.find('[part=back]')!.click();
        else client.back();
        break;
      }
      case 'mode.change':
        client.setMode(event.label === 'mode.change' ? otherMode(mode) : mode);
        break;
      case 'error.clear':
        this.#edit(this.find('phone-input, code-input, input'));
        break;
      case 'operation.reject':
        client.loginByPhone('1').catch(ignore);
        break;
      default:
        throw new Error(`No action for the event ${event.type}.`);
    }
  }

  /** Edits a field like a person, with the `input` event that the widget listens to. */
  #edit(field: HTMLElement | null): void {
    if (field) field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    else this.widget.client.clearError();
  }

  #fill(name: string, value: string | null): void {
    const input = this.find<HTMLInputElement>(`input[name=${name}]`);
    if (!input || value === null) return;
    input.value = value;
    this.#edit(input);
  }

  #submit(): void {
    this.find<HTMLFormElement>('form')!.requestSubmit();
  }
}
