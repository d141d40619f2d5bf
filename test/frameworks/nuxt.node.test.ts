// auth-widget/nuxt: what the module adds to an app, the plugin and the middleware. test/apps/nuxt.test.mjs runs them in a real app.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import test, { type TestContext } from 'node:test';
import { createApp, nextTick, type App } from 'vue';
import type { Auth } from '../../src/frameworks/vue.js';
import setUpAuth, { type NuxtAuthOptions } from '../../src/frameworks/nuxt/module.js';
import { HeldBackend, session } from '../support/held-backend.js';

/** A Nuxt that records what a module does to it. */
function createNuxt(authWidget?: NuxtAuthOptions) {
  const options = {
    ...(authWidget && { authWidget }),
    runtimeConfig: { public: {} as Record<string, unknown> },
    build: { transpile: [] as unknown[], templates: [] as { filename: string; getContents: () => string }[] },
    plugins: ['own'] as unknown[],
  };
  const hooks = new Map<string, (argument: unknown) => void>();
  const hook = (name: string, change: (argument: never) => void) => void hooks.set(name, change as () => void);
  return {
    ...{ options, hook },
    call<T>(name: string, argument: T): T {
      hooks.get(name)!(argument);
      return argument;
    },
  };
}

function setUp(inline?: NuxtAuthOptions, own?: NuxtAuthOptions) {
  const nuxt = createNuxt(own);
  setUpAuth(inline, nuxt);
  return nuxt;
}

/** The file of a path without an ending, or of one with the ending of the built package. */
const isThere = (path: string) => existsSync(path.replace(/\.js$/, '.ts'));

test('nuxt: the settings are in the runtime config, and those beside the name of the module win', () => {
  assert.deepEqual(setUp().options.runtimeConfig.public, { authWidget: { baseUrl: '', signInPath: '/' } });
  const { options } = setUp({ signInPath: '/in' }, { baseUrl: '/api', signInPath: '/' });
  assert.deepEqual(options.runtimeConfig.public, { authWidget: { baseUrl: '/api', signInPath: '/in' } });
  const { runtimeConfig } = setUp({ backend: '~/backend', firstScreen: true }).options;
  assert.deepEqual(runtimeConfig.public, { authWidget: { baseUrl: '', signInPath: '/' } });
});

test('nuxt: the generated file exports the backend, and imports what takes over the first screen', () => {
  const contentsFor = (inline?: NuxtAuthOptions) =>
    setUp(inline).options.build.templates.map(({ filename, getContents }) => [filename, getContents()]);
  const name = 'auth-widget-options.mjs';
  assert.deepEqual(contentsFor(), [[name, 'export const backend = undefined;']]);
  assert.deepEqual(contentsFor({ backend: '~/backend', firstScreen: true }), [
    [name, `import 'auth-widget/html/takeover.js';\nexport { backend } from "~/backend";`],
  ]);
});

test('nuxt: the plugin comes before those of the app, and the bundler of the app reads the package', () => {
  const { options } = setUp();
  assert.deepEqual(options.build.transpile, ['auth-widget']);
  const [plugin, own] = options.plugins as [{ src: string; mode: string }, unknown];
  assert.equal(own, 'own');
  assert.equal(plugin.mode, 'all');
  assert.match(plugin.src, /\/src\/frameworks\/nuxt\/plugin\.js$/);
  assert.ok(isThere(plugin.src));
});

test('nuxt: the middleware is added, unless the app has one of its name', () => {
  const [added, ...others] = setUp().call('app:resolve', {
    middleware: [] as { name: string; path: string; global: boolean }[],
  }).middleware;
  assert.deepEqual(others, []);
  assert.deepEqual({ ...added, path: isThere(added!.path) }, { name: 'signed-in', path: true, global: false });
  assert.match(added!.path, /\/signed-in\.js$/);
  const own = [
    { name: 'other', path: '/other.ts', global: true },
    { name: 'signed-in', path: '/own.ts', global: false },
  ];
  assert.deepEqual(setUp().call('app:resolve', { middleware: [...own] }).middleware, own);
  assert.equal(setUp().call('app:resolve', { middleware: [own[0]!] }).middleware.length, 2);
});

