// Which tests run over a mutant, and in which order.
import path from 'node:path';

/** @typedef {import('./pages.mjs').Coverage} Coverage */
/** @typedef {import('./pages.mjs').Outcome} Outcome */
/** @typedef {{ file: string, outcomes: readonly Outcome[], coverage: Coverage }} FileRun */
/**
 * A test, as it ran without a mutant.
 * @typedef {object} KnownTest
 * @property {string} file
 * @property {string} id
 * @property {number} ms
 * @property {number} breadth how many mutants it reaches: a test that reaches few is about their code
 */
/** @typedef {{ file: string, tests: KnownTest[], isStatic: boolean }} Step the tests of one load of a page */

/** How many tests of a file run before another file is tried. */
const FIRST_TESTS = 6;
/** How many files are tried with their first tests. */
const FIRST_FILES = 3;
/** The time for the tests of a mutant, in milliseconds as they took without one. The tests of the lowest rank, which don't fit, are left out. */
const MOST_MS = 20_000;
/**
 * The share of the time of all tests that applies in place of `MOST_MS` if it is more, as on a busy machine.
 */
const MOST_SHARE = 1 / 3;
/** A mutant that a test has noticed this many lines away counts half as much for the test as one in the same line. */
const NEAR = 5;
/** What loading a page costs, in milliseconds. */
const LOAD_MS = 300;

/** About how many lines on each side of a mutant are compared with the names of tests. */
const LINES_AROUND = 6;

/**
 * The words of a text, also those inside identifiers, without short ones and without endings.
 * @param {string} text
 */
const wordsOf = text =>
  new Set((text.match(/[A-Z]?[a-z]{3,}/g) ?? []).map(word => word.toLowerCase().replace(/(?:ing|ed|es|s)$/, '')));

/**
 * @param {readonly FileRun[]} runs of all files without a mutant
 * @param {(file: string) => string} read returns a source
 */
export function createPlanner(runs, read) {
  /** @type {Map<string, KnownTest>} */
  const tests = new Map();
  const keyOf = (/** @type {string} */ file, /** @type {string} */ id) => `${file}: ${id}`;
  for (const { file, outcomes, coverage } of runs)
    for (const { id, ms } of outcomes)
      tests.set(keyOf(file, id), { file, id, ms, breadth: Object.keys(coverage.perTest[id] ?? {}).length });
  /** @type {Map<string, Set<string>>} */
  const names = new Map([...tests].map(([key, { file, id }]) => [key, wordsOf(`${path.basename(file)} ${id}`)]));
  /** How many tests have a word in their names. @type {Map<string, number>} */
  const counts = new Map();
  for (const words of names.values()) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  /** @param {string} source @param {number} line */
  function wordsAround(source, line) {
    const lines = read(source).split('\n');
    return [...wordsOf(lines.slice(Math.max(0, line - LINES_AROUND), line + LINES_AROUND).join('\n'))];
  }
  const all = runs.flatMap(({ outcomes }) => outcomes).reduce((sum, { ms }) => sum + ms, 0);
  const most = Math.max(MOST_MS, all * MOST_SHARE);
  /** The lines of the mutants of a source file that a test has noticed. @type {Map<string, number[]>} */
  const kills = new Map();

  /**
   * @param {string} mutant its id
   * @returns {{ test: KnownTest, isStatic: boolean }[]} the tests that run its code
   */
  function findTests(mutant) {
    return runs.flatMap(({ file, coverage, outcomes }) => {
      const isStatic = mutant in coverage.static;
      const ids = isStatic
        ? outcomes.map(({ id }) => id)
        : Object.keys(coverage.perTest).filter(id => mutant in (coverage.perTest[id] ?? {}));
      return ids.flatMap(id => {
        const test = tests.get(keyOf(file, id));
        return test ? [{ test, isStatic }] : [];
      });
    });
  }

  return {
    /**
     * Returns the tests for a mutant, those that are likely to notice it soon first. As in StrykerJS, code that runs while modules load
     * counts as reached by every test of the file.
     * @param {string} mutant its id
     * @param {string} source the file that it is in
     * @param {number} line
     * @returns {Step[]}
     */
    plan(mutant, source, line) {
      const [module = ''] = path.basename(source).split('.');
      const around = wordsAround(source, line);
      const rank = (/** @type {KnownTest} */ { file, id, ms, breadth }) => {
        const lines = kills.get(keyOf(source, keyOf(file, id))) ?? [];
        const noticed = lines.reduce((sum, other) => sum + 1 / (1 + Math.abs(line - other) / NEAR), 0);
        const isOwn = path.basename(file).startsWith(module);
        // A word counts the more, the fewer tests have it.
        const alike = around
          .filter(word => names.get(keyOf(file, id))?.has(word))
          .reduce((sum, word) => sum + Math.log(tests.size / (counts.get(word) ?? 1)), 0);
        return ((1 + noticed) * (isOwn ? 3 : 1) * (1 + alike) ** 2) / ((ms + 50) * Math.sqrt(breadth + 10));
      };
      const reached = findTests(mutant)
        .map(({ test, isStatic }) => ({ test, isStatic, rank: rank(test) }))
        .sort((one, other) => other.rank - one.rank);
      /** @type {Map<string, Step>} */
      const files = new Map();
      let spent = 0;
      for (const { test, isStatic } of reached) {
        spent += test.ms + (files.has(test.file) ? 0 : LOAD_MS);
        if (spent > most && files.size > 0) break;
        const step = files.get(test.file) ?? { file: test.file, tests: [], isStatic };
        step.tests.push(test);
        files.set(test.file, step);
      }
      const steps = [...files.values()];
      const first = steps.slice(0, FIRST_FILES).map(step => ({ ...step, tests: step.tests.slice(0, FIRST_TESTS) }));
      const rest = steps.map((step, index) => ({
        ...step,
        tests: index < FIRST_FILES ? step.tests.slice(FIRST_TESTS) : step.tests,
      }));
      return [...first, ...rest].filter(step => step.tests.length > 0);
    },

    /**
     * Returns the step of one test. Returns undefined if the test no longer exists, or no longer runs the code of the mutant.
     * @param {string} mutant its id
     * @param {string} file
     * @param {string} id of the test
     * @returns {Step | undefined}
     */
    findStep(mutant, file, id) {
      const found = findTests(mutant).find(({ test }) => test.file === file && test.id === id);
      return found && { file, tests: [found.test], isStatic: found.isStatic };
    },

    /**
     * Returns how often the tests of a step ran the code of a mutant while no mutant was switched on.
     * @param {string} mutant its id
     * @param {Step} step
     */
    countHits(mutant, { file, tests: chosen }) {
      const coverage = runs.find(run => run.file === file)?.coverage;
      const counts = [coverage?.static, ...chosen.map(({ id }) => coverage?.perTest[id])];
      return counts.reduce((sum, hits) => sum + (hits?.[mutant] ?? 0), 0);
    },

    /**
     * Ranks a test higher for the other mutants of a source.
     * @param {string} source
     * @param {string} file
     * @param {string} id of the test that has noticed a mutant of the source
     * @param {number} line of the mutant
     */
    noteKill(source, file, id, line) {
      const key = keyOf(source, keyOf(file, id));
      kills.set(key, [...(kills.get(key) ?? []), line]);
    },
  };
}
