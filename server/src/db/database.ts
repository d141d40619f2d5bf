import type { PoolUse } from '../common/metrics.js';

/** An SQL statement. PostgreSQL prepares it under `name`, or does not prepare it if the name is ''. Parameters: `$1` … */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** It waits for no row that others change, and almost never writes: it does not have to queue behind those that do. */
  readonly reads?: true;
}

/** A value for a parameter of a statement. */
export type SqlValue = string | number | boolean | null | Uint8Array;

/** Runs statements: a database, or a transaction in it. */
export interface Queryable {
  /** The rows that the statement returns, as objects by column name. */
  query<Row>(statement: Statement, values: readonly SqlValue[]): Promise<Row[]>;
}

/** Runs SQL scripts: several statements without parameters and without a result. */
export interface ScriptRunner {
  script(sql: string): Promise<void>;
}

/**
 * The database of the server: PostgreSQL, or PGlite, which is PostgreSQL embedded in this process.
 * A statement or transaction that PostgreSQL aborts because of a concurrent one is retried.
 */
export interface Database extends Queryable {
  /** Runs `work` in a transaction and rolls it back if `work` rejects. A retry runs `work` again. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction that holds the advisory lock `key`: one process at a time. Not retried. */
  withAdvisoryLock<T>(key: number, work: (tx: Queryable & ScriptRunner) => Promise<T>): Promise<T>;
  /** The use of the connection pool, if there is one. */
  readonly poolUse?: () => PoolUse;
  /**
   * Runs `work` on a connection outside of transactions and without a time limit, for statements that PostgreSQL runs in no
   * transaction. One process at a time: resolves to undefined, without `work`, while another one holds the lock `key`.
   */
  maintain<T>(key: number, work: (connection: Queryable & ScriptRunner) => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

// Error codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
const deadlockDetected = '40P01';
const serializationFailure = '40001';
// Happens when a concurrent transaction deletes a row between our reading it and our referring to it: a session that ends
// during its renewal.
const foreignKeyViolation = '23503';

/** Whether PostgreSQL aborted the statement because of a concurrent transaction. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === deadlockDetected || code === serializationFailure || code === foreignKeyViolation;
}

/** Runs `work`, and up to four times more while it fails with a conflict. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let retriesLeft = 4; ; retriesLeft -= 1) {
    try {
      return await work();
    } catch (error) {
      if (retriesLeft === 0 || !isConflict(error)) throw error;
    }
  }
}
