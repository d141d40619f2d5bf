// What pages and frameworks do to the element (session page, «Life of an element»).
import { expect, fixture, html } from '@open-wc/testing';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthError } from '../../src/core/auth-error.js';
import { AuthWidget } from '../../src/elements/auth-widget.js';
import '../../src/define/auth-widget.js';
import { FakeBackend, FakeStore, session, stored } from '../support/fake-backend.js';
import { until } from '../support/browser.js';

const PHONE = '79161234567';

interface Mounted {
  readonly widget: AuthWidget;
  readonly backend: FakeBackend;
  readonly store: FakeStore;
  readonly events: string[];
}

/** A widget with a backend and a store of its own, in the document. */
async function mount(options: Partial<AuthWidget> = {}, held: FakeStore['stored'] = null): Promise<Mounted> {
  const backend = new FakeBackend();
  const store = new FakeStore();
  store.stored = held;
  const widget = document.createElement('auth-widget');
  Object.assign(widget, { backend, store, lang: 'en', ...options });
  const events: string[] = [];
  for (const type of ['auth-signed-in', 'auth-signed-out', 'auth-code-sent', 'auth-error'] as const)
    widget.addEventListener(type, () => events.push(type));
  await fixture(html`<div>${widget}</div>`);
  await widget.updateComplete;
  return { widget, backend, store, events };
}

const find = <T extends Element = HTMLElement>(widget: AuthWidget, selector: string) =>
  widget.shadowRoot!.querySelector<T>(selector);

const phoneOf = (widget: AuthWidget) => find<HTMLElement & { value: string }>(widget, 'phone-input')!;

