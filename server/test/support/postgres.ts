import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { createLog } from '../../src/common/log.js';
import { migrate } from '../../src/db/migrations.js';
import { openPostgres } from '../../src/db/postgres.js';
import { findProgram } from './debian.js';
import { copyFolder, prepareFolder } from './prepared.js';

/** Creates and drops databases in a PostgreSQL server. */
export interface Databases {
  /** Creates an empty database. Returns its URL. */
  createDatabase(): Promise<string>;
  /** Creates a database with the server's schema and without rows. Returns its URL. */
  createMigratedDatabase(): Promise<string>;
  /** Drops a database, and ends the connections to it. */
  dropDatabase(url: string): Promise<void>;
}

/** A PostgreSQL server for tests, in a temporary folder and on a Unix socket. */
export interface TestPostgres extends Databases {
  /** Its folder, which has its socket. */
  readonly folder: string;
  /** Shuts the server down immediately, like a crash: all connections are lost. */
  crash(): Promise<void>;
  /** Starts it again after a crash, with the same data and URL. */
  recover(): Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Debian installs the programs of PostgreSQL outside the PATH. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(root, version, 'bin'));
}

/**
 * The folder of `initdb` and `postgres`: the one that the variable POSTGRESQL names, or else the first folder that has
 * both.
 */
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
 * The reason why the tests that need PostgreSQL are skipped; undefined if they run. If the variable REQUIRED lists
 * postgresql (.ci/run), they run in any case, and fail if it's missing.
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

/** Whether the tests reach PostgreSQL through PgBouncer (`npm test -- pgbouncer`). */
export const isPooled = process.env['VIA'] === 'pgbouncer';

/** The value of the setting DATABASE_POOLING for these tests. */
export const pooling = isPooled ? 'transaction' : 'session';

/** The option `skip` of a test about the connections of PostgreSQL itself. */
export const skipIfPooled = (reason: string): string | false => (isPooled ? `PgBouncer: ${reason}` : false);

const poolerPort = 6432;

/** Starts PgBouncer in transaction mode in front of the PostgreSQL whose socket is in `folder`. */
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
    // Fewer connections than the servers of a test open together.
    'default_pool_size = 8',
    'server_login_retry = 0.1',
    'max_prepared_statements = 0',
  ];
  // Version 1.18 exits at a setting that it doesn't know, such as the last one. It never keeps prepared statements.
  const known = execFileSync(program.path, ['--version'], { env: program.env, encoding: 'utf8' });
  const [, minor] = /PgBouncer 1\.(\d+)/.exec(known) ?? [];
  writeFileSync(file, `${(Number(minor) >= 21 ? lines : lines.slice(0, -1)).join('\n')}\n`);
  const pooler = spawn(program.path, [file], { ...identity, env: program.env, cwd: folder });
  let output = '';
  pooler.stderr.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-4000)));
  pooler.stdout.resume();
  const url = `postgres://postgres@localhost:${poolerPort}/postgres?host=${encodeURIComponent(folder)}`;
  await whenReady('PgBouncer', pooler, url, () => output);
  return pooler;
}

