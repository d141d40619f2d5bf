import { pino } from 'pino';

/** The server's log: JSON, a record a line. */
export type Log = pino.Logger;

/** A phone number as logs may show it: the operator's code and the last two digits. */
export function maskPhone(tel: string): string {
  return tel.replace(/^(\d{4})\d*(\d{2})$/, '$1*****$2');
}

interface DatabaseFault {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly constraint?: unknown;
  readonly routine?: unknown;
}

/**
 * An error as logs may show it. The message and the details of a database's error hold the values of rows, numbers and
 * names among them: of those only the names of things are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n');
  const fault = error as DatabaseFault;
  if (fault.severity !== undefined) {
    const { code, constraint, routine } = fault;
    return { type: 'DatabaseError', code, constraint, routine, frames };
  }
  return { type: error.name, code: fault.code, message: error.message, frames };
}

const secret = new Set(['authorization', 'password', 'token', 'val', 'code', 'headers', 'body']);

/**
 * A record without what must not be in a log. Nothing of ours logs these; this stands for the day when somebody logs a
 * whole request. Errors have their own way out, `describeError`.
 */
function removeSecrets(record: Record<string, unknown>): Record<string, unknown> {
  for (const name in record) {
    // Looked for first: there is nothing to take out, and nothing to copy.
    if (secret.has(name)) return Object.fromEntries(Object.entries(record).filter(([key]) => !secret.has(key)));
  }
  return record;
}

/** Where the logs go that go to standard output. */
const outputs = new WeakMap<Log, { destroy(): void }>();

/** The log at `level`, on standard output unless a test hands in another stream. */
export function createLog(level: string, stream?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { log: removeSecrets },
  };
  if (stream) return pino(options, stream);
  // Written beside the work, not in its way, and many records at a time.
  const output = pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 100 });
  const log = pino(options, output);
  outputs.set(log, output);
  return log;
}

/**
 * Resolves when all that was logged is written: what a process writes at its very end may come out of order. Nobody may
 * be reading any more, with the pipe still open: after `patience` milliseconds the rest is dropped, or the process would
 * never end.
 */
export function flushLog(log: Log, patience = 1000): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => {
      outputs.get(log)?.destroy();
      resolve();
    }, patience);
    log.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
