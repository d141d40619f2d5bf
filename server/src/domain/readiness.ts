import type { Database } from '../db/database.js';
import { ping } from './queries/ping.js';

/** How long the database may take to answer before it counts as down, in milliseconds. */
const PING_TIMEOUT_MS = 2000;

/**
 * Creates a check of whether the server can take calls: it isn't stopping, and the database answers
 * (docs/protocol.md#health-and-openapi). The database is asked one question at a time, outside the gates of `Admission`:
 * callers who ask while it runs share its answer, so that a flood of them takes one connection.
 */
export function createReadinessCheck(db: Database, stopping: AbortSignal): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  const ask = () => {
    running ??= ping(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (running = undefined));
    return running;
  };
  return async () => {
    if (stopping.aborted) return false;
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<false>(resolve => {
      timer = setTimeout(() => {
        resolve(false);
      }, PING_TIMEOUT_MS);
    });
    const ready = await Promise.race([ask(), timedOut]);
    clearTimeout(timer);
    return ready;
  };
}
