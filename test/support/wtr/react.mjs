import { build } from 'esbuild';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const MODULES = ['react', 'react-dom', 'react-dom/client', 'react-dom/server.browser'];
const FOLDER = '/__react/';

// The names are read here and not later, because React patches the console when it is loaded, and the runner replaces it.
const entries = Object.fromEntries(
  MODULES.map(name => {
    const names = Object.keys(/** @type {object} */ (require(name))).join(', ');
    return [name, `import module from '${name}'; export const { ${names} } = module; export default module;`];
  }),
);

/** Bundles React as ES modules, because npm has only CommonJS modules, in its development build, which reports mistakes. */
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
    define: { 'process.env.NODE_ENV': '"development"' },
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: FOLDER,
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
}

/** @returns {import('@web/test-runner').TestRunnerPlugin} the plugin that serves React to the tests that import it */
export function react() {
  /** @type {ReturnType<typeof bundle> | undefined} */
  let files;
  return {
    name: 'react',
    resolveImport: ({ source }) => (MODULES.includes(source) ? `${FOLDER}${source}.js` : undefined),
    async serve({ path }) {
      if (!path.startsWith(FOLDER)) return undefined;
      const body = (await (files ??= bundle())).get(path);
      return body === undefined ? undefined : { body, type: 'js' };
    },
  };
}
