// A reporter for node:test that writes a line for each test file when it has ended: `<seconds> <file>`. The built-in reporters
// give the time of each test, without the time for loading the file and for its hooks.
import path from 'node:path';

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string>}
 */
export default async function* reportFileTimes(events) {
  for await (const { type, data } of events) {
    // node:test runs each file as a test with the path as its name. Node 20 has this event, but its types don't.
    if (/** @type {string} */ (type) !== 'test:complete') continue;
    const { name, file, details } = /** @type {{ name: string, file?: string, details: { duration_ms: number } }} */ (
      data
    );
    if (file === undefined || path.resolve(name) !== file) continue;
    yield `${(details.duration_ms / 1000).toFixed(1)} ${path.relative('.', file)}\n`;
  }
}
