// Stands in for node:test in the bundle of bundle-tests.mjs: it collects the tests, and test-runner.mjs runs them.
export { mock } from 'node:test';

/**
 * @typedef {(t: import('node:test').TestContext) => void | Promise<void>} TestBody
 * @typedef {{ readonly id: string, readonly file: string, readonly body: TestBody }} CollectedTest
 */

/** @type {CollectedTest[]} */
export const tests = [];

let currentFile = '';

/**
 * Loads a test file.
 * @param {string} file
 * @param {() => unknown} load
 */
export function loadFile(file, load) {
  currentFile = file;
  load();
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
