import { literalsHtmlCssMinifier } from '@literals/rollup-plugin-html-css-minifier';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listCountries } from './scripts/package-entries.mjs';
import { unusedLit } from './scripts/without-unused-lit.mjs';
import { unusedXState } from './scripts/without-unused-xstate.mjs';
import { leaveOutUnused } from './scripts/without-unused.mjs';
import { minify } from 'terser';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

// Ten builds, told apart by --mode (the default is the library):
//   library  dist/*.js, one file per module, dependencies and peers left as imports, readable except for the templates
//   one-file dist/auth-widget.min.js, everything inside, for <script type="module" src="…">
//   iife     dist/auth-widget.iife.js, the same as a classic script
//   cdn      dist/cdn/*.js, the entries of the library that a page can load from anywhere without a bundler: minified, dependencies included
//   backends/<name>  dist/backends/<name>.js, an adapter for another server and everything that it uses, in one file: a page
//                    loads it next to the one file, and a bundler includes nothing else
//   locales/<tag>    dist/locales/<tag>.js, a language that registers itself, in the same way
//   html/<name>      dist/html/<name>.js: the first screen as HTML, for servers; what takes it over in the page; the command
//   countries  dist/countries/*.js, the countries as modules that a page loads next to the one file, or a bundler includes, with
//                    what they share in dist/countries-engine.js and dist/countries-field.js
//   demo     demo/dist, the demo pages
//   playground  out/site/playground, the same pages with a server in memory, for the documentation site

const root = fileURLToPath(new URL('.', import.meta.url));
const target = 'es2022';

/** Minifies the css`…` and html`…` templates, which JavaScript minifiers don't touch. */
const plugins = [literalsHtmlCssMinifier({ include: `${root}src/**/*.ts`, failOnError: true }) as Plugin];

/** Minifies before Vite's own minifier, which also shortens private names. Either one alone leaves half a kilobyte more after brotli. */
const terser = (): Plugin => ({
  name: 'terser',
  async renderChunk(code, _chunk, { format }) {
    const { code: minified = '', map } = await minify(code, {
      module: format === 'es', // the global of a classic script is in use
      ecma: 2020,
      compress: { passes: 3, keep_fargs: false, lhs_constants: false },
      format: { comments: false },
      sourceMap: true,
    });
    return { code: minified, map: map as string };
  },
});

/** Leaves out of the dependencies what the elements never call. */
const withoutUnused = (): Plugin[] => [leaveOutUnused(unusedXState), leaveOutUnused(unusedLit)];

/** On a slow machine, Rolldown would warn about the time of plugins in the middle of what `npm start` prints. */
const checks = { bundlerTimings: false };

/**
 * Replaces `lit` with the parts of it that templates and styles need, in its builds for Node. They need no DOM when they
 * are imported, and define none.
 */
const litWithoutDom: Plugin = {
  name: 'lit-without-dom',
  enforce: 'pre',
  config: () => ({ resolve: { conditions: ['node'] } }),
  resolveId: id => (id === 'lit' ? '\0lit' : undefined),
  load: id =>
    id === '\0lit'
      ? `export { html, nothing } from 'lit-html';
         export { isServer } from 'lit-html/is-server.js';
         export { css } from '@lit/reactive-element/css-tag.js';`
      : undefined,
};

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  exports: Record<string, string | { default: string; development?: string }>;
  dependencies: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/** Returns the sources of the library's entries. The exports of package.json are the only list of them, except for `NUXT_RUNTIME`. */
function entries(): Record<string, string> {
  const modules = Object.values(manifest.exports).flatMap(path =>
    typeof path === 'object' && !/\.(min|iife)\.js$/.test(path.default)
      ? [path.default, path.development ?? path.default]
      : [],
  );
  const names = modules.filter(path => path.endsWith('.js')).map(path => path.replace(/^\.\/dist\/|\.js$/g, ''));
  return toEntries([...names.filter(name => !isSingleFile(name) && !name.startsWith('countries/')), ...NUXT_RUNTIME]);
}

/** The modules that the entry `nuxt` adds to an app by their paths. */
const NUXT_RUNTIME = ['frameworks/nuxt/plugin', 'frameworks/nuxt/signed-in'];

const toEntries = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map(name => [name, `src/${name}.ts`]));

/** Whether a mode or an entry is built alone, with what it uses in the same file: an adapter, a language or a file for served HTML. */
const isSingleFile = (name: string): boolean => /^(backends|locales|html)\//.test(name);

/** Whether an import stays an import, because an app installs the package next to ours. */
const isExternal = (id: string): boolean =>
  id.startsWith('#build/') || // a file that Nuxt writes
  Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).some(name => `${id}/`.startsWith(`${name}/`));

const library = (): UserConfig => ({
  root,
  plugins,
  build: {
    target,
    outDir: 'dist',
    sourcemap: true,
    minify: false,
    lib: { entry: entries(), formats: ['es'] },
    rolldownOptions: {
      external: isExternal,
      output: {
        preserveModules: true,
        preserveModulesRoot: 'src',
        entryFileNames: '[name].js',
      },
      // The warning says that 'use client', at the top of React's entry, might be lost. `preserveModules` keeps it.
      checks: { ...checks, moduleLevelDirective: false },
    },
  },
});

