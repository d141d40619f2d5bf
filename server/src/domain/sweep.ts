import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../common/log.js';
import type { Database, Statement } from '../db/database.js';
import { deleteExpired, SWEEP_START, SWEEP_STATEMENTS, type SweepStatements } from './queries/expired-rows.js';
import { buildIndexes } from './queries/indexes.js';

/**
 * The time that one statement should take, in milliseconds. It may take longer: its duration sets the size of the next
 * batch.
 */
const BATCH_TIME_MS = 15;

/** The number of rows in the first batch. */
const FIRST_BATCH = 100;

/** The maximum number of rows in a batch. */
const LARGEST_BATCH = 10 * FIRST_BATCH;

/** Deletes the rows of one kind in batches. Between two batches, it pauses for as long as the first of them took. */
async function sweepOne(db: Database, statement: Statement, signal: AbortSignal): Promise<void> {
  let size = FIRST_BATCH;
  let position = SWEEP_START;
  for (;;) {
    const startedAt = performance.now();
    const batch = await deleteExpired(db, statement, size, position);
    const took = performance.now() - startedAt;
    if (batch.count < size || signal.aborted) return;
    position = batch.position;
    const next = Math.floor(size * Math.min(2, BATCH_TIME_MS / Math.max(1, took)));
    size = Math.min(LARGEST_BATCH, Math.max(1, next));
    await delay(took, undefined, { signal }).catch(() => undefined);
  }
}

/** The rows that a sweep could not delete, and the error. */
export interface SweepFailure {
  readonly what: string;
  readonly err: unknown;
}

/**
 * Deletes expired rows: pending accounts, replays, spent solutions, tokens, sessions, known networks, counters, network records
 * and guards of phone numbers. If one of them fails, the others are still swept.
 */
export async function sweep(
  db: Database,
  signal = new AbortController().signal,
  statements = SWEEP_STATEMENTS,
): Promise<readonly SweepFailure[]> {
  const failures: SweepFailure[] = [];
  for (const [what, statement] of statements) {
    if (signal.aborted) break;
    await sweepOne(db, statement, signal).catch((err: unknown) => failures.push({ what, err }));
  }
  return failures;
}

/**
 * The time between two sweeps of all rows, in milliseconds. Each process lengthens this time and `COUNTERS_INTERVAL_MS` by up to half at
 * random, so that processes seldom sweep at the same time.
 */
const SWEEP_INTERVAL_MS = 600_000;

/**
 * The time between two sweeps of the counters, in milliseconds. Each /64 that asks for a code leaves a counter that lasts a minute, even if it never
 * solves its challenge, and a flood may use a new /64 for every call.
 */
const COUNTERS_INTERVAL_MS = 60_000;

/**
 * Builds missing indexes, now and before each sweep of all rows, and sweeps regularly.
 * @returns a function that stops the sweeping. Its promise resolves when what runs or waits has ended
 */
export function startSweeping(db: Database, log: Log, statements: SweepStatements): () => Promise<void> {
  const stopped = new AbortController();

  async function build(): Promise<void> {
    if (stopped.signal.aborted) return;
    try {
      const built = await buildIndexes(db);
      if (built.length > 0) log.info({ indexes: built }, 'indexes built');
    } catch (err) {
      log.error({ err, what: 'indexes' }, 'indexes not built');
    }
  }

  async function deleteAll(swept: SweepStatements): Promise<void> {
    const failures = await sweep(db, stopped.signal, swept);
    for (const { what, err } of failures) log.error({ err, what }, 'sweep failed');
  }

  let running: Promise<void> = Promise.resolve();
  /**
   * Returns a function that runs `work` once the work of the other functions has ended: a long sweep of the counters delays the sweep of all
   * rows. A call does nothing while an earlier call of the same function waits or runs, because `work` may take longer than its interval.
   */
  const inTurn = (work: () => Promise<void>) => {
    let isPending = false;
    return () => {
      if (isPending) return;
      isPending = true;
      running = running.then(work).finally(() => (isPending = false));
    };
  };
  const repeat = (work: () => Promise<void>, intervalMs: number) =>
    setInterval(inTurn(work), intervalMs * (1 + Math.random() / 2)).unref();
  inTurn(build)();
  const counters = new Map([...statements].filter(([what]) => what === 'counters'));
  const timers = [
    repeat(() => build().then(() => deleteAll(statements)), SWEEP_INTERVAL_MS),
    repeat(() => deleteAll(counters), COUNTERS_INTERVAL_MS),
  ];
  return () => {
    stopped.abort();
    for (const timer of timers) clearInterval(timer);
    return running;
  };
}
