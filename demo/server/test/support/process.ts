import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The server as a process of its own, listening or not yet. */
export interface SpawnedServer {
  readonly pid: number;
  /** What it has written to standard output. */
  output(): string;
  /** Sends a signal. Returns how it ended: an exit code, or the signal. */
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** How it ended, when it has. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Reads its standard output no further, and leaves it open. */
  stopReading(): void;
}

/** The server as a process that listens. */
export interface ServerProcess extends SpawnedServer {
  readonly url: string;
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

type Environment = Readonly<Record<string, string>>;

/** Starts `src/main.ts` with this environment and nothing else of ours. It ends with the test. */
export function spawnServer(
  t: TestScope,
  env: Environment,
): SpawnedServer & { readonly listening: Promise<string>; errors(): string } {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stderr.on('data', chunk => (errors += chunk));
  // It is closed when all that it wrote is read, which a test may have stopped to do.
  child.once('exit', () => child.stdout.resume());
  const ended = once(child, 'close').then(([code, signal]): number | NodeJS.Signals => signal ?? code);
  // Also when the test has failed: a process that is left would keep the tests from ending.
  t.after(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const listening = new Promise<string>(resolve => {
    child.stdout.on('data', chunk => {
      output += chunk;
      const found = /^Listening on (\S+)$/m.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    pid: child.pid!,
    ended,
    listening,
    output: () => output,
    errors: () => errors,
    stopReading: () => child.stdout.pause(),
    kill: signal => {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Starts `src/main.ts` as spawnServer() does. Resolves when it listens.
 * @throws NotStarted with all that it wrote
 */
export async function startProcess(t: TestScope, env: Environment): Promise<ServerProcess> {
  const server = spawnServer(t, env);
  const refused = server.ended.then(code => {
    throw new NotStarted(code, server.output() + server.errors());
  });
  return { ...server, url: await Promise.race([server.listening, refused]) };
}

/** A folder that is gone when the test has ended. */
export async function temporaryFolder(t: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aw-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
