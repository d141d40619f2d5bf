// What `npm run mutants` changes, and the tests that it runs: docs/testing-the-project.md#mutants.
import { readdirSync } from 'node:fs';

/**
 * Where the tests of a part run. In Node, StrykerJS runs them in one process (node-runner.mjs); in Chromium, browser/run.mjs.
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
    browser: { sources: ['src/testing/dom.ts', 'src/testing/sign-in-flow.ts'], tests: ['test/testing/dom.test.ts'] },
  },
};

/**
 * Tests that start a server or a process. They are left out, because other tests reach the same code.
 * @param {string} file
 */
const isOwnProcess = file => file.includes('-reference.') || (file.startsWith('test/backends/') && !isForNode(file));

/** @param {string} file */
const isForNode = file => file.endsWith('.node.test.ts');

/**
 * The files of folders, and files.
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

/** The test files that run in Node: outside of the rooms of elements all of them. @param {Part} part */
export const nodeTestsOf = ({ tests }) =>
  list(tests, file => {
    const isInRoomWithPages = /^test\/(elements|frameworks|testing)\//.test(file);
    return file.endsWith('.test.ts') && !isOwnProcess(file) && (!isInRoomWithPages || isForNode(file));
  });

/** The test files that run in a page. @param {Part} part */
export const pageTestsOf = ({ tests }) => list(tests, file => file.endsWith('.test.ts') && !isForNode(file));
