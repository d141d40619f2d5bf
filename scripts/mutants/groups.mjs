// What `npm run mutants` changes, and the tests that it runs: docs/testing-the-project.md#mutants.
import { readdirSync } from 'node:fs';

/**
 * Sources, and the tests that run over their mutants. StrykerJS runs those of the part `node` inside its own processes (node-runner.mjs).
 * browser/run.mjs runs the page tests of the part `browser` in Chromium, and then its tests for Node over the survivors.
 * @typedef {object} Part
 * @property {readonly string[]} sources folders and files
 * @property {readonly string[]} tests folders and files
 */
/**
 * @typedef {object} Group
 * @property {string} section of docs/results.md
 * @property {Part} [node]
 * @property {Part} [browser]
 */

/** @type {Readonly<Record<string, Group>>} */
export const groups = {
  core: {
    section: 'mutants',
    node: {
      sources: ['src/core', 'src/machine', 'src/client'],
      tests: ['test/core', 'test/machine', 'test/client'],
    },
  },
  elements: {
    section: 'mutants-elements',
    browser: { sources: ['src/elements'], tests: ['test/elements'] },
  },
  frameworks: {
    section: 'mutants-frameworks',
    browser: { sources: ['src/frameworks'], tests: ['test/frameworks'] },
  },
  backends: {
    section: 'mutants-backends',
    node: { sources: ['src/backends'], tests: ['test/backends'] },
  },
  testing: {
    section: 'mutants-testing',
    node: {
      sources: ['src/testing/conformance', 'src/testing/memory-server', 'src/testing/mock-server.ts'],
      tests: ['test/testing'],
    },
    browser: {
      sources: ['src/testing/dom.ts', 'src/testing/sign-in-flow.ts'],
      // The stand-in for `ElementInternals` in dom.ts is used in jsdom and happy-dom alone.
      tests: [
        'test/testing/dom.test.ts',
        'test/testing/sign-in-flow.node.test.ts',
        'test/testing/sign-in-flow-clock.node.test.ts',
        ...['happy-dom', 'jsdom'].map(name => `test/elements/auth-widget/auth-widget-${name}.node.test.ts`),
      ],
    },
  },
};

/**
 * Whether a test needs a real server, which runs outside of the test. Such tests are left out, because others reach the same
 * code.
 * @param {string} file
 */
const needsServer = file => file.includes('-reference.') || (file.startsWith('test/backends/') && !isForNode(file));

/**
 * Whether a test loads its module anew, with a clock of its own. In StrykerJS the tests of a part are one bundle, where it can't. A part
 * without StrykerJS names such a file.
 * @param {string} file
 */
const needsOwnModules = file => file.includes('-clock.');

/** @param {string} file */
const isForNode = file => file.endsWith('.node.test.ts');

/**
 * Returns the wanted TypeScript files: those among `paths`, and those in the folders among them.
 * @param {readonly string[]} paths
 * @param {(file: string) => boolean} isWanted
 */
const list = (paths, isWanted) =>
  paths
    .flatMap(each =>
      each.endsWith('.ts')
        ? [each]
        : readdirSync(each, { recursive: true, encoding: 'utf8' }).map(name => `${each}/${name.replaceAll('\\', '/')}`),
    )
    .filter(file => file.endsWith('.ts') && isWanted(file))
    .sort();

/** @param {Part} part */
export const sourcesOf = ({ sources }) => list(sources, () => true);

/**
 * The test files that run in Node. In `test/elements`, `test/frameworks` and `test/testing`, only those named
 * `.node.test.ts`.
 * @param {Part} part
 */
export const nodeTestsOf = ({ tests }) =>
  list(tests, file => {
    const isInRoomWithPages = /^test\/(elements|frameworks|testing)\//.test(file);
    const isPossible = !needsServer(file) && (!needsOwnModules(file) || tests.includes(file));
    return file.endsWith('.test.ts') && isPossible && (!isInRoomWithPages || isForNode(file));
  });

/** The test files that run in a page. @param {Part} part */
export const pageTestsOf = ({ tests }) => list(tests, file => file.endsWith('.test.ts') && !isForNode(file));

/**
 * Returns why an option of the command can't be used for a group, or undefined if it can. StrykerJS, which runs the mutants in Node, prints
 * no numbers for `--mutant` to choose from, and runs all tests, whatever `--only` says.
 * @param {{ mutant?: unknown, only?: unknown, fresh?: unknown }} options as the command has them; undefined: not used
 * @param {string} name of the group
 * @param {readonly string[]} files that the command names; none: all files
 * @returns {string | undefined}
 */
export function findOptionProblem({ mutant, only, fresh }, name, files) {
  const { node, browser } = groups[name] ?? {};
  const isChosen = (/** @type {Part | undefined} */ part) =>
    part !== undefined && (files.length === 0 || sourcesOf(part).some(source => files.includes(source)));
  const option = mutant ? '--mutant' : only ? '--only' : undefined;
  if (option && isChosen(node))
    return `${option} is for mutants that run in Chromium, and some of ${name} run in Node. Name files that run in Chromium.`;
  if (fresh && files.length > 0 && (isChosen(node) || isChosen(browser)))
    return `--fresh forgets what is known about the whole group ${name}. Leave the files out, or --fresh.`;
  return undefined;
}
