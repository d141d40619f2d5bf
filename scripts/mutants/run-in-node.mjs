// Runs the mutants of a group with StrykerJS (stryker.config.mjs) and node-runner.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { sourcesOf } from './groups.mjs';

/** @typedef {import('./report.mjs').Report} Report */

const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';

/**
 * @param {object} options
 * @param {string} options.name of the group
 * @param {import('./groups.mjs').Part} options.part
 * @param {readonly string[]} options.files limits the run to the mutants of these files
 * @param {boolean} options.isFresh forgets what earlier runs have found
 * @returns {Promise<{ report: Report, note: string }>}
 */
export async function runInNode({ name, part, files, isFresh }) {
  const report = `out/mutants/${name}-report.json`;
  rmSync(report, { force: true });
  if (isFresh) rmSync(`out/mutants/${name}-incremental.json`, { force: true });
  const mutate = files.length > 0 ? files : sourcesOf(part);
  const stryker = spawn(process.execPath, [STRYKER, 'run', '--mutate', mutate.join()], {
    stdio: 'inherit',
    env: { ...process.env, MUTANTS: name },
  });
  const [status] = await once(stryker, 'close');
  if (status !== 0) process.exit(1);
  return { report: /** @type {Report} */ (JSON.parse(readFileSync(report, 'utf8'))), note: '' };
}
