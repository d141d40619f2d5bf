// PostgreSQL in this process, in the form of a node-postgres pool, which better-auth accepts as its `database`. Your own server
// has `new Pool({ connectionString })` from the package `pg` here.
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
    // Kysely reads the number of rows only from the results of these commands.
    return { rows, rowCount: affectedRows ?? rows.length, command: /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() };
  }
}

export const pool = new Pool();
