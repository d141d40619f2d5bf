// auth-widget/vue in a page: components, `v-model`, who owns the client, and a page that a server has rendered.
import { expect } from '@open-wc/testing';
import { createApp, createSSRApp, h, nextTick, reactive, shallowReactive, type App } from 'vue';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthWidget as AuthWidgetTag } from '../../src/elements/auth-widget/auth-widget.js';
import type { PhoneInput as PhoneInputTag } from '../../src/elements/phone-input/phone-input.js';
import { AuthWidget, CodeInput, createAuth, PhoneInput, useAuth, type Auth } from '../../src/frameworks/vue.js';
import { press, type, until } from '../support/browser.js';
import { FakeStore, HeldBackend, session, stored } from '../support/held-backend.js';

const widgetOf = () => document.querySelector('auth-widget')!;
const phoneOf = () => document.querySelector('phone-input')!;
const codeOf = () => document.querySelector('code-input')!;
const status = () => document.querySelector('#status')!.textContent;

function createServer() {
  return { backend: new HeldBackend(), store: new FakeStore() };
}

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

let app: App | undefined;
let container: HTMLElement;
let warnings: string[];

/** Mounts a page. `render` reads reactive settings. */
function mount(render: () => unknown, prepare: (app: App) => void = () => {}, create = createApp): void {
  app = create({ render });
  app.config.warnHandler = message => void warnings.push(message);
  prepare(app);
  app.mount(container);
}

function unmount(): void {
  app?.unmount();
  app = undefined;
}

beforeEach(() => {
  sessionStorage.clear();
  warnings = [];
  rendered = [];
  container = document.createElement('div');
  document.body.append(container);
});

afterEach(() => {
  unmount();
  container.remove();
  expect(warnings).to.deep.equal([]);
});

