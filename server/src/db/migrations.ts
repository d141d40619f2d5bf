import { createHash } from 'node:crypto';
import type { Database, Queryable } from './database.js';
import { initial } from './migrations/001-initial.js';
import { phoneGuardMemory } from './migrations/002-phone-guard-memory.js';
import { budgets } from './migrations/003-budgets.js';
import { challenges } from './migrations/004-challenges.js';
import { autovacuum } from './migrations/005-autovacuum.js';
import type { Migration } from './migrations/migration.js';

/** All migrations, in order. */
export const migrations: readonly Migration[] = [initial, phoneGuardMemory, budgets, challenges, autovacuum];

/** The schema of the database is not one that this server can use. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationError';
  }
}

interface AppliedMigration {
  readonly version: number;
  readonly checksum: string;
}

/** Advisory lock of the migrations. An arbitrary number, the same in all processes and versions of the server. */
const lockKey = 7_430_516;

const checksum = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex');

const createTable = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`;

async function findPending(tx: Queryable, known: readonly Migration[]): Promise<readonly Migration[]> {
  const text = 'select version, checksum from schema_migrations order by version';
  const rows = await tx.query<AppliedMigration>({ name: '', text }, []);
  const applied = new Map(rows.map(row => [row.version, row.checksum]));
  for (const migration of known) {
    const stored = applied.get(migration.version);
    if (stored !== undefined && stored !== checksum(migration)) {
      throw new MigrationError(
        `Migration ${migration.version} was changed after it had been applied to this database.`,
      );
    }
  }
  const unknown = [...applied.keys()].filter(version => !known.some(migration => migration.version === version));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database has migration ${unknown.join(', ')}, which this server does not know: a newer one has migrated it.`,
    );
  }
  return known.filter(migration => !applied.has(migration.version));
}

/**
 * Applies all pending migrations in one transaction, one process at a time.
 * @returns the versions that were applied by this call
 * @throws MigrationError if the database has been migrated by a newer server or by different migrations
 */
export function migrate(db: Database, known: readonly Migration[] = migrations): Promise<readonly number[]> {
  return db.withAdvisoryLock(lockKey, async tx => {
    await tx.script(createTable);
    const pending = await findPending(tx, known);
    const text = 'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)';
    for (const migration of pending) {
      await tx.script(migration.sql);
      await tx.query({ name: '', text }, [migration.version, migration.name, checksum(migration)]);
    }
    return pending.map(migration => migration.version);
  });
}
