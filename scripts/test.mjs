// npm test: runs every suite that isn't `onlyIfNamed` (suites/list.mjs). It ends with the seconds of each suite, the slowest test files,
// what was left out, each test that failed with its error, and in the last line the sum of all counts: `N passed, N failed`.
//   npm test -- node server             only these suites, and `build` if one of them needs a dist/ that isn't there
//   npm test -- server --only limits    the test files of these suites whose paths contain this text
//   FULL=1 npm test -- server e2e       also the files that suites/left-out.mjs lists
// At most two suites run at a time. The test files that alone.mjs of a folder lists follow, with nothing beside them. As root on Debian, missing
// prerequisites (engines/prerequisites.mjs) such as browsers and PostgreSQL are installed first. What needs one that is still missing is skipped.
// With REQUIRED=chromium,postgresql in the environment, each of the named prerequisites that is missing counts as a failure, and so does each
// named suite that can't run on this machine.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENGINE_NAMES } from './engines/find-engines.mjs';
import { installMissing } from './engines/prerequisites.mjs';
import { CannotRun } from './suites/cannot-run.mjs';
import { sum } from './suites/counts.mjs';
import { commandFailure, formatFailures, readFailures } from './suites/failures.mjs';
import { isLeftOut } from './suites/left-out.mjs';
import { chooseSuites, suites } from './suites/list.mjs';
import { NONE_CHOSEN } from './suites/node-tests.mjs';
import { startSharedPostgres } from './suites/postgres.mjs';
import { run } from './suites/run.mjs';
import { createOutputs, runTasks } from './suites/schedule.mjs';
import { formatSlowest, formatSuites, readFileTimes } from './suites/times.mjs';

/** @typedef {import('./suites/list.mjs').Suite} Suite */

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const REPORTS = path.resolve('out/reports');
/** How many suites run at the same time at most. More might make tests exceed their time limits, and have not been tried. */
const MAX_SUITES = 2;

