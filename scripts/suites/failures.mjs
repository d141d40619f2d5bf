// Collects the failed tests of a suite for the end of `npm test`. As a module for `node --test --test-reporter`, it writes one line
// of JSON for each test that failed; test/support/wtr/reporter.mjs does the same for the tests in browsers.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FILE_ITSELF, TOGETHER } from './together.mjs';

/**
 * A test that failed, or a file or command that did.
 * @typedef {object} Failure
 * @property {string} name with the names of the groups that the test belongs to
 * @property {string} [file] the test file, as a path from the root of the repository
 * @property {string} [engine] the browser
 * @property {string} error its message, and the place in the repository that its stack names first
 */

/** The ending of the files with failures. */
const ENDING = '.failures';
/** How many failures are shown, and how many lines of each error. */
const MAX_FAILURES = 40;
const MAX_LINES = 12;
/** How many characters of what a test file writes to stderr are kept. */
const MAX_STDERR = 2000;

/**
 * The message of an error and those of its causes, with the first line of its stack that leads into the tests or sources.
 * @param {{ name?: string, message?: string, stack?: string, cause?: unknown } | undefined} error
 */
export function describeError({ name, message = 'Unknown error', stack = '', cause } = {}) {
  const isOwn = (/** @type {string} */ line) => /\.m?[jt]s\b/.test(line) && !/node_modules|node:|__web-/.test(line);
  const place = stack
    .replace(message, '') // a message may look like a line of the stack
    .split('\n')
    .find(isOwn);
  const text = name && !message.startsWith(name) ? `${name}: ${message}` : message;
  const causes = [];
  // `fetch failed` says nothing without its cause.
  for (let error = cause; error instanceof Error && causes.length < 3; error = error.cause)
    causes.push(`Cause: ${error.message}`);
  return [text, ...causes, ...(place ? [place.trim()] : [])].join('\n');
}

/**
 * The failure of a command that has no tests, or that crashed.
 * @param {string} end the end of what it printed
 * @returns {Failure}
 */
export const commandFailure = end => ({
  name: 'the command itself',
  error: end.trimEnd().split('\n').slice(-MAX_LINES).join('\n'),
});

/**
 * The line of a failure in a file of failures.
 * @param {Failure} failure
 */
export const toLine = failure => `${JSON.stringify(failure)}\n`;

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string>}
 */
export default async function* reportFailures(events) {
  /** The names of the test that runs and of the groups around it, by their nesting. @type {string[]} */
  const names = [];
  /** The end of what test files wrote to stderr. The error of a file that can't be loaded is only there. @type {Map<string, string>} */
  const stderr = new Map();
  /** @type {string | undefined} */
  let group;
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      names[data.nesting] = data.name;
      // If several files share a process, together.mjs makes each one a group with the path of the file as its name.
      if (data.nesting === 0) group = data.file === TOGETHER ? data.name : undefined;
    }
    if (type === 'test:stderr' && data.file) {
      stderr.set(data.file, `${stderr.get(data.file) ?? ''}${data.message}`.slice(-MAX_STDERR));
    }
    // A `todo` test that fails is not counted as failed.
    if (type !== 'test:fail' || data.todo !== undefined) continue;
    const { name, nesting, details } = data;
    const file = group === undefined ? data.file : path.resolve(group);
    const outer = names.slice(group === undefined ? 0 : 1, nesting);
    const error = /** @type {Error & { failureType?: string, cause?: unknown }} */ (details.error);
    if (error.failureType === 'subtestsFailed') continue; // a group, whose failed tests have their own events
    const isFile = file !== undefined && path.resolve(name) === file;
    yield toLine({
      name: isFile ? FILE_ITSELF : [...outer, name].join(' › '),
      ...(file !== undefined && { file: path.relative('.', file) }),
      error: (isFile && stderr.get(file)?.trim()) || describeError(error.cause instanceof Error ? error.cause : error),
    });
  }
}

/**
 * The failures of a suite.
 * @param {string} folder where its files of failures are; it may be missing
 * @returns {Failure[]}
 */
export const readFailures = folder =>
  !existsSync(folder)
    ? []
    : readdirSync(folder)
        .filter(name => name.endsWith(ENDING))
        .flatMap(name => readFileSync(path.join(folder, name), 'utf8').split('\n'))
        .filter(line => line !== '')
        .map(line => /** @type {Failure} */ (JSON.parse(line)));

/**
 * The failures as lines; none if nothing failed.
 * @param {readonly (Failure & { suite: string })[]} failures
 */
export function formatFailures(failures) {
  if (failures.length === 0) return [];
  const lines = failures.slice(0, MAX_FAILURES).flatMap(({ suite, name, file, engine, error }) => {
    const where = [suite, file, engine].filter(part => part !== undefined).join(', ');
    const errorLines = error.split('\n');
    const left = errorLines.length - MAX_LINES;
    return [
      `✗ ${name} (${where})`,
      ...errorLines.slice(0, MAX_LINES).map(line => `    ${line}`),
      ...(left > 0 ? [`    … ${left} more lines`] : []),
    ];
  });
  const left = failures.length - MAX_FAILURES;
  return ['Failed:', ...lines, ...(left > 0 ? [`… and ${left} more`] : [])];
}
