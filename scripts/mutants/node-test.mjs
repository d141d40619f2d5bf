// Replaces node:test in the bundle of bundle-tests.mjs. It collects the tests, and node-runner.mjs runs them.
export { mock } from 'node:test';

/**
 * @typedef {(t: import('node:test').TestContext) => void | Promise<void>} TestBody
 * @typedef {{ readonly id: string, readonly name: string, readonly file: string, readonly body: TestBody }} CollectedTest
 */

/**
 * The test files, each with the function that loads it.
 * @type {Map<string, () => unknown>}
 */
export const files = new Map();

let currentFile = '';
/** @type {CollectedTest[]} */
let tests = [];
/** @type {(() => unknown)[]} */
let hooks = [];

/**
 * Loads a test file.
 * @param {string} file
 * @returns its tests
 */
export function load(file) {
  currentFile = file;
  tests = [];
  hooks = [];
  files.get(file)?.();
  return tests;
}

/**
 * @param {string} name
 * @param {TestBody} body
 */
export default function test(name, body) {
  const sameName = tests.filter(other => other.name === name).length;
  const id = `${currentFile}: ${name}${sameName > 0 ? ` (${sameName + 1})` : ''}`;
  const own = hooks;
  tests.push({
    id,
    name,
    file: currentFile,
    body: async t => {
      for (const hook of own) await hook();
      await body(t);
    },
  });
}

/** @param {() => unknown} hook */
export function beforeEach(hook) {
  hooks.push(hook);
}
