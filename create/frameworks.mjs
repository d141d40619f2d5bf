// The frameworks: which example of the repository an app is copied from, and the places where the choice of the server shows.

/**
 * A text of a file, and what takes its place. It occurs in the file exactly once.
 * @typedef {readonly [text: string, replacement: string]} Replacement
 *
 * @typedef {object} Framework
 * @property {string} label
 * @property {string} [built] folder that the build writes, for an app that is plain files
 * @property {string} address where `npm run dev` serves the app
 * @property {readonly string[]} [omitted] files that only the pages of the documentation show
 * @property {string} [backendFile] where the module goes that exports the `backend` of another server than the reference server;
 * undefined if the framework takes no other server
 * @property {Readonly<Record<string, readonly Replacement[]>>} [useBackend] gives that `backend` to the client, and takes out
 * what only works with the reference server
 * @property {readonly string[]} [dropped] files that an app with such a `backend` lacks, because they only work with the reference server
 * @property {PassOn} [passOn]
 *
 * What passes the calls of the page on to the server, in development and in production.
 * @typedef {object} PassOn
 * @property {readonly string[]} [files] the files that do nothing else once `useBackend` has been applied
 * @property {readonly string[]} [mentions] files that name the path `/v1`, exactly once, with and without `useBackend`
 * @property {Readonly<Record<string, readonly Replacement[]>>} [remove] takes it out of the other files
 * @property {(path: string) => string} [nameFor] returns the name of the one file of `files` for another
 * path than `/v1`; undefined if no name depends on the path
 */

/** @param {string} line @param {string} next @returns {Replacement} */
const insertAfter = (line, next) => [line, `${line}\n${next}`];

/** @type {Readonly<Record<string, readonly Replacement[]>>} */
const NO_VITE_PROXY = {
  'vite.config.ts': [
    [
      "  // Where `npm run dev` finds the server that signs people in.\n  server: { proxy: { '/v1': 'http://127.0.0.1:5173' }, ",
      '  server: { ',
    ],
  ],
};

const BEFORE_ELEMENTS =
  "// Before the elements, which continue with the form that the server has rendered.\nimport 'auth-widget/html/takeover.js';";

/** The lines of examples/next that render the form, with the rules of the reference server. An app with another server lacks them. */
const NEXT_SERVED_FORM = `
/** The form as HTML, which people type into before any script has arrived. */
const { html } = renderFirstScreen({ lang: 'en', mode: 'phone-login', attributes: { 'defer-hydration': '' } });
`;

const NEXT_PROXY = `
export function proxy(request: NextRequest) {
  return request.nextUrl.pathname.startsWith('/account') ? guard(request) : passOn(request);
}
`;

/** The lines of examples/nuxt that render the form on the server. An app with another server lacks them. */
const NUXT_SERVED_FORM = `const renderedFor = useRenderedFor();
// The form as HTML, which people type into before any script has arrived. A person who is signed in needs none. Only the server renders it,
// so \`auth-widget/html\` isn't among the scripts of the page.
const served = useState('form', () => {
  if (!import.meta.server || renderedFor.value) return undefined;
  return renderFirstScreen({ lang: 'en', attributes: { lang: 'en', 'defer-hydration': '' } }).html;
});
// Without hydration, the router has opened the page in the browser, and there is no served form to keep.
const form = import.meta.server || useNuxtApp().isHydrating ? served.value : undefined;
`;

/** The lines of examples/sveltekit that show the form that the server has rendered. An app with another server lacks them. */
const SVELTE_SERVED_FORM = `<!-- The first screen as HTML, for everybody who isn't signed in. -->
{#if data.screen}
  <div
    {@attach box => {
      const widget = box.querySelector('auth-widget')!;
      widget.addEventListener('auth-signed-in', greet);
      return attach(widget);
    }}
  >
    {@html data.screen}
  </div>
`;

