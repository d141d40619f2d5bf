import type { Database, Queryable, Statement } from '../../db/database.js';

/** An index that may be built while the server works. */
export interface Index {
  /** Unique in the schema. An index with another definition needs another name. */
  readonly name: string;
  /** What follows `create index concurrently <name>`. */
  readonly definition: string;
}

/**
 * The indexes that are not part of a migration: a migration would lock out all who write to a large table until the index
 * is built. No call needs them, only the sweep: rows in the order in which their time is over.
 */
export const indexes: readonly Index[] = [
  { name: 'sessions_over', definition: 'on sessions (ends_at)' },
  { name: 'counters_over', definition: 'on counters (greatest(resets_at, free_at, day_resets_at))' },
  { name: 'phone_guards_over', definition: 'on phone_guards (day_ends_at) where failures = 0' },
];

/** Advisory lock of the building. An arbitrary number, the same in all processes and versions of the server. */
const lockKey = 7_430_517;

interface State {
  readonly name: string;
  /** null: there is none. false: its building has failed or is going on. */
  readonly isValid: boolean | null;
  readonly isBeingBuilt: boolean;
}

const selectStates: Statement = {
  name: '',
  text: `
select wanted.name, i.indisvalid as "isValid",
       exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as "isBeingBuilt"
  from json_array_elements_text($1::json) as wanted(name)
       left join pg_class c on c.relname = wanted.name and c.relkind = 'i' and pg_table_is_visible(c.oid)
       left join pg_index i on i.indexrelid = c.oid`,
};

async function findMissing(db: Queryable, wanted: readonly Index[]): Promise<readonly State[]> {
  const states = await db.query<State>(selectStates, [JSON.stringify(wanted.map(({ name }) => name))]);
  return states.filter(({ isValid }) => isValid !== true);
}

/**
 * Builds the indexes that are missing, one process at a time, without locking those who write. One that was left invalid,
 * because its building was interrupted, is dropped and built again.
 * @returns the names of those that this call has built
 */
export async function buildIndexes(db: Database, wanted: readonly Index[] = indexes): Promise<readonly string[]> {
  if ((await findMissing(db, wanted)).length === 0) return [];
  const built = await db.maintain(lockKey, async connection => {
    const names: string[] = [];
    for (const { name, isValid, isBeingBuilt } of await findMissing(connection, wanted)) {
      // A process that was killed leaves its connection building.
      if (isBeingBuilt) continue;
      if (isValid === false) await connection.script(`drop index concurrently if exists ${name}`);
      const { definition } = wanted.find(index => index.name === name)!;
      await connection.script(`create index concurrently if not exists ${name} ${definition}`);
      names.push(name);
    }
    return names;
  });
  return built ?? [];
}
