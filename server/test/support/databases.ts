import { describe, it } from 'node:test';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrations.js';
import { openPGlite } from '../../src/db/pglite.js';
import { openPostgres } from '../../src/db/postgres.js';
import { createLog } from '../../src/common/log.js';
import { pooling, skipReason, startPostgres } from './postgres.js';

/** The two kinds of database that the server supports. */
export type DatabaseKind = 'pglite' | 'postgres';

/** Those that the tests use. */
export const databaseKinds: readonly DatabaseKind[] = pooling === 'session' ? ['pglite', 'postgres'] : ['postgres'];

/**
 * `describe` for tests that need this kind of database. If PostgreSQL is missing, one test that is skipped stands for
 * them, with their name: a suite that is skipped would not be counted.
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
  /** Empties all tables and resets the clock. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

const tables = 'accounts, phone_guards, counters, sessions, tokens, replays, spent_solutions';

async function open(
  kind: DatabaseKind,
): Promise<{ db: Database; url: string | undefined; close: () => Promise<void> }> {
  if (kind === 'pglite') {
    const db = await openPGlite('memory://');
    return { db, url: undefined, close: () => db.close() };
  }
  const postgres = await startPostgres();
  const url = await postgres.createDatabase();
  const db = openPostgres(url, createLog('silent'), 20, undefined, pooling);
  return {
    db,
    url,
    close: async () => {
      await db.close();
      await postgres.stop();
    },
  };
}

/** Opens a new database and applies the migrations. */
export async function openTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const { db, url, close } = await open(kind);
  await migrate(db);
  let offset = 0;
  const run = (sql: string) => db.withAdvisoryLock(1, tx => tx.script(sql));
  // All statements of the server read the time from this function.
  const setClock = () =>
    run(`create or replace function auth_now() returns timestamptz language sql volatile
           as $$ select clock_timestamp() + interval '${offset} seconds' $$`);
  return {
    db,
    url,
    async advance(seconds) {
      offset += seconds;
      await setClock();
    },
    async reset() {
      offset = 0;
      await setClock();
      await run(`truncate ${tables}`);
    },
    close,
  };
}