const oneFile = (): UserConfig => ({
  root,
  plugins: [...plugins, ...withoutUnused(), terser()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target,
    outDir: 'dist',
    emptyOutDir: false,
    sourcemap: true,
    // `build.minify` keeps the white space of ES libraries, so that bundlers can still read annotations in it. No bundler reads
    // this file, so it has none.
    rolldownOptions: { checks, output: { minify: true, comments: { annotation: false } } },
    lib: { entry: 'src/define/auth-widget.ts', formats: ['es'], fileName: () => 'auth-widget.min.js' },
  },
});

/** The one file for pages that can't load modules. Its global holds what the module exports. */
const classicScript = (): UserConfig => {
  const config = oneFile();
  const lib = {
    entry: 'src/define/auth-widget.ts',
    formats: ['iife' as const],
    name: 'authWidget',
    fileName: () => 'auth-widget.iife.js',
  };
  return { ...config, build: { ...config.build, sourcemap: false, lib } };
};

const singleFile = (name: string): UserConfig => ({
  root,
  plugins: name.startsWith('html/') ? [...plugins, litWithoutDom] : plugins,
  build: {
    target,
    outDir: 'dist',
    emptyOutDir: false,
    // Nobody steps through the files for served HTML, and maps would be most of their size.
    sourcemap: !name.startsWith('html/'),
    // Only the command has imports: the first screen, `node:util`, and a language by the name of the package when it is needed.
    rolldownOptions: {
      checks,
      external: ['./first-screen.js', 'node:util'],
      makeAbsoluteExternalsRelative: false,
      output: { minify: true },
    },
    lib: { entry: `src/${name}.ts`, formats: ['es'], fileName: () => `${name}.js` },
  },
});

/** The entries of `dist/cdn`. The wrappers in `frameworks` aren't among them, because they import a framework by name. */
const browserEntries = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(entries()).filter(([name]) => !/^(development|frameworks|server|testing)\//.test(name)),
  );

const cdn = (): UserConfig => ({
  root,
  plugins: [...plugins, ...withoutUnused(), terser()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target,
    outDir: 'dist/cdn',
    sourcemap: false, // source maps would be a quarter of the package; the one file has one
    rolldownOptions: {
      checks,
      // Shared modules have no digest in their names, because addresses on a CDN contain the version.
      output: { minify: true, chunkFileNames: 'shared/[name].js', entryFileNames: '[name].js' },
    },
    lib: { entry: browserEntries(), formats: ['es'] },
  },
});

const countries = (): UserConfig => ({
  root,
  plugins,
  build: {
    target,
    outDir: 'dist',
    emptyOutDir: false,
    // A country is one call, and hundreds of source maps would be larger than the countries.
    sourcemap: false,
    rolldownOptions: {
      checks,
      output: {
        minify: true,
        comments: { annotation: false },
        chunkFileNames: ({ moduleIds }) =>
          `countries-${moduleIds.some(id => id.includes('country-field')) ? 'field' : 'engine'}.js`,
        entryFileNames: '[name].js',
      },
    },
    lib: { entry: toEntries(listCountries()), formats: ['es'] },
  },
});

/** Every page in demo/. */
const pages = (): string[] =>
  readdirSync(`${root}demo`).flatMap(name => (name.endsWith('.html') ? [`${root}demo/${name}`] : []));

/** The size of the one file, as docs/installing.md has it, such as 48.7 kB. */
function sizeOfOneFile(): string {
  const [, bytes = ''] =
    /^auth-widget(?: +[\d,]+){2} +([\d,]+)/m.exec(readFileSync(`${root}docs/installing.md`, 'utf8')) ?? [];
  return `${(Number(bytes.replace(',', '')) / 1000).toFixed(1)} kB`;
}

/**
 * Puts the size of the one file into the pages, and the licence beside them.
 * @param links whether the pages of the documentation are in the folder above, so that links can lead to them
 */
const pageFacts = (links: boolean): Plugin => ({
  name: 'page-facts',
  transformIndexHtml: html =>
    html
      .replaceAll('{size}', sizeOfOneFile)
      .replaceAll(/<a data-page="([\w-]+)"/g, links ? '$& href="../$1.html"' : '$&'),
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'LICENSE.txt', source: readFileSync(`${root}LICENSE`) });
  },
});

const demo = (hasDocs = false): UserConfig => ({
  root: `${root}demo`,
  plugins: [plugins, pageFacts(hasDocs)],
  build: {
    target,
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    assetsInlineLimit: 0, // everything is a file of this origin: the pages have a strict CSP
    modulePreload: { polyfill: false },
    rolldownOptions: { checks, input: pages() },
  },
});

/** The demo pages for any folder of any static server. */
const playground = (): UserConfig => {
  const config = demo(true);
  return {
    ...config,
    base: './',
    build: { ...config.build, outDir: `${root}out/site/playground`, sourcemap: false },
  };
};

const configs: Readonly<Record<string, () => UserConfig>> = {
  'one-file': oneFile,
  iife: classicScript,
  cdn,
  countries,
  demo,
  playground,
};

export default defineConfig(({ mode }) => (isSingleFile(mode) ? singleFile(mode) : (configs[mode] ?? library)()));
