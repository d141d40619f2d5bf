import pg from 'pg';
import type { Log } from '../common/log.js';
import { type Database, type Queryable, retryOnConflict, type ScriptRunner, type SqlValue } from './database.js';
import { DatabaseUnreachable } from './unreachable.js';

/** PostgreSQL's error code read_only_sql_transaction. */
const readOnlySqlTransaction = '25006';

/**
 * How connections are pooled between the server and PostgreSQL. `session`: not at all, or each connection of ours has one
 * of PostgreSQL's for as long as it lasts. `transaction`: each transaction may get another one, as with PgBouncer in
 * transaction mode: no statement is prepared under a name, and nothing is set for longer than a transaction.
 */
export type Pooling = 'session' | 'transaction';

const createQueryable = (client: pg.ClientBase | pg.Pool, pooling: Pooling): Queryable & ScriptRunner => ({
  async query<Row>({ name, text }: { name: string; text: string }, values: readonly SqlValue[]) {
    const statement = pooling === 'transaction' ? { text } : { name, text };
    const { rows } = await client.query({ ...statement, values: [...values] });
    return rows as Row[];
  },
  async script(sql) {
    await client.query(sql);
  },
});

/**
 * Opens a connection pool to PostgreSQL at `url`. The first connection is made by the first query.
 * @param maxConnections the size of the pool
 * @param statementTimeout milliseconds after which PostgreSQL cancels a statement. If its host does not answer at all, the
 *   client gives up 10 % later and drops the connection.
 * @param pooling what is between the server and PostgreSQL
 */
export function openPostgres(
  url: string,
  log: Log,
  maxConnections: number,
  statementTimeout = 30_000,
  pooling: Pooling = 'session',
): Database {
  const asQueryable = (client: pg.ClientBase | pg.Pool) => createQueryable(client, pooling);
  // With a pooler `set` could be for the transactions of others, and would not be for all of ours. Then a statement by
  // itself is given up by the client alone (query_timeout).
  const begin = pooling === 'transaction' ? `begin; set local statement_timeout = ${statementTimeout}` : 'begin';
  const options = { connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'auth-widget-server' };
  const pool = new pg.Pool({
    ...options,
    max: maxConnections,
    query_timeout: statementTimeout * 1.1,
    // A statement of its own and not a startup parameter: PgBouncer refuses connections with parameters that it does not
    // know (https://www.pgbouncer.org/config.html, ignore_startup_parameters).
    // The pool awaits the returned promise, although its type says void.
    ...(pooling === 'session' && {
      onConnect: (client: pg.ClientBase): unknown => client.query(`set statement_timeout = ${statementTimeout}`),
    }),
  });
  const logLostConnection = (err: Error) => {
    log.warn({ err }, 'a connection to the database was lost');
  };
  // Emitted for idle connections. Without a listener the event would end the process; the pool reconnects by itself.
  pool.on('error', logLostConnection);

  /** Runs `work` in a transaction. `release` is told whether the connection has to be closed. */
  async function runTransaction<T>(
    client: pg.ClientBase,
    work: (tx: Queryable & ScriptRunner) => Promise<T>,
    release: (mustClose: boolean) => unknown,
    beginning = 'begin',
  ): Promise<T> {
    // Stays true if neither commit nor rollback succeeds: the connection is then in an unknown state.
    let mustClose = true;
    // The pool does not listen to a connection that is checked out, and an unhandled 'error' event ends the process.
    client.on('error', logLostConnection);
    try {
      await client.query(beginning);
      try {
        const result = await work(asQueryable(client));
        await client.query('commit');
        mustClose = false;
        return result;
      } catch (error) {
        await client.query('rollback');
        // After a failover this connection may still lead to the old primary, which is read-only now. A new connection
        // can reach the new primary.
        mustClose = (error as { code?: unknown } | null)?.code === readOnlySqlTransaction;
        throw error;
      }
    } finally {
      await release(mustClose);
      client.off('error', logLostConnection);
    }
  }

  const autocommit = asQueryable(pool);
  return {
    query: (statement, values) => retryOnConflict(() => autocommit.query(statement, values)),
    transaction: work =>
      retryOnConflict(async () => {
        const client = await pool.connect();
        const release = (mustClose: boolean) => {
          client.release(mustClose);
        };
        return runTransaction(client, work, release, begin);
      }),
    async withAdvisoryLock(key, work) {
      // Outside the pool and without a statement timeout: waiting for the lock, or a migration, may take longer.
      const client = new pg.Client(options);
      await client.connect().catch((error: unknown) => {
        throw new DatabaseUnreachable(url, error);
      });
      const locked = async (tx: Queryable & ScriptRunner) => {
        // A transaction-level lock: PostgreSQL releases it when the transaction ends, also if the process is killed.
        await tx.query({ name: '', text: 'select pg_advisory_xact_lock($1)' }, [key]);
        return work(tx);
      };
      return runTransaction(client, locked, () => client.end());
    },
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async maintain(key, work) {
      const holder = new pg.Client(options);
      await holder.connect();
      const locked = async () => {
        // `create index concurrently` waits until all older snapshots are gone: this transaction must not keep one. So no
        // pg_advisory_xact_lock, which has a snapshot while it waits, and no parameter: with one, the portal of the
        // extended protocol keeps its snapshot until the next statement.
        const text = `select pg_try_advisory_xact_lock(${key}) as "isLocked"`;
        const [lock] = (await holder.query<{ isLocked: boolean }>(text)).rows;
        if (!lock?.isLocked) return undefined;
        const client = new pg.Client(options);
        client.on('error', logLostConnection);
        try {
          await client.connect();
          return await work(asQueryable(client));
        } finally {
          await client.end();
        }
      };
      return runTransaction(holder, locked, () => holder.end());
    },
    close: () => pool.end(),
  };
}
