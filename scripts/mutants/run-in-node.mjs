// Runs the mutants of src/core, src/machine and src/client with StrykerJS (stryker.config.mjs) and node-runner.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';

/** @typedef {import('./report.mjs').Report} Report */

const REPORT = 'out/mutants/report.json';
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';

/**
 * @param {readonly string[]} files limits the run to the mutants of these files, and uses what earlier runs have found
 * @returns {Promise<{ report: Report, note: string }>}
 */
export async function runInNode(files) {
  rmSync(REPORT, { force: true });
  const options = files.length > 0 ? ['--incremental', '--mutate', files.join()] : [];
  const stryker = spawn(process.execPath, [STRYKER, 'run', ...options], { stdio: 'inherit' });
  const [status] = await once(stryker, 'close');
  if (status !== 0) process.exit(1);
  return { report: /** @type {Report} */ (JSON.parse(readFileSync(REPORT, 'utf8'))), note: '' };
}
