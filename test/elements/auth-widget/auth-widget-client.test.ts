// auth-widget: which client it uses, its own or one that the page has set, and how long that client lives.
import { expect, fixture, html } from '@open-wc/testing';
import { AuthClient } from '../../../src/client/auth-client.js';
import type { AuthError } from '../../../src/core/auth-error.js';
import { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session, stored } from '../../support/held-backend.js';
import {
  backend,
  createClient,
  createWidget,
  mount,
  mountWidget,
  PHONE,
  query,
  queryIn,
  settled,
  toCode,
  widget,
} from '../../support/widget.js';

describe('auth-widget: a client of its own', () => {
  it('another base-url, backend or store: another client, and the old one is disposed of', async () => {
    const { widget } = await mountWidget();
    await until(() => queryIn(widget, 'phone-input'));
    const before = widget.client;
    const store = new FakeStore();
    store.stored = stored({ user: 'u2', displayName: 'Boris' });
    widget.store = store;
    widget.backend = new HeldBackend();
    await until(() => widget.state.userId === 'u2');
    expect(widget.client).to.not.equal(before);
    let code = '';
    await before.loginByPhone(PHONE).catch((error: unknown) => (code = (error as AuthError).code));
    expect(code).to.equal('cancelled');
    widget.client.dispose();
    widget.remove();
  });

  it('a client that is read before the address is set is replaced by one for the address', async () => {
    const { fetch } = window;
    const urls: string[] = [];
    window.fetch = input => {
      urls.push(input as string);
      const params = { user: 'u1', displayName: 'Anna', token: 'token-1', expiresIn: 1000 };
      return Promise.resolve(Response.json({ code: 200, text: 'OK', params }));
    };
    try {
      const { widget } = createWidget({});
      const early = widget.client;
      expect(early.state.isAuthenticated).to.equal(false);
      widget.baseUrl = 'https://api.example/auth/';
      document.body.append(widget);
      await settled(widget);
      await widget.client.login('anna', 'correct horse');
      expect(urls).to.deep.equal(['https://api.example/auth/v1/session']);
      expect(Object.keys(localStorage)).to.deep.equal(['auth-widget:session:https://api.example/auth']);
    } finally {
      window.fetch = fetch;
    }
  });

  it('thirty widgets of one server check the stored session once', async () => {
    const { fetch } = window;
    const key = 'auth-widget:session:https://api.example';
    const record = stored();
    localStorage.setItem(key, JSON.stringify(record));
    let count = 0;
    window.fetch = () => {
      count++;
      return Promise.resolve(Response.json({ code: 200, text: 'OK', params: record }));
    };
    const widgets = Array.from({ length: 30 }, () => document.createElement('auth-widget'));
    try {
      for (const widget of widgets) widget.baseUrl = 'https://api.example';
      document.body.append(...widgets);
      await until(() => widgets.every(({ state }) => state.isAuthenticated && !state.isLoading));
      expect(count).to.equal(1);
    } finally {
      window.fetch = fetch;
      for (const widget of widgets) {
        widget.client.dispose();
        widget.remove();
      }
      localStorage.removeItem(key);
    }
  });

  it('its own client, set again by the page: the flow goes on', async () => {
    await mount();
    const { client } = widget;
    await toCode();
    widget.client = client;
    await settled();
    expect(query('code-input')).to.exist;
    const done = client.loginWithSmsCode('123456').then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );
    await backend.answer('verifyCode', session());
    expect(await done).to.equal('done');
  });

  it('undefined or null, set by the page: the flow goes on', async () => {
    await mount();
    await toCode();
    for (const none of [undefined, null]) {
      Object.assign(widget, { client: none });
      await settled();
      expect(query('code-input')).to.exist;
    }
  });
});

