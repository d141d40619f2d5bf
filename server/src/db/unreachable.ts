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

/**
 * Returns the address and the name of the database at `url`, without the user and the password; `DATABASE_URL` if `url` can't be parsed. `URL`
 * can't parse a user without a host, so such a `url` gets a host first.
 */
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
 * The messages of pg for a connection that was lost, or not made or free in time. These errors have no code
 * (https://github.com/brianc/node-postgres, `client.js`, `connection.js` and `pg-pool`).
 */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|The server does not support SSL connections|There was an error establishing an SSL connection)/;

/** The error codes of Node.js for a certificate or a TLS handshake that fails: https://nodejs.org/api/tls.html#x509-certificate-error-codes. */
const TLS_ERROR =
  /^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$|PATH_LENGTH_EXCEEDED$)/;

/** The error codes for a connection that was lost or not made, and for a server that is read-only. */
const LOST_CODES = new Set([...Object.keys(REASONS), 'EPIPE', '25006']);

/**
 * The classes of error codes for a database that doesn't run statements now: 08 (connection), 53 (no disk, memory or connection
 * left), 57 (shut down, or cancelled after `statement_timeout`) and 58 (fault of the system); and the codes of the other limits that the
 * owner of the database may have set: `lock_timeout`, `idle_in_transaction_session_timeout` and `transaction_timeout`.
 */
const UNAVAILABLE = /^(?:08|53|57|58|55P03$|25P03$|25P04$)/;

/** Whether a statement failed because the database is down or too slow, and not because the statement or its values are wrong. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') return LOST_CODES.has(code) || UNAVAILABLE.test(code) || TLS_ERROR.test(code);
  return typeof message === 'string' && LOST_CONNECTION.test(message);
}
