// Stands in for node:test in the bundle of bundle-tests.mjs: it collects the tests, and test-runner.mjs runs them.
export { mock } from 'node:test';

/**
 * @typedef {(t: import('node:test').TestContext) => void | Promise<void>} TestBody
 * @typedef {{ readonly id: string, readonly file: string, readonly body: TestBody }} CollectedTest
 */

/**
 * The test files, with what loads them.
 * @type {Map<string, () => unknown>}
 */
export const files = new Map();

let currentFile = '';
/** @type {CollectedTest[]} */
let tests = [];

/**
 * Loads a test file.
 * @param {string} file
 * @returns its tests
 */
export function load(file) {
  currentFile = file;
  tests = [];
  files.get(file)?.();
  return tests;
}

/**
 * @param {string} name
 * @param {TestBody} body
 */
export default function test(name, body) {
  const id = `${currentFile}: ${name}`;
  if (tests.some(other => other.id === id)) throw new Error(`Two tests have one name: ${id}`);
  tests.push({ id, file: currentFile, body });
}