/** Resolves when a server accepts connections. Rejects with its output if it ends before. */
async function whenReady(name: string, server: ChildProcess, url: string, output: () => string): Promise<void> {
  const ended = once(server, 'exit').then(() => {
    throw new Error(`${name} did not start:\n${output()}`);
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

/** The name of the database that has the server's schema, from which migrated databases are copied. */
const TEMPLATE = 'migrated';

/** The parameters of a PostgreSQL server. */
interface Installation {
  readonly programs: string;
  readonly identity: Identity | undefined;
  readonly env: NodeJS.ProcessEnv;
}

function findInstallation(): Installation {
  if (programFolder === undefined) throw new Error(notFound);
  return {
    programs: programFolder,
    identity: unprivileged(),
    env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  };
}

/** A temporary folder that PostgreSQL may write to. */
function makeFolder({ identity }: Installation): string {
  const folder = mkdtempSync(join(tmpdir(), 'aw-pg-'));
  if (identity) chownSync(folder, identity.uid, identity.gid);
  return folder;
}

const urlOf = (folder: string, name: string) =>
  `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`;

/** Runs a statement that no transaction may contain, outside the databases of the tests. */
async function administer(folder: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(folder, 'postgres') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const createFrom = (folder: string, template: string, name: string) =>
  administer(folder, `create database ${name} template ${template}`);

/** The databases of the server whose socket is in `folder`. */
function databasesIn(folder: string): Databases {
  const create = async (template: string) => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await createFrom(folder, template, name);
    const url = urlOf(folder, name);
    return isPooled ? url.replace('@localhost/', `@localhost:${poolerPort}/`) : url;
  };
  return {
    createDatabase: () => create('template1'),
    createMigratedDatabase: () => create(TEMPLATE),
    dropDatabase: url => administer(folder, `drop database ${new URL(url).pathname.slice(1)} with (force)`),
  };
}

/** Starts the program on the data in `folder`. Resolves when it accepts connections. */
async function run(
  { programs, identity, env }: Installation,
  folder: string,
  settings: readonly string[],
): Promise<ChildProcess> {
  const all = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=200', ...settings];
  const args = ['-D', join(folder, 'data'), ...all.flatMap(setting => ['-c', setting])];
  // Its output goes to a file, because a pipe would keep the process of the tests alive.
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  const server = spawn(join(programs, 'postgres'), args, {
    ...identity,
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', output],
  });
  closeSync(output);
  await whenReady('PostgreSQL', server, urlOf(folder, 'postgres'), () => readFileSync(log, 'utf8').slice(-4000));
  return server;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

/** The data folder that every server begins with. It holds one database besides PostgreSQL's own: `TEMPLATE`. */
function prepareData(installation: Installation): Promise<string> {
  const { programs, identity, env } = installation;
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  return prepareFolder('postgres', `${version} ${identity?.uid}`, async () => {
    const folder = makeFolder(installation);
    const data = join(folder, 'data');
    const initArgs = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    execFileSync(join(programs, 'initdb'), initArgs, { ...identity, env, cwd: folder, stdio: [...stdio] });
    const server = await run(installation, folder, ['fsync=off']);
    await createFrom(folder, 'template1', TEMPLATE);
    const db = openPostgres(urlOf(folder, TEMPLATE), createLog('silent'), 1);
    await migrate(db);
    await db.close();
    await end(server, 'SIGINT');
    return { folder: data, remove: () => rm(folder, { recursive: true, force: true }) };
  });
}

/**
 * Starts a PostgreSQL server that has no test databases yet.
 * @param options `isDurable`: with fsync, as in production. Tests don't need it, because they never crash the operating
 *   system. `extra`: further settings, such as `commit_delay=10000`.
 */
export async function startPostgres({
  isDurable = false,
  extra = [],
}: { readonly isDurable?: boolean; readonly extra?: readonly string[] } = {}): Promise<TestPostgres> {
  const installation = findInstallation();
  const prepared = await prepareData(installation);
  const folder = makeFolder(installation);
  copyFolder(prepared, join(folder, 'data'));
  const durability = isDurable ? [] : ['fsync=off'];
  // This time zone has summer time and differs from the one of the tests: nothing may depend on either.
  const settings = ['timezone=America/New_York', ...durability, ...extra];
  let server: ChildProcess;
  let pooler: ChildProcess | undefined;
  const start = async () => {
    server = await run(installation, folder, settings);
    // A server that no test stops ends with the process of the tests.
    server.unref();
  };
  const killAtExit = () => {
    server.kill('SIGQUIT');
    pooler?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  await start();
  process.once('exit', killAtExit);
  if (isPooled) pooler = await startPooler(folder, installation.identity);

  return {
    folder,
    ...databasesIn(folder),
    crash: () => end(server, 'SIGQUIT'),
    recover: start,
    async stop() {
      process.off('exit', killAtExit);
      pooler?.kill('SIGKILL');
      server.ref();
      await end(server, 'SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let shared: Promise<Databases> | undefined;

/**
 * The PostgreSQL server that tests share, with separate databases for each: the one of the whole run, if `npm test` has started it
 * (SHARED_POSTGRES is its folder), or one that ends with this process.
 */
export function sharedPostgres(): Promise<Databases> {
  const folder = process.env['SHARED_POSTGRES'];
  return (shared ??= folder && !isPooled ? Promise.resolve(databasesIn(folder)) : startPostgres());
}
