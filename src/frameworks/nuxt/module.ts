/**
 * Entry `auth-widget/nuxt`: a module for Nuxt 4. It adds `createAuth` as a plugin, which is provided as `$auth`, the
 * components, `useAuth` as an import that pages needn't write, and the middleware `signed-in` for guarded pages.
 *
 *     export default defineNuxtConfig({ modules: ['auth-widget/nuxt'], authWidget: { baseUrl: '/' } });
 */

/** The option `authWidget` in nuxt.config.ts. */
export interface NuxtAuthOptions {
  /** As in `AuthClient`. At run time, `NUXT_PUBLIC_AUTH_WIDGET_BASE_URL` in the environment sets it. */
  baseUrl?: string;
  /** The path of a module that exports `backend`, an adapter for another server: `~/utils/backend`. */
  backend?: string;
  /**
   * Whether your pages render the first screen as HTML, with `auth-widget/html`. The module then makes the app import
   * `auth-widget/html/takeover` before the elements: docs/first-screen.md. By default, false.
   */
  firstScreen?: boolean;
  /**
   * The path of the page with the widget. The middleware sends people there if they aren't signed in, and so does the plugin when the
   * session ends on a guarded page. By default `/`. On a server nobody counts as signed in, so a guarded page needs `ssr: false`.
   */
  signInPath?: string;
}

interface Component {
  name: string;
  export: string;
  filePath: string;
  [field: string]: unknown;
}

/** A file that Nuxt generates. The app imports it as `#build/` and its name. */
interface Template {
  filename: string;
  getContents: () => string;
}

interface Reference {
  types: string;
}

/** The options and hooks of Nuxt that this module uses: https://nuxt.com/docs/4.x/api/advanced/hooks#nuxt-hooks-build-time */
interface Nuxt {
  readonly options: {
    authWidget?: NuxtAuthOptions;
    readonly runtimeConfig: { readonly public: Record<string, unknown> };
    readonly build: { readonly transpile: unknown[]; readonly templates: Template[] };
    readonly plugins: unknown[];
  };
  hook(
    name: 'app:resolve',
    change: (app: { middleware: { name: string; path: string; global: boolean }[] }) => void,
  ): void;
  hook(name: 'imports:extend', change: (imports: { name: string; from: string }[]) => void): void;
  hook(name: 'components:extend', change: (components: Component[]) => void): void;
  hook(
    name: 'prepare:types',
    change: (types: Readonly<Record<'references' | 'nodeReferences', Reference[]>>) => void,
  ): void;
}

const VUE = 'auth-widget/vue';
const COMPONENTS = { AuthWidget: 'auth-widget', PhoneInput: 'phone-input', CodeInput: 'code-input' };
const MIDDLEWARE = 'signed-in';

/** The path of a module beside this one. On Windows it begins with the letter of the drive, not with a slash. */
const pathOf = (name: string): string =>
  decodeURIComponent(new URL(name, import.meta.url).pathname).replace(/^\/(?=[A-Za-z]:)/, '');

/** Creates the entry for a component in Nuxt's list of components. */
const toComponent = ([name, kebabName]: readonly [string, string]): Component => ({
  name,
  pascalName: name,
  kebabName,
  export: name,
  filePath: VUE,
  shortPath: VUE,
  chunkName: `components/${kebabName}`,
  mode: 'all',
  prefetch: false,
  preload: false,
  global: false,
  priority: 0,
  meta: {},
});

/**
 * Sets the module up. Nuxt calls it.
 * @param inline the options beside the module's name in `modules`, which win over `authWidget`
 */
export default function setUpAuth(inline: NuxtAuthOptions | undefined, nuxt: Nuxt): void {
  const { options } = nuxt;
  const { backend, firstScreen, ...settings } = { ...options.authWidget, ...inline };
  options.runtimeConfig.public.authWidget = { baseUrl: '', signInPath: '/', ...settings };
  options.build.templates.push({
    filename: 'auth-widget-options.mjs',
    getContents: () =>
      (firstScreen ? `import 'auth-widget/html/takeover.js';\n` : '') +
      (backend === undefined
        ? 'export const backend = undefined;'
        : `export { backend } from ${JSON.stringify(backend)};`),
  });
  options.build.transpile.push('auth-widget'); // the plugin imports modules that only the app's bundler has
  options.plugins.unshift({ src: pathOf('./plugin.js'), mode: 'all' });
  nuxt.hook('app:resolve', ({ middleware }) => {
    // The app may have a middleware of this name, which then takes precedence.
    if (middleware.some(({ name }) => name === MIDDLEWARE)) return;
    middleware.push({ name: MIDDLEWARE, path: pathOf('./signed-in.js'), global: false });
  });
  nuxt.hook('imports:extend', imports => imports.push({ name: 'useAuth', from: VUE }));
  nuxt.hook('components:extend', components => components.push(...Object.entries(COMPONENTS).map(toComponent)));
  nuxt.hook('prepare:types', ({ references, nodeReferences }) => {
    for (const list of [references, nodeReferences]) list.push({ types: 'auth-widget/nuxt' }); // the app, and nuxt.config.ts
  });
}