/** The frameworks of the `--framework` option, and the names of their folders in examples/. */
export const frameworks = /** @satisfies {Record<string, Framework>} */ ({
  next: {
    label: 'Next.js',
    address: 'http://localhost:3000',
    backendFile: 'app/backend.ts',
    dropped: [
      'app/account/messages.tsx',
      'app/bridge.ts',
      'app/server-guard.ts',
      'app/server-session.ts',
      'app/session-keeper.tsx',
      'app/served-widget.tsx',
      'app/auth/session/route.ts',
    ],
    useBackend: {
      // This client component imports the backend. No server component could pass it on, because it isn't serializable.
      'app/auth.tsx': [
        [`${BEFORE_ELEMENTS}\n`, ''],
        insertAfter("import type { ReactNode } from 'react';", "import { backend } from './backend';"),
        ['<AuthProvider baseUrl="/">{children}', '<AuthProvider baseUrl="/" backend={backend}>{children}'],
      ],
      'app/layout.tsx': [
        ["import { auth } from './server-session';\nimport { SessionKeeper } from './session-keeper';\n", ''],
        ['async function Layout', 'function Layout'],
        [
          '          <SessionKeeper person={await auth()}>\n            <Header />\n            <main>',
          '          <Header />\n          <main>',
        ],
        ['</main>\n          </SessionKeeper>', '</main>'],
      ],
      'app/page.tsx': [
        ["import { renderFirstScreen } from 'auth-widget/html';\n", ''],
        [
          "import { ServedWidget } from './served-widget';\nimport { auth } from './server-session';\n",
          "import { AuthWidget } from 'auth-widget/react';\n",
        ],
        [NEXT_SERVED_FORM, ''],
        ['async function Home', 'function Home'],
        [
          '  // A person who is signed in needs no form.\n  const person = await auth();\n  return <ServedWidget html={person ? undefined : html} />;\n',
          '  return <AuthWidget mode="phone-login" />;\n',
        ],
      ],
      'proxy.ts': [
        ["import { guard } from './app/server-guard';\n", ''],
        ['function passOn', 'export function proxy'],
        [NEXT_PROXY, ''],
        ["['/v1/:path*', '/account/:path*']", "'/v1/:path*'"],
      ],
      'app/account/page.tsx': [
        ["import { Messages } from './messages';\n", ''],
        ['      <Messages />\n', ''],
      ],
    },
    passOn: { files: ['proxy.ts'], mentions: ['proxy.ts'] },
  },
  nuxt: {
    label: 'Nuxt',
    address: 'http://localhost:3000',
    backendFile: 'app/utils/backend.ts',
    useBackend: {
      'nuxt.config.ts': [
        ["authWidget: { baseUrl: '/', firstScreen: true }", "authWidget: { backend: '~/utils/backend' }"],
      ],
      'app/composables/use-person.ts': [
        [
          `/** The person for whom the server rendered the page. */
export const useRenderedFor = () =>
  useState<Person | null>('rendered-for', () => useRequestEvent()?.context.person ?? null);

/**
 * Who is signed in: null for nobody, undefined while that isn't known yet. Until the stored session has been restored, this is the
 * person for whom the server rendered the page.
 */
`,
          "/** Who is signed in: null for nobody, undefined while that isn't known yet. */\n",
        ],
        ['export function usePerson() {', 'export function usePerson(): ComputedRef<Person | null | undefined> {'],
        ['  const renderedFor = useRenderedFor();\n', ''],
        ['(renderedFor.value ?? undefined)', 'undefined'],
      ],
      'app/pages/index.vue': [
        ["import { renderFirstScreen } from 'auth-widget/html';\n", ''],
        [NUXT_SERVED_FORM, ''],
        ['  <ServedWidget v-if="form" :html="form" @auth-signed-in="greet" />\n', ''],
        ['<AuthWidget v-else ', '<AuthWidget '],
      ],
    },
    dropped: [
      'app/components/ServedWidget.ts',
      'server/utils/bridge.ts',
      'server/middleware/person.ts',
      'server/routes/auth/session.ts',
      'app/plugins/server-session.client.ts',
    ],
    passOn: {
      files: ['server/routes/v1/[...path].ts'],
      nameFor: path => `server/routes${path}/[...path].ts`,
    },
  },
  sveltekit: {
    label: 'SvelteKit',
    address: 'http://localhost:5174',
    backendFile: 'src/lib/backend.ts',
    useBackend: {
      'src/lib/auth.ts': [
        [`${BEFORE_ELEMENTS}\n`, ''],
        insertAfter("import { createAuth } from 'auth-widget/svelte';", "import { backend } from './backend.ts';"),
        ["{ baseUrl: '/' }", "{ baseUrl: '/', backend }"],
      ],
      'src/routes/+layout.svelte': [
        ["  import { keepServerSession } from 'auth-widget/server/page';\n", ''],
        ["  import { onMount, untrack } from 'svelte';\n", "  import { onMount } from 'svelte';\n"],
        ['let { children, data } = $props();', 'let { children } = $props();'],
        [
          '  // Until the stored session has been restored, the page shows the person for whom the server rendered it.\n  const renderedFor = untrack(() => data.person);\n',
          '',
        ],
        ['isRestored ? null : renderedFor', 'isRestored ? null : undefined'],
        [
          "    // Tells this app's server of each sign-in, renewal and sign-out.\n    return keepServerSession(auth.client, { path: '/auth/session', isSignedIn: renderedFor !== undefined });\n",
          '',
        ],
      ],
      'src/hooks.server.ts': [
        ["import { guard } from '#lib/server/guard.ts';\n", ''],
        ['import { sequence, type Handle }', 'import type { Handle }'],
        ['const passOn: Handle', 'export const handle: Handle'],
        ['\nexport const handle = sequence(passOn, guard);\n', ''],
      ],
      // `svelte-check` would also check the JavaScript in auth-server/, the server of better-auth.
      'tsconfig.json': [['"exclude": ["build"', '"exclude": ["auth-server", "build"']],
      // The tag waits for its attachment, which brings the client with the backend.
      'src/routes/+page.svelte': [
        ['  let { data } = $props();\n', ''],
        ['// lib/server/guard.ts and account/+page.ts set `next`.', '// account/+page.ts sets `next`.'],
        [SVELTE_SERVED_FORM, ''],
        ['{:else}\n  <auth-widget lang="en" ', '<auth-widget lang="en" defer-hydration={true} '],
        ['</auth-widget>\n{/if}\n', '</auth-widget>\n'],
      ],
    },
    dropped: [
      'src/app.d.ts',
      'src/lib/server/bridge.ts',
      'src/lib/server/guard.ts',
      'src/routes/auth/session/+server.ts',
      'src/routes/+layout.server.ts',
      'src/routes/+page.server.ts',
    ],
    passOn: { files: ['src/hooks.server.ts'], mentions: ['src/hooks.server.ts'] },
  },
  'vite-react': {
    label: 'React with Vite',
    built: 'dist',
    address: 'http://localhost:5174',
    omitted: ['src/plain-tag.tsx'],
    backendFile: 'src/backend.ts',
    useBackend: {
      'src/app.tsx': [
        insertAfter("import { AccountPage } from './account-page';", "import { backend } from './backend';"),
        ['<AuthProvider baseUrl="/">', '<AuthProvider baseUrl="/" backend={backend}>'],
      ],
    },
    passOn: { mentions: ['vite.config.ts'], remove: NO_VITE_PROXY },
  },
  vue: {
    label: 'Vue with Vite',
    built: 'dist',
    address: 'http://localhost:5174',
    backendFile: 'src/backend.ts',
    useBackend: {
      'src/auth.ts': [
        insertAfter("import { createAuth } from 'auth-widget/vue';", "import { backend } from './backend';"),
        ["{ baseUrl: '/' }", "{ baseUrl: '/', backend }"],
      ],
    },
    passOn: { mentions: ['vite.config.ts'], remove: NO_VITE_PROXY },
  },
  angular: {
    label: 'Angular',
    built: 'dist/app/browser',
    address: 'http://localhost:4200',
    omitted: ['src/app/phone-control.ts', 'src/app/order-form.ts'],
    backendFile: 'src/app/auth/backend.ts',
    useBackend: {
      'src/app/auth/auth-service.ts': [
        insertAfter("import { AUTH_OPTIONS } from './auth-options';", "import { backend } from './backend';"),
        ['{ baseUrl: inject(AUTH_OPTIONS).baseUrl }', '{ baseUrl: inject(AUTH_OPTIONS).baseUrl, backend }'],
      ],
    },
    passOn: {
      files: ['proxy.conf.json'],
      mentions: ['proxy.conf.json'],
      remove: { 'angular.json': [['          "options": { "proxyConfig": "proxy.conf.json" },\n', '']] },
    },
  },
  html: {
    label: 'HTML without a build',
    built: 'public',
    address: 'http://127.0.0.1:5174',
  },
  php: {
    label: 'PHP',
    address: 'http://127.0.0.1:5174',
  },
});
