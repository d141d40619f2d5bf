// Runs one command of a suite.
import { spawn } from 'node:child_process';

/**
 * @typedef {object} Command
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {boolean} [alone] whether scripts/test.mjs runs it after the other commands of all suites, with nothing beside it
 */

/** The maximum length of `end`, the end of what a command prints, in characters. */
const MAX_END = 2000;

/**
 * Runs a command, and passes on what it prints. Never rejects: the exit code is 1 if the command can't start or a signal ends it.
 * @param {Command} command
 * @param {(text: string) => void} write
 * @returns {Promise<import('./counts.mjs').Result & { end: string }>} its result, and the end of what it printed to stdout and stderr
 */
export function run({ command, args, env = {} }, write) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32' && command === 'npm', // npm is a .cmd file there, which needs a shell
    });
    let output = '';
    let end = '';
    const show = (/** @type {string} */ text) => {
      end = `${end}${text}`.slice(-MAX_END);
      write(text);
    };
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      show(text);
    });
    child.stderr.setEncoding('utf8').on('data', show);
    child.once('error', ({ message }) => resolve({ code: 1, output: message, end: message }));
    child.once('close', code => resolve({ code: code ?? 1, output, end }));
  });
}
