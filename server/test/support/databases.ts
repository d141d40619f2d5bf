import { describe, it } from 'node:test';
import type { Database, Queryable } from '../../src/db/database.js';
import { openPGlite } from '../../src/db/pglite.js';
import { openPostgres } from '../../src/db/postgres.js';
import { createLog } from '../../src/common/log.js';
import { createDataFolder } from './data-folder.js';
import { pooling, sharedPostgres, skipReason } from './postgres.js';

/** The two kinds of database that the server supports. */
export type DatabaseKind = 'pglite' | 'postgres';

/** Both kinds, for tests of the databases themselves. PgBouncer is in front of PostgreSQL only. */
export const databaseKinds: readonly DatabaseKind[] = pooling === 'session' ? ['pglite', 'postgres'] : ['postgres'];

/** The kind for tests of everything else: PostgreSQL, as in production, or PGlite if PostgreSQL is missing. */
export const defaultKind: DatabaseKind = skipReason === undefined ? 'postgres' : 'pglite';

/**
 * `describe` for tests that need this kind of database. If PostgreSQL is missing, one skipped test stands for them, with
 * the name of the suite: Node.js doesn't count suites that are skipped.
 */
export function describeOn(kind: DatabaseKind, name: string, suite: () => void): void {
  if (kind === 'postgres' && skipReason !== undefined) it(name, { skip: skipReason });
  else describe(name, suite);
}

/** A database with the server's schema and a clock that tests can advance. */
export interface TestDatabase {
  readonly db: Database;
  /** URL, for servers in other processes; undefined for PGlite. */
  readonly url: string | undefined;
  /** Advances the clock of the database. */
  advance(seconds: number): Promise<void>;
  /** Stops the clock of the database, so that a delay of a second doesn't end while a slow machine makes the next call. */
  stopClock(): Promise<void>;
  /** Empties all tables, and resets and starts the clock. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** All tables, those with foreign keys before the ones that they refer to. */
const tables = [
  'known_networks',
  'replays',
  'tokens',
  'sessions',
  'accounts',
  'phone_guards',
  'counters',
  'network_records',
  'spent_solutions',
  'server_keys',
];

/**
 * One statement that empties all tables. `truncate` would make a new file for each table and index, which takes 30 ms of processor
 * time in PGlite; deleting the few rows of a test takes one. The lock waits for transactions of other servers, as that of
 * `truncate` does.
 */
const EMPTY = `do $$ begin
  lock table ${tables.join(', ')} in access exclusive mode;
  ${tables.map(table => `delete from ${table};`).join('\n  ')}
end $$`;

/**
 * Another pool for the database at `url`, as another process of the server has it. Hundreds of queries may wait for its
 * connections, so they wait longer than in the server, and a slow machine does not fail the test.
 */
export const openPool = (url: string): Database =>
  openPostgres(url, createLog('silent'), 20, { pooling, connectionTimeout: 120_000, statementTimeout: 120_000 });

interface OpenDatabase {
  readonly db: Database;
  /**
   * The connection that sets the clock and empties the tables. It is separate because all connections of `db` may be in use. It
   * stays open because connecting to PostgreSQL takes more processor time than the statements.
   */
  readonly control: Queryable;
  readonly url: string | undefined;
  close(): Promise<void>;
}

async function open(kind: DatabaseKind): Promise<OpenDatabase> {
  if (kind === 'pglite') {
    const { folder, remove } = await createDataFolder();
    const db = await openPGlite(folder);
    return { db, control: db, url: undefined, close: () => db.close().then(remove) };
  }
  const postgres = await sharedPostgres();
  const url = await postgres.createMigratedDatabase();
  const db = openPool(url);
  const control = openPostgres(url, createLog('silent'), 1, { pooling, connectionTimeout: 120_000 });
  const close = async () => {
    await Promise.all([db.close(), control.close()]);
    await postgres.dropDatabase(url);
  };
  return { db, control, url, close };
}

/** Opens a new database with the server's schema. */
export async function openTestDatabase(kind: DatabaseKind = defaultKind): Promise<TestDatabase> {
  const { db, control, url, close } = await open(kind);
  let offset = 0;
  let time = 'clock_timestamp()';
  const run = (sql: string) => control.query({ name: '', text: sql }, []);
  // All statements of the server read the time from this function.
  const setClock = () =>
    run(`create or replace function auth_now() returns timestamptz language sql volatile
           as $$ select ${time} + interval '${offset} seconds' $$`);
  return {
    db,
    url,
    async advance(seconds) {
      offset += seconds;
      await setClock();
    },
    async stopClock() {
      const [row] = await db.query<{ now: string }>({ name: '', text: 'select clock_timestamp()::text as now' }, []);
      time = `'${row!.now}'::timestamptz`;
      await setClock();
    },
    async reset() {
      offset = 0;
      time = 'clock_timestamp()';
      await setClock();
      await run(EMPTY);
    },
    close,
  };
}
