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
 * How often what was committed without waiting for the disk is written to it, in milliseconds. PostgreSQL has a process for
 * that. PGlite has none: it would keep such commits in its memory until the next one that waits, for however long.
 */
const FLUSH_INTERVAL_MS = 200;

/** Writes all commits to the disk: a commit that waits for it. Nobody reads the message. */
const FLUSH = `select pg_logical_emit_message(true, 'auth-widget', '')`;

/** Flushes regularly if `mark` was called since the last flush. `stop` ends that, and waits for a running flush. */
function startFlushing(db: PGlite): { mark(): void; stop(): Promise<void> } {
  let isDirty = false;
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    if (!isDirty) return;
    isDirty = false;
    // A failed flush is tried again. If the database is broken, the next statement of a call fails as well.
    running = db.query(FLUSH).catch(() => (isDirty = true));
  }, FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    mark: () => (isDirty = true),
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Opens PGlite with its files in `dataDir`, or in memory for `memory://`. It locks the folder for this process, because
 * PGlite itself doesn't lock its files, and two processes that use the same files lose rows.
 * @throws DirectoryInUse if the folder is held, by this process or another one
 */
export async function openPGlite(dataDir: string): Promise<Database> {
  const inMemory = dataDir.startsWith('memory://');
  const unlock = inMemory ? () => Promise.resolve() : await lockDirectory(dataDir);
  try {
    const db = await PGlite.create(inMemory ? dataDir : `${dataDir}/pglite`);
    // PGlite has a single connection, so transactions run one at a time and need no advisory lock and no retry. They aren't marked,
    // because only statements outside a transaction commit without waiting for the disk.
    const transaction = <T>(work: (tx: Queryable & ScriptRunner) => Promise<T>) =>
      db.transaction(tx => work(asQueryable(tx)));
    const autocommit = asQueryable(db);
    const flushing = startFlushing(db);
    return {
      async query(statement, values) {
        try {
          return await autocommit.query(statement, values);
        } finally {
          flushing.mark();
        }
      },
      transaction,
      maintain: (_key, work) => work(autocommit),
      withAdvisoryLock: (_key, work) => transaction(work),
      async close() {
        await flushing.stop();
        await db.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