test('nuxt: the components and `useAuth` need no import, and the types are known', () => {
  const nuxt = setUp();
  assert.deepEqual(nuxt.call('imports:extend', []), [{ name: 'useAuth', from: 'auth-widget/vue' }]);
  const component = (name: string, kebabName: string) => ({
    ...{ name, pascalName: name, kebabName, export: name, filePath: 'auth-widget/vue', shortPath: 'auth-widget/vue' },
    ...{ chunkName: `components/${kebabName}`, mode: 'all', prefetch: false, preload: false, global: false },
    ...{ priority: 0, meta: {} },
  });
  assert.deepEqual(nuxt.call('components:extend', []), [
    component('AuthWidget', 'auth-widget'),
    component('PhoneInput', 'phone-input'),
    component('CodeInput', 'code-input'),
  ]);
  const types = [{ types: 'auth-widget/nuxt' }];
  const lists = nuxt.call('prepare:types', { references: [], nodeReferences: [] });
  assert.deepEqual(lists, { references: types, nodeReferences: types });
});

interface Route {
  readonly fullPath: string;
  readonly meta: { readonly middleware?: unknown };
  readonly matched: readonly Pick<Route, 'meta'>[];
}

/** What the plugin and the middleware import from an app. */
const nuxtApp = {
  settings: { baseUrl: '', signInPath: '/in' },
  route: { fullPath: '/', meta: {}, matched: [] } as Route,
  replaced: [] as string[],
  afterEach: (_to?: Route, _from?: Route, _failure?: Error) => {},
  auth: undefined as Auth | undefined,
  setBackend: (_backend: unknown) => {},
  defineNuxtPlugin: <T>(plugin: T) => plugin,
  defineNuxtRouteMiddleware: <T>(middleware: T) => middleware,
  navigateTo: (to: unknown) => ({ navigatesTo: to }),
  useNuxtApp: () => ({ $auth: nuxtApp.auth }),
  useRuntimeConfig: () => ({ public: { authWidget: nuxtApp.settings } }),
  useRouter: () => ({
    currentRoute: {
      get value() {
        return nuxtApp.route;
      },
    },
    replace: (path: string) => void nuxtApp.replaced.push(path),
    afterEach: (listener: typeof nuxtApp.afterEach) => void (nuxtApp.afterEach = listener),
  }),
};

Object.assign(globalThis, { nuxtApp });
const names = Object.keys(nuxtApp).filter(name => /^(define|navigate|use)/.test(name));
const STUBS = {
  'nuxt/app': `export const { ${names.join(', ')} } = globalThis.nuxtApp;`,
  '#build/auth-widget-options.mjs': `export let backend;
    globalThis.nuxtApp.setBackend = next => void (backend = next);`,
};
register(
  `data:text/javascript,${encodeURIComponent(`
    const stubs = ${JSON.stringify(STUBS)};
    export const resolve = (name, context, next) =>
      name in stubs
        ? { url: 'data:text/javascript,' + encodeURIComponent(stubs[name]), shortCircuit: true }
        : next(name, context);
  `)}`,
);

type Plugin = (app: { vueApp: App }) => { provide: { auth: Auth } };
type Middleware = (to: Route) => Promise<unknown>;

// Without a document, Lit's stand-ins define the elements. What is loaded after that is in a page.
await import('../../src/define/auth-widget.js');
Object.assign(globalThis, { document: new EventTarget() });
const backend = new HeldBackend();
const plugin = (await import('../../src/frameworks/nuxt/plugin.js')).default as unknown as Plugin;
const middleware = (await import('../../src/frameworks/nuxt/signed-in.js')).default as unknown as Middleware;
nuxtApp.setBackend(backend);

