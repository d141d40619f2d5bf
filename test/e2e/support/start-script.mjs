// `npm start` (scripts/start.mjs) as a child process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PGLITE_FLAGS } from '../../../scripts/suites/pglite-flags.mjs';

const script = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));

/**
 * @param {Record<string, string>} env
 * @param {string[]} args
 */
export function start(env, ...args) {
  const child = spawn(process.execPath, [...PGLITE_FLAGS, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const checks = new Set();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ data) => {
      output += data;
      for (const check of checks) check();
    });
  }
  const exited = once(child, 'exit');
  return {
    child,
    exited,
    output: () => output,
    /** Resolves to the first match in the output. */
    waitForOutput: (/** @type {RegExp} */ pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const match = pattern.exec(output);
          if (match) resolve(match);
        };
        checks.add(check);
        void exited.then(() => reject(new Error(`ended without printing ${pattern}:\n${output}`)));
        check();
      }),
  };
}
