// auth-widget/vue in a page: `createAuth` and `useAuth`, who owns the client, and a page that a server has rendered.
import { expect } from '@open-wc/testing';
import { createApp, createSSRApp, h, nextTick, reactive } from 'vue';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthWidget as AuthWidgetTag } from '../../src/elements/auth-widget/auth-widget.js';
import { AuthWidget, createAuth, useAuth, type Auth } from '../../src/frameworks/vue.js';
import { until } from '../support/browser.js';
import { FakeStore, HeldBackend, session, stored } from '../support/held-backend.js';
import { app, container, createBackendAndStore, mount, startVue, stopVue, unmount, widgetOf } from '../support/vue.js';

const status = () => document.querySelector('#status')!.textContent;

/** Rejects with an error code, which the promise resolves with. */
const codeOfError = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error as { code: string }).code,
  );

/** What `useAuth` returned to the component `Status`. */
let auth: Auth;
/** The texts that it has rendered. */
let rendered: string[] = [];

const Status = {
  setup() {
    auth = useAuth();
    return () => {
      const { isLoading, displayName } = auth.state.value;
      const text = isLoading ? 'loading' : (displayName ?? 'nobody');
      rendered.push(text);
      return h('p', { id: 'status' }, text);
    };
  },
};

beforeEach(() => {
  rendered = [];
  startVue();
});
afterEach(() => {
  expect(stopVue()).to.deep.equal([]);
});