/** Runs the plugin in an app whose page has a middleware, and looks for a stored session. */
function start(t: TestContext, settings: { baseUrl?: string } = {}) {
  Object.assign(nuxtApp, { settings: { baseUrl: '', signInPath: '/in', ...settings }, replaced: [] });
  const { auth } = plugin({ vueApp: createApp({}) }).provide;
  nuxtApp.auth = auth;
  t.after(() => auth.client.dispose());
  const signIn = async () => {
    const signedIn = auth.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await signedIn;
    await nextTick();
  };
  const signOut = async () => {
    const signedOut = auth.logout();
    await backend.answer('endSession');
    await signedOut;
    await nextTick();
  };
  return { auth, signIn, signOut };
}

/** Shows a page with this middleware. `meta` of a route is that of the page over that of the pages around it. */
const showPage = (middleware?: unknown, ofParent?: unknown) => {
  const matched = [ofParent, middleware].map(entry => ({ meta: { middleware: entry } }));
  nuxtApp.route = { fullPath: '/account?tab=1', meta: { middleware: middleware ?? ofParent }, matched };
};

test('nuxt: the plugin provides an `Auth` with the backend of the settings', async t => {
  const { auth, signIn, signOut } = start(t);
  await signIn();
  assert.equal(auth.state.value.isAuthenticated, true);
  await signOut();
});

test('nuxt: the client has the address of the settings, and without one that of the page', async t => {
  nuxtApp.setBackend(undefined);
  t.after(() => nuxtApp.setBackend(backend));
  assert.throws(() => start(t, { baseUrl: 'localhost:3000' }), /baseUrl/);
  const { auth } = start(t);
  await assert.rejects(auth.client.login('anna', 'correct horse'), /Without a page/);
});

test('nuxt: a session that ends on a guarded page leads to the page with the widget', async t => {
  const { signIn, signOut } = start(t);
  for (const [guard, replaced, ofParent] of [
    ['signed-in', ['/in']],
    [['other', 'signed-in'], ['/in']],
    ['other', []],
    [undefined, []],
    ['other', ['/in'], 'signed-in'],
    [undefined, ['/in'], ['signed-in', 'other']],
  ] as const) {
    showPage(guard, ofParent);
    nuxtApp.replaced = [];
    await signIn();
    assert.deepEqual(nuxtApp.replaced, []);
    await signOut();
    assert.deepEqual(nuxtApp.replaced, replaced);
  }
});

test('nuxt: a session that ends on the way to a guarded page leads to the page with the widget', async t => {
  const { signIn, signOut } = start(t);
  /** Ends a navigation, which shows a page unless it has failed. */
  const arrive = (guard: unknown, failure?: Error) => {
    const from = nuxtApp.route;
    if (!failure) showPage(guard);
    nuxtApp.replaced = [];
    nuxtApp.afterEach(nuxtApp.route, from, failure);
    return nuxtApp.replaced;
  };
  showPage('other');
  assert.deepEqual(arrive('signed-in'), [], 'no session has ended: the app may have a middleware of its own');
  showPage('other');
  await signIn();
  assert.deepEqual(arrive('signed-in'), []);
  showPage('other');
  await signOut();
  assert.deepEqual(arrive('signed-in'), ['/in']);
  assert.deepEqual(arrive('signed-in', new Error('the same page')), []);
  assert.deepEqual(arrive('other'), []);
  await signIn();
  assert.deepEqual(arrive('signed-in'), []);
  showPage('other');
  await signOut();
});

test('nuxt: the middleware sends whoever is not signed in to the page with the widget, and remembers the way back', async t => {
  const { signIn, signOut } = start(t);
  showPage('signed-in');
  assert.deepEqual(await middleware(nuxtApp.route), {
    navigatesTo: { path: '/in', query: { next: '/account?tab=1' } },
  });
  await signIn();
  assert.equal(await middleware(nuxtApp.route), undefined);
  await signOut();
});
