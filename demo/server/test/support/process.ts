import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The server as a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** What it has written to standard output. */
  output(): string;
  /** Sends a signal. Returns how it ended: an exit code, or the signal. */
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** How it ended, when it has. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** A process that did not come to listen. */
export class NotStarted extends Error {
  readonly code: number | NodeJS.Signals;

  constructor(code: number | NodeJS.Signals, output: string) {
    super(output);
    this.name = 'NotStarted';
    this.code = code;
  }
}

/** A test, as something that ends. */
export interface TestScope {
  after(fn: () => Promise<unknown>): void;
}

/**
 * Starts `src/main.ts` with this environment and nothing else of ours. Resolves when it listens. It ends with the test.
 * @throws NotStarted with all that it wrote
 */
export async function startProcess(t: TestScope, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stderr.on('data', chunk => (errors += chunk));
  const ended = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => signal ?? code);
  // Also when the test has failed: a process that is left would keep the tests from ending.
  t.after(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      output += chunk;
      const found = /^Listening on (\S+)$/m.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    ended.then(code => reject(new NotStarted(code, output + errors)), reject);
  });
  return {
    url,
    pid: child.pid!,
    ended,
    output: () => output,
    kill: signal => {
      child.kill(signal);
      return ended;
    },
  };
}

/** A folder that is gone when the test has ended. */
export async function temporaryFolder(t: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aw-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
