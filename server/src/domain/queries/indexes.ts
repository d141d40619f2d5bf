// The indexes of the large tables that only the sweep needs. The server builds them while it runs.
import type { Database, Queryable, Statement } from '../../db/database.js';

/** An index that may be built while the server runs. */
export interface Index {
  /** The name of the index, unique in the schema. An index with another definition needs another name. */
  readonly name: string;
  /** The SQL after `create index concurrently <name>`. */
  readonly definition: string;
}

/**
 * The indexes that are not part of the schema, because a migration would block all writes to a large table until the index is
 * built. No call needs them, only the sweep: they order rows by the time at which they expire. A
 * row of `phone_guards` may expire later than the time in its index.
 */
export const INDEXES: readonly Index[] = [
  { name: 'sessions_over', definition: 'on sessions (ends_at)' },
  { name: 'counters_over', definition: 'on counters (greatest(resets_at, free_at, day_resets_at))' },
  { name: 'network_records_over', definition: 'on network_records (ends_at)' },
  { name: 'phone_guards_over', definition: 'on phone_guards (day_ends_at)' },
];

/**
 * The key of the advisory lock for building indexes: an arbitrary number, the same in all processes and versions of the
 * server.
 */
const LOCK_KEY = 7_430_517;

interface State {
  readonly name: string;
  /** null if there's no such index; false if it's still being built (`isBeingBuilt`) or its build has failed. */
  readonly isValid: boolean | null;
  readonly isBeingBuilt: boolean;
}

const SELECT_STATES: Statement = {
  name: '',
  text: `
select wanted.name, i.indisvalid as "isValid",
       exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) as "isBeingBuilt"
  from json_array_elements_text($1::json) as wanted(name)
       left join pg_class c on c.relname = wanted.name and c.relkind = 'i' and pg_table_is_visible(c.oid)
       left join pg_index i on i.indexrelid = c.oid`,
};

async function findMissing(db: Queryable, wanted: readonly Index[]): Promise<readonly State[]> {
  const states = await db.query<State>(SELECT_STATES, [JSON.stringify(wanted.map(({ name }) => name))]);
  return states.filter(({ isValid }) => isValid !== true);
}

/**
 * Builds the indexes that are missing, without blocking writes. With PostgreSQL, it does nothing while another call holds the lock. An index
 * is invalid if its build was interrupted. It is then dropped and built again.
 * @returns the names of the indexes that this call has built
 */
export async function buildIndexes(db: Database, wanted: readonly Index[] = INDEXES): Promise<readonly string[]> {
  if ((await findMissing(db, wanted)).length === 0) return [];
  const built = await db.maintain(LOCK_KEY, async connection => {
    const names: string[] = [];
    for (const { name, isValid, isBeingBuilt } of await findMissing(connection, wanted)) {
      // The connection of a killed process may still be building the index.
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
