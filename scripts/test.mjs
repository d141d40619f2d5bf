// npm test: runs every suite. It ends with the seconds of each suite, the slowest test files, what was left out, each test
// that failed with its error, and in the last line the sum of all counts: `N passed, N failed`.
//   npm test -- node server             only these suites
//   npm test -- server --only limits    the test files of these suites whose paths contain this text
// Suites that keep one core busy run two at a time. As root on Debian, missing browsers and PostgreSQL are installed first.
// With REQUIRED=chromium,postgresql in the environment, each of these prerequisites (engines/prerequisites.mjs) that is
// missing counts as a failure; otherwise what needs it is skipped.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ENGINE_NAMES } from './engines/find-engines.mjs';
import { installMissing } from './engines/prerequisites.mjs';
import { sum } from './suites/counts.mjs';
import { commandFailure, formatFailures, readFailures } from './suites/failures.mjs';
import { suites } from './suites/list.mjs';
import { run } from './suites/run.mjs';
import { createOutputs, runTasks } from './suites/schedule.mjs';
import { formatSlowest, formatSuites, readFileTimes } from './suites/times.mjs';

/** @typedef {import('./suites/list.mjs').Suite} Suite */

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const REPORTS = path.resolve('out/reports');
/** How many suites can run at the same time. More have not been tried, because some tests have time limits. */
const MAX_CORES = 2;

const { values, positionals: names } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const unknown = names.filter(name => !suites.some(suite => suite.name === name));
if (unknown.length > 0) {
  console.error(`No suite is called ${unknown.join(', ')}. There are: ${suites.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const { only } = values;
const chosen = suites.filter(({ name, onlyIfNamed }) => (names.length > 0 ? names.includes(name) : !onlyIfNamed));

/** @type {{ name: string, hint: string }[]} */
const missing = installMissing();
const engines = ENGINE_NAMES.filter(engine => !missing.some(({ name }) => name === engine));

/** @type {(import('./suites/counts.mjs').Counts & { name: string, seconds: number })[]} */
const results = [];
/** @type {(import('./suites/failures.mjs').Failure & { suite: string })[]} */
const failures = [];
const openOutput = createOutputs(text => process.stdout.write(text));
const secondsSince = (/** @type {number} */ start) => (Date.now() - start) / 1000;

/** @param {Suite} suite */
async function runSuite({ name, commands: listCommands, count, record }) {
  const reports = path.join(REPORTS, name);
  mkdirSync(reports, { recursive: true });
  const isChosen = (/** @type {string} */ file) => only === undefined || file.includes(only);
  let commands;
  try {
    commands = await listCommands({ reports, engines, isChosen });
  } catch (error) {
    missing.push({ name, hint: /** @type {Error} */ (error).message });
    return;
  }
  const output = openOutput();
  output.write(`\n== ${name}\n`);
  const start = Date.now();
  const outcomes = [];
  for (const command of commands) outcomes.push(await run(command, output.write));
  const counts = sum(outcomes.map(count));
  const seconds = secondsSince(start);
  if (only === undefined) await record?.(outcomes.map(outcome => outcome.output).join(''), counts);
  output.write(`== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${Math.round(seconds)} s\n`);
  output.close();
  results.push({ name, seconds, ...counts });
  const reported = readFailures(reports);
  const broken = reported.length > 0 ? [] : outcomes.filter(outcome => count(outcome).failed > 0);
  const ownFailures = [...reported, ...broken.map(({ end }) => commandFailure(end))];
  failures.push(...ownFailures.map(failure => ({ suite: name, ...failure })));
}

rmSync(REPORTS, { recursive: true, force: true });
const start = Date.now();
const tasks = chosen
  .filter(({ name, engine }) =>
    name === 'browsers' ? engines.length > 0 : !engine || engines.some(found => found === engine),
  )
  .map(suite => ({ ...suite, run: () => runSuite(suite) }));
await runTasks(tasks, Math.min(availableParallelism(), MAX_CORES));

results.sort(
  (one, other) => tasks.findIndex(({ name }) => name === one.name) - tasks.findIndex(({ name }) => name === other.name),
);
const total = sum(results);
console.log('');
for (const line of formatSuites(results, secondsSince(start))) console.log(line);
console.log('');
for (const line of formatSlowest(results.flatMap(({ name }) => readFileTimes(name, path.join(REPORTS, name)))))
  console.log(line);
console.log('');
const required = (process.env.REQUIRED ?? '').split(',');
if (total.skipped > 0) console.log(`Skipped: ${total.skipped} tests, by a condition of their own`);
for (const { name, hint } of missing) {
  const isRequired = required.includes(name);
  if (isRequired) total.failed++;
  const consequence = name === 'chromium' && !isRequired ? ', and with it the end-to-end tests and the examples' : '';
  console.log(`${isRequired ? 'Missing, but required' : 'Skipped'}: ${name} (${hint})${consequence}`);
}
for (const line of formatFailures(failures)) console.log(line);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
