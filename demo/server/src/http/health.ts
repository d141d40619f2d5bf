import type { Database, Statement } from '../db/database.js';

const ping: Statement = { name: 'ping', text: 'select 1' };

/** Milliseconds within which the database must answer. */
const patience = 2000;

/** Whether the server can do its work: it is not stopping, and the database answers. */
export function createHealth(db: Database, stopped: AbortSignal): () => Promise<boolean> {
  return async () => {
    if (stopped.aborted) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>(resolve => {
      timer = setTimeout(() => resolve(false), patience);
    });
    const answers = db.query(ping, []).then(
      () => true,
      () => false,
    );
    const ready = await Promise.race([answers, late]);
    clearTimeout(timer);
    return ready;
  };
}
