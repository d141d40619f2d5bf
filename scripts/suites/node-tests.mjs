// For the suites that node:test runs: finds test files, and makes the commands that run them.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CannotRun } from './cannot-run.mjs';
import { PGLITE_FLAGS } from './pglite-flags.mjs';
import { isProgram, writePrograms } from './together.mjs';

/** @typedef {import('./run.mjs').Command} Command */

/**
 * How many files of a folder with an alone.mjs run at the same time. A file often waits for a browser, a server or a deadline, so one at a time
 * leaves cores idle. Another suite runs beside this one, so two keep two cores busy.
 */
const AT_ONCE = 2;

/** The message of `CannotRun` if no test file of a suite is chosen. scripts/test.mjs skips the suite with `--only`, and fails without it. */
export const NONE_CHOSEN = 'none of its test files was chosen';

const TYPESCRIPT = new URL('typescript.mjs', import.meta.url).href;

/**
 * The time limit of a test and of a file, in milliseconds. A test that hangs is then a failure, with its name. A command has twice this limit
 * if some of its files run one after another in one process, because the limit applies to all of these together.
 */
const LIMIT_MS = 600_000;

/** What is reported besides the TAP that is counted, by the ending of the file that it is written to. */
const REPORTERS = {
  times: new URL('file-times.mjs', import.meta.url).href,
  failures: new URL('failures.mjs', import.meta.url).href,
};

/**
 * The test files below these folders whose names have one of these endings. A folder may be missing.
 * @param {readonly string[]} folders
 * @param {string[]} ends
 */
export const findTests = (folders, ...ends) =>
  folders.filter(existsSync).flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(name => path.join(folder, name))
      .filter(name => ends.some(end => name.endsWith(end)) && !name.includes('node_modules'))
      .sort(),
  );

/**
 * The files of a folder that must not run at the same time as others: `alone` in its alone.mjs, as paths from the folder.
 * @param {string} folder
 * @returns {Promise<readonly string[] | undefined>} paths from the current folder; undefined without an alone.mjs
 */
async function listAlone(folder) {
  const file = path.resolve(folder, 'alone.mjs');
  if (!existsSync(file)) return undefined;
  const { alone } = /** @type {{ alone: readonly string[] }} */ (await import(pathToFileURL(file).href));
  const paths = alone.map(name => path.join(folder, name));
  const missing = paths.filter(name => !existsSync(name));
  if (missing.length > 0) throw new Error(`${file} names files that do not exist: ${missing.join(', ')}`);
  return paths;
}

/**
 * Returns the command that runs test files with node:test. Throws `CannotRun` if there are none.
 * @param {readonly string[]} files
 * @param {number} concurrency how many files run at the same time
 * @param {string} report the file, without its ending, to which the times of the test files and the failures are written
 * @param {Pick<Command, 'env'> & { node?: string }} [options] `node` is another Node.js
 * @returns {Command}
 */
export function nodeTest(files, concurrency, report, { env = {}, node = process.execPath } = {}) {
  if (files.length === 0) throw new CannotRun(NONE_CHOSEN); // node --test would look for files itself
  const args = [
    ...PGLITE_FLAGS,
    ...['--import', TYPESCRIPT, '--test', `--test-concurrency=${concurrency}`],
    `--test-timeout=${files.some(isProgram) ? 2 * LIMIT_MS : LIMIT_MS}`,
    ...['--test-reporter=tap', '--test-reporter-destination=stdout'],
    ...Object.entries(REPORTERS).flatMap(([ending, reporter]) => [
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${report}.${ending}`,
    ]),
    ...files,
  ];
  return { command: node, args, env };
}

/** The maximum number of files in one process: 17 files of the server took 270 s on a machine half as fast as usual. */
const MOST_TOGETHER = 12;

/**
 * Puts test files into a few processes, where they run one after another. A process of its own costs a file about 0.3 s of processor
 * time before its first test.
 * @param {readonly string[]} files
 * @param {(file: string) => boolean} mayShare whether a file may run in a process with others
 * @param {string} report where the programs of these processes are written, without a number and the ending
 * @param {number} [most] the maximum number of files in one process
 * @returns {string[]} what node:test runs: the programs, and the other files
 */
export function shareProcesses(files, mayShare, report, most = MOST_TOGETHER) {
  const shared = files.filter(mayShare);
  const count = Math.max(AT_ONCE, Math.ceil(shared.length / most));
  return [...writePrograms(shared, count, report), ...files.filter(file => !mayShare(file))];
}

/**
 * Returns the commands that run the test files of a folder. Most of these files start a server, a database or a browser. They
 * run `AT_ONCE` at a time. Those that alone.mjs lists come last, because no other test may run beside them. In a folder without
 * an alone.mjs, all files run one at a time, each in a process of its own. Rejects with `CannotRun` if there are no files.
 * @param {string} folder
 * @param {readonly string[]} files
 * @param {string} reports the folder of the reports
 * @param {Parameters<typeof nodeTest>[3] & { mayShare?: (file: string) => boolean, most?: number }} [options] `mayShare`: whether a file
 *   may run in a process with others; `most`: how many run in one
 * @returns {Promise<Command[]>}
 */
export async function nodeTestsOf(folder, files, reports, { mayShare = () => false, most, ...options } = {}) {
  const alone = await listAlone(folder);
  if (!alone || files.length === 0) return [nodeTest(files, 1, `${reports}/all`, options)];
  const beside = files.filter(file => !alone.includes(file));
  const shared = shareProcesses(beside, mayShare, `${reports}/together`, most);
  const others = files.filter(file => alone.includes(file));
  return [
    ...(shared.length > 0 ? [nodeTest(shared, AT_ONCE, `${reports}/shared`, options)] : []),
    ...(others.length > 0 ? [{ ...nodeTest(others, 1, `${reports}/alone`, options), alone: true }] : []),
  ];
}
