import pg from 'pg';
import type { Log } from '../log.js';
import { type Database, persist, type Queryable, type Scripts, type Value } from './database.js';

/** What PostgreSQL says where nothing can be written. */
const readOnly = '25006';

const over = (client: pg.ClientBase | pg.Pool): Queryable & Scripts => ({
  async query<Row>({ name, text }: { name: string; text: string }, values: readonly Value[]) {
    const { rows } = await client.query({ name, text, values: [...values] });
    return rows as Row[];
  },
  async script(sql) {
    await client.query(sql);
  },
});

/**
 * PostgreSQL at `url`. Connects when it is first used.
 * @param connections how many at most
 * @param patience milliseconds until a statement has failed. The database gives up by itself; should its machine be
 *   gone without a word, the connection is given up here, a little later.
 */
export function openPostgres(url: string, log: Log, connections: number, patience = 30_000): Database {
  const options = { connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'auth-widget-server' };
  const pool = new pg.Pool({
    ...options,
    max: connections,
    query_timeout: patience * 1.1,
    // Not asked for with the connection itself: PgBouncer refuses one that asks for what it doesn't know.
    onConnect: client => client.query(`set statement_timeout = ${patience}`),
  });
  const lost = (err: Error) => log.warn({ err }, 'a connection to the database was lost');
  // A connection that breaks while nobody uses it. The pool opens another when it needs one.
  pool.on('error', lost);

  /** Runs `work` in a transaction, and lets the client go: `broken` where the transaction could not be ended. */
  async function transact<T>(
    client: pg.ClientBase,
    work: (tx: Queryable & Scripts) => Promise<T>,
    release: (broken: boolean) => unknown,
  ): Promise<T> {
    let broken = true;
    // Nobody else listens to a connection that is in use, and an event that nobody hears would end the process.
    client.on('error', lost);
    try {
      await client.query('begin');
      try {
        const result = await work(over(client));
        await client.query('commit');
        broken = false;
        return result;
      } catch (error) {
        await client.query('rollback');
        // Its server has become a standby: what is asked over this connection will never be written. The next one may
        // lead to the server that took its place.
        broken = (error as { code?: unknown } | null)?.code === readOnly;
        throw error;
      }
    } finally {
      await release(broken);
      client.off('error', lost);
    }
  }

  const autocommit = over(pool);
  return {
    query: (statement, values) => persist(() => autocommit.query(statement, values)),
    transaction: work =>
      persist(async () => {
        const client = await pool.connect();
        return transact(client, work, broken => client.release(broken));
      }),
    async exclusively(key, work) {
      // A connection of its own, with all the time that it takes: others are waited for, and a migration may be long.
      const client = new pg.Client(options);
      await client.connect();
      const locked = async (tx: Queryable & Scripts) => {
        // Released with the transaction, also when the process is killed in the middle.
        await tx.query({ name: '', text: 'select pg_advisory_xact_lock($1)' }, [key]);
        return work(tx);
      };
      return transact(client, locked, () => client.end());
    },
    close: () => pool.end(),
  };
}
