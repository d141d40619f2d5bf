import type { Database, Statement } from '../db/database.js';

const ping: Statement = { name: 'ping', reads: true, text: 'select 1' };

/** Milliseconds after which a database that has not answered counts as down. */
const pingTimeout = 2000;

/** Tells whether the server can take calls: it is not stopping, and the database answers (docs/protocol.md#health-and-openapi). */
export function createReadinessCheck(db: Database, stopping: AbortSignal): () => Promise<boolean> {
  return async () => {
    if (stopping.aborted) return false;
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<false>(resolve => {
      timer = setTimeout(() => {
        resolve(false);
      }, pingTimeout);
    });
    const answered = db.query(ping, []).then(
      () => true,
      () => false,
    );
    const ready = await Promise.race([answered, timedOut]);
    clearTimeout(timer);
    return ready;
  };
}
