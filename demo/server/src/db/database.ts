/** An SQL statement with a name, under which PostgreSQL keeps it prepared. Parameters are `$1`, `$2` … */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A value for a parameter of a statement. */
export type Value = string | number | boolean | null | Uint8Array;

/** What can run statements: a database, or a transaction in it. */
export interface Queryable {
  /** Rows of the statement's answer, as objects by the names of its columns. */
  query<Row>(statement: Statement, values: readonly Value[]): Promise<Row[]>;
}

/**
 * The database of the server: PostgreSQL, or PGlite, which is the same in one process.
 * A statement or a transaction that was undone because it met another one is run again.
 */
export interface Database extends Queryable {
  /** Runs `work` in one transaction, which is rolled back when `work` rejects. `work` may run more than once. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction that no other process runs at the same time under the same `key`. */
  exclusively<T>(key: number, work: (tx: Queryable & Scripts) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What can run several statements without parameters, as migrations are. */
export interface Scripts {
  script(sql: string): Promise<void>;
}

const deadlock = '40P01';
const notSerializable = '40001';
// A row that the work had just read was deleted before it could be referred to: a session that ended during its renewal.
const referenceLost = '23503';

/** Whether the work met another's and was undone, so that it may be done again. */
function wasUndone(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === deadlock || code === notSerializable || code === referenceLost;
}

/** Runs `work` again, a few times, when the database undid it. */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let again = 4; ; again -= 1) {
    try {
      return await work();
    } catch (error) {
      if (again === 0 || !wasUndone(error)) throw error;
    }
  }
}
