// The widget and what is around it: another origin, the back/forward cache, a network that goes, and prying eyes.
import { expect } from '@open-wc/testing';
import '../../src/define/auth-widget.js';
import { AuthError } from '../../src/core/auth-error.js';
import type { AuthWidget } from '../../src/elements/auth-widget.js';
import { until } from '../support/browser.js';
import { FakeBackend, FakeStore, session, stored } from '../support/fake-backend.js';

const PHONE = '79161234567';

function mount(options: Partial<AuthWidget>): AuthWidget {
  const widget = document.createElement('auth-widget');
  Object.assign(widget, { lang: 'en', ...options });
  document.body.append(widget);
  return widget;
}

function end(widget: AuthWidget): void {
  widget.client.dispose();
  widget.remove();
}

const find = <T extends Element = HTMLElement>(widget: AuthWidget, selector: string) =>
  widget.shadowRoot!.querySelector<T>(selector);

const alertOf = (widget: AuthWidget) => find(widget, '[role=alert]')?.textContent?.trim();

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('a server of another origin that does not allow this one: said so, and nothing is lost', async () => {
  const other = new URL(location.origin);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  // It is there, and it answers: only this page may not read it.
  expect((await fetch(other, { mode: 'no-cors' })).type).to.equal('opaque');
  const widget = mount({ baseUrl: other.href });
  await until(() => find(widget, 'phone-input'));
  find<HTMLElement & { value: string }>(widget, 'phone-input')!.value = PHONE;
  find<HTMLFormElement>(widget, 'form')!.requestSubmit();
  await until(() => alertOf(widget));
  expect(alertOf(widget)).to.equal('The server cannot be reached. Please try again.');
  expect(find<HTMLElement & { value: string }>(widget, 'phone-input')!.value).to.equal(PHONE);
  expect(widget.state.isLoading).to.equal(false);
  end(widget);
});

it('a page that comes back from the cache sees what happened to the session in the meantime', async () => {
  const store = new FakeStore();
  const widget = mount({ backend: new FakeBackend(), store });
  await until(() => find(widget, 'phone-input'));
  // Frozen, it hears nothing.
  store.stored = stored({ user: 'u2', displayName: 'Boris' });
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await until(() => widget.state.userId === 'u2');
  store.stored = null;
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await until(() => find(widget, 'phone-input'));
  expect(widget.state.isAuthenticated).to.equal(false);
  end(widget);
});

it('a countdown goes by the wall clock, also when the page was frozen', async () => {
  const backend = new FakeBackend();
  const widget = mount({ backend, store: new FakeStore() });
  await until(() => find(widget, 'phone-input'));
  const asked = widget.client.loginByPhone(PHONE);
  await backend.answer('requestCode', { resendIn: 60 });
  await asked;
  await until(() => /in (1:00|0:5\d)/.test(find(widget, 'form')!.textContent));
  const { now } = Date;
  Date.now = () => now() + 45_000;
  try {
    // The next rendering, whatever causes it, says what is left.
    await until(() => /in 0:1\d/.test(find(widget, 'form')!.textContent));
    Date.now = () => now() + 61_000;
    await until(() => /Send a new code/.test(find(widget, 'form')!.textContent));
  } finally {
    Date.now = now;
  }
  end(widget);
});

it('nothing secret in attributes, texts, events or the console', async () => {
  const secrets = { code: '837465', password: 'secret-password-7c1f', token: 'secret-token-9f2e' };
  const backend = new FakeBackend();
  const store = new FakeStore();
  const seen: string[] = [];
  const { console } = globalThis;
  const levels = ['log', 'info', 'warn', 'error', 'debug'] as const;
  const real = levels.map(level => console[level]);
  for (const level of levels) console[level] = (...things: unknown[]) => void seen.push(things.map(String).join(' '));
  const widget = mount({ backend, store, mode: 'login' });
  for (const type of ['auth-change', 'auth-signed-in', 'auth-signed-out', 'auth-code-sent', 'auth-error'])
    widget.addEventListener(type, event => {
      const own = Object.fromEntries(Object.keys(event).map(key => [key, event[key as keyof Event]]));
      seen.push(`${event.type} ${JSON.stringify(own)}`);
    });
  /** All markup, that of shadow roots too. Values of inputs are no markup. */
  const look = (root: Element | ShadowRoot): void => {
    seen.push(root.innerHTML);
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) look(element.shadowRoot);
  };
  try {
    await until(() => find(widget, 'input[name=password]'));
    find<HTMLInputElement>(widget, 'input[name=login]')!.value = 'anna';
    find<HTMLInputElement>(widget, 'input[name=password]')!.value = secrets.password;
    find<HTMLFormElement>(widget, 'form')!.requestSubmit();
    await until(() => backend.open.includes('login'));
    await widget.updateComplete;
    look(document.body);
    await backend.answer('login', new AuthError('wrong-credentials'));
    await until(() => widget.state.error);
    await widget.updateComplete;
    look(document.body);
    const asked = widget.client.loginByPhone(PHONE);
    await backend.answer('requestCode');
    await asked;
    await until(() => find(widget, 'code-input'));
    find<HTMLElement & { value: string }>(widget, 'code-input')!.value = secrets.code;
    find<HTMLFormElement>(widget, 'form')!.requestSubmit();
    await until(() => backend.open.includes('verifyCode'));
    await backend.answer('verifyCode', session({ token: secrets.token }));
    await until(() => find(widget, '.person'));
    look(document.body);
    const out = widget.client.logout();
    await backend.answer('endSession');
    await out;
    await widget.updateComplete;
    look(document.body);
    seen.push(location.href, document.cookie, JSON.stringify({ ...sessionStorage }), JSON.stringify(history.state));
  } finally {
    levels.forEach((level, index) => (console[level] = real[index]!));
  }
  const text = seen.join('\n');
  expect(text).to.contain('auth-signed-in').and.to.contain('auth-error').and.to.contain('<form');
  // Each cell of the code shows its own character: all of them in a row stand nowhere.
  for (const secret of Object.values(secrets)) expect(text.includes(secret), secret).to.equal(false);
  expect(backend.last('verifyCode')).to.deep.equal([PHONE, secrets.code]);
  expect(backend.last('login')).to.deep.equal(['anna', secrets.password]);
  end(widget);
});
