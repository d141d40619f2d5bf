// <auth-widget> for tests of the elements. Most tests have one widget over a fake server, `widget`: mount() creates it, and
// the other helpers look into its shadow root. Tests of several widgets use createWidget() and mountWidget().
import { fixture, html } from '@open-wc/testing';
import type { LitElement, TemplateResult } from 'lit';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthError } from '../../src/core/auth-error.js';
import type { AuthState } from '../../src/core/auth-state.js';
import type { AuthMode } from '../../src/core/modes.js';
import '../../src/define/auth-widget.js';
import type { AuthWidget } from '../../src/elements/auth-widget/auth-widget.js';
import type { CodeInput } from '../../src/elements/code-input/code-input.js';
import type { PhoneInput } from '../../src/elements/phone-input/phone-input.js';
import { finishAnimations } from './animations.js';
import { press, type, until } from './browser.js';
import { HeldBackend, FakeStore, session } from './held-backend.js';

/** The widget of the current test, and its server. */
export let widget: AuthWidget;
export let backend: HeldBackend;

/** The number that the helpers sign in with, in wire form. */
export const PHONE = '79161234567';

/**
 * Creates `widget` outside of the document. A stored session is not restored.
 * @param options a mode, or properties of any type, as an app without type checks sets them
 */
export function make(options: AuthMode | object = 'phone-login'): void {
  sessionStorage.clear();
  backend = new HeldBackend();
  widget = document.createElement('auth-widget');
  Object.assign(widget, { backend, store: new FakeStore(), lang: 'en', noAutoLogin: true });
  Object.assign(widget, typeof options === 'string' ? { mode: options } : options);
}

/** What the last mount() has put into the document. */
let mounted: HTMLElement | undefined;

/**
 * Creates `widget` in the document, in place of the widget of the mount() before.
 * @param options as for make()
 * @returns the element that the template has put around the widget
 */
export async function mount(
  options: AuthMode | object = 'phone-login',
  around = (inside: Element): TemplateResult => html`<div>${inside}</div>`,
): Promise<HTMLElement> {
  // The widgets before stay on the page until the test ends, and WebKitGTK lays out and paints all of them in each frame.
  mounted?.remove();
  make(options);
  const outside = await fixture<HTMLElement>(around(widget));
  mounted = outside;
  await settled();
  return outside;
}

/** Leaves the widget on the page when the next one is mounted. */
export function keepMounted(): void {
  mounted = undefined;
}

/**
 * Waits for two updates: one renders the last step and moves the focus, the other one renders the effects of the first. Then
 * lets the motion end at once, so that every box is at its place.
 */
export async function settled(element = widget): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await new Promise(requestAnimationFrame);
    await element.updateComplete;
    // If the widget isn't connected, its controls don't update, and their promises stay open.
    if (!element.isConnected) continue;
    const controls = element.shadowRoot!.querySelectorAll<LitElement>('phone-input, code-input');
    await Promise.all([...controls].map(control => control.updateComplete));
  }
  finishAnimations(element);
}

export const query = <E extends Element = HTMLInputElement>(selector: string) =>
  widget.shadowRoot!.querySelector<E>(selector);

export function find<E extends Element = HTMLInputElement>(selector: string): E {
  const found = query<E>(selector);
  if (!found) throw new Error(`no ${selector} in ${widget.shadowRoot!.textContent}`);
  return found;
}

/** The button with this text. */
export function button(text: string): HTMLElement {
  const found = [...widget.shadowRoot!.querySelectorAll('button')].find(each => each.textContent.trim() === text);
  if (!found) throw new Error(`no button «${text}» in ${widget.shadowRoot!.textContent}`);
  return found;
}

export const codeField = () => find<CodeInput>('code-input');
export const phoneField = () => find<PhoneInput>('phone-input');
export const submitButton = () => find<HTMLElement>('[type=submit]');
export const textOf = (selector: string) => find<HTMLElement>(selector).textContent.trim();
export const focused = () => widget.shadowRoot!.activeElement;
/** The name of the element that has the focus. Chai takes minutes to print two elements that differ. */
export const focusedAt = () => focused()?.getAttribute('name') ?? focused()?.localName;

/** The text on the screen, without hidden elements. */
export function visibleText(): string {
  const parts: string[] = [];
  const walk = (node: Node): void => {
    if (node instanceof Element && (node.hasAttribute('hidden') || node.localName === 'style')) return;
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.textContent ?? '');
    for (const child of (node as Element).shadowRoot?.childNodes ?? []) walk(child);
    for (const child of node.childNodes) walk(child);
  };
  widget.shadowRoot!.childNodes.forEach(walk);
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

export async function typePhone(digits = '9161234567'): Promise<void> {
  phoneField().focus();
  await type(digits);
}

