// Tries the mutants of a part with its tests in Chromium, and the survivors with its tests in Node.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeTestsOf, pageTestsOf, sourcesOf } from '../groups.mjs';
import { hash, hashFiles, openKnown } from '../known.mjs';
import { keyOf } from '../mutant-key.mjs';
import { shorten } from '../report.mjs';
import { createKillerFinder } from './killers.mjs';
import { copyWithMutants, COPIED, draw, SEED } from './mutants.mjs';
import { startNodeTests } from './node-files.mjs';
import { openBrowser } from './pages.mjs';
import { createPlanner } from './plan.mjs';
import { startServer } from './server.mjs';

/** @typedef {import('./mutants.mjs').Mutant} Mutant */
/** @typedef {import('./plan.mjs').FileRun} FileRun */
/** @typedef {import('../known.mjs').Finding} Finding */
/** @typedef {import('../report.mjs').Report} Report */
/** @typedef {Awaited<ReturnType<typeof openBrowser>>} Browser */

/** How many times as often as the original a mutant's code may run before it throws, which ends endless loops. StrykerJS has the same factor. */
const HIT_LIMIT_FACTOR = 100;
/** How many browsers run at the same time, and then how many processes of Node. */
const BROWSERS = 2;

/**
 * Runs a function over items, with as many at the same time as there are workers.
 * @template W, T
 * @param {readonly W[]} workers
 * @param {readonly T[]} items
 * @param {(worker: W, item: T) => Promise<void>} run
 */
async function share(workers, items, run) {
  const rest = [...items];
  await Promise.all(
    workers.map(async worker => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await run(worker, item);
    }),
  );
}

/**
 * Runs all test files without a mutant. Returns the result of an earlier run if its files and its mutants were the same: the
 * coverage names mutants by ids, which depend on all sources of the part and on the version of StrykerJS.
 * @param {readonly Browser[]} browsers
 * @param {readonly string[]} files
 * @param {readonly Mutant[]} mutants all of the part
 * @param {string} target the file that keeps the result
 * @returns {Promise<FileRun[]>}
 */
export async function runOriginal(browsers, files, mutants, target) {
  const ids = mutants.map(mutant => `${mutant.id} ${mutant.file} ${keyOf(mutant)}`);
  const key = hash([...files, hashFiles(COPIED), ...ids].join());
  if (existsSync(target)) {
    const kept = /** @type {{ key: string, runs: FileRun[] }} */ (JSON.parse(readFileSync(target, 'utf8')));
    if (kept.key === key) return kept.runs;
  }
  /** @type {FileRun[]} */
  const runs = [];
  /** @type {string[]} */
  const broken = [];
  await share(browsers, files, async (browser, file) => {
    let result = await browser.run(file, undefined);
    // On a busy machine Chromium may hang. A test that is really broken fails in a new page too.
    if (result.outcomes.some(({ failure }) => failure !== undefined)) result = await browser.run(file, undefined);
    const { outcomes, coverage } = result;
    for (const { id, failure } of outcomes) if (failure !== undefined) broken.push(`${file}: ${id}: ${failure}`);
    runs.push({
      file,
      outcomes: outcomes.filter(({ isSkipped }) => !isSkipped),
      coverage: coverage ?? { static: {}, perTest: {} },
    });
  });
  for (const line of broken) console.error(line);
  if (broken.length > 0) throw new Error('The tests have to pass without a mutant.');
  runs.sort((one, other) => (one.file < other.file ? -1 : 1));
  writeFileSync(target, JSON.stringify({ key, runs }));
  return runs;
}

/**
 * Runs the tests over one mutant, until one notices it.
 * @param {Mutant} mutant
 * @param {Browser} browser
 * @param {ReturnType<typeof createPlanner>} planner
 * @param {ReturnType<typeof createKillerFinder>} findKiller
 * @param {Finding['killer']} [last] the test that noticed the mutant in an earlier run
 * @returns {Promise<Finding>}
 */
async function tryInPages(mutant, browser, planner, findKiller, last) {
  const { line } = mutant.location.start;
  const steps = planner.plan(mutant.id, mutant.file, line);
  const first = last ? planner.findStep(mutant.id, last.file, last.test) : undefined;
  for (const step of first ? [first, ...steps] : steps) {
    const hitLimit = (planner.countHits(mutant.id, step) || 1) * HIT_LIMIT_FACTOR;
    const killer = await findKiller(browser, step, { activeMutant: mutant.id, hitCount: 0, hitLimit });
    if (!killer) continue;
    planner.noteKill(mutant.file, step.file, killer.id, line);
    return { status: killer.isTimeout ? 'Timeout' : 'Killed', killer: { file: step.file, test: killer.id } };
  }
  return { status: 'Survived', killer: null };
}

/**
 * Returns the mutants of a run, and how many there would be without `count`.
 * @param {readonly Mutant[]} mutants all of the part
 * @param {Omit<Parameters<typeof runInBrowser>[0], 'name' | 'part' | 'only' | 'isFresh' | 'keepsSurvivors'>} options
 */
