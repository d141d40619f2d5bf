// Bundles tests and sources into one script, which test-runner.mjs can evaluate again for each mutant. Stryker calls this
// in its copy of the repository, where the sources contain the mutants.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const NODE_TEST = fileURLToPath(new URL('node-test.mjs', import.meta.url));
const FOLDERS = ['test/core', 'test/machine', 'test/client'];
/** They test documents and the text of the sources, with other tools. */
const OTHERS = ['docs-examples.test.ts'];

const files = FOLDERS.flatMap(folder =>
  readdirSync(folder)
    .filter(name => name.endsWith('.test.ts') && !OTHERS.includes(name))
    .sort()
    .map(name => `${folder}/${name}`),
);

await build({
  stdin: {
    contents: [
      "import { loadFile, mock, tests } from 'node:test';",
      "import fc from 'fast-check';",
      'export { mock, tests };',
      // The same random values for each mutant, and in each run.
      'fc.configureGlobal({ seed: 1 });',
      ...files.map(file => `loadFile('${file}', () => require('./${file}'));`),
    ].join('\n'),
    resolveDir: process.cwd(),
  },
  outfile: 'out/tests.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
  plugins: [
    {
      name: 'node-test',
      setup(bundler) {
        bundler.onResolve({ filter: /^node:test$/ }, ({ importer }) =>
          importer === NODE_TEST ? { external: true } : { path: NODE_TEST },
        );
        // A script has no import.meta.
        bundler.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => ({
          contents: (await readFile(file, 'utf8')).replaceAll('import.meta.url', `'${pathToFileURL(file).href}'`),
          loader: 'ts',
        }));
      },
    },
  ],
});
