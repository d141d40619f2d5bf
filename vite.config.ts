import { literalsHtmlCssMinifier } from '@literals/rollup-plugin-html-css-minifier';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

// Three builds, told apart by --mode (the default is the library):
//   library  dist/*.js, one file per module, dependencies left as imports, readable except for the templates
//   one-file dist/auth-widget.min.js, everything inside, for <script type="module" src="…">
//   demo     demo/dist, the demo pages

const root = fileURLToPath(new URL('.', import.meta.url));
const target = 'es2022';

/** Minifies the css`…` and html`…` templates, which minifiers of JavaScript leave alone. */
const plugins = [literalsHtmlCssMinifier({ include: `${root}src/**/*.ts`, failOnError: true }) as Plugin];

/** The source files behind the exports of package.json, which is the one list of them. */
function entries(): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    exports: Record<string, string | { default: string }>;
  };
  const modules = Object.values(exports).flatMap(path =>
    typeof path === 'object' && !path.default.endsWith('.min.js') ? [path.default] : [],
  );
  return Object.fromEntries(
    modules.map(path => {
      const name = path.replace(/^\.\/dist\/|\.js$/g, '');
      return [name, `src/${name}.ts`];
    }),
  );
}

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
      external: [/^lit($|\/)/, /^@lit\//, /^xstate($|\/)/],
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
    },
  },
});

const oneFile = (): UserConfig => ({
  root,
  plugins,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target,
    outDir: 'dist',
    emptyOutDir: false,
    sourcemap: true,
    // `build.minify` keeps the white space of ES libraries, so that bundlers can still read annotations in it.
    rolldownOptions: { output: { minify: true } },
    lib: { entry: 'src/define/auth-widget.ts', formats: ['es'], fileName: () => 'auth-widget.min.js' },
  },
});

/** Every page in demo/. */
const pages = (): string[] =>
  readdirSync(`${root}demo`).flatMap(name => (name.endsWith('.html') ? [`${root}demo/${name}`] : []));

const demo = (): UserConfig => ({
  root: `${root}demo`,
  plugins,
  build: {
    target,
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    assetsInlineLimit: 0, // everything is a file of this origin: the pages have a strict CSP
    modulePreload: { polyfill: false },
    rolldownOptions: { input: pages() },
  },
});

export default defineConfig(({ mode }) => (mode === 'demo' ? demo() : mode === 'one-file' ? oneFile() : library()));
