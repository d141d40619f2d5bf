// Bundles tests and sources into one script, which node-runner.mjs evaluates again for each mutant. StrykerJS runs this in its
// copy of the repository, whose sources contain the mutants.
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { groups, nodeTestsOf, sourcesOf } from './groups.mjs';

const NODE_TEST = fileURLToPath(new URL('node-test.mjs', import.meta.url));
const { node } = groups[process.env.MUTANTS ?? 'core'] ?? {};
if (!node) throw new Error('The environment variable MUTANTS names no group with tests in Node');
const sources = sourcesOf(node);
const testFiles = nodeTestsOf(node);
/**
 * Code for a list of files, each with a function that loads it.
 * @param {string[]} files
 */
const loaders = files => `[${files.map(file => `['${file}', () => require('./${file}')]`).join()}]`;

const { metafile } = await build({
  stdin: {
    contents: `
      import { files, load, mock } from 'node:test';
      import fc from 'fast-check';
      export { files, load, mock };
      fc.configureGlobal({ seed: 1 }); // the same values for each mutant, and in each run
      for (const [, loadSource] of ${loaders(sources)}) loadSource(); // before any test, so that no test covers what runs as they load
      for (const [file, loadTests] of ${loaders(testFiles)}) files.set(file, loadTests);
    `,
    resolveDir: process.cwd(),
  },
  outfile: 'out/tests.cjs',
  bundle: true,
  metafile: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // Only XState's development build prints warnings. They contain the event, and a test checks that they contain no secret.
  conditions: ['development', 'module'],
  logLevel: 'warning',
  plugins: [
    {
      name: 'node-test',
      setup(bundler) {
        bundler.onResolve({ filter: /^node:test$/ }, ({ importer }) =>
          importer === NODE_TEST ? { external: true } : { path: NODE_TEST },
        );
        // A classic script has no import.meta.
        bundler.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => ({
          contents: (await readFile(file, 'utf8')).replaceAll('import.meta.url', `'${pathToFileURL(file).href}'`),
          loader: 'ts',
        }));
      },
    },
  ],
});

/**
 * Whether a file imports another one, directly or through other files.
 * @param {string} from
 * @param {string} to
 * @param {Set<string>} seen
 * @returns {boolean}
 */
const reaches = (from, to, seen = new Set()) => {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (metafile.inputs[from]?.imports ?? []).some(({ path }) => reaches(path, to, seen));
};
// A module of src/countries adds its country when it is evaluated, which happens once. So node-runner.mjs evaluates the bundle again
// before each of these test files.
const withCountries = testFiles.filter(file => reaches(file, 'src/countries/register-country.ts'));
writeFileSync('out/tests-with-countries.json', JSON.stringify(withCountries));
