import pg from 'pg';
import type { Log } from '../log.js';
import { type Database, persist, type Queryable, type Scripts, type Value } from './database.js';

const over = (client: pg.ClientBase | pg.Pool): Queryable & Scripts => ({
  async query<Row>({ name, text }: { name: string; text: string }, values: readonly Value[]) {
    const { rows } = await client.query({ name, text, values: [...values] });
    return rows as Row[];
  },
  async script(sql) {
    await client.query(sql);
  },
});

/** PostgreSQL at `url`. Connects when it is first used. */
export function openPostgres(url: string, log: Log, connections: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    application_name: 'auth-widget-server',
  });
  const lost = (err: Error) => log.warn({ err }, 'a connection to the database was lost');
  // A connection that breaks while nobody uses it. The pool opens another when it needs one.
  pool.on('error', lost);

  async function transact<T>(work: (tx: Queryable & Scripts) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | boolean = true;
    // The pool doesn't listen to a connection that is in use, and an event that nobody hears would end the process.
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
        broken = false;
        throw error;
      }
    } finally {
      // A client whose transaction could not be ended must not go back to the pool.
      client.release(broken);
      client.off('error', lost);
    }
  }

  const autocommit = over(pool);
  return {
    query: (statement, values) => persist(() => autocommit.query(statement, values)),
    transaction: work => persist(() => transact(work)),
    exclusively: (key, work) =>
      transact(async tx => {
        // Released with the transaction, also when the process is killed in the middle.
        await tx.query({ name: '', text: 'set local statement_timeout = 0' }, []);
        await tx.query({ name: '', text: 'select pg_advisory_xact_lock($1)' }, [key]);
        return work(tx);
      }),
    close: () => pool.end(),
  };
}
