// The tables at the end of `npm test`: the seconds of each suite, and the slowest test files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ suite: string, seconds: number, file: string }} FileTime */

/** How many of the slowest test files are listed. */
const SLOWEST = 20;

/** @param {number} seconds */
const format = seconds => seconds.toFixed(0).padStart(6);

/**
 * Returns the times of the test files of a suite, from the files `*.times` of a folder. Their lines are `<seconds> <file>`.
 * @param {string} suite
 * @param {string} folder the folder of the suite's reports; without it, there are no times
 * @returns {FileTime[]}
 */
export function readFileTimes(suite, folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter(name => name.endsWith('.times'));
  const lines = names.flatMap(name => readFileSync(path.join(folder, name), 'utf8').split('\n'));
  return lines.flatMap(line => {
    const [, seconds, file = ''] = /^([\d.]+) (.+)$/.exec(line) ?? [];
    return seconds === undefined ? [] : [{ suite, seconds: Number(seconds), file }];
  });
}

/**
 * The table of the suites, as lines.
 * @param {readonly { name: string, passed: number, failed: number, seconds: number }[]} suites
 * @param {number} seconds of the whole run, which are fewer than the sum if suites ran at the same time
 */
export const formatSuites = (suites, seconds) => [
  'seconds  passed  failed  suite',
  ...suites.map(
    suite =>
      ` ${format(suite.seconds)}  ${String(suite.passed).padStart(6)}  ${String(suite.failed).padStart(6)}  ${suite.name}`,
  ),
  ` ${format(seconds)}                  the whole run`,
];

/**
 * The table of the slowest test files, as lines; none if no file was timed.
 * @param {readonly FileTime[]} times
 */
export function formatSlowest(times) {
  const slowest = [...times].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  if (slowest.length === 0) return [];
  return [
    `seconds  the slowest ${slowest.length} of ${times.length} test files`,
    ...slowest.map(({ suite, seconds, file }) => ` ${format(seconds)}  ${suite}: ${file}`),
  ];
}
