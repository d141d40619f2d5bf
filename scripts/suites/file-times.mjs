// A reporter for node:test that writes a line for each test file when it has ended: `<seconds> <file>`. The built-in reporters
// give the time of each test, without the time for loading the file and for its hooks.
import path from 'node:path';
import { isProgram, TOGETHER } from './together.mjs';

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string>}
 */
export default async function* reportFileTimes(events) {
  for await (const { type, data } of events) {
    // node:test runs each file as a test with the path as its name. Node 20 has this event, but its types don't.
    if (/** @type {string} */ (type) !== 'test:complete') continue;
    const { name, file, nesting, details } =
      /** @type {{ name: string, file?: string, nesting: number, details: { duration_ms: number } }} */ (data);
    const isOneOfSeveral = file === TOGETHER && nesting === 0;
    const isProcess = file !== undefined && path.resolve(name) === file && !isProgram(file);
    if (isOneOfSeveral || isProcess)
      yield `${(details.duration_ms / 1000).toFixed(1)} ${path.relative('.', path.resolve(name))}\n`;
  }
}
