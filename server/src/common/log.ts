import { pino } from 'pino';

/** The log of the server: one JSON record per line. */
export type Log = pino.Logger;

/** The record of one request. Apart from `method` and `ip`, no field may contain what a caller has sent. */
export interface RequestRecord {
  /** The id of the request, which its answer repeats in `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** The name of the call. The requested path isn't logged, because it may contain anything. */
  readonly route: string;
  readonly status: number;
  /** `what` of the refusal, and the name of the limit that was reached. */
  readonly what?: string | undefined;
  readonly limit?: string | undefined;
  /** The duration in milliseconds. */
  readonly ms: number;
  /** The address of the caller, as the limits count it: of an IPv6 address, only the /64. */
  readonly ip: string;
}

/** Writes the record of a request. It's called once the answer is known, just before it is sent. */
export function logRequest(log: Log, record: RequestRecord): void {
  log.info(record, 'request');
}

interface DatabaseErrorFields {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly constraint?: unknown;
  readonly routine?: unknown;
}

/**
 * An error as the log may show it. The message and the details of a PostgreSQL error quote values of the row, such as phone
 * numbers and names, so only its code, the names of the constraint and the routine, and the stack frames are kept.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = error.stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n');
  const fields = error as DatabaseErrorFields;
  // Only errors that the database itself reports have a severity.
  if (fields.severity !== undefined) {
    const { code, constraint, routine } = fields;
    return { type: 'DatabaseError', code, constraint, routine, frames };
  }
  return { type: error.name, code: fields.code, message: error.message, frames };
}

const SECRET_FIELDS = new Set(['authorization', 'password', 'token', 'val', 'code', 'headers', 'body']);

/**
 * Returns a record without the fields that may hold secrets. It searches the objects in the record too, because pino puts a request that
 * is logged into the field `req`. No code logs such fields today. `describeError` does the same for errors.
 * @param depth how many levels of objects below the record are searched
 */
function redact(record: Record<string, unknown>, depth = 1): Record<string, unknown> {
  let redacted = record;
  for (const name in record) {
    const value = record[name];
    const isObject = typeof value === 'object' && value !== null && !(value instanceof Error);
    let safe = value;
    if (SECRET_FIELDS.has(name)) safe = undefined;
    else if (isObject && depth > 0) safe = redact(value as Record<string, unknown>, depth - 1);
    // Almost every record has no such field, so it is copied only if one is found.
    if (safe !== value) redacted = { ...redacted, [name]: safe };
  }
  return redacted;
}

/** The destinations of the logs that write to standard output. */
const destinations = new WeakMap<Log, { destroy(): void }>();

/** Creates a log that writes the records of `level` and above. It writes to standard output, or to `stream` in tests. */
export function createLog(level: string, stream?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    formatters: { log: record => redact(record) },
  };
  if (stream) return pino(options, stream);
  // Records are written asynchronously, in chunks of 8 KiB or every 100 ms, so that no request waits for the pipe.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 8192, periodicFlush: 100 });
  const log = pino(options, destination);
  destinations.set(log, destination);
  return log;
}

/**
 * Resolves when all records have been written. If nobody reads the other end of the pipe, the write never finishes: after
 * `timeout` milliseconds, the remaining records are dropped so that the process can exit.
 */
export function flushLog(log: Log, timeout = 1000): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => {
      destinations.get(log)?.destroy();
      resolve();
    }, timeout);
    log.flush(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
