// npm run mutants: which changes of the code no test notices (docs/testing-the-project.md#mutants).
//   npm run mutants                          every mutant of src/core, src/machine and src/client, with the tests in Node
//   npm run mutants -- elements              60 mutants of src/elements, with the element tests in Chromium
//   npm run mutants -- elements --seed 2 --count 20    another sample
//   npm run mutants -- elements --mutant 7 --mutant 12 these mutants, by the numbers that a run prints
//   npm run mutants -- src/core/phone.ts     those of some files; in Node with what is known from earlier runs
// It fails if too few mutants are noticed, or if one that survives is not explained in survivors.mjs. The first two write
// their result into docs/results.md.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeRun, writeResult } from '../generate/results.mjs';
import { countByFile, explain, findSurvivors, formatResult, LEAST, sum } from './report.mjs';
import { runInBrowser } from './run-in-browser.mjs';
import { runInNode } from './run-in-node.mjs';
import { survivors as listed } from './survivors.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, count: { type: 'string' }, mutant: { type: 'string', multiple: true } },
});
const [room] = positionals;
const areElements = room === 'elements' || room?.startsWith('src/elements/');
const files = room === 'elements' ? [] : positionals.flatMap(names => names.split(','));
const isWholeRun = files.length === 0 && Object.keys(values).length === 0;

const { report, note } = areElements ? await runInBrowser({ ...values, files }) : await runInNode(files);
const { found, stale } = explain(findSurvivors(report), listed);
const unexplained = found.filter(({ why }) => why === undefined);
const { all, killed, timedOut, score } = sum(countByFile(report));

console.log(
  `\n${killed} killed + ${timedOut} timed out of ${all} mutants: ${score.toFixed(1)} %${note && ` (${note})`}`,
);
for (const { file, lineNumber, line, mutant } of unexplained)
  console.log(`\nSurvived, and not listed: ${file}:${lineNumber}\n  line:   ${line}\n  mutant: ${mutant}`);
if (!areElements)
  // A sample of the elements doesn't contain most of the listed mutants.
  for (const { file, line, mutant } of stale)
    if (report.files[file])
      console.log(`\nListed, but does not survive: ${file}\n  line:   ${line}\n  mutant: ${mutant}`);
if (isWholeRun) {
  const name = areElements ? 'mutants-elements' : 'mutants';
  await writeResult(name, formatResult(report, found, { ...describeRun('src', 'test'), note }));
}
const isTooLow = isWholeRun && score < LEAST;
if (isTooLow) console.log(`\nFewer than ${LEAST} % were noticed.`);
if (unexplained.length > 0) console.log(`\n${unexplained.length} survivors are not in scripts/mutants/survivors.mjs.`);
process.exitCode = isTooLow || unexplained.length > 0 ? 1 : 0;
