// PostgreSQL in this process, as the pool of node-postgres that better-auth takes for its `database`. A server of your own
// has `new Pool({ connectionString })` of the package `pg` here.
import { PGlite } from '@electric-sql/pglite';

/** One connection: who connects waits until the one before has released it, so that no transaction gets foreign queries. */
export class Pool {
  #database = new PGlite();
  #last = Promise.resolve();

  async connect() {
    const before = this.#last;
    let release;
    this.#last = new Promise(resolve => (release = resolve));
    await before;
    return { query: (text, values) => this.#query(text, values), release };
  }

  async query(text, values) {
    const client = await this.connect();
    try {
      return await client.query(text, values);
    } finally {
      client.release();
    }
  }

  end() {
    return this.#database.close();
  }

  async #query(text, values) {
    const { rows, affectedRows } = await this.#database.query(text, values);
    // Kysely reads the number of rows from the results of these commands alone.
    return { rows, rowCount: affectedRows ?? rows.length, command: /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() };
  }
}

export const pool = new Pool();
