import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { findProgram } from './debian.js';

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

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** A user to run PostgreSQL as, because it refuses to run as root; undefined if the tests do not run as root. */
function unprivileged(): Identity | undefined {
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

/** Whether the tests reach PostgreSQL through PgBouncer (`npm run test:pgbouncer`). */
export const isPooled = process.env['VIA'] === 'pgbouncer';

/** The setting DATABASE_POOLING that fits. */
export const pooling = isPooled ? 'transaction' : 'session';

/** `skip` of a test that is about the connections of PostgreSQL itself. */
export const skipIfPooled = (reason: string): string | false => (isPooled ? `PgBouncer: ${reason}` : false);

const poolerPort = 6432;

/** Starts PgBouncer in transaction mode before the PostgreSQL whose socket is in `folder`. */
async function startPooler(folder: string, identity: Identity | undefined): Promise<ChildProcess> {
  const program = findProgram('pgbouncer', 'usr/sbin/pgbouncer', ['pgbouncer', 'libevent-2.1-7', 'libc-ares2']);
  if (typeof program === 'string') throw new Error(program);
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${folder} user=postgres`,
    '[pgbouncer]',
    `unix_socket_dir = ${folder}`,
    `listen_port = ${poolerPort}`,
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 1000',
    // Fewer than the servers of a test open together.
    'default_pool_size = 8',
    'server_login_retry = 0.1',
    'max_prepared_statements = 0',
  ];
  // Version 1.18 does not know the last one, and ends with an unknown setting; it never keeps prepared statements.
  const known = execFileSync(program.path, ['--version'], { env: program.env, encoding: 'utf8' });
  const [, minor] = /PgBouncer 1\.(\d+)/.exec(known) ?? [];
  writeFileSync(file, `${(Number(minor) >= 21 ? lines : lines.slice(0, -1)).join('\n')}\n`);
  const pooler = spawn(program.path, [file], { ...identity, env: program.env, cwd: folder });
  let output = '';
  pooler.stderr.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-4000)));
  pooler.stdout.resume();
  const url = `postgres://postgres@localhost:${poolerPort}/postgres?host=${encodeURIComponent(folder)}`;
  await whenReady(pooler, url, () => output);
  return pooler;
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
  let pooler: ChildProcess | undefined;
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
  const killed = () => {
    server.kill('SIGQUIT');
    pooler?.kill('SIGKILL');
  };
  process.once('exit', killed);
  await start();
  if (isPooled) pooler = await startPooler(folder, identity);

  return {
    async createDatabase() {
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return isPooled ? urlOf(name).replace('@localhost/', `@localhost:${poolerPort}/`) : urlOf(name);
    },
    crash: () => end('SIGQUIT'),
    recover: start,
    async stop() {
      process.off('exit', killed);
      pooler?.kill('SIGKILL');
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