describe('auth-widget/vue: createAuth and useAuth', () => {
  const page = () => [h(Status), h(AuthWidget, { lang: 'en' })];

  it('one client, restored once, for the app and its widget, until the app is unmounted', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const plugin = createAuth({ backend, store });
    expect(Object.keys(plugin), 'the app sees what is documented').to.not.include('install');
    mount(page, app => app.use(plugin));
    expect(auth).to.equal(plugin);
    expect(status()).to.equal('loading');
    const { client } = plugin;
    expect(widgetOf().client).to.equal(client);
    await backend.answer('getSession', session());
    expect(plugin.ready).to.be.an.instanceOf(Promise);
    await plugin.ready;
    await until(() => status() === 'Anna');
    expect(backend.calls.map(({ method }) => method)).to.deep.equal(['getSession']);
    expect(await plugin.getToken()).to.equal('token-1');
    expect(rendered).to.not.include('nobody');
    const signedOut = plugin.logout();
    await until(() => status() === 'nobody');
    await backend.answer('endSession');
    await signedOut;

    expect(store.listeners.size).to.equal(1);
    unmount();
    expect(store.listeners.size).to.equal(0);
    expect(plugin.state.value.isLoading).to.equal(true);
    expect(await codeOfError(client.login('anna', 'horse'))).to.equal('cancelled');
    const calls = rendered.length;
    store.change(stored());
    expect(rendered).to.have.length(calls);
  });

  it('an app that is mounted again has another client, which restores the session', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const plugin = createAuth({ backend, store });
    mount(page, app => app.use(plugin));
    const { client } = plugin;
    await backend.answer('getSession', session());
    await until(() => status() === 'Anna');
    unmount();
    mount(page, app => app.use(plugin));
    expect(plugin.client).to.not.equal(client);
    await backend.answer('getSession', session());
    await until(() => status() === 'Anna');
    await plugin.ready;
    expect(widgetOf().client).to.equal(plugin.client);
    expect(backend.count('getSession')).to.equal(2);
  });

  it('two apps with one client: it is kept until both are unmounted', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const plugin = createAuth({ backend, store });
    const island = createApp({ render: () => h(Status) });
    island.use(plugin).mount(document.createElement('div'));
    mount(page, app => app.use(plugin));
    const { client } = plugin;
    await backend.answer('getSession', session());
    await until(() => status() === 'Anna');
    island.unmount();
    await nextTick();
    expect(status()).to.equal('Anna');
    expect(plugin.client).to.equal(client);
    store.change(null);
    await until(() => status() === 'nobody');
    unmount();
    expect(store.listeners.size).to.equal(0);
    expect(plugin.state.value.isLoading).to.equal(true);
  });

  it('a given client is used, restored, and not disposed of; no state arrives after the app', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const client = new AuthClient({ backend, store });
    const plugin = createAuth(client);
    mount(page, app => app.use(plugin));
    await backend.answer('getSession', session());
    await until(() => status() === 'Anna');
    expect(plugin.client).to.equal(client);
    unmount();
    expect(await client.getToken()).to.equal('token-1');
    store.change(null);
    await until(() => !client.state.isAuthenticated);
    expect(plugin.state.value.isLoading, 'nothing is followed any longer').to.equal(true);
    client.dispose();
  });

  it('a session that cannot be restored is not an error of the app', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const plugin = createAuth({ backend, store });
    mount(page, app => app.use(plugin));
    await backend.answer('getSession', Object.assign(new Error('gone'), { code: 'network' }));
    await plugin.ready;
    expect(plugin.state.value.isLoading).to.equal(false);
  });

  for (const [name, own] of [
    ['a backend', () => ({ backend: new HeldBackend() })],
    ['a store', () => ({ store: new FakeStore() })],
    ['an address', () => ({ baseUrl: '/elsewhere/' })],
    ['a client', () => ({ client: new AuthClient(createBackendAndStore()) })],
  ] as const) {
    it(`a widget with ${name} of its own doesn't use the client of the app`, async () => {
      const settings = reactive<{ own: object }>({ own: {} });
      const plugin = createAuth(createBackendAndStore());
      mount(
        () => h(AuthWidget, { noAutoLogin: true, ...settings.own }),
        app => app.use(plugin),
      );
      const widget: AuthWidgetTag = widgetOf();
      expect(widget.client).to.equal(plugin.client);
      settings.own = own();
      await nextTick();
      expect(widget.client).to.not.equal(plugin.client);
      settings.own = {};
      await nextTick();
      expect(widget.client).to.equal(plugin.client);
    });
  }

  it('useAuth works outside of components, such as in a guard of a router', () => {
    const plugin = createAuth(createBackendAndStore());
    mount(
      () => null,
      app => app.use(plugin),
    );
    expect(app!.runWithContext(() => useAuth())).to.equal(plugin);
  });

  it('useAuth without createAuth throws an error that says what is missing', () => {
    let message = '';
    const Lost = {
      setup() {
        try {
          useAuth();
        } catch (error) {
          ({ message } = error as Error);
        }
        return () => null;
      },
    };
    mount(() => h(Lost));
    expect(message).to.equal('useAuth() finds no authentication: call app.use(createAuth()) first.');
    unmount();
    mount(() => h(AuthWidget, { noAutoLogin: true }));
    expect(widgetOf().client, 'a widget needs none').to.not.equal(undefined);
  });

  it('in a page that a server has rendered, the state is unknown and the widget waits until it is hydrated', async () => {
    const { backend, store } = createBackendAndStore();
    store.stored = stored();
    const client = new AuthClient({ backend, store });
    const restored = client.tryAutoLogin();
    await backend.answer('getSession', session());
    await restored;
    container.innerHTML =
      '<!--[--><p id="status">loading</p><auth-widget defer-hydration lang="en"></auth-widget><!--]-->';
    const widget = widgetOf();
    const plugin = createAuth(client);
    mount(page, app => app.use(plugin), createSSRApp);
    expect(rendered[0], 'as the server has rendered it').to.equal('loading');
    await until(() => status() === 'Anna');
    expect(widgetOf()).to.equal(widget);
    expect(widget.client).to.equal(client);
    expect(widget.hasAttribute('defer-hydration')).to.equal(false);
    expect(auth).to.not.equal(plugin);
    expect(Object.keys(auth)).to.include('state');
    expect([auth.client, await auth.getToken()]).to.deep.equal([client, 'token-1']);
    client.dispose();
  });
});
