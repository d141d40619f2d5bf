import type { Database } from '../db/database.js';
import { ping } from './queries/ping.js';

/** How long the database may take to answer before it counts as down, in milliseconds. */
const PING_TIMEOUT_MS = 2000;

/**
 * How many pings may be unanswered at the same time. While as many have timed out and not settled, the check resolves to false at
 * once. A ping may outlast `PING_TIMEOUT_MS`: that time doesn't include its wait for a connection, and PGlite has no limit.
 */
const MAX_UNSETTLED = 2;

/**
 * Creates a check of whether the server can take calls: it isn't stopping, and the database answers
 * (docs/protocol.md#health-and-openapi). The database is asked outside the gates of `Admission`, so calls that wait there
 * don't delay the check. Callers who arrive while a check is running share its result, so a flood of them takes one connection. After a
 * timeout, the next caller asks on another connection. A host that failed never answers on the first one, even once the database is back.
 */
export function createReadinessCheck(
  db: Database,
  stopping: AbortSignal,
  timeoutMs = PING_TIMEOUT_MS,
): () => Promise<boolean> {
  let current: Promise<boolean> | undefined;
  let unsettled = 0;
  const ask = async () => {
    unsettled++;
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<false>(resolve => {
      timer = setTimeout(() => {
        resolve(false);
      }, timeoutMs);
    });
    const answered = ping(db, timeoutMs)
      .then(
        () => true,
        () => false,
      )
      .finally(() => unsettled--);
    const isUp = await Promise.race([answered, timedOut]);
    clearTimeout(timer);
    current = undefined;
    return isUp;
  };
  return async () => {
    if (stopping.aborted || (!current && unsettled >= MAX_UNSETTLED)) return false;
    return (current ??= ask());
  };
}
