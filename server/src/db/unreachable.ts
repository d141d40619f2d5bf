/** The reasons why a connection was not made, by error code of Node.js or PostgreSQL. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ECONNRESET: 'the connection was closed',
  ENOENT: 'there is no such socket',
  EACCES: 'the socket may not be opened by this user',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  ETIMEDOUT: 'there was no answer in time',
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  '08P01': 'it was refused by a pooler: no such database or user, or no server behind it',
  '28000': 'it refuses this user',
  '28P01': 'it refuses this user or password',
  '3D000': 'it has no database of this name',
  '53300': 'it has no connection left',
  '57P03': 'it is starting up or shutting down',
};

/** The address and the name of the database at `url`, without the user and the password. */
function placeOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url.replace('@/', '@socket/'));
    const socket = searchParams.get('host');
    return `${socket ?? `${hostname || 'localhost'}:${port || 5432}`}, database ${pathname.slice(1) || '(default)'}`;
  } catch {
    return 'DATABASE_URL';
  }
}

/**
 * No connection to PostgreSQL could be made, or a certificate that the URL names can't be read. The message is for the operator, and
 * contains no password.
 */
export class DatabaseUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    const { code, message, path } = (cause ?? {}) as { code?: unknown; message?: unknown; path?: unknown };
    const unread = typeof path === 'string' ? `the file ${path} can't be read` : undefined;
    const known = unread ?? (typeof code === 'string' ? REASONS[code] : undefined);
    // After connectionTimeoutMillis, pg rejects with an error that has no code.
    const isTimeout = typeof message === 'string' && message.includes('timeout');
    const reason = known ?? (isTimeout ? REASONS['ETIMEDOUT']! : 'the connection failed');
    super(
      `The database (${placeOf(url)}) can't be reached: ${reason}${typeof code === 'string' ? ` (${code})` : ''}. ` +
        'See DATABASE_URL.',
    );
    this.name = 'DatabaseUnreachable';
  }
}

/**
 * The messages of pg for a lost connection, which have no code
 * (https://github.com/brianc/node-postgres, `client.js` and `pg-pool`).
 */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/;

/** The error codes for a connection that was lost or not made, and for a server that is read-only. */
const LOST_CODES = new Set([...Object.keys(REASONS), 'EPIPE', '25006']);

/**
 * The classes of error codes for a database that doesn't run statements now: 08 (connection), 53 (no disk, memory or connection
 * left), 57 (shut down, or cancelled after `statement_timeout`) and 58 (fault of the system); and the code of a statement that
 * has waited for a lock for longer than `lock_timeout`, which the owner of the database may have set.
 */
const UNAVAILABLE = /^(?:08|53|57|58|55P03$)/;

/** Whether a statement failed because the database is down, and not because of the statement. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return LOST_CODES.has(code) || UNAVAILABLE.test(code);
  return typeof message === 'string' && LOST_CONNECTION.test(message);
}
