// auth-widget: moved, removed, appended again, adopted by another document, upgraded late.
// The rules: docs/behaviour/session.md#life-of-an-element.
import { expect } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import { NO_VERIFICATION } from '../../../src/core/phone-verification.js';
import { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session, stored } from '../../support/held-backend.js';
import { createWidget, mountWidget, PHONE, queryIn, requestCodeIn, settled } from '../../support/widget.js';

describe('auth-widget: attributes', () => {
  it('every attribute sets its property; the theme sets its attribute, too', async () => {
    const { widget } = createWidget({ backend: new HeldBackend(), store: new FakeStore() });
    const attributes = {
      'base-url': '/api',
      mode: 'login',
      modes: 'login register',
      theme: 'dark',
      'no-auto-login': '',
    };
    for (const [name, value] of Object.entries(attributes)) widget.setAttribute(name, value);
    const { baseUrl, mode, modes, theme, noAutoLogin } = widget;
    expect({ baseUrl, mode, modes, theme, noAutoLogin }).to.deep.equal({
      baseUrl: '/api',
      mode: 'login',
      modes: 'login register',
      theme: 'dark',
      noAutoLogin: true,
    });
    document.body.append(widget);
    Object.assign(widget, { baseUrl: '/v2', mode: 'register', modes: 'register', theme: 'light', noAutoLogin: false });
    await widget.updateComplete;
    for (const [name, value] of Object.entries({ ...attributes, theme: 'light' }))
      expect(widget.getAttribute(name), name).to.equal(value);
  });
});

describe('auth-widget: moved and removed', () => {
  it('moved in the document: the flow goes on, and the store has one listener', async () => {
    const mounted = await mountWidget();
    const { widget, backend, store } = mounted;
    await requestCodeIn(mounted);
    const place = document.createElement('section');
    document.body.append(place);
    place.append(widget);
    await widget.updateComplete;
    expect(queryIn(widget, 'code-input')).to.not.equal(null);
    widget.client.loginWithSmsCode('123456').catch(() => {});
    document.body.append(widget);
    place.remove();
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
    expect(mounted.events).to.deep.equal(['auth-code-sent', 'auth-signed-in']);
    expect(store.stored?.token).to.equal('token-1');
    expect(store.listeners.size).to.equal(1);
    widget.client.dispose();
    widget.remove();
  });

  it('moved in the document: what was typed stays in the inputs', async () => {
    const { widget } = await mountWidget({ mode: 'login' });
    await until(() => queryIn(widget, 'input[name=login]'));
    queryIn<HTMLInputElement>(widget, 'input[name=login]')!.value = 'anna';
    queryIn<HTMLInputElement>(widget, 'input[name=password]')!.value = 'correct horse';
    document.body.append(widget);
    await widget.updateComplete;
    expect(queryIn<HTMLInputElement>(widget, 'input[name=login]')!.value).to.equal('anna');
    expect(queryIn<HTMLInputElement>(widget, 'input[name=password]')!.value).to.equal('correct horse');
    widget.remove();
  });

  it('removed during a request: the operation finishes, without events of the element', async () => {
    const mounted = await mountWidget({ mode: 'login' });
    const { widget, backend, store } = mounted;
    const states: boolean[] = [];
    const end = widget.client.subscribe(({ isAuthenticated }) => states.push(isAuthenticated));
    const done = widget.client.login('anna', 'correct horse');
    widget.remove();
    await backend.answer('login', session());
    await done;
    expect(states.at(-1)).to.equal(true);
    expect(store.stored?.token).to.equal('token-1');
    expect(await widget.client.getToken()).to.equal('token-1');
    // The element observes its client only while it is connected.
    expect(mounted.events).to.deep.equal([]);
    end();
    widget.client.dispose();
  });

  it('removed and appended again: it shows what happened in between', async () => {
    const mounted = await mountWidget();
    const { widget, backend } = mounted;
    await requestCodeIn(mounted);
    const done = widget.client.loginWithSmsCode('123456');
    widget.remove();
    await backend.answer('verifyCode', session());
    await done;
    document.body.append(widget);
    await widget.updateComplete;
    expect(widget.state.isAuthenticated).to.equal(true);
    expect(queryIn(widget, '.person')).to.not.equal(null);
    const signedOut = widget.client.logout();
    await backend.answer('endSession');
    await signedOut;
    await until(() => queryIn(widget, 'phone-input'));
    expect(mounted.events.at(-1)).to.equal('auth-signed-out');
    widget.remove();
  });

  it('removed while a code is awaited, and appended again: the code can be submitted', async () => {
    const mounted = await mountWidget();
    const { widget, backend } = mounted;
    await requestCodeIn(mounted);
    widget.remove();
    await widget.updateComplete;
    document.body.append(widget);
    await widget.updateComplete;
    expect(widget.state.phoneForVerification).to.equal(PHONE);
    const input = queryIn<HTMLElement & { value: string }>(widget, 'code-input')!;
    input.value = '123456';
    queryIn<HTMLFormElement>(widget, 'form')!.requestSubmit();
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
    widget.client.dispose();
    widget.remove();
  });

  it('removed and appended again: a sign-out in another tab in between is shown', async () => {
    const { widget, store } = await mountWidget({}, stored());
    await until(() => widget.state.isAuthenticated);
    widget.remove();
    store.change(null);
    document.body.append(widget);
    await widget.updateComplete;
    expect(widget.state.isAuthenticated).to.equal(false);
    await until(() => queryIn(widget, 'phone-input'));
    widget.remove();
  });

  it('removed by a listener of auth-code-sent: no timer of the countdown is left', async () => {
    const backend = new HeldBackend();
    const { widget, events } = createWidget({ backend, store: new FakeStore(), noAutoLogin: true });
    document.body.append(widget);
    await settled(widget);
    widget.addEventListener('auth-code-sent', () => widget.remove());
    const { setTimeout, clearTimeout } = window;
    const armed = new Map<number, () => void>();
    let count = 0;
    Object.assign(window, {
      setTimeout: (run: () => void) => (armed.set(--count, run), count),
      clearTimeout: (id: number) => armed.delete(id) || clearTimeout(id),
    });
    try {
      const requested = widget.client.loginByPhone(PHONE);
      await backend.answer('requestCode', { resendIn: 60 });
      await requested;
      await settled(widget);
    } finally {
      Object.assign(window, { setTimeout, clearTimeout });
    }
    expect(events).to.deep.equal(['auth-code-sent']);
    expect(widget.isConnected).to.equal(false);
    let updates = 0;
    widget.requestUpdate = () => {
      updates++;
    };
    // A second passes.
    for (const run of armed.values()) run();
    Reflect.deleteProperty(widget, 'requestUpdate');
    expect(updates).to.equal(0);
    // Appended again, it counts on.
    document.body.append(widget);
    await until(() => /New code in\s(1:00|0:59)/.test(widget.shadowRoot!.textContent));
  });
});