/** Requests a code through the form: types a number and presses Enter. The server doesn't answer yet. */
export async function requestCode(): Promise<void> {
  await typePhone();
  await press('Enter');
  await settled();
}

/** The server's answer to that request. */
export async function answerRequestCode(): Promise<void> {
  await backend.answer('requestCode', {});
  await until(() => query('code-input'));
  await settled();
}

/** Leads to the code screen through the client. */
export async function toCode(answer: object = { resendIn: 60 }): Promise<CodeInput> {
  const requested = widget.client.loginByPhone('9161234567');
  await backend.answer('requestCode', answer);
  await requested;
  await settled();
  return codeField();
}

/** Leads to the code screen after the server has rejected a code with `error`. */
export async function toRejectedCode(error: AuthError): Promise<void> {
  await toCode();
  const submitted = widget.client.loginWithSmsCode('111111').catch(() => {});
  await backend.answer('verifyCode', error);
  await submitted;
  await settled();
}

/** Signs in through the client. */
export async function signIn(overrides = {}): Promise<void> {
  const done = widget.client.login('anna', 'correct horse');
  await backend.answer('login', session(overrides));
  await done;
  await settled();
}

/** Types a login and a password into the form. */
export async function fill(login: string, password: string, repeat?: string): Promise<void> {
  find('#login').focus();
  await type(login);
  find('#password').focus();
  await type(password);
  if (repeat === undefined) return;
  find('#repeat').focus();
  await type(repeat);
}

/**
 * Gives the focus, with `:focus-visible`, to each element of the widget that can have it. Doesn't work in WebKitGTK: on a
 * display without a window manager, its window is not active, and `:focus` matches nothing.
 * @param look is called with the element, or with the active cell if the input is shown as cells
 */
export async function focusEach(look: (element: HTMLElement) => unknown): Promise<void> {
  const hosts = [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')];
  const elements = hosts.flatMap(host => [...host.shadowRoot!.querySelectorAll<HTMLElement>('a, button, input')]);
  for (const element of elements.filter(element => element.checkVisibility())) {
    element.focus({ focusVisible: true });
    const field = element.parentElement!;
    if (element.localName !== 'input' || !field.querySelector('[part=cell]')) look(element);
    else {
      await until(() => field.querySelector('[data-active]'));
      look(field.querySelector<HTMLElement>('[data-active]')!);
    }
  }
}

const EVENTS = ['auth-signed-in', 'auth-signed-out', 'auth-code-sent', 'auth-error'] as const;

interface Created {
  readonly widget: AuthWidget;
  /** The states of its `auth-change` events. */
  readonly states: AuthState[];
  /** The types of its other events. */
  readonly events: string[];
}

export interface Mounted extends Created {
  readonly backend: HeldBackend;
  readonly store: FakeStore;
}

const created: AuthWidget[] = [];

/** A widget outside of the document. After the test it is removed, and its client is disposed of. */
export function createWidget(options: Partial<AuthWidget>): Created {
  const widget = document.createElement('auth-widget');
  Object.assign(widget, { lang: 'en', ...options });
  const states: AuthState[] = [];
  const events: string[] = [];
  widget.addEventListener('auth-change', ({ state }) => states.push(state));
  for (const type of EVENTS) widget.addEventListener(type, () => events.push(type));
  created.push(widget);
  return { widget, states, events };
}

/** A widget like that of createWidget(), in the document. */
export function appendWidget(options: Partial<AuthWidget>): AuthWidget {
  const { widget } = createWidget(options);
  document.body.append(widget);
  return widget;
}

/** A widget in the document with its own server and store. */
export async function mountWidget(
  options: Partial<AuthWidget> = {},
  stored: FakeStore['stored'] = null,
): Promise<Mounted> {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = stored;
  const made = createWidget({ backend, store, ...options });
  await fixture(html`<div>${made.widget}</div>`);
  await made.widget.updateComplete;
  return { ...made, backend, store };
}

/** A client as a page creates it, with its own server and store. */
export function createClient(stored: FakeStore['stored'] = null) {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = stored;
  return { backend, store, client: new AuthClient({ backend, store }) };
}

export const queryIn = <E extends Element = HTMLElement>(element: AuthWidget, selector: string) =>
  element.shadowRoot!.querySelector<E>(selector);

/** Submits the form of `mounted` with a number, and lets its server answer, which leads to the code screen. */
export async function requestCodeIn({ widget, backend }: Mounted): Promise<void> {
  await until(() => queryIn(widget, 'phone-input'));
  queryIn<PhoneInput>(widget, 'phone-input')!.value = PHONE;
  queryIn<HTMLFormElement>(widget, 'form')!.requestSubmit();
  await backend.answer('requestCode', { resendIn: 60 });
  await until(() => queryIn(widget, 'code-input'));
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

afterEach(() => {
  for (const widget of created.splice(0)) {
    widget.remove();
    widget.client.dispose();
  }
});
