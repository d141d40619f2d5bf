import pg from 'pg';
import type { Log } from '../common/log.js';
import {
  type Database,
  type Queryable,
  retryOnConflict,
  type ScriptRunner,
  type SqlValue,
  type Statement,
} from './database.js';
import { DatabaseUnreachable } from './unreachable.js';

/** The error code read_only_sql_transaction of PostgreSQL. */
const READ_ONLY_SQL_TRANSACTION = '25006';

/**
 * The error codes after which a connection is good for another statement, and which are expected when many calls arrive together: a refusal
 * by a function of the server (`AW429`), a conflict with another transaction (class 40), and a violated constraint (class 23).
 */
const EXPECTED = /^(?:AW|40|23)/;

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

/**
 * The time limits that the owner of the database may have set for it or for the role of the server. PostgreSQL has the last one
 * from version 17 on.
 */
const TIME_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];

/** SQL that lifts the time limits: until the transaction ends, or for the whole connection. */
const liftTimeLimits = (until: 'transaction' | 'connection') => `
select set_config(name, '0', ${until === 'transaction'})
  from pg_settings where name in ('${TIME_LIMITS.join(`', '`)}')`;

/** Begins a transaction without time limits. */
const BEGIN_WITHOUT_LIMITS = `begin; ${liftTimeLimits('transaction')}`;

/**
 * How connections are pooled between the server and PostgreSQL. `session`: there is no pooler, or each connection of the server keeps one
 * connection of PostgreSQL until it's closed. `transaction`: each transaction may get another one, as with PgBouncer in transaction mode.
 * The server then prepares no statement under a name, and sets nothing for longer than a transaction.
 */
export type Pooling = 'session' | 'transaction';

const createQueryable = (client: pg.ClientBase, pooling: Pooling): Queryable & ScriptRunner => ({
  async query<Row>({ name, text, timeoutMs }: Statement, values: readonly SqlValue[]) {
    const statement = pooling === 'transaction' ? { text } : { name, text };
    const timeout = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
    const { rows } = await client.query({ ...statement, ...timeout, values: [...values] });
    return rows as Row[];
  },
  async script(sql) {
    await client.query(sql);
  },
});

/** Options of `openPostgres`. */
export interface PostgresOptions {
  /**
   * The time after which PostgreSQL cancels a statement, in milliseconds; 30,000 by default. With `transaction` pooling, this holds only
   * in transactions. If no answer comes, the client waits 10 % longer, gives up and drops the connection. In a transaction, it first waits
   * as long again for the answer to the rollback.
   */
  readonly statementTimeout?: number;
  /** How long a query waits for a connection of the pool, and how long making one may take, in milliseconds; 10,000 by default. */
  readonly connectionTimeout?: number;
  /** How connections are pooled between the server and PostgreSQL; `session` by default. */
  readonly pooling?: Pooling | undefined;
}

/**
 * Opens a connection pool to PostgreSQL at `url`. The first query makes the first connection.
 * @param maxConnections the size of the pool
 */
