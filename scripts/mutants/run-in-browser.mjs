// Runs mutants of src/elements with the element tests in Chromium: a sample, because all of them would take half a day.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { startElementTests } from './browser-runner.mjs';
import { shorten } from './report.mjs';
import { copyWithMutants, draw } from './sample.mjs';

/** @typedef {import('./sample.mjs').Mutant} Mutant */
/** @typedef {import('./browser-runner.mjs').FileResult} FileResult */
/** @typedef {import('./report.mjs').Report} Report */

const SEED = 2026;
const COUNT = 60;
/** How many times as often as the original a mutant's code may run before it counts as an endless loop; as in StrykerJS. */
const HIT_LIMIT_FACTOR = 100;

/**
 * The test files that run the code of a mutant: those of its module first, then the fastest.
 * @param {Mutant} mutant
 * @param {readonly FileResult[]} results of all files without a mutant
 */
function filesFor({ id, file }, results) {
  const [module = ''] = path.basename(file).split('.');
  const isOwn = (/** @type {FileResult} */ result) => path.basename(result.file).startsWith(module);
  return results.filter(({ hits }) => id in hits).sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.ms - b.ms);
}

/**
 * Runs the tests over one mutant, up to the first failure.
 * @param {Mutant} mutant
 * @param {Awaited<ReturnType<typeof startElementTests>>} tests
 * @returns {Promise<string | undefined>} the test that noticed it
 */
async function findKiller(mutant, tests) {
  if (mutant.isIgnored) return undefined;
  for (const original of filesFor(mutant, tests.results)) {
    const hitLimit = (original.hits[mutant.id] ?? 0) * HIT_LIMIT_FACTOR;
    const { file, failure } = await tests.run(original, { activeMutant: mutant.id, hitCount: 0, hitLimit });
    if (failure !== undefined) return `${path.basename(file)}: ${failure}`;
  }
  return undefined;
}

/**
 * @param {readonly Mutant[]} mutants all of them
 * @param {Parameters<typeof runInBrowser>[0]} options
 */
function choose(mutants, { files, mutant: ids, seed = String(SEED), count = String(COUNT) }) {
  if (ids) return mutants.filter(({ id }) => ids.includes(id));
  if (files.length > 0) return mutants.filter(({ file }) => files.includes(file));
  return draw(mutants, Number(count), Number(seed));
}

/**
 * Prints each mutant with the test that noticed it.
 * @param {object} options
 * @param {readonly string[]} options.files all mutants of these files; none: a sample
 * @param {string[]} [options.mutant] the mutants with these numbers
 * @param {string} [options.seed] of the sample
 * @param {string} [options.count] of the sample
 * @returns {Promise<{ report: Report, note: string }>}
 */
export async function runInBrowser(options) {
  const copy = path.resolve('out/mutants-elements');
  const mutants = await copyWithMutants(copy);
  const testFiles = readdirSync('test/elements', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts') && !name.endsWith('.node.test.ts'))
    .sort()
    .map(name => `test/elements/${name}`);
  const tests = await startElementTests(copy, testFiles);
  /** @type {Report['files']} */
  const files = {};
  try {
    const broken = tests.results.filter(({ failure }) => failure !== undefined);
    for (const { file, failure } of broken) console.error(`${file}: ${failure}`);
    if (broken.length > 0) throw new Error('The tests have to pass without a mutant.');
    for (const mutant of choose(mutants, options)) {
      const killer = await findKiller(mutant, tests);
      const { id, file, location, mutator, original, replacement } = mutant;
      const change = `${shorten(original)} → ${shorten(replacement) || '(nothing)'}`;
      console.log(`${id} ${file}:${location.start.line} ${mutator}: ${change}`);
      console.log(`    ${killer ?? 'SURVIVED'}`);
      const entry = (files[file] ??= { source: readFileSync(file, 'utf8'), mutants: [] });
      entry.mutants.push({ location, replacement, status: killer === undefined ? 'Survived' : 'Killed' });
    }
  } finally {
    await tests.close();
  }
  const isSample = options.files.length === 0 && !options.mutant;
  const note = isSample ? `drawn from ${mutants.length} with the seed ${options.seed ?? SEED}` : '';
  return { report: { files }, note };
}
