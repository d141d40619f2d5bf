// npm run mutants:elements: how many mutants of src/elements/ the element tests notice (docs/mutants-elements.md).
//   --seed 2 --count 20     another sample: the page is not written
//   --mutant 7 --mutant 12  these mutants, by the numbers that a run prints; the page is not written
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startElementTests } from './mutants-elements/element-tests.mjs';
import { copyWithMutants, draw } from './mutants-elements/mutants.mjs';
import { killedPart, readReasons, writeReport } from './mutants-elements/report.mjs';

/** @typedef {import('./mutants-elements/mutants.mjs').Mutant} Mutant */
/** @typedef {import('./mutants-elements/element-tests.mjs').FileResult} FileResult */

const SEED = 2026;
const COUNT = 60;
const LEAST_PART = 0.9;
const PAGE = 'docs/mutants-elements.md';
/** StrykerJS's own: a mutant whose code runs a hundred times as often as the original loops endlessly. */
const HIT_LIMIT_FACTOR = 100;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const COPY = path.resolve('out/mutants-elements');

const { values } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string' }, mutant: { type: 'string', multiple: true } },
});
const seed = Number(values.seed ?? SEED);
const isFullRun = Object.keys(values).length === 0;

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

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const startedAt = Date.now();
const date = new Date().toISOString().slice(0, 10);
const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', 'src', 'test') && ' with changes');
const mutants = await copyWithMutants(COPY);
const testFiles = readdirSync('test/elements', { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.test.ts') && !name.endsWith('.node.test.ts'))
  .sort()
  .map(name => `test/elements/${name}`);
const tests = await startElementTests(COPY, testFiles);
const verdicts = [];
try {
  const broken = tests.results.filter(({ failure }) => failure !== undefined);
  for (const { file, failure } of broken) console.error(`${file}: ${failure}`);
  if (broken.length > 0) throw new Error('The tests have to pass without a mutant.');

  const drawn = values.mutant
    ? mutants.filter(({ id }) => values.mutant?.includes(id))
    : draw(mutants, Number(values.count ?? COUNT), seed);
  for (const mutant of drawn) {
    const killedBy = await findKiller(mutant, tests);
    verdicts.push({ mutant, killedBy });
    const { id, file, line, mutator, original, replacement } = mutant;
    console.log(`${id} ${file}:${line} ${mutator}: ${original} → ${replacement || 'nothing'}`);
    console.log(`    ${killedBy ?? 'SURVIVED'}`);
  }
} finally {
  await tests.close();
}

const part = killedPart(verdicts);
const minutes = Math.round((Date.now() - startedAt) / 60_000);
const killed = verdicts.filter(({ killedBy }) => killedBy !== undefined).length;
console.log(`${killed} of ${verdicts.length} mutants killed, of ${mutants.length}; seed ${seed}; ${minutes} min`);
if (isFullRun) {
  const reasons = readReasons(readFileSync(PAGE, 'utf8'));
  const command = 'npm run mutants:elements';
  writeFileSync(PAGE, writeReport({ verdicts, total: mutants.length, seed, commit, date, command }, reasons));
}
if (part < LEAST_PART) process.exitCode = 1;
