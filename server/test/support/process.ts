import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGLITE_FLAGS } from '../../../scripts/suites/pglite-flags.mjs';
import { bundle } from './bundle.js';
import { createDataFolder } from './data-folder.js';
import { pooling } from './postgres.js';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A process of the server, which may still be starting. */
export interface SpawnedServer {
  readonly pid: number;
  /** Its standard output so far. */
  output(): string;
  /** Sends a signal. Resolves when the process has exited, with its exit code or the signal that ended it. */
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Resolves when the process has exited, with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Stops reading its standard output without closing the pipe. */
  stopReading(): void;
}

/** A process of the server that is listening. */
export interface ServerProcess extends SpawnedServer {
  readonly url: string;
}

/** The process exited before it listened. */
export class NotStarted extends Error {
  readonly code: number | NodeJS.Signals;

  constructor(code: number | NodeJS.Signals, output: string) {
    super(output);
    this.name = 'NotStarted';
    this.code = code;
  }
}

/** The context of a test, which runs functions at its end. */
export interface TestScope {
  after(fn: () => unknown): void;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Starts the server with these variables and no other ones of this process but PATH. The process ends with the test.
 * @param program a program to run instead of `src/main.ts`
 */
export async function spawnServer(
  t: TestScope,
  env: Environment,
  program?: string,
): Promise<SpawnedServer & { readonly listening: Promise<string>; errors(): string }> {
  const child = spawn(process.execPath, [...PGLITE_FLAGS, program ?? (await bundle(main))], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATABASE_POOLING: pooling, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  // The event 'close' waits until all output is read, and a test may have stopped reading.
  child.once('exit', () => child.stdout.resume());
  const ended = once(child, 'close').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  // A test that fails does not stop the process itself, and a running child would keep this process alive.
  t.after(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const listening = new Promise<string>(resolve => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
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
 * Starts the server like spawnServer(). Resolves when it listens.
 * @throws NotStarted with the output of the process
 */
export async function startProcess(t: TestScope, env: Environment, program?: string): Promise<ServerProcess> {
  const server = await spawnServer(t, env, program);
  const refused = server.ended.then(code => {
    throw new NotStarted(code, server.output() + server.errors());
  });
  return { ...server, url: await Promise.race([server.listening, refused]) };
}

/** A new data folder with the server's schema, for the setting DATA_DIR. It's deleted at the end of the test. */
export async function dataFolder(t: TestScope): Promise<string> {
  const { folder, remove } = await createDataFolder();
  t.after(remove);
  return folder;
}

/** A folder that is deleted at the end of the test. */
export async function temporaryFolder(t: TestScope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aw-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
