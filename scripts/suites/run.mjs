// Runs the commands of a suite.
import { spawn } from 'node:child_process';

/** @typedef {{ command: string, args: string[], env?: Record<string, string> }} Command */

/**
 * Runs a command, and passes on what it prints.
 * @param {Command} command
 * @param {(text: string) => void} write
 * @returns {Promise<import('./counts.mjs').Result>}
 */
export function run({ command, args, env = {} }, write) {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32' && command === 'npm', // npm is a .cmd file there, which needs a shell
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
      write(text);
    });
    child.stderr.setEncoding('utf8').on('data', write);
    child.once('error', error => resolve({ code: 1, output: error.message }));
    child.once('close', code => resolve({ code: code ?? 1, output }));
  });
}
