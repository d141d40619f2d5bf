import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database, Queryable, Scripts, Value } from './database.js';
import { lockDirectory } from './directory-lock.js';

const over = (client: PGlite | Transaction): Queryable & Scripts => ({
  async query<Row>({ text }: { text: string }, values: readonly Value[]) {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  },
  async script(sql) {
    await client.exec(sql);
  },
});

/**
 * PGlite with its files in `dataDir`, or in memory for `memory://`. It has no lock on its files, and two processes on
 * them lose rows: this holds one.
 * @throws DirectoryInUse where another process has the files
 */
export async function openPGlite(dataDir: string): Promise<Database> {
  const inMemory = dataDir.startsWith('memory://');
  const unlock = inMemory ? () => Promise.resolve() : await lockDirectory(dataDir);
  try {
    const db = await PGlite.create(inMemory ? dataDir : `${dataDir}/pglite`);
    // One process, one connection: a transaction is alone as it is, and there are no deadlocks.
    const transaction = <T>(work: (tx: Queryable & Scripts) => Promise<T>) => db.transaction(tx => work(over(tx)));
    return {
      query: over(db).query,
      transaction,
      exclusively: (_key, work) => transaction(work),
      async close() {
        await db.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
