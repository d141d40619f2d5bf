// What `npm run soak` reads of a round from the output of scripts/test.mjs.

/** @typedef {{ name: string, passed: number, failed: number, seconds: number }} SuiteResult */

/** The suites of a whole round, in the order of the table in docs/results.md. */
export const SUITES = ['node', 'browsers', 'e2e'];

/**
 * Returns the results of the suites in the output of scripts/test.mjs, in the order of the table.
 * @param {string} output
 * @returns {SuiteResult[]}
 */
export const readResults = output =>
  [...output.matchAll(/^== (\w+): (\d+) passed, (\d+) failed, (\d+) s$/gm)]
    .map(([, name = '', ...numbers]) => {
      const [passed = 0, failed = 0, seconds = 0] = numbers.map(Number);
      return { name, passed, failed, seconds };
    })
    .sort((one, other) => SUITES.indexOf(one.name) - SUITES.indexOf(other.name));

/**
 * Returns the suites that should have run and didn't. scripts/test.mjs succeeds even if it skips a suite whose browser is missing.
 * @param {readonly string[]} suites
 * @param {readonly SuiteResult[]} round
 */
export const findLeftOut = (suites, round) => suites.filter(suite => !round.some(({ name }) => name === suite));

/**
 * Whether these suites make a whole round, which docs/results.md lists.
 * @param {readonly string[]} suites
 */
export const isWhole = suites => SUITES.every(suite => suites.includes(suite));
