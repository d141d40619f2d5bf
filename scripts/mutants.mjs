// Mutation testing by StrykerJS (stryker.config.mjs).
//   node scripts/mutants.mjs              all mutants; writes docs/mutants.md; fails if too few are noticed, or if one that
//                                         survives is not listed in scripts/mutants/survivors.mjs
//   node scripts/mutants.mjs <files>      those of some files, with what is known from earlier runs; writes nothing
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { survivors as listed } from './mutants/survivors.mjs';

/** @typedef {import('@stryker-mutator/api/core').schema.MutationTestResult} Report */
/**
 * A mutant that no test noticed.
 * @typedef {{ readonly file: string, readonly lineNumber: number, readonly line: string, readonly mutant: string }} Survivor
 */

/** Of all mutants; in per cent. */
const LEAST = 90;
const PAGE = 'docs/mutants.md';
const REPORT = 'out/mutants/report.json';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const files = process.argv.slice(2);

/**
 * Code on one line, shortened in the middle.
 * @param {string} code
 */
function shorten(code) {
  const text = code.replace(/\s+/g, ' ').trim();
  return text.length > 70 ? `${text.slice(0, 45)} … ${text.slice(-20)}` : text;
}

/**
 * @param {string[]} lines of the source
 * @param {import('@stryker-mutator/api/core').schema.Location} location lines and columns from 1, the end exclusive
 */
function textAt(lines, { start, end }) {
  const part = lines.slice(start.line - 1, end.line);
  part.push(part.pop()?.slice(0, end.column - 1) ?? '');
  return part.join('\n').slice(start.column - 1);
}

/**
 * @param {Report} report
 * @returns {Survivor[]}
 */
function findSurvivors(report) {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => status !== 'Killed' && status !== 'Timeout')
      .sort((one, other) => one.location.start.line - other.location.start.line)
      .map(({ location, replacement = '' }) => ({
        file,
        lineNumber: location.start.line,
        line: (lines[location.start.line - 1] ?? '').trim(),
        mutant: `${shorten(textAt(lines, location))} → ${shorten(replacement) || '(nothing)'}`,
      }));
  });
}

/**
 * The reasons of survivors, by line of code and mutation: line numbers change with every edit.
 * @param {readonly Survivor[]} survivors
 */
function findReasons(survivors) {
  const open = Object.entries(listed).flatMap(([file, entries]) =>
    entries.flatMap(({ line, mutants, why }) => mutants.map(mutant => ({ file, line, mutant, why }))),
  );
  const found = survivors.map(survivor => {
    const index = open.findIndex(
      ({ file, line, mutant }) => file === survivor.file && line === survivor.line && mutant === survivor.mutant,
    );
    return { ...survivor, why: index < 0 ? undefined : open.splice(index, 1)[0]?.why };
  });
  return { found, stale: open };
}

/**
 * Code in a cell of a table.
 * @param {string} text
 */
const code = text => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``).replaceAll('|', '\\|');

/** @param {Report} report */
function countByFile(report) {
  return Object.entries(report.files)
    .map(([file, { mutants }]) => {
      const count = (/** @type {string} */ status) => mutants.filter(mutant => mutant.status === status).length;
      return { file, all: mutants.length, killed: count('Killed'), timedOut: count('Timeout') };
    })
    .filter(({ all }) => all > 0)
    .sort((one, other) => (one.file < other.file ? -1 : 1));
}

/**
 * @param {{ all: number, killed: number, timedOut: number }[]} counts
 */
function sum(counts) {
  const total = { all: 0, killed: 0, timedOut: 0 };
  for (const { all, killed, timedOut } of counts) {
    total.all += all;
    total.killed += killed;
    total.timedOut += timedOut;
  }
  return { ...total, score: (100 * (total.killed + total.timedOut)) / total.all };
}

/** The commit whose sources and tests are there, and whether they differ from it. */
function describeCommit() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', 'src', 'test');
  return `\`${git('rev-parse', '--short', 'HEAD')}\`${changes ? ', with changes' : ''}`;
}

/**
 * @param {Report} report
 * @param {ReturnType<typeof findReasons>['found']} survivors
 */
async function writePage(report, survivors) {
  const counts = countByFile(report);
  const { all, killed, timedOut, score } = sum(counts);
  const rows = counts.map(
    count =>
      `| \`${count.file}\` | ${count.all} | ${count.killed} | ${count.timedOut} | ${sum([count]).score.toFixed(0)} % |`,
  );
  const lists = counts.flatMap(({ file }) => {
    const own = survivors.filter(survivor => survivor.file === file);
    if (own.length === 0) return [];
    const lines = own.map(
      ({ lineNumber, mutant, why }) => `| ${lineNumber} | ${code(mutant)} | ${why ?? '**not explained yet**'} |`,
    );
    return [`### \`${file}\``, '', '| line | mutation | why no test notices |', '| --- | --- | --- |', ...lines, ''];
  });
  const text = [
    '# Mutation testing',
    '',
    '<!-- Written by `npm run mutants`. -->',
    '',
    'StrykerJS changes `src/core/`, `src/machine/` and `src/client/` in one place at a time, with its default mutators, and runs the Node',
    'tests. A mutant that no test notices survives; one that is in code which no test reaches, too. `npm run mutants` fails when',
    `less than ${LEAST} % of all mutants are killed or run into a timeout, or when one that survives is not explained in`,
    '`scripts/mutants/survivors.mjs`.',
    '',
    '## Last result',
    '',
    '| date | commit | mutants | killed | timed out | survived | killed or timed out |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    `| ${new Date().toISOString().slice(0, 10)} | ${describeCommit()} | ${all} | ${killed} | ${timedOut} | ${all - killed - timedOut} | ${score.toFixed(1)} % |`,
    '',
    '| file | mutants | killed | timed out | killed or timed out |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## Survivors',
    '',
    ...lists,
  ].join('\n');
  const options = await prettier.resolveConfig(PAGE);
  writeFileSync(PAGE, await prettier.format(text, { ...options, parser: 'markdown' }));
}

rmSync(REPORT, { force: true });
const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
const options = files.length > 0 ? ['--incremental', '--mutate', files.join()] : [];
const { status } = spawnSync(process.execPath, [stryker, 'run', ...options], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

const report = /** @type {Report} */ (JSON.parse(readFileSync(REPORT, 'utf8')));
const { found, stale } = findReasons(findSurvivors(report));
const unexplained = found.filter(({ why }) => why === undefined);
const { all, killed, timedOut, score } = sum(countByFile(report));
console.log(`\n${killed} killed + ${timedOut} timed out of ${all} mutants: ${score.toFixed(1)} %`);
for (const { file, lineNumber, line, mutant } of unexplained)
  console.log(`\nSurvived, and not listed: ${file}:${lineNumber}\n  line:   ${line}\n  mutant: ${mutant}`);
for (const { file, line, mutant } of stale)
  if (report.files[file])
    console.log(`\nListed, but does not survive: ${file}\n  line:   ${line}\n  mutant: ${mutant}`);
if (files.length === 0) await writePage(report, found);
if (score < LEAST) console.log(`\nFewer than ${LEAST} % were noticed.`);
if (unexplained.length > 0) console.log(`\n${unexplained.length} survivors are not in scripts/mutants/survivors.mjs.`);
process.exitCode = unexplained.length > 0 || (files.length === 0 && score < LEAST) ? 1 : 0;
