// Finds the test that notices a mutant: it fails with the mutant, and passes without the mutant after the same tests.

/** @typedef {import('./pages.mjs').Outcome} Outcome */
/** @typedef {import('./pages.mjs').Switches} Switches */
/** @typedef {import('./plan.mjs').Step} Step */
/** @typedef {Awaited<ReturnType<typeof import('./pages.mjs').openBrowser>>} Browser */

/** A test may take five times its duration without a mutant, plus this many milliseconds. */
const LEAST_TIMEOUT = 1_500;
/** How many times longer the limit of a second run is, because the machine may have been busy during the first. */
const SLOW = 8;
/** How long tests that have passed without a mutant count as passing, in milliseconds: what they load may change during a run. */
const TRUSTED = 300_000;

/** @param {Outcome} outcome */
const hasFailed = ({ failure }) => failure !== undefined;

export function createKillerFinder() {
  /**
   * The tests of a file that have passed without a mutant, in this order, and when.
   * @type {{ file: string, ids: readonly string[], at: number }[]}
   */
  let passed = [];
  /** The tests that rely on one before them: they fail without a mutant if that one is not run. @type {Set<string>} */
  const dependent = new Set();
  const keyOf = (/** @type {string} */ file, /** @type {string} */ id) => `${file}: ${id}`;

  /**
   * @param {Browser} browser
   * @param {string} file
   * @param {readonly { id: string, limit: number }[]} tests
   * @returns the first test that fails without a mutant; undefined if all pass
   */
  async function findBroken(browser, file, tests) {
    const ids = tests.map(({ id }) => id);
    passed = passed.filter(({ at }) => Date.now() - at < TRUSTED);
    // What has passed with more tests after it passes without them.
    if (passed.some(run => run.file === file && ids.every((id, index) => id === run.ids[index]))) return undefined;
    const broken = (await browser.run(file, undefined, tests)).outcomes.find(hasFailed);
    if (!broken) passed.push({ file, ids, at: Date.now() });
    return broken;
  }

  /**
   * Runs the tests of a step over a mutant, up to the first that notices it. Resolves to undefined if none does.
   * @param {Browser} browser
   * @param {Step} step
   * @param {Switches} switches
   * @returns {Promise<Outcome | undefined>}
   */
  return async function findKiller(browser, { file, tests }, switches) {
    let isSlow = false;
    for (;;) {
      const chosen = tests
        .filter(({ id }) => !dependent.has(keyOf(file, id)))
        .map(({ id, ms }) => ({ id, limit: (LEAST_TIMEOUT + 5 * ms) * (isSlow ? SLOW : 1) }));
      if (chosen.length === 0) return undefined;
      const failed = (await browser.run(file, switches, chosen)).outcomes.find(hasFailed);
      if (!failed) return undefined;
      // The machine may be busy, or Chromium may have crashed.
      if ((failed.isTimeout || failed.id === 'page') && !isSlow) {
        isSlow = true;
        continue;
      }
      const last = chosen.findIndex(({ id }) => id === failed.id);
      const upToIt = last < 0 ? chosen : chosen.slice(0, last + 1);
      const broken = await findBroken(browser, file, upToIt);
      if (!broken) return failed;
      // A test that relies on one before it fails each time. A busy machine can make any test fail once.
      const again = await findBroken(browser, file, upToIt);
      const isSteady = again?.id === broken.id && !broken.isTimeout;
      if (isSteady && chosen.some(({ id }) => id === broken.id)) dependent.add(keyOf(file, broken.id));
      else if (isSlow) return undefined;
      else isSlow = true;
    }
  };
}
