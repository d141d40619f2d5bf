// npm run mutants: which changes of the code no test notices (docs/testing-the-project.md#mutants).
//   npm run mutants                              every mutant of all groups: core, elements, frameworks, backends, testing
//   npm run mutants -- elements                  every mutant of a group
//   npm run mutants -- elements --fresh          without what earlier runs have found
//   npm run mutants -- elements --keep-survivors   without trying survivors in Chromium again after tests have changed
//   npm run mutants -- elements --count 60 --seed 2     a sample
//   npm run mutants -- elements --mutant 7 --mutant 12  these mutants, by the numbers that a run in Chromium prints
//   npm run mutants -- src/core/phone.ts         those of some files
//   npm run mutants -- src/elements/dom.ts --only test/elements/control   those that no earlier run knows, with these tests in Chromium alone
// It fails if one that survives is not explained in survivors.mjs, or if too few of a group or of a sample of it are noticed. A run over
// a whole group, or a sample of it with 100 mutants or more, writes its result into docs/results.md.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeRun, writeResult } from '../generate/results.mjs';
import { SEED } from './browser/mutants.mjs';
import { runInBrowser } from './browser/run.mjs';
import { findOptionProblem, groups, sourcesOf } from './groups.mjs';
import { countByFile, explain, findSurvivors, formatResult, LEAST, sum } from './report.mjs';
import { runInNode } from './run-in-node.mjs';
import { survivors as listed } from './survivors.mjs';

/** @typedef {import('./report.mjs').Report} Report */

/** A smaller sample says too little to be a result. */
const LEAST_SAMPLE = 100;

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
// Without it, some test files in Node run only a sample of their tests (test/support/full.mjs). Those in Chromium always do.
process.env.FULL = '1';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ seed: { type: 'string' }, count: { type: 'string' }, fresh: { type: 'boolean' } },
    mutant: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    'keep-survivors': { type: 'boolean' },
  },
});
const names = positionals.flatMap(words => words.split(','));
const files = names.filter(name => !(name in groups));
const isSample = values.count !== undefined || values.mutant !== undefined;

/**
 * Tries mutants of a group: all of them, those of the files that the command names, or a sample.
 * @param {string} name
 * @returns {Promise<{ report: Report, note: string } | undefined>} undefined if none of the files is in the group
 */
async function run(name) {
  const { node, browser } = groups[name] ?? {};
  const own = [node, browser].flatMap(part => (part ? sourcesOf(part) : []));
  const chosen = files.filter(file => own.includes(file));
  if (files.length > 0 && chosen.length === 0) return undefined;
  /** @type {Report} */
  const report = { files: {} };
  let total = 0;
  for (const part of [node, browser]) {
    if (!part) continue;
    const ofPart = chosen.filter(file => sourcesOf(part).includes(file));
    if (files.length > 0 && ofPart.length === 0) continue;
    const { fresh: isFresh = false, 'keep-survivors': keepsSurvivors = false, only, ...sample } = values;
    const result =
      part === browser
        ? await runInBrowser({ name, part, files: ofPart, isFresh, keepsSurvivors, ...sample, ...(only && { only }) })
        : await runInNode({ name, part, files: ofPart, isFresh, ...sample });
    Object.assign(report.files, result.report.files);
    total += result.total;
  }
  const note = values.count ? `drawn from ${total} with the seed ${values.seed ?? SEED}` : '';
  return { report, note };
}

/**
 * Prints the score and what has survived, writes the result of a group into docs/results.md, and sets the exit code.
 * @param {string} name of the group
 * @param {{ report: Report, note: string }} result
 */
async function conclude(name, { report, note }) {
  const { found, stale } = explain(findSurvivors(report), listed);
  const unexplained = found.filter(({ why }) => why === undefined);
  const { all, killed, timedOut, score } = sum(countByFile(report));
  console.log(
    `\n${name}: ${killed} killed + ${timedOut} timed out of ${all} mutants: ${score.toFixed(1)} %${note && ` (${note})`}`,
  );
  for (const { file, lineNumber, line, mutant } of unexplained)
    console.log(`\nSurvived, and not listed: ${file}:${lineNumber}\n  line:   ${line}\n  mutant: ${mutant}`);
  // A sample doesn't contain most of the listed mutants.
  for (const { file, line, mutant } of isSample ? [] : stale)
    if (report.files[file])
      console.log(`\nListed, but does not survive: ${file}\n  line:   ${line}\n  mutant: ${mutant}`);
  const isOfGroup = files.length === 0 && !values.mutant && !values.only;
  const section = groups[name]?.section;
  if (isOfGroup && section && (!values.count || all >= LEAST_SAMPLE))
    await writeResult(section, formatResult(report, found, { ...describeRun('src', 'test'), note }));
  const isTooLow = isOfGroup && score < LEAST;
  if (isTooLow) console.log(`\nFewer than ${LEAST} % were noticed.`);
  if (unexplained.length > 0)
    console.log(`\n${unexplained.length} survivors are not in scripts/mutants/survivors.mjs.`);
  if (isTooLow || unexplained.length > 0) process.exitCode = 1;
}

const chosenGroups = names.filter(name => name in groups);
const named = chosenGroups.length > 0 ? chosenGroups : Object.keys(groups);
const known = named.flatMap(name =>
  Object.values(groups[name] ?? {}).flatMap(part => (typeof part === 'string' ? [] : sourcesOf(part))),
);
const problems = files.flatMap(file => (known.includes(file) ? [] : `${file} is no file of ${named.join(', ')}.`));
problems.push(...named.flatMap(name => findOptionProblem(values, name, files) ?? []));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
for (const name of named) {
  const result = await run(name);
  if (result) await conclude(name, result);
}