const { values, positionals: names } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const unknown = names.filter(name => !suites.some(suite => suite.name === name));
if (unknown.length > 0) {
  console.error(`No suite is called ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const { only } = values;
const chosen = chooseSuites(names, existsSync('dist'));

/** @type {{ name: string, hint: string }[]} */
const missing = installMissing();
/** The suites whose commands could not be made. @type {{ name: string, hint: string }[]} */
const broken = [];
const engines = ENGINE_NAMES.filter(engine => !missing.some(({ name }) => name === engine));

/**
 * A suite that runs, and what its commands have said.
 * @typedef {object} SuiteRun
 * @property {Suite} suite
 * @property {string} reports its folder
 * @property {import('./suites/run.mjs').Command[]} commands those that have not run yet
 * @property {Awaited<ReturnType<typeof run>>[]} outcomes
 * @property {number} seconds
 */
/** @type {SuiteRun[]} */
const runs = [];
/** The test files that this run leaves out. @type {Set<string>} */
const leftOut = new Set();
/** Whether the path of any test file has been compared with `--only`. */
let hasTestFiles = false;
/** Whether one of these paths contains the text of `--only`. */
let found = false;
const openOutput = createOutputs(text => process.stdout.write(text));
const secondsSince = (/** @type {number} */ start) => (Date.now() - start) / 1000;

/** Runs the commands of a suite that may run beside others. Notes in `missing` or `broken` that it can't run. @param {Suite} suite */
async function startSuite(suite) {
  const reports = path.join(REPORTS, suite.name);
  mkdirSync(reports, { recursive: true });
  const isChosen = (/** @type {string} */ file) => {
    if (only !== undefined) {
      const isNamed = file.includes(only);
      found ||= isNamed;
      hasTestFiles = true;
      return isNamed;
    }
    const isSkipped = isLeftOut(file);
    if (isSkipped) leftOut.add(file);
    return !isSkipped;
  };
  try {
    const commands = await suite.commands({ reports, engines, isChosen });
    const suiteRun = { suite, reports, commands, outcomes: [], seconds: 0 };
    runs.push(suiteRun);
    if (commands.some(({ alone }) => !alone)) await runCommands(suiteRun, ({ alone }) => !alone);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const isSkipped = error instanceof CannotRun && (only !== undefined || message !== NONE_CHOSEN);
    (isSkipped ? missing : broken).push({ name: suite.name, hint: message });
  }
}

/**
 * Runs some commands of a suite. After the last command of the suite, prints how many tests have passed.
 * @param {SuiteRun} suiteRun
 * @param {(command: import('./suites/run.mjs').Command) => boolean} isWanted
 */
async function runCommands(suiteRun, isWanted) {
  const { suite, outcomes } = suiteRun;
  const wanted = suiteRun.commands.filter(isWanted);
  suiteRun.commands = suiteRun.commands.filter(command => !isWanted(command));
  const output = openOutput();
  output.write(`\n== ${suite.name}\n`);
  const start = Date.now();
  for (const command of wanted) outcomes.push(await run(command, output.write));
  suiteRun.seconds += secondsSince(start);
  const { passed, failed } = sum(outcomes.map(suite.count));
  const result = `${passed} passed, ${failed} failed, ${Math.round(suiteRun.seconds)} s`;
  output.write(`== ${suite.name}: ${suiteRun.commands.length > 0 ? 'the rest follows alone' : result}\n`);
  output.close();
}

rmSync(REPORTS, { recursive: true, force: true });
const start = Date.now();
const postgres = chosen.some(({ usesDatabase }) => usesDatabase) ? await startSharedPostgres() : undefined;
Object.assign(process.env, postgres?.env);
/** Whether the browser that the suite needs is there. `browsers` runs in whichever there are. @param {Suite} suite */
const hasEngine = ({ name, engine }) =>
  name === 'browsers' ? engines.length > 0 : !engine || engines.some(each => each === engine);
for (const suite of chosen)
  if (!hasEngine(suite)) missing.push({ name: suite.name, hint: `needs ${suite.engine ?? 'a browser'}` });
const tasks = chosen.filter(hasEngine).map(suite => ({ ...suite, run: () => startSuite(suite) }));
await runTasks(tasks, Math.min(availableParallelism(), MAX_SUITES));
for (const suiteRun of runs) if (suiteRun.commands.length > 0) await runCommands(suiteRun, () => true);
await postgres?.stop();

runs.sort(
  (one, other) =>
    suites.findIndex(({ name }) => name === one.suite.name) - suites.findIndex(({ name }) => name === other.suite.name),
);
/** @type {(import('./suites/counts.mjs').Counts & { name: string, seconds: number })[]} */
const results = [];
/** @type {(import('./suites/failures.mjs').Failure & { suite: string })[]} */
const failures = [];
for (const { suite, reports, outcomes, seconds } of runs) {
  const counts = sum(outcomes.map(suite.count));
  if (only === undefined && leftOut.size === 0)
    await suite.record?.(outcomes.map(({ output }) => output).join(''), counts);
  results.push({ name: suite.name, seconds, ...counts });
  const reported = readFailures(reports);
  const unreported = reported.length > 0 ? [] : outcomes.filter(outcome => suite.count(outcome).failed > 0);
  const ownFailures = [...reported, ...unreported.map(({ end }) => commandFailure(end))];
  failures.push(...ownFailures.map(failure => ({ suite: suite.name, ...failure })));
}
const total = sum(results);
console.log('');
for (const line of formatSuites(results, secondsSince(start))) console.log(line);
console.log('');
for (const line of formatSlowest(results.flatMap(({ name }) => readFileTimes(name, path.join(REPORTS, name)))))
  console.log(line);
console.log('');
const required = (process.env.REQUIRED ?? '').split(',');
if (leftOut.size > 0) console.log(`Left out: ${leftOut.size} test files, which FULL=1 runs`);
if (total.skipped > 0) console.log(`Skipped: ${total.skipped} tests, by a condition of their own`);
for (const { name, hint } of missing) {
  const isRequired = required.includes(name);
  if (isRequired) total.failed++;
  console.log(`${isRequired ? 'Missing, but required' : 'Skipped'}: ${name} (${hint})`);
}
for (const line of formatFailures(failures)) console.log(line);
for (const { name, hint } of broken) {
  console.log(`Failed: ${name} could not start (${hint})`);
  total.failed++;
}
if (hasTestFiles && !found) {
  console.log(`Failed: no test file of these suites has ${only} in its path.`);
  total.failed++;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