async function awaitCode({ widget, backend }: Mounted): Promise<void> {
  await until(() => find(widget, 'phone-input'));
  phoneOf(widget).value = PHONE;
  find<HTMLFormElement>(widget, 'form')!.requestSubmit();
  await backend.answer('requestCode', { resendIn: 60 });
  await until(() => find(widget, 'code-input'));
}

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('auth-widget, its life', () => {
  it('moved in the document: nothing is lost, nothing begins again', async () => {
    const mounted = await mount();
    const { widget, backend, store } = mounted;
    await awaitCode(mounted);
    const place = document.createElement('section');
    document.body.append(place);
    place.append(widget);
    await widget.updateComplete;
    expect(find(widget, 'code-input')).to.not.equal(null);
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

  it('what was typed and not sent yet survives a move', async () => {
    const { widget } = await mount({ mode: 'login' });
    await until(() => find(widget, 'input[name=login]'));
    find<HTMLInputElement>(widget, 'input[name=login]')!.value = 'anna';
    find<HTMLInputElement>(widget, 'input[name=password]')!.value = 'correct horse';
    document.body.append(widget);
    await widget.updateComplete;
    expect(find<HTMLInputElement>(widget, 'input[name=login]')!.value).to.equal('anna');
    expect(find<HTMLInputElement>(widget, 'input[name=password]')!.value).to.equal('correct horse');
    widget.remove();
  });

  it('removed in mid-request: the call finishes and counts', async () => {
    const mounted = await mount({ mode: 'login' });
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
    // The view was stopped: the element tells nothing any more.
    expect(mounted.events).to.deep.equal([]);
    end();
    widget.client.dispose();
  });

  it('removed and appended again: it goes on, with what happened in between', async () => {
    const mounted = await mount();
    const { widget, backend } = mounted;
    await awaitCode(mounted);
    const done = widget.client.loginWithSmsCode('123456');
    widget.remove();
    await backend.answer('verifyCode', session());
    await done;
    document.body.append(widget);
    await widget.updateComplete;
    expect(widget.state.isAuthenticated).to.equal(true);
    expect(find(widget, '.person')).to.not.equal(null);
    const out = widget.client.logout();
    await backend.answer('endSession');
    await out;
    await until(() => find(widget, 'phone-input'));
    expect(mounted.events.at(-1)).to.equal('auth-signed-out');
    widget.remove();
  });

  it('removed while a code is awaited, and appended again: the code is still awaited, and works', async () => {
    const mounted = await mount();
    const { widget, backend } = mounted;
    await awaitCode(mounted);
    widget.remove();
    await widget.updateComplete;
    document.body.append(widget);
    await widget.updateComplete;
    expect(widget.state.phoneForVerification).to.equal(PHONE);
    const input = find<HTMLElement & { value: string }>(widget, 'code-input')!;
    input.value = '123456';
    find<HTMLFormElement>(widget, 'form')!.requestSubmit();
    await backend.answer('verifyCode', session());
    await until(() => widget.state.isAuthenticated);
    widget.client.dispose();
    widget.remove();
  });

  it('removed and appended again: a sign-out of another tab in between is seen', async () => {
    const { widget, store } = await mount({}, stored());
    await until(() => widget.state.isAuthenticated);
    widget.remove();
    store.change(null);
    document.body.append(widget);
    await widget.updateComplete;
    expect(widget.state.isAuthenticated).to.equal(false);
    await until(() => find(widget, 'phone-input'));
    widget.remove();
  });

  it('removed before its first rendering, and appended later: the stored session is restored', async () => {
    const widget = document.createElement('auth-widget');
    const store = new FakeStore();
    store.stored = stored();
    Object.assign(widget, { backend: new FakeBackend(), store, lang: 'en' });
    document.body.append(widget);
    widget.remove();
    await new Promise(requestAnimationFrame);
    document.body.append(widget);
    await until(() => widget.state.isAuthenticated);
    widget.client.dispose();
    widget.remove();
  });

  it('a client that is set while it is out of the document is restored when it is back', async () => {
    const { widget } = await mount();
    const store = new FakeStore();
    store.stored = stored({ user: 'u2', displayName: 'Boris' });
    const client = new AuthClient({ backend: new FakeBackend(), store });
    widget.remove();
    widget.client = client;
    await new Promise(requestAnimationFrame);
    document.body.append(widget);
    await until(() => widget.state.userId === 'u2');
    widget.remove();
    client.dispose();
  });

  it('adopted into another document: it goes on there', async () => {
    const mounted = await mount();
    const { widget, backend } = mounted;
    await awaitCode(mounted);
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { contentDocument } = frame;
    contentDocument!.body.append(contentDocument!.adoptNode(widget));
    await widget.updateComplete;
    expect(widget.ownerDocument).to.equal(contentDocument);
    const done = widget.client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session());
    await done;
    await until(() => find(widget, '.person'));
    expect(mounted.events.at(-1)).to.equal('auth-signed-in');
    // And back.
    document.body.append(widget);
    await widget.updateComplete;
    expect(widget.state.isAuthenticated).to.equal(true);
    widget.client.dispose();
    widget.remove();
    frame.remove();
  });

  it('upgraded late, with properties set before: they count', async () => {
    const name = 'auth-widget-upgraded';
    const element = document.createElement(name) as AuthWidget;
    const backend = new FakeBackend();
    const store = new FakeStore();
    store.stored = stored({ obtainedAt: Date.now() - 5_000_000 });
    Object.assign(element, { backend, store, mode: 'register', noAutoLogin: true });
    element.setAttribute('lang', 'ru');
    document.body.append(element);
    expect(element.shadowRoot).to.equal(null);
    customElements.define(name, class extends AuthWidget {});
    customElements.upgrade(element);
    await element.updateComplete;
    await until(() => find(element, 'input[name=repeat]'));
    expect(backend.calls).to.deep.equal([]);
    expect(element.textContent).to.equal('');
    expect(find(element, '[type=submit]')!.textContent).to.contain('Создать аккаунт');
    element.remove();
  });

  it('upgraded late, with a client set before: it is that client', async () => {
    const name = 'auth-widget-with-client';
    const element = document.createElement(name) as AuthWidget;
    const store = new FakeStore();
    store.stored = stored();
    const client = new AuthClient({ backend: new FakeBackend(), store });
    element.client = client;
    document.body.append(element);
    customElements.define(name, class extends AuthWidget {});
    customElements.upgrade(element);
    await until(() => element.state?.userId === 'u1');
    expect(element.client).to.equal(client);
    element.remove();
    client.dispose();
  });

  it('a client of the page’s own wins over backend, store and base-url, and is not ended with the widget', async () => {
    const store = new FakeStore();
    const backend = new FakeBackend();
    const client = new AuthClient({ backend, store, mode: 'login' });
    const widget = document.createElement('auth-widget');
    Object.assign(widget, { client, backend: new FakeBackend(), store: new FakeStore(), baseUrl: '/elsewhere' });
    document.body.append(widget);
    await widget.updateComplete;
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await until(() => find(widget, '.person'));
    expect(store.stored?.token).to.equal('token-1');
    widget.remove();
    widget.client = undefined as never;
    expect(client.state.isAuthenticated).to.equal(true);
    expect(await client.getToken()).to.equal('token-1');
    client.dispose();
  });

  it('two widgets over one client show one flow', async () => {
    const client = new AuthClient({ backend: new FakeBackend(), store: new FakeStore() });
    const widgets = [document.createElement('auth-widget'), document.createElement('auth-widget')] as const;
    for (const widget of widgets) {
      widget.client = client;
      document.body.append(widget);
    }
    await until(() => widgets.every(widget => find(widget, 'phone-input')));
    client.setMode('register');
    await until(() => widgets.every(widget => find(widget, 'input[name=repeat]')));
    for (const widget of widgets) widget.remove();
    client.dispose();
  });

  it('two widgets of one server, in two modes: one session, each its own flow, and no fight', async () => {
    const backend = new FakeBackend();
    const store = new FakeStore();
    const widgets = (['phone-login', 'register'] as const).map(mode => {
      const widget = document.createElement('auth-widget');
      Object.assign(widget, { backend, store, mode, lang: 'en' });
      document.body.append(widget);
      return widget;
    });
    const [one, other] = widgets as [AuthWidget, AuthWidget];
    await until(() => find(one, 'phone-input') && find(other, 'input[name=repeat]'));
    const asked = one.client.loginByPhone(PHONE);
    await backend.answer('requestCode');
    await asked;
    await until(() => find(one, 'code-input'));
    expect(find(other, 'input[name=repeat]')).to.not.equal(null);
    expect(other.state.verificationStep).to.equal('none');
    const done = other.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await until(() => widgets.every(widget => find(widget, '.person')));
    const out = one.client.logout();
    await backend.answer('endSession');
    await out;
    await until(() => find(one, 'phone-input') && find(other, 'input[name=repeat]'));
    for (const widget of widgets) {
      widget.client.dispose();
      widget.remove();
    }
  });

  it('a session that is restored: neither the form nor a flash of it', async () => {
    for (const age of [0, 5_000_000]) {
      const backend = new FakeBackend();
      const store = new FakeStore();
      store.stored = stored({ obtainedAt: Date.now() - age });
      const widget = document.createElement('auth-widget');
      Object.assign(widget, { backend, store, lang: 'en' });
      let wasSeen = false;
      document.body.append(widget);
      new MutationObserver(() => (wasSeen ||= find(widget, 'form input, phone-input') !== null)).observe(
        widget.shadowRoot ?? widget.attachShadow({ mode: 'open' }),
        { childList: true, subtree: true },
      );
      await widget.updateComplete;
      if (age) {
        expect(widget.state.isLoading).to.equal(true);
        expect(find(widget, '[aria-busy=true]')).to.not.equal(null);
        await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
      }
      await until(() => find(widget, '.person'));
      expect(wasSeen).to.equal(false);
      widget.client.dispose();
      widget.remove();
    }
  });

  it('another base-url, backend or store: another server, from the beginning', async () => {
    const { widget } = await mount();
    await until(() => find(widget, 'phone-input'));
    const before = widget.client;
    const store = new FakeStore();
    store.stored = stored({ user: 'u2', displayName: 'Boris' });
    widget.store = store;
    widget.backend = new FakeBackend();
    await until(() => widget.state.userId === 'u2');
    expect(widget.client).to.not.equal(before);
    let code = '';
    await before.loginByPhone(PHONE).catch((error: AuthError) => (code = error.code));
    expect(code).to.equal('cancelled');
    widget.client.dispose();
    widget.remove();
  });

  it('a change of the mode attribute leaves the flow; the person’s own choice is not written back', async () => {
    const mounted = await mount();
    const { widget } = mounted;
    widget.setAttribute('mode', 'phone-login');
    await awaitCode(mounted);
    expect(sessionStorage.length).to.equal(1);
    widget.setAttribute('mode', 'login');
    await until(() => find(widget, 'input[name=password]'));
    expect(widget.state.verificationStep).to.equal('none');
    expect(sessionStorage.length).to.equal(0);
    find<HTMLElement>(widget, '[part=methods] button')!.click();
    await until(() => find(widget, 'phone-input'));
    expect(widget.getAttribute('mode')).to.equal('login');
    // The number that was typed before is still there.
    expect(phoneOf(widget).value).to.equal(PHONE);
    widget.client.dispose();
    widget.remove();
  });
});
