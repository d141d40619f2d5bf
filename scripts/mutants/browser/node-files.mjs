// Runs the test files of a part that are for Node over the mutants that no test in Chromium has noticed. Each file runs in a process of its own.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @typedef {import('../known.mjs').Finding} Finding */
/** @typedef {{ killed?: boolean, stdout?: string, stderr?: string }} Failure */

const RECORDER = fileURLToPath(new URL('record-coverage.mjs', import.meta.url));
/** The milliseconds that a test file may take besides five times its duration without a mutant. */
const LEAST_TIMEOUT = 10_000;

/**
 * Runs each test file once without a mutant, and notes its duration and which mutants' code it runs. Rejects if a file fails.
 * @param {string} root the folder with `src` and `test`
 * @param {readonly string[]} files below it
 */
export async function startNodeTests(root, files) {
  const target = path.join(root, 'coverage.json');
  /**
   * @param {string} file
   * @param {Record<string, string>} env
   * @param {number} timeout
   */
  async function run(file, env, timeout) {
    const started = Date.now();
    const args = ['--import', 'tsx', '--import', RECORDER, path.join(root, file)];
    const options = { env: { ...process.env, ...env }, timeout, maxBuffer: 2 ** 26 };
    const failed = await promisify(execFile)(process.execPath, args, options).then(
      () => undefined,
      (/** @type {unknown} */ error) => {
        const { killed, stdout, stderr } = /** @type {Failure} */ (error);
        return { isTimeout: Boolean(killed), output: `${stdout}${stderr}` };
      },
    );
    return { failed, ms: Date.now() - started };
  }

  /** @type {{ file: string, ms: number, mutants: Set<string> }[]} */
  const known = [];
  for (const file of files) {
    rmSync(target, { force: true });
    const { failed, ms } = await run(file, { MUTANT_COVERAGE: target }, 300_000);
    if (failed) throw new Error(`${file} has to pass without a mutant:\n${failed.output}`);
    const mutants = existsSync(target) ? /** @type {string[]} */ (JSON.parse(readFileSync(target, 'utf8'))) : [];
    known.push({ file, ms, mutants: new Set(mutants) });
  }
  known.sort((one, other) => one.ms - other.ms);

  return {
    /**
     * Runs the test files that run the code of this mutant, the fastest first, until one notices it.
     * @param {string} mutant its id
     * @returns {Promise<Finding>}
     */
    async run(mutant) {
      for (const { file, ms, mutants } of known) {
        if (!mutants.has(mutant)) continue;
        const { failed } = await run(file, { __STRYKER_ACTIVE_MUTANT__: mutant }, LEAST_TIMEOUT + 5 * ms);
        if (failed) return { status: failed.isTimeout ? 'Timeout' : 'Killed', killer: { file, test: 'in Node' } };
      }
      return { status: 'Survived', killer: null };
    },
  };
}
