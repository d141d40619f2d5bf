import type { PoolUse } from '../common/metrics.js';

/**
 * An SQL statement with the parameters `$1`, `$2` …. PostgreSQL prepares it under `name`, unless the name is '' or a pooler is in transaction
 * mode. The metrics use the name too.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * Set for a statement that waits for no lock for long and almost never writes. `Admission` runs it on connections that it keeps for
   * such statements.
   */
  readonly reads?: true;
  /**
   * If PostgreSQL doesn't answer within this time, in milliseconds, the statement fails and its connection is dropped. By
   * default it's 10 % longer than the time after which PostgreSQL cancels a statement. PGlite has no limit.
   */
  readonly timeoutMs?: number;
}

/** A value for a parameter of a statement. */
export type SqlValue = string | number | boolean | null | Uint8Array;

/** Runs statements: a database, a transaction in it, or a connection to it. */
export interface Queryable {
  /** Runs a statement. Resolves to its rows, as objects by column name. */
  query<Row>(statement: Statement, values: readonly SqlValue[]): Promise<Row[]>;
}

/** Runs SQL scripts: several statements without parameters and results. */
export interface ScriptRunner {
  script(sql: string): Promise<void>;
}

/**
 * The database of the server: PostgreSQL, or PGlite, which is PostgreSQL embedded in this process. PostgreSQL may abort a statement or
 * transaction because of a concurrent one. `query` and `transaction` then run it again (`retryOnConflict`). PGlite has one connection, so
 * it aborts none.
 */
export interface Database extends Queryable {
  /** Runs `work` in a transaction, which is rolled back if `work` rejects. After a conflict, it runs `work` again in a new one. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Runs `work` once, in a transaction that holds the advisory lock `key`, so that only one call at a time runs it, in any process.
   * Its statements have no time limit, because one of them waits for the lock.
   */
  withAdvisoryLock<T>(key: number, work: (tx: Queryable & ScriptRunner) => Promise<T>): Promise<T>;
  /** The use of the connection pool, if there is one. */
  readonly poolUse?: () => PoolUse;
  /**
   * Runs `work` on a connection without a transaction, for statements that PostgreSQL doesn't run in one. They have no time
   * limit, except behind a pooler in transaction mode, where the limits of the database and of the server's role apply. While
   * another call, in this process or another one, holds the advisory lock `key`, it resolves to undefined without running `work`.
   * PGlite ignores `key` and always runs `work`.
   */
  maintain<T>(key: number, work: (connection: Queryable & ScriptRunner) => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

// Error codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
// A concurrent transaction has deleted a row after we read it and before we referred to it, for example if a session ends
// during its renewal.
const FOREIGN_KEY_VIOLATION = '23503';

/** Whether PostgreSQL aborted the statement because of a concurrent transaction. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === DEADLOCK_DETECTED || code === SERIALIZATION_FAILURE || code === FOREIGN_KEY_VIOLATION;
}

/** The maximum number of times that work is run again after a conflict. */
const MAX_RETRIES = 4;

/** Runs `work`, and runs it again at once after a conflict, up to `MAX_RETRIES` times. Then it rejects with the last error. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let retriesLeft = MAX_RETRIES; ; retriesLeft--) {
    try {
      return await work();
    } catch (error) {
      if (retriesLeft === 0 || !isConflict(error)) throw error;
    }
  }
}