export function choose(mutants, { files, mutant: ids, seed, count }) {
  const ofFiles = mutants.filter(({ file }) => files.length === 0 || files.includes(file));
  const chosen = ids ? ofFiles.filter(({ id }) => ids.includes(id)) : ofFiles;
  return { chosen: count ? draw(chosen, Number(count), Number(seed ?? SEED)) : chosen, total: chosen.length };
}

/**
 * Tries the chosen mutants that no earlier run knows, and prints each with the test that noticed it, or as a survivor. The report also has
 * those that are known.
 * @param {object} options
 * @param {string} options.name of the group
 * @param {import('../groups.mjs').Part} options.part
 * @param {readonly string[]} options.files all mutants of these files; none: of all files
 * @param {readonly string[]} [options.mutant] the mutants with these numbers
 * @param {string} [options.count] draws a sample of that many mutants
 * @param {string} [options.seed] of the sample
 * @param {readonly string[]} [options.only] limits the tests to those in Chromium whose paths contain one of these texts. Other tests
 *   may notice what survives, so it isn't kept for later runs.
 * @param {boolean} [options.isFresh] forgets earlier runs
 * @param {boolean} [options.keepsSurvivors] doesn't try the survivors of earlier runs again after tests have changed
 * @returns {Promise<{ report: Report, total: number }>} `total` is the number of mutants that a sample was drawn from
 */
export async function runInBrowser({ name, part, only, isFresh, keepsSurvivors, ...options }) {
  const started = Date.now();
  const pageTests = pageTestsOf(part).filter(file => !only || only.some(text => file.includes(text)));
  const root = path.resolve(`out/mutants/${name}`);
  const mutants = await copyWithMutants(root, sourcesOf(part));
  // Read now, because somebody may edit them during the run.
  const sources = new Map(sourcesOf(part).map(file => [file, readFileSync(file, 'utf8')]));
  const known = openKnown(name, part, { isFresh, keepsSurvivors });
  const { chosen, total } = choose(mutants, options);
  const open = chosen.filter(mutant => !mutant.isIgnored && !known.find(mutant));
  console.log(
    `${mutants.length} mutants, ${chosen.length} chosen, ${chosen.length - open.length} known from earlier runs or ignored`,
  );

  /** @param {Mutant} mutant @param {Finding} finding */
  const report = (mutant, { status, killer }) => {
    const { id, file, location, mutator, original, replacement } = mutant;
    const change = `${shorten(original)} → ${shorten(replacement) || '(nothing)'}`;
    const by = killer ? `${path.basename(killer.file)}: ${killer.test}` : 'SURVIVED';
    console.log(
      `${id} ${file}:${location.start.line} ${mutator}: ${change}\n    ${status === 'Timeout' ? 'timeout: ' : ''}${by}`,
    );
    if (killer || !only) known.add(mutant, { status, killer });
  };

  if (open.length > 0) {
    const server = await startServer(root, pageTests);
    const browsers = await Promise.all(Array.from({ length: BROWSERS }, () => openBrowser(server)));
    /** @type {Mutant[]} */
    const left = [];
    try {
      const original = `${root}-original${only ? '-of-some' : ''}.json`;
      if (isFresh) rmSync(original, { force: true });
      const planner = createPlanner(
        await runOriginal(browsers, pageTests, mutants, original),
        file => sources.get(file) ?? '',
      );
      for (const mutant of mutants) {
        const killer = known.findLastKiller(mutant);
        if (killer) planner.noteKill(mutant.file, killer.file, killer.test, mutant.location.start.line);
      }
      const ready = Date.now();
      console.log(`The tests without a mutant: ${Math.round((ready - started) / 1000)} s`);
      const findKiller = createKillerFinder();
      const untried = open.filter(mutant => !known.isOpenInNode(mutant));
      left.push(...open.filter(mutant => known.isOpenInNode(mutant)));
      await share(browsers, untried, async (browser, mutant) => {
        const finding = await tryInPages(mutant, browser, planner, findKiller, known.findLastKiller(mutant));
        if (finding.killer) report(mutant, finding);
        else {
          left.push(mutant);
          if (!only) known.add(mutant, { ...finding, isOpen: true });
        }
      });
      if (untried.length > 0) console.log(`${((Date.now() - ready) / 1000 / untried.length).toFixed(2)} s a mutant`);
    } finally {
      await Promise.all(browsers.map(browser => browser.close()));
      server.close();
      known.save();
    }
    const nodeTests = await startNodeTests(root, left.length > 0 && !only ? nodeTestsOf(part) : []);
    await share(Array(BROWSERS).fill(nodeTests), left, async (tests, mutant) =>
      report(mutant, await tests.run(mutant.id)),
    );
    known.save();
  }

  /** @type {Report['files']} */
  const files = {};
  for (const mutant of chosen) {
    const entry = (files[mutant.file] ??= { source: sources.get(mutant.file) ?? '', mutants: [] });
    const status = known.find(mutant)?.status ?? 'Survived'; // a mutant behind `Stryker disable` has survived
    entry.mutants.push({ location: mutant.location, replacement: mutant.replacement, status });
  }
  return { report: { files }, total };
}