describe('auth-widget: a client from the page', () => {
  it('set before the upgrade of the element', async () => {
    const name = 'auth-widget-with-client';
    const element = document.createElement(name);
    const store = new FakeStore();
    store.stored = stored();
    const client = new AuthClient({ backend: new HeldBackend(), store });
    Object.assign(element, { client });
    document.body.append(element);
    customElements.define(name, class extends AuthWidget {});
    customElements.upgrade(element);
    if (!(element instanceof AuthWidget)) throw new Error('The element is not upgraded.');
    await until(() => element.state.userId === 'u1');
    expect(element.client).to.equal(client);
    element.remove();
    client.dispose();
  });

  it('is used instead of backend, store and base-url, and is not disposed of with the widget', async () => {
    const store = new FakeStore();
    const backend = new HeldBackend();
    const client = new AuthClient({ backend, store, mode: 'login' });
    const widget = document.createElement('auth-widget');
    Object.assign(widget, { client, backend: new HeldBackend(), store: new FakeStore(), baseUrl: '/elsewhere' });
    document.body.append(widget);
    await widget.updateComplete;
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await until(() => queryIn(widget, '.person'));
    expect(store.stored?.token).to.equal('token-1');
    widget.remove();
    widget.client = undefined;
    expect(client.state.isAuthenticated).to.equal(true);
    expect(await client.getToken()).to.equal('token-1');
    client.dispose();
  });

  it('finishes an operation after the widget was removed', async () => {
    const backend = new HeldBackend();
    const client = new AuthClient({ backend, store: new FakeStore() });
    const other = new HeldBackend();
    const widget = await fixture<AuthWidget>(
      html`<auth-widget .client=${client} .backend=${other} base-url="https://example.com"></auth-widget>`,
    );
    expect(widget.client).to.equal(client);
    const signedIn = client.login('anna', 'correct horse');
    widget.remove();
    await backend.answer('login', session());
    await signedIn;
    expect(client.state.isAuthenticated).to.equal(true);
    expect(other.calls).to.deep.equal([]);
    client.dispose();
  });

  it('set while the widget is not in the document: its session is restored when the widget is appended', async () => {
    const { widget } = await mountWidget();
    const store = new FakeStore();
    store.stored = stored({ user: 'u2', displayName: 'Boris' });
    const client = new AuthClient({ backend: new HeldBackend(), store });
    widget.remove();
    widget.client = client;
    await new Promise(requestAnimationFrame);
    document.body.append(widget);
    await until(() => widget.state.userId === 'u2');
    widget.remove();
    client.dispose();
  });

  it('two widgets over one client show one flow', async () => {
    const client = new AuthClient({ backend: new HeldBackend(), store: new FakeStore() });
    const widgets = [document.createElement('auth-widget'), document.createElement('auth-widget')] as const;
    for (const widget of widgets) {
      widget.client = client;
      document.body.append(widget);
    }
    await until(() => widgets.every(widget => queryIn(widget, 'phone-input')));
    client.setMode('register');
    await until(() => widgets.every(widget => queryIn(widget, 'input[name=repeat]')));
    for (const widget of widgets) widget.remove();
    client.dispose();
  });
});

describe('auth-widget: the attributes and a client from the page', () => {
  it('`mode` is applied to an idle client', async () => {
    const { client } = createClient();
    const { widget } = createWidget({ client, mode: 'register' });
    document.body.append(widget);
    await settled(widget);
    expect(client.flow.mode).to.equal('register');
    expect(widget.shadowRoot!.querySelector('input[name=repeat]')).to.not.equal(null);
  });

  it('`modes` is applied: the widget changes from a mode that is not offered to one that is', async () => {
    const { client } = createClient();
    const { widget } = createWidget({ client, modes: 'login register' });
    document.body.append(widget);
    await settled(widget);
    expect(client.flow.mode).to.equal('login');
    expect(widget.shadowRoot!.querySelector('phone-input')).to.equal(null);
    expect(widget.shadowRoot!.querySelector('input[name=password]')).to.not.equal(null);
  });

  it('without `mode` the client keeps its own', async () => {
    const { client } = createClient();
    client.setMode('phone-register');
    const { widget } = createWidget({ client });
    document.body.append(widget);
    await settled(widget);
    expect(client.flow.mode).to.equal('phone-register');
  });

  it('a flow that the client has begun goes on, whatever `mode` and `modes` say', async () => {
    const { client, backend } = createClient();
    const requested = client.loginByPhone(PHONE);
    await backend.answer('requestCode', { resendIn: 60 });
    await requested;
    const { widget } = createWidget({ client, mode: 'login', modes: 'login register' });
    document.body.append(widget);
    await settled(widget);
    expect(client.state.verificationStep).to.equal('sms-sent');
    expect(widget.shadowRoot!.querySelector('code-input')).to.not.equal(null);
    const done = client.loginWithSmsCode('123456');
    await backend.answer('verifyCode', session());
    await done;
    await until(() => widget.state.isAuthenticated);
  });

  it('a request that the client has begun goes on', async () => {
    const { client, backend } = createClient();
    const requested = client.loginByPhone(PHONE);
    const { widget } = createWidget({ client, mode: 'login' });
    document.body.append(widget);
    await settled(widget);
    await backend.answer('requestCode', { resendIn: 60 });
    await requested;
    await until(() => widget.shadowRoot!.querySelector('code-input'));
  });
});

describe('auth-widget: two widgets of one server', () => {
  it('in two modes: one session, and each its own flow', async () => {
    const backend = new HeldBackend();
    const store = new FakeStore();
    const widgets = (['phone-login', 'register'] as const).map(mode => {
      const widget = document.createElement('auth-widget');
      Object.assign(widget, { backend, store, mode, lang: 'en' });
      document.body.append(widget);
      return widget;
    });
    const [one, other] = widgets as [AuthWidget, AuthWidget];
    await until(() => queryIn(one, 'phone-input') && queryIn(other, 'input[name=repeat]'));
    const requested = one.client.loginByPhone(PHONE);
    await backend.answer('requestCode');
    await requested;
    await until(() => queryIn(one, 'code-input'));
    expect(queryIn(other, 'input[name=repeat]')).to.not.equal(null);
    expect(other.state.verificationStep).to.equal('none');
    const done = other.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await until(() => widgets.every(widget => queryIn(widget, '.person')));
    const signedOut = one.client.logout();
    await backend.answer('endSession');
    await signedOut;
    // A registration that is over leads to signing in, by the same method.
    await until(() => queryIn(one, 'phone-input') && queryIn(other, 'input[name=login]'));
    expect(queryIn(other, 'input[name=repeat]')).to.equal(null);
    for (const widget of widgets) {
      widget.client.dispose();
      widget.remove();
    }
  });
});
