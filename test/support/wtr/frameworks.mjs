import { build } from 'esbuild';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** npm has only CommonJS modules of React. */
const REACT = ['react', 'react-dom', 'react-dom/client', 'react-dom/server.browser'];
/** Their ES modules are written for bundlers. */
const OTHERS = ['vue', 'svelte/store', 'preact', 'preact/hooks', 'solid-js', 'solid-js/web'];
const MODULES = [...REACT, ...OTHERS];
const FOLDER = '/__frameworks/';

// The names are read here and not later, because React patches the console when it is loaded, and the runner replaces it.
const entries = Object.fromEntries([
  ...REACT.map(name => {
    const names = Object.keys(/** @type {object} */ (require(name))).join(', ');
    return [name, `import module from '${name}'; export const { ${names} } = module; export default module;`];
  }),
  ...OTHERS.map(name => [name, `export * from '${name}';`]),
]);

/** Bundles the frameworks as ES modules, in their development builds, which report mistakes. */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: MODULES.map(name => ({ in: `entry:${name}`, out: name })),
    plugins: [
      {
        name: 'entries',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice('entry:'.length), namespace: 'entry' }));
          onLoad({ filter: /./, namespace: 'entry' }, ({ path }) => ({
            contents: entries[path] ?? '',
            resolveDir: import.meta.dirname,
          }));
        },
      },
    ],
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    conditions: ['development', 'module'],
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: FOLDER,
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}

/** @returns {import('@web/test-runner').TestRunnerPlugin} the plugin that serves the frameworks to the tests that import them */
export function frameworks() {
  /** @type {ReturnType<typeof bundle> | undefined} */
  let files;
  return {
    name: 'frameworks',
    resolveImport: ({ source }) => (MODULES.includes(source) ? `${FOLDER}${source}.js` : undefined),
    async serve({ path }) {
      if (!path.startsWith(FOLDER)) return undefined;
      const body = (await (files ??= bundle())).get(path);
      return body === undefined ? undefined : { body, type: 'js' };
    },
  };
}
