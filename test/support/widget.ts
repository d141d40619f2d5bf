// The widget as the tests of what people do in it see it: mounted over a fake server, and what is in its shadow root.
import { fixture, html } from '@open-wc/testing';
import type { LitElement, TemplateResult } from 'lit';
import type { AuthMode } from '../../src/core/auth-state.js';
import '../../src/define/auth-widget.js';
import type { AuthWidget } from '../../src/elements/auth-widget.js';
import type { CodeInput } from '../../src/elements/code-input.js';
import { type } from './browser.js';
import { FakeBackend, FakeStore, session } from './fake-backend.js';

/** The widget of the test that runs, and its server. */
export let widget: AuthWidget;
export let backend: FakeBackend;

/** A widget that nobody sees yet. */
export function make(mode: AuthMode = 'phone-login'): void {
  sessionStorage.clear();
  backend = new FakeBackend();
  widget = document.createElement('auth-widget');
  Object.assign(widget, { backend, store: new FakeStore(), lang: 'en', mode, noAutoLogin: true });
}

/** @returns what the template has put around the widget */
export async function mount(
  mode: AuthMode = 'phone-login',
  around = (inside: Element): TemplateResult => html`<div>${inside}</div>`,
): Promise<HTMLElement> {
  make(mode);
  const outside = await fixture<HTMLElement>(around(widget));
  await settled();
  return outside;
}

/** What was rendered, the focus that follows it, and what that renders. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    await new Promise(requestAnimationFrame);
    await widget.updateComplete;
    const controls = widget.shadowRoot!.querySelectorAll<LitElement>('phone-input, code-input');
    await Promise.all([...controls].map(control => control.updateComplete));
  }
}

export const maybe = <E extends Element = HTMLInputElement>(selector: string) =>
  widget.shadowRoot!.querySelector<E>(selector);

export function find<E extends Element = HTMLInputElement>(selector: string): E {
  const found = maybe<E>(selector);
  if (!found) throw new Error(`no ${selector} in ${widget.shadowRoot!.textContent}`);
  return found;
}

/** The button that says so. */
export function button(text: string): HTMLElement {
  const found = [...widget.shadowRoot!.querySelectorAll('button')].find(each => each.textContent.trim() === text);
  if (!found) throw new Error(`no button «${text}» in ${widget.shadowRoot!.textContent}`);
  return found;
}

export const focused = () => widget.shadowRoot!.activeElement;
/** What has the focus, by its name. To compare the elements themselves takes minutes where they are not the same. */
export const focusedAt = () => focused()?.getAttribute('name') ?? focused()?.localName;
export const submitButton = () => find<HTMLElement>('[type=submit]');

export async function toCode(answer: object = { resendIn: 60 }): Promise<CodeInput> {
  const asked = widget.client.loginByPhone('9161234567');
  await backend.answer('requestCode', answer);
  await asked;
  await settled();
  return find<CodeInput>('code-input');
}

export async function signIn(over = {}): Promise<void> {
  const done = widget.client.login('anna', 'correct horse');
  await backend.answer('login', session(over));
  await done;
  await settled();
}

export async function fill(login: string, password: string, repeat?: string): Promise<void> {
  find('#login').focus();
  await type(login);
  find('#password').focus();
  await type(password);
  if (repeat === undefined) return;
  find('#repeat').focus();
  await type(repeat);
}