export function openPostgres(
  url: string,
  log: Log,
  maxConnections: number,
  { statementTimeout = 30_000, connectionTimeout = 10_000, pooling = 'session' }: PostgresOptions = {},
): Database {
  const asQueryable = (client: pg.ClientBase) => createQueryable(client, pooling);
  // With a pooler in transaction mode, `set` could apply to the transactions of other clients, and wouldn't apply to all of ours. A
  // statement outside a transaction therefore has only the timeout of the client (query_timeout).
  const begin = pooling === 'transaction' ? `begin; set local statement_timeout = ${statementTimeout}` : 'begin';
  const options = {
    connectionString: url,
    connectionTimeoutMillis: connectionTimeout,
    application_name: 'auth-widget-server',
  };
  const pool = new pg.Pool({
    ...options,
    max: maxConnections,
    query_timeout: statementTimeout * 1.1,
    // The timeout is set by a statement and not by a startup parameter, because PgBouncer refuses connections with parameters
    // that it doesn't know (https://www.pgbouncer.org/config.html, ignore_startup_parameters).
    // The pool awaits the returned promise, although its type says void.
    ...(pooling === 'session' && {
      onConnect: (client: pg.ClientBase): unknown => client.query(`set statement_timeout = ${statementTimeout}`),
    }),
  });
  const logLostConnection = (err: Error) => {
    log.warn({ err }, 'a connection to the database was lost');
  };
  // The pool emits this event if an idle connection is lost. Without a listener, the event would end the process. The pool
  // reconnects by itself.
  pool.on('error', logLostConnection);

  /** Runs a statement on a connection of the pool. `pool.query` would close the connection after every error. */
  async function runStatement<Row>(statement: Statement, values: readonly SqlValue[]): Promise<Row[]> {
    const client = await pool.connect();
    client.on('error', logLostConnection);
    let mustClose = false;
    try {
      return await asQueryable(client).query<Row>(statement, values);
    } catch (error) {
      mustClose = !EXPECTED.test(codeOf(error));
      throw error;
    } finally {
      client.release(mustClose);
      client.off('error', logLostConnection);
    }
  }

  /**
   * Runs `work` in a transaction, then calls `release`. With `mustClose`, the connection can't be used again. `beginning` is the SQL that
   * begins the transaction.
   */
  async function runTransaction<T>(
    client: pg.ClientBase,
    work: (tx: Queryable & ScriptRunner) => Promise<T>,
    release: (mustClose: boolean) => unknown,
    beginning: string,
  ): Promise<T> {
    // This stays true if neither commit nor rollback succeeds: the connection is then in an unknown state.
    let mustClose = true;
    // The pool doesn't listen to a connection that is checked out, and an unhandled 'error' event ends the process.
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
        // After a failover, this connection may still lead to the old primary, which is now read-only. A new connection can
        // reach the new primary.
        mustClose = codeOf(error) === READ_ONLY_SQL_TRANSACTION;
        throw error;
      }
    } finally {
      await release(mustClose);
      client.off('error', logLostConnection);
    }
  }

  /**
   * Makes a connection that isn't from the pool.
   * @throws DatabaseUnreachable
   */
  async function connect(): Promise<pg.Client> {
    try {
      // The constructor reads the certificates that the URL names, so it can throw too.
      const client = new pg.Client(options);
      await client.connect();
      return client;
    } catch (error) {
      throw new DatabaseUnreachable(url, error);
    }
  }

  return {
    query: (statement, values) => retryOnConflict(() => runStatement(statement, values)),
    transaction: work =>
      retryOnConflict(async () => {
        const client = await pool.connect();
        const release = (mustClose: boolean) => {
          client.release(mustClose);
        };
        return runTransaction(client, work, release, begin);
      }),
    async withAdvisoryLock(key, work) {
      // This connection isn't from the pool and has no time limit, because the wait for the lock, or a migration, may take
      // longer than those of the pool allow.
      const client = await connect();
      const locked = async (tx: Queryable & ScriptRunner) => {
        // PostgreSQL releases a transaction-level lock when the transaction ends, even if the process is killed.
        await tx.query({ name: '', text: 'select pg_advisory_xact_lock($1)' }, [key]);
        return work(tx);
      };
      return runTransaction(client, locked, () => client.end(), BEGIN_WITHOUT_LIMITS);
    },
    poolUse: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async maintain(key, work) {
      const holder = new pg.Client(options);
      await holder.connect();
      const locked = async () => {
        // `create index concurrently` waits until all older snapshots are gone, so this transaction must not keep one.
        // pg_advisory_xact_lock would keep one while it waits. A statement with a parameter has a portal, which
        // would keep one until the next statement, so the key is in the text.
        const text = `select pg_try_advisory_xact_lock(${key}) as "isLocked"`;
        const [lock] = (await holder.query<{ isLocked: boolean }>(text)).rows;
        if (!lock?.isLocked) return undefined;
        const client = new pg.Client(options);
        client.on('error', logLostConnection);
        try {
          await client.connect();
          // With a pooler in transaction mode, the limits could be lifted on one connection of PostgreSQL, and `work` could run on another.
          if (pooling === 'session') await client.query(liftTimeLimits('connection'));
          return await work(asQueryable(client));
        } finally {
          await client.end();
        }
      };
      // While `work` runs, this transaction is idle.
      return runTransaction(holder, locked, () => holder.end(), BEGIN_WITHOUT_LIMITS);
    },
    close: () => pool.end(),
  };
}
