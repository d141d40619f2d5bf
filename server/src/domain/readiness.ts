import type { Database } from '../db/database.js';
import { ping } from './queries/ping.js';

/** How long the database may take to answer before it counts as down, in milliseconds. */
const PING_TIMEOUT_MS = 2000;

/**
 * How many questions may be unsettled. One that gets no answer lasts for longer than `PING_TIMEOUT_MS` if it has to wait for
 * a connection.
 */
const MAX_UNSETTLED = 2;

/**
 * Creates a check of whether the server can take calls: it isn't stopping, and the database answers
 * (docs/protocol.md#health-and-openapi). The database is asked outside the gates of `Admission`: callers who ask while a
 * question waits for its answer share it, so that a flood of them takes one connection. After `PING_TIMEOUT_MS` without an
 * answer, the next caller asks anew, on another connection: the other end of the first may be gone, and the database back.
 */
export function createReadinessCheck(
  db: Database,
  stopping: AbortSignal,
  timeoutMs = PING_TIMEOUT_MS,
): () => Promise<boolean> {
  let current: Promise<boolean> | undefined;
  let unsettled = 0;
  const ask = async () => {
    unsettled += 1;
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
      .finally(() => (unsettled -= 1));
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
