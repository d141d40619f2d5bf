// Runs the mutants of a group with StrykerJS (stryker.config.mjs) and node-runner.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { draw, makeMutants, SEED } from './browser/mutants.mjs';
import { sourcesOf } from './groups.mjs';
import { keyOf } from './mutant-key.mjs';

/** @typedef {import('./report.mjs').Report} Report */
/** @typedef {import('./browser/mutants.mjs').Mutant} Mutant */

const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';

/**
 * Returns the places in which StrykerJS makes the mutants of a sample. It makes every other mutant in these places too, and
 * node-runner.mjs leaves those out.
 * @param {readonly Mutant[]} sample
 */
export const rangesOf = sample =>
  sample.map(
    ({ file, location: { start, end } }) =>
      // StrykerJS counts columns from 0 here, and from 1 in its reports.
      `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
  );

/**
 * Returns the report with only the mutants of a sample, and the files that have any.
 * @param {Report} report
 * @param {readonly Mutant[]} sample
 * @returns {Report}
 */
export function onlySample(report, sample) {
  /** @type {Report['files']} */
  const files = {};
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const keys = new Set(sample.filter(mutant => mutant.file === file).map(keyOf));
    const drawn = mutants.filter(({ location, replacement = '' }) => keys.has(keyOf({ location, replacement })));
    if (drawn.length > 0) files[file] = { source, mutants: drawn };
  }
  return { files };
}

/**
 * Returns how Node.js starts StrykerJS, and writes the lists of mutants that it reads. They are files, because the places of several thousand
 * mutants are longer than an argument may be.
 * @param {object} options
 * @param {string} options.name of the group
 * @param {readonly string[]} options.mutate files, and places in files
 * @param {readonly Mutant[]} [options.sample] the mutants in these places that are tried; all of them by default
 * @param {string} [options.folder] where the lists are written
 * @returns {{ args: string[], env: NodeJS.ProcessEnv }}
 */
export function strykerCall({ name, mutate, sample, folder = 'out/mutants' }) {
  mkdirSync(folder, { recursive: true });
  /** @param {string} list @param {unknown} value */
  const write = (list, value) => {
    const file = path.resolve(folder, `${name}-${list}.json`);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, MUTANTS: name, MUTATE: write('mutate', mutate) };
  if (sample)
    env.SAMPLE = write(
      'sample',
      sample.map(mutant => ({ file: mutant.file, key: keyOf(mutant) })),
    );
  return { args: [STRYKER, 'run'], env };
}

/**
 * Runs StrykerJS. If it fails, this process exits with 1.
 * @param {object} options
 * @param {string} options.name of the group
 * @param {import('./groups.mjs').Part} options.part
 * @param {readonly string[]} options.files limits the run to the mutants of these files; none: all files of the part
 * @param {string} [options.count] draws a sample of that many mutants; all are tried by default
 * @param {string} [options.seed] of the sample
 * @param {boolean} options.isFresh forgets what earlier runs have found
 * @returns {Promise<{ report: Report, total: number }>} `total` is the number of mutants that the sample was drawn from; 0
 *   without `count`
 */
export async function runInNode({ name, part, files, count, seed, isFresh }) {
  const target = `out/mutants/${name}-report.json`;
  rmSync(target, { force: true });
  if (isFresh) rmSync(`out/mutants/${name}-incremental.json`, { force: true });
  const sources = files.length > 0 ? files : sourcesOf(part);
  const all = count ? (await makeMutants(sources)).mutants : [];
  const sample = draw(all, Number(count ?? 0), Number(seed ?? SEED));
  const { args, env } = strykerCall({
    name,
    ...(count ? { mutate: rangesOf(sample), sample } : { mutate: sources }),
  });
  const stryker = spawn(process.execPath, args, { stdio: 'inherit', env });
  const [status] = await once(stryker, 'close');
  if (status !== 0) process.exit(1);
  const report = /** @type {Report} */ (JSON.parse(readFileSync(target, 'utf8')));
  if (count) return { report: onlySample(report, sample), total: all.length };
  // StrykerJS also reports what earlier runs have found in other files.
  const chosen = Object.entries(report.files).filter(([file]) => sources.includes(file));
  return { report: { ...report, files: Object.fromEntries(chosen) }, total: 0 };
}
