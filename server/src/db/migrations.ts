import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable } from './database.js';
import { type Migration, SCHEMA } from './schema.js';

/** All migrations, in order. */
export const MIGRATIONS: readonly Migration[] = [SCHEMA];

/** The database has a schema that this server can't use or, for now, can't change. The message is written for the operator. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationError';
  }
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/**
 * The key of the advisory lock for migrations: an arbitrary number, the same in all processes and versions of the server.
 */
const LOCK_KEY = 7_430_516;

/** The names that the first migration had in servers older than this schema. */
const EARLIER_NAMES: readonly string[] = ['initial', 'schema'];

const checksum = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex');

const CREATE_TABLE = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`;

async function findPending(tx: Queryable, known: readonly Migration[]): Promise<readonly Migration[]> {
  const text = 'select version, name, checksum from schema_migrations order by version';
  const applied = await tx.query<AppliedMigration>({ name: '', text }, []);
  if (applied[0] && EARLIER_NAMES.includes(applied[0].name)) {
    throw new MigrationError(
      'The database was created by an earlier server, whose tables this server cannot use: give it an empty database ' +
        '(DATABASE_URL or DATA_DIR).',
    );
  }
  const versions = new Map(applied.map(migration => [migration.version, migration]));
  for (const migration of known) {
    const stored = versions.get(migration.version);
    if (stored && stored.checksum !== checksum(migration)) {
      throw new MigrationError(
        `Migration ${migration.version} was changed after it had been applied to this database.`,
      );
    }
  }
  const unknown = [...versions.keys()].filter(version => !known.some(migration => migration.version === version));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database has migration ${unknown.join(', ')}, which this server does not know: a newer one has migrated it.`,
    );
  }
  return known.filter(migration => !versions.has(migration.version));
}

/**
 * The maximum wait for the lock of a table, in milliseconds. PostgreSQL queues later reads behind the waiting migration, even
 * if the lock is only held by other reads.
 */
const LOCK_TIMEOUT_MS = 500;

/** The maximum number of tries. The migration holds no lock for one to two seconds between two of them, so other calls go on. */
const MAX_TRIES = 200;

/** The error code lock_not_available of PostgreSQL. */
const LOCK_NOT_AVAILABLE = '55P03';

const isLockTimeout = (error: unknown) => (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;

const migrateOnce = (db: Database, known: readonly Migration[]): Promise<readonly number[]> =>
  db.withAdvisoryLock(LOCK_KEY, async tx => {
    await tx.script(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await tx.script(CREATE_TABLE);
    const pending = await findPending(tx, known);
    const text = 'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)';
    for (const migration of pending) {
      await tx.script(migration.sql);
      await tx.query({ name: '', text }, [migration.version, migration.name, checksum(migration)]);
    }
    return pending.map(migration => migration.version);
  });

/**
 * Applies all pending migrations in one transaction, one process at a time. If a table is in use for longer than
 * `LOCK_TIMEOUT_MS`, it rolls back, lets other calls go first and tries again, `maxTries` times in all.
 * @returns the versions that this call has applied
 * @throws MigrationError if the database was migrated by a newer server, by different migrations, or by a server older than
 *   these migrations, or if a table stays in use
 */
export async function migrate(
  db: Database,
  known: readonly Migration[] = MIGRATIONS,
  maxTries = MAX_TRIES,
): Promise<readonly number[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce(db, known);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tries === maxTries) {
        throw new MigrationError(
          'The schema could not be changed, because other transactions keep its tables in use: end them, and start again.',
        );
      }
    }
    await delay(1000 * (1 + Math.random()));
  }
}