describe('auth-widget: before its first update', () => {
  it('removed before its first update, and appended later: the stored session is restored', async () => {
    const widget = document.createElement('auth-widget');
    const store = new FakeStore();
    store.stored = stored();
    Object.assign(widget, { backend: new HeldBackend(), store, lang: 'en' });
    document.body.append(widget);
    widget.remove();
    await new Promise(requestAnimationFrame);
    document.body.append(widget);
    await until(() => widget.state.isAuthenticated);
    widget.client.dispose();
    widget.remove();
  });

  it('properties that were set before the upgrade are applied', async () => {
    const name = 'auth-widget-upgraded';
    const element = document.createElement(name);
    const backend = new HeldBackend();
    const store = new FakeStore();
    store.stored = stored({ obtainedAt: Date.now() - 5_000_000 });
    Object.assign(element, { backend, store, mode: 'register', noAutoLogin: true });
    element.setAttribute('lang', 'ru');
    document.body.append(element);
    expect(element.shadowRoot).to.equal(null);
    customElements.define(name, class extends AuthWidget {});
    customElements.upgrade(element);
    if (!(element instanceof AuthWidget)) throw new Error('The element is not upgraded.');
    await element.updateComplete;
    await until(() => queryIn(element, 'input[name=repeat]'));
    expect(backend.calls).to.deep.equal([]);
    expect(element.textContent).to.equal('');
    expect(queryIn(element, '[type=submit]')!.textContent).to.contain('Создать аккаунт');
    element.remove();
  });
});

/** Upgrades an element with these properties. Returns it after its first update. */
async function upgradeWith(name: string, properties: Partial<AuthWidget>): Promise<AuthWidget> {
  const element = document.createElement(name);
  Object.assign(element, properties);
  document.body.append(element);
  customElements.define(name, class extends AuthWidget {});
  customElements.upgrade(element);
  if (!(element instanceof AuthWidget)) throw new Error('The element is not upgraded.');
  await element.updateComplete;
  return element;
}

describe('auth-widget: properties that were set before the upgrade', () => {
  it('a mode: the flow that is resumed is that of the mode, and stays', async () => {
    sessionStorage.clear();
    const key = `auth-widget:flow:${location.origin}:phone-register`;
    const record = { ...NO_VERIFICATION, v: 1, mode: 'phone-login', step: 'sms-sent', phone: PHONE };
    sessionStorage.setItem(key, JSON.stringify(record));
    const element = await upgradeWith('auth-widget-in-mode', { mode: 'phone-register' });
    await settled(element);
    expect(queryIn(element, 'code-input')).to.not.equal(null);
    expect(element.client.flow.mode).to.equal('phone-login');
    expect(sessionStorage.getItem(key)).to.not.equal(null);
    element.client.dispose();
    element.remove();
    sessionStorage.clear();
  });

  for (const name of ['client', 'backend'] as const)
    it(`a ${name}: a page without an address of its own is not told of a wrong one`, async () => {
      const { error } = console;
      const told: unknown[] = [];
      console.error = (...things: unknown[]) => told.push(things);
      Object.defineProperty(document, 'baseURI', { value: 'about:blank', configurable: true });
      const backend = new HeldBackend();
      const client = new AuthClient({ backend });
      try {
        const element = await upgradeWith(`auth-widget-with-${name}`, name === 'client' ? { client } : { backend });
        element.client.dispose();
        element.remove();
      } finally {
        console.error = error;
        Reflect.deleteProperty(document, 'baseURI');
        client.dispose();
      }
      expect(told).to.deep.equal([]);
    });
});

describe('auth-widget: another document', () => {
  it('moved to the document of an iframe and back: the flow goes on', async () => {
    const mounted = await mountWidget();
    const { widget, backend } = mounted;
    await requestCodeIn(mounted);
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { contentDocument } = frame;
    contentDocument!.body.append(contentDocument!.adoptNode(widget));
    await widget.updateComplete;
    expect(widget.ownerDocument).to.equal(contentDocument);
    const done = widget.client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session());
    await done;
    await until(() => queryIn(widget, '.person'));
    expect(mounted.events.at(-1)).to.equal('auth-signed-in');
    // And back.
    document.body.append(widget);
    await widget.updateComplete;
    expect(widget.state.isAuthenticated).to.equal(true);
    widget.client.dispose();
    widget.remove();
    frame.remove();
  });
});