describe('auth-widget/vue: the components', () => {
  it('have names for the tools of Vue', () => {
    const names = [AuthWidget, PhoneInput, CodeInput].map(component => (component as { name?: string }).name);
    expect(names).to.deep.equal(['AuthWidget', 'PhoneInput', 'CodeInput']);
  });

  it('properties arrive in the tag, as attributes or as they are, and leave it again', async () => {
    const { backend, store } = createServer();
    const texts = { signInTitle: 'Welcome' };
    const settings = shallowReactive<{ widget: object }>({ widget: {} });
    mount(() => h(AuthWidget, { lang: 'en', noAutoLogin: true, ...settings.widget }));
    const widget = widgetOf();
    const names = ['base-url', 'recover-href', 'terms-href', 'privacy-href'];
    const attributes = () => names.map(name => widget.getAttribute(name));
    expect(attributes()).to.deep.equal([null, null, null, null]);
    expect(widget.hasAttribute('defer-hydration')).to.equal(false);
    settings.widget = {
      baseUrl: '/api',
      recoverHref: '/recover',
      termsHref: '/terms',
      privacyHref: '/privacy',
      mode: 'login',
    };
    await nextTick();
    expect(attributes()).to.deep.equal(['/api', '/recover', '/terms', '/privacy']);
    expect(widget.mode).to.equal('login');
    settings.widget = { backend, store, texts };
    await nextTick();
    expect(attributes()).to.deep.equal([null, null, null, null]);
    expect([widget.backend, widget.store, widget.texts]).to.deep.equal([backend, store, texts]);
    settings.widget = {};
    await nextTick();
    expect([widget.backend, widget.store, widget.texts]).to.deep.equal([undefined, undefined, undefined]);
  });

  it('a client that is given is the one of the tag', async () => {
    const client = new AuthClient(createServer());
    const settings = shallowReactive<{ client: AuthClient | undefined }>({ client: undefined });
    mount(() => h(AuthWidget, { noAutoLogin: true, client: settings.client }));
    const own = widgetOf().client;
    expect(own).to.not.equal(client);
    settings.client = client;
    await nextTick();
    expect(widgetOf().client).to.equal(client);
    client.dispose();
  });

  it('the contents go into the slots of the tag', () => {
    mount(() =>
      h(
        AuthWidget,
        { noAutoLogin: true },
        {
          default: () => [h('b', 'Free')],
          header: () => [h('s', 'Logo')],
          'signed-in': () => [h('i', 'Hello')],
          challenge: () => [h('em', 'Captcha')],
          footer: () => [h('u', 'Help')],
        },
      ),
    );
    expect(widgetOf().innerHTML).to.equal(
      '<b>Free</b><div slot="header"><s>Logo</s></div><div slot="signed-in"><i>Hello</i></div>' +
        '<div slot="challenge"><em>Captcha</em></div><div slot="footer"><u>Help</u></div>',
    );
    unmount();
    mount(() => h(AuthWidget, { noAutoLogin: true }));
    expect(widgetOf().childElementCount).to.equal(0);
    unmount();
    mount(() => h(PhoneInput, null, { default: () => 'Phone' }));
    expect(phoneOf().textContent).to.equal('Phone');
  });

  it('a listener of the tag is called', async () => {
    const { backend, store } = createServer();
    store.stored = stored();
    const heard: (string | null)[] = [];
    mount(() =>
      h(AuthWidget, {
        backend,
        store,
        onAuthSignedIn: (event: { displayName: string | null }) => heard.push(event.displayName),
      }),
    );
    await backend.answer('getSession', session());
    await until(() => heard.length);
    expect(heard).to.deep.equal(['Anna']);
  });

  it('each exposes its tag', async () => {
    const refs: Record<string, { element: Element | null } | null> = {};
    const keep = (name: string) => (component: unknown) => void (refs[name] = component as never);
    mount(() => [
      h(AuthWidget, { ref: keep('widget'), noAutoLogin: true }),
      h(PhoneInput, { ref: keep('phone') }),
      h(CodeInput, { ref: keep('code') }),
    ]);
    await nextTick();
    expect(refs.widget?.element).to.equal(widgetOf());
    expect(refs.phone?.element).to.equal(phoneOf());
    expect(refs.code?.element).to.equal(codeOf());
  });

  it('v-model has the value of an input, and does not change an incomplete number', async () => {
    const model = reactive({ phone: '', renderings: 0 });
    const updates: string[] = [];
    mount(() =>
      h(PhoneInput, {
        modelValue: model.phone,
        'onUpdate:modelValue': (value: string) => {
          updates.push(value);
          model.phone = value;
        },
        'data-renderings': model.renderings,
        texts: { phone: 'Mobile' },
      }),
    );
    const phone: PhoneInputTag = phoneOf();
    await phone.updateComplete;
    expect(phone.texts).to.deep.equal({ phone: 'Mobile' });
    phone.focus();
    await type('916123');
    model.renderings++;
    await nextTick();
    expect(phone.dataset.renderings).to.equal('1');
    expect(phone.text).to.equal('+7 (916) 123');
    await type('4567');
    await until(() => model.phone === '79161234567');
    await press('Backspace');
    await until(() => model.phone === '');
    await nextTick();
    expect(phone.text, 'the value was empty before').to.equal('+7 (916) 123-45-6');
    expect(updates.slice(-2)).to.deep.equal(['79161234567', '']);
    model.phone = '79990000001';
    await nextTick();
    expect(phone.value).to.equal('79990000001');
    expect(phone.text).to.equal('+7 (999) 000-00-01');
  });

  it('v-model has a value from the start, and without one the field keeps its own', async () => {
    const settings = reactive<{ code: object }>({ code: { modelValue: '12' } });
    mount(() => h(CodeInput, { length: 4, ...settings.code }));
    expect(codeOf().value).to.equal('12');
    settings.code = {};
    await nextTick();
    expect(codeOf().value).to.equal('12');
    unmount();
    mount(() => h(CodeInput, { length: 4, value: '34' } as object));
    expect(codeOf().value).to.equal('34');
  });
});

describe('auth-widget/vue: createAuth and useAuth', () => {
  const page = () => [h(Status), h(AuthWidget, { lang: 'en' })];

  it('one client, restored once, for the app and its widget, until the app is unmounted', async () => {
    const { backend, store } = createServer();
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
    const { backend, store } = createServer();
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

  it('a given client is used, restored, and not disposed of; no state arrives after the app', async () => {
    const { backend, store } = createServer();
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
    const { backend, store } = createServer();
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
    ['a client', () => ({ client: new AuthClient(createServer()) })],
  ] as const) {
    it(`a widget with ${name} of its own doesn't use the client of the app`, async () => {
      const settings = reactive<{ own: object }>({ own: {} });
      const plugin = createAuth(createServer());
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
    const plugin = createAuth(createServer());
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
    const { backend, store } = createServer();
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
