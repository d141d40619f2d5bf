import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server for tests, in a temporary folder and on a Unix socket. */
export interface TestPostgres {
  /** Creates an empty database. Returns its URL. */
  createDatabase(): Promise<string>;
  /** Shuts the server down immediately, like a crash: all connections are lost. */
  crash(): Promise<void>;
  /** Starts it again after a crash, with the same data and URL. */
  recover(): Promise<void>;
  stop(): Promise<void>;
}

/** Debian installs the programs of PostgreSQL outside the PATH. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(root, version, 'bin'));
}

/** The folder of `initdb` and `postgres`. The variable POSTGRESQL names one; then no other is looked for. */
function findPrograms(): string | undefined {
  const chosen = process.env['POSTGRESQL'];
  const folders = chosen ? [chosen] : [...debianFolders(), ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find(folder => ['postgres', 'initdb'].every(program => existsSync(join(folder, program))));
}

const programFolder = findPrograms();

const notFound =
  'PostgreSQL not found: initdb and postgres are neither on the PATH nor in /usr/lib/postgresql/*/bin. ' +
  'On Debian: apt-get install postgresql';

/**
 * Why the tests that need PostgreSQL are skipped; undefined if they run. Where the variable REQUIRED lists postgresql
 * (.ci/run), they run in any case, and fail without it.
 */
export const skipReason =
  programFolder !== undefined || (process.env['REQUIRED'] ?? '').split(',').includes('postgresql')
    ? undefined
    : notFound;

/** A user to run PostgreSQL as, because it refuses to run as root; undefined if the tests do not run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string) => {
    try {
      return Number(
        execFileSync('id', [option, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    } catch {
      return 65_534;
    }
  };
  return { uid: id('-u'), gid: id('-g') };
}

async function whenReady(server: ChildProcess, url: string, output: () => string): Promise<void> {
  const ended = once(server, 'exit').then(() => {
    throw new Error(`PostgreSQL did not start:\n${output()}`);
  });
  ended.catch(() => undefined);
  const connected = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: url });
      try {
        await client.connect();
        await client.end();
        return;
      } catch {
        await new Promise(resolve => setTimeout(resolve, 20));
      }
    }
  };
  await Promise.race([connected(), ended]);
}

/**
 * Starts PostgreSQL with an empty data folder.
 * @param options `isDurable`: with fsync, as in production. Tests do without: they never crash the operating system.
 *   `extra`: further settings, such as `commit_delay=10000`.
 */
export async function startPostgres({
  isDurable = false,
  extra = [],
}: { readonly isDurable?: boolean; readonly extra?: readonly string[] } = {}): Promise<TestPostgres> {
  if (programFolder === undefined) throw new Error(notFound);
  const programs = programFolder;
  const identity = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'aw-pg-'));
  if (identity) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const env = { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), initArgs, {
    ...identity,
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  const durability = isDurable ? [] : ['fsync=off'];
  // A time zone with summer time that differs from the one of the tests: nothing may depend on either.
  const zone = 'timezone=America/New_York';
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    zone,
    ...durability,
    ...extra,
  ];
  const args = ['-D', data, ...settings.flatMap(setting => ['-c', setting])];
  const urlOf = (name: string) => `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`;
  let server: ChildProcess;
  const start = async () => {
    server = spawn(join(programs, 'postgres'), args, { ...identity, env, cwd: folder });
    let output = '';
    server.stderr!.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-4000)));
    await whenReady(server, urlOf('postgres'), () => output);
  };
  const end = async (signal: NodeJS.Signals) => {
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  const killed = () => server.kill('SIGQUIT');
  process.once('exit', killed);
  await start();

  return {
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
    crash: () => end('SIGQUIT'),
    recover: start,
    async stop() {
      process.off('exit', killed);
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
