import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { describeError, toLine } from '../../../scripts/suites/failures.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {import('@web/test-runner').TestSuiteResult | undefined} suite
 * @returns {import('@web/test-runner').TestResult[]}
 */
export const testsOf = suite => (suite ? [...suite.tests, ...suite.suites.flatMap(testsOf)] : []);

/** @returns {Counts} */
const zero = () => ({ passed: 0, failed: 0, skipped: 0 });

/**
 * Adds the time that the tests of a file took in one engine to the file that FILE_TIMES names, as scripts/suites/times.mjs
 * reads it: `<seconds> <test file> (<engine>)`.
 * @param {string} target
 * @param {import('@web/test-runner').TestSession} session
 */
function writeFileTime(target, { testFile, browser, testResults }) {
  const ms = testsOf(testResults).reduce((sum, { duration = 0 }) => sum + duration, 0);
  appendFileSync(target, `${(ms / 1000).toFixed(1)} ${path.relative('.', testFile)} (${browser.name})\n`);
}

/**
 * The failed tests of a suite, with the names of the suites around each.
 * @param {import('@web/test-runner').TestSuiteResult | undefined} suite
 * @param {string} [groups]
 * @returns {{ name: string, error: string }[]}
 */
const failuresOf = (suite, groups = '') => [
  ...(suite?.tests ?? [])
    .filter(({ passed, skipped }) => !passed && !skipped)
    .map(({ name, error }) => ({ name: groups + name, error: describeError(error) })),
  ...(suite?.suites ?? []).flatMap(inner => failuresOf(inner, `${groups}${inner.name} › `)),
];

/**
 * Adds what failed in a test file in one engine to the file that FAILURES names, as scripts/suites/failures.mjs reads it.
 * @param {string} target
 * @param {import('@web/test-runner').TestSession} session
 */
function writeFailures(target, { testFile, browser, testResults, errors }) {
  const failures = [
    ...failuresOf(testResults),
    ...errors.map(error => ({ name: 'the file itself', error: describeError(error) })),
  ];
  const file = path.relative('.', testFile);
  for (const failure of failures) appendFileSync(target, toLine({ ...failure, file, engine: browser.name }));
}

/**
 * Prints `wtr: N passed, N failed, N skipped` as the last line, counted for each test in each engine. A file that could
 * not run, that has no tests, or that left an unhandled rejection behind counts as one failure: @web/test-runner itself
 * ends with exit code 0 after the last two.
 * @returns {import('@web/test-runner').Reporter}
 */
export function countReporter() {
  return {
    stop({ sessions, testCoverage }) {
      /** @type {Map<string, Counts>} */
      const countsOf = new Map();
      for (const session of sessions) {
        const counts = countsOf.get(session.browser.name) ?? zero();
        countsOf.set(session.browser.name, counts);
        const tests = testsOf(session.testResults);
        if (process.env.FILE_TIMES) writeFileTime(process.env.FILE_TIMES, session);
        if (process.env.FAILURES) writeFailures(process.env.FAILURES, session);
        for (const test of tests) counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
        if (tests.length === 0 || (!session.passed && session.errors.length > 0)) counts.failed++;
      }
      const total = zero();
      for (const [name, counts] of countsOf) {
        console.log(`  ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
        total.passed += counts.passed;
        total.failed += counts.failed;
        total.skipped += counts.skipped;
      }
      if (testCoverage && !testCoverage.passed) console.log('  coverage is below the threshold');
      if (total.failed > 0) process.exitCode = 1;
      // The default reporter prints after this, so the count is printed when the process ends.
      process.once('exit', code => {
        if (code === 0 && (total.failed > 0 || total.passed === 0)) process.exitCode = 1;
        console.log(`wtr: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
      });
    },
  };
}
