// Replaces node:test in the bundle of bundle-tests.mjs. It collects the tests, and node-runner.mjs runs them.
export { mock } from 'node:test';

/**
 * @typedef {(t: Pick<import('node:test').TestContext, 'mock' | 'after' | 'diagnostic'>) => void | Promise<void>} TestBody
 * @typedef {{ readonly id: string, readonly name: string, readonly file: string, readonly body: TestBody }} CollectedTest
 */

/**
 * The test files, each with the function that loads it. bundle-tests.mjs fills it.
 * @type {Map<string, () => unknown>}
 */
export const files = new Map();

let currentFile = '';
/** @type {CollectedTest[]} */
let tests = [];
/** @type {{ before: (() => unknown)[], after: (() => unknown)[] }} */
let hooks = { before: [], after: [] };

/**
 * Loads a test file. A file has tests only the first time, so node-runner.mjs evaluates the bundle again for another run.
 * @param {string} file
 * @returns its tests
 */
export function load(file) {
  currentFile = file;
  tests = [];
  hooks = { before: [], after: [] };
  files.get(file)?.();
  return tests;
}

/**
 * @param {string} name
 * @param {TestBody} body
 */
export function test(name, body) {
  const sameName = tests.filter(other => other.name === name).length;
  const id = `${currentFile}: ${name}${sameName > 0 ? ` (${sameName + 1})` : ''}`;
  const own = hooks;
  tests.push({
    id,
    name,
    file: currentFile,
    body: async t => {
      for (const hook of own.before) await hook();
      try {
        await body(t);
      } finally {
        for (const hook of own.after) await hook();
      }
    },
  });
}

export default test;

/** @param {() => unknown} hook */
export function beforeEach(hook) {
  hooks.before.push(hook);
}

// For a mutant, some tests of a file run, in any order. So `before` and `after` run for each of them.
export { beforeEach as before };

/** @param {() => unknown} hook */
export function after(hook) {
  hooks.after.push(hook);
}
