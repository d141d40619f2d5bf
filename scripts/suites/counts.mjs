// Counts the passed, failed and skipped tests of one command of a suite from its output. `sum` adds the commands up.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ code: number, output: string }} Result the exit code of a command, and its stdout, or the reason why it could not start */

/**
 * @param {readonly Counts[]} list
 * @returns {Counts}
 */
export const sum = list => ({
  passed: list.reduce((total, { passed }) => total + passed, 0),
  failed: list.reduce((total, { failed }) => total + failed, 0),
  skipped: list.reduce((total, { skipped }) => total + skipped, 0),
});

/**
 * Makes the function that counts the tests of a command that prints its counts. If no test failed, a crash counts as one failure, and so does
 * a run without a single test.
 * @param {(output: string) => Counts} parse
 * @returns {(result: Result) => Counts}
 */
const counted = parse => result => {
  const counts = parse(result.output);
  const isBroken = counts.failed === 0 && (result.code !== 0 || counts.passed + counts.skipped === 0);
  return isBroken ? { ...counts, failed: 1 } : counts;
};

/**
 * The numbers in the last line that matches; empty if none does.
 * @param {string} output
 * @param {RegExp} pattern
 */
const lastNumbers = (output, pattern) => [...output.matchAll(pattern)].at(-1)?.slice(1).map(Number) ?? [];

/** Counts the tests of `node --test --test-reporter=tap`. */
export const readTap = counted(output => {
  /** @param {string} name */
  const count = name => lastNumbers(output, new RegExp(`^# ${name} (\\d+)$`, 'gm'))[0] ?? 0;
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
});

/** Counts the tests of Web Test Runner (test/support/wtr/reporter.mjs). */
export const readWtr = counted(output => {
  const pattern = /^wtr: (\d+) passed, (\d+) failed, (\d+) skipped$/gm;
  const [passed = 0, failed = 0, skipped = 0] = lastNumbers(output, pattern);
  return { passed, failed, skipped };
});

/**
 * Counts a command that either succeeds or fails as one test.
 * @param {Result} result
 * @returns {Counts}
 */
export const readExitCode = ({ code }) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 });
