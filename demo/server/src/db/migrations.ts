import { createHash } from 'node:crypto';
import type { Database, Queryable } from './database.js';
import { initial } from './migrations/001-initial.js';
import { phoneGuardMemory } from './migrations/002-phone-guard-memory.js';

/** A step of the schema. Never changed after its release: a later change is a later step. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** All steps, in order. */
export const migrations: readonly Migration[] = [initial, phoneGuardMemory];

/** A schema that this server must not touch. */
export class MigrationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationError';
  }
}

interface Applied {
  readonly version: number;
  readonly checksum: string;
}

/** The number under which processes wait for each other. Arbitrary, and the same for all of them. */
const lockKey = 7_430_516;

const checksum = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex');

const table = `create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`;

async function pending(tx: Queryable, steps: readonly Migration[]): Promise<readonly Migration[]> {
  const text = 'select version, checksum from schema_migrations order by version';
  const applied = new Map((await tx.query<Applied>({ name: '', text }, [])).map(row => [row.version, row.checksum]));
  for (const step of steps) {
    const known = applied.get(step.version);
    if (known !== undefined && known !== checksum(step)) {
      throw new MigrationError(`Migration ${step.version} was changed after it had been applied to this database.`);
    }
  }
  const unknown = [...applied.keys()].filter(version => !steps.some(step => step.version === version));
  if (unknown.length > 0) {
    throw new MigrationError(`The database has migration ${unknown.join(', ')}: a newer server has been here.`);
  }
  return steps.filter(step => !applied.has(step.version));
}

/**
 * Brings the schema up to date: each step once, all of them or none, one process at a time.
 * @returns the versions that were applied now
 * @throws MigrationError where the database is ahead of this server, or was migrated by other steps
 */
export function migrate(db: Database, steps: readonly Migration[] = migrations): Promise<readonly number[]> {
  return db.exclusively(lockKey, async tx => {
    await tx.script(table);
    const missing = await pending(tx, steps);
    const text = 'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)';
    for (const step of missing) {
      await tx.script(step.sql);
      await tx.query({ name: '', text }, [step.version, step.name, checksum(step)]);
    }
    return missing.map(step => step.version);
  });
}
