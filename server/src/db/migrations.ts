import { createHash } from 'node:crypto';
import type { Database, Queryable } from './database.js';
import { type Migration, SCHEMA } from './schema.js';

/** All migrations, in order. */
export const MIGRATIONS: readonly Migration[] = [SCHEMA];

/** The database has a schema that this server can't use. The message is written for the operator. */
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
  // The first migration of servers older than this schema was called 'initial'.
  if (applied[0]?.name === 'initial') {
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
 * Applies all pending migrations in one transaction, one process at a time.
 * @returns the versions that this call has applied
 * @throws MigrationError if the database was migrated by a newer server, by different migrations, or by a server older than
 *   these migrations
 */
export function migrate(db: Database, known: readonly Migration[] = MIGRATIONS): Promise<readonly number[]> {
  return db.withAdvisoryLock(LOCK_KEY, async tx => {
    await tx.script(CREATE_TABLE);
    const pending = await findPending(tx, known);
    const text = 'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)';
    for (const migration of pending) {
      await tx.script(migration.sql);
      await tx.query({ name: '', text }, [migration.version, migration.name, checksum(migration)]);
    }
    return pending.map(migration => migration.version);
  });
}
