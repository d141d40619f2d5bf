import { PGlite, type Transaction } from '@electric-sql/pglite';
import type { Database, Queryable, ScriptRunner, SqlValue } from './database.js';
import { lockDirectory } from './directory-lock.js';

const asQueryable = (client: PGlite | Transaction): Queryable & ScriptRunner => ({
  async query<Row>({ text }: { text: string }, values: readonly SqlValue[]) {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  },
  async script(sql) {
    await client.exec(sql);
  },
});

/**
 * Opens PGlite with its files in `dataDir`, or in memory for `memory://`. It locks the folder for this process, because
 * PGlite itself doesn't lock its files, and two processes that use the same files lose rows.
 * @param initialData a dump (PGlite's `dumpDataDir()`) that an empty database starts from. Loading one takes a third of the
 * CPU time of `initdb`
 * @throws DirectoryInUse if another process holds the folder
 */
export async function openPGlite(dataDir: string, initialData?: Blob): Promise<Database> {
  const inMemory = dataDir.startsWith('memory://');
  const unlock = inMemory ? () => Promise.resolve() : await lockDirectory(dataDir);
  try {
    const db = await PGlite.create(
      inMemory ? dataDir : `${dataDir}/pglite`,
      initialData ? { loadDataDir: initialData } : {},
    );
    // PGlite has a single connection, so transactions run one at a time and need no advisory lock and no retry.
    const transaction = <T>(work: (tx: Queryable & ScriptRunner) => Promise<T>) =>
      db.transaction(tx => work(asQueryable(tx)));
    const autocommit = asQueryable(db);
    return {
      query: (statement, values) => autocommit.query(statement, values),
      transaction,
      maintain: (_key, work) => work(autocommit),
      withAdvisoryLock: (_key, work) => transaction(work),
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
