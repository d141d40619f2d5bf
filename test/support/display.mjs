import { spawn } from 'node:child_process';

/** Starts Xvfb, a virtual display: `display` is its name, such as `:1`. */
export async function startDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  /** @type {string} */
  const display = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => reject(new Error(`Xvfb ended with ${code}`)));
    let output = '';
    child.stdio[3]?.on('data', data => {
      output += String(data);
      if (output.includes('\n')) resolve(`:${output.trim()}`);
    });
  });
  return { child, display };
}
