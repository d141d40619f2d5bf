// npm run soak: runs the suites node, browsers and e2e ten times in a row, while other work keeps every core busy, and stops
// at the first failure. `npm run soak -- --rounds 1 node` runs one round of one suite. What a round prints is in out/soak/.
// docs/results.md lists the rounds of all three suites that have passed since the last one that failed. Ten rounds take hours, so
// the list grows over several runs.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describeRun, readResult, writeResult } from '../generate/results.mjs';
import { findLeftOut, isWhole, readResults, SUITES } from './rounds.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const LOGS = 'out/soak';
const ROUNDS = 10;

/** @typedef {import('./rounds.mjs').SuiteResult} SuiteResult */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: String(ROUNDS) } },
});
const rounds = Number(values.rounds);
const suites = positionals.length > 0 ? positionals : SUITES;
const unknown = suites.filter(name => !SUITES.includes(name));
if (unknown.length > 0 || !Number.isSafeInteger(rounds) || rounds < 1) {
  console.error(`Usage: npm run soak -- [--rounds <number>] [${SUITES.join('] [')}]`);
  process.exit(1);
}

/**
 * Runs a script, and writes what it prints into a file.
 * @param {string[]} args
 * @param {string} file
 * @returns {Promise<boolean>} whether it succeeded
 */
async function run(args, file) {
  const log = createWriteStream(file);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const [code] = await once(child, 'close');
  log.end();
  await once(log, 'finish');
  return code === 0;
}

/**
 * Adds a round of all three suites to the list in docs/results.md, or empties the list if the round failed.
 * @param {SuiteResult[]} round
 * @param {boolean} hasPassed
 */
async function record(round, hasPassed) {
  const earlier = readResult('soak');
  const earlierRounds = [...earlier.matchAll(/^\|\s+\d+\s+(\|\s+\d{4}-.*\|)$/gm)].map(([, cells = '']) => cells);
  const cells = round.map(({ passed, seconds }) => `${passed} in ${seconds} s`);
  const rows = hasPassed ? [...earlierRounds, `| ${date} | ${commit} | ${cells.join(' | ')} |`] : [];
  const earlierFailure = /^Last failure: .*$/m.exec(earlier)?.[0] ?? 'Last failure: none yet.';
  await writeResult(
    'soak',
    `${hasPassed ? earlierFailure : `Last failure: ${date}, commit ${commit}.`}

| round | date | commit | ${SUITES.join(' | ')} |
| --- | --- | --- |${' --- |'.repeat(SUITES.length)}
${rows.map((row, index) => `| ${index + 1} ${row}`).join('\n')}

Each cell: the tests that passed, and the seconds that they took on ${availableParallelism()} cores.`,
  );
}

/** The commit that is built, and the day. */
const { date, commit } = describeRun();
rmSync(LOGS, { recursive: true, force: true });
mkdirSync(LOGS, { recursive: true });
if (!(await run(['scripts/build.mjs'], `${LOGS}/build.log`))) {
  console.error(`The build failed: ${LOGS}/build.log`);
  process.exit(1);
}

// The load comes from threads, because threads end with this process, however it ends, and processes would not.
for (let core = 0; core < availableParallelism(); core++) new Worker('for (;;);', { eval: true });

for (let number = 1; number <= rounds; number++) {
  const file = `${LOGS}/round-${number}.log`;
  const hasPassed = await run(['scripts/test.mjs', ...suites], file);
  const round = readResults(readFileSync(file, 'utf8'));
  const summary = round.map(
    ({ name, passed, failed, seconds }) => `${name} ${passed} passed, ${failed} failed, ${seconds} s`,
  );
  console.log(`${number} of ${rounds}: ${summary.join('; ')}`);
  const leftOut = hasPassed ? findLeftOut(suites, round) : [];
  if (leftOut.length > 0) {
    console.error(`Round ${number} left out ${leftOut.join(', ')}: ${file}`);
    process.exit(1);
  }
  if (isWhole(suites)) await record(round, hasPassed);
  if (!hasPassed) {
    console.error(`Round ${number} failed: ${file}`);
    process.exit(1);
  }
}
process.exit();
