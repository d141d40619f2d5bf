import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.js';
import { type Config, type Environment, loadConfig } from './config.js';
import type { Database } from './db/database.js';
import { migrate } from './db/migrations.js';
import { openPGlite } from './db/pglite.js';
import { openPostgres } from './db/postgres.js';
import { sweep } from './domain/sweep.js';
import { envelope, envelopeHeaders } from './http/envelope.js';
import { createLog, flushLog, type Log } from './log.js';
import { loadSecret } from './secret.js';
import type { SmsProvider } from './sms/provider.js';
import { smsProviders } from './sms/providers.js';

/** A server that runs. */
export interface RunningServer {
  /** Its address, with no slash at the end. */
  readonly url: string;
  /** Takes no more calls, lets those that run finish, and closes what was opened. May be called twice. */
  close(): Promise<void>;
}

/** What a test may put in place of what the configuration names. What is put in is not closed. */
export interface ServerParts {
  readonly db?: Database;
  readonly sms?: SmsProvider;
  readonly log?: Log;
}

/** Milliseconds for which running calls may finish when the server stops. */
const grace = 9000;

/** Milliseconds after which it has stopped, whatever the database does. A statement may take longer than anybody waits. */
const deadline = 10_000;

/** Milliseconds that a connection without a call is left open when the server stops: one may be on its way. */
const pause = 25;

/** Milliseconds for which an answer to what is not HTTP may be on its way before its connection is closed. */
const farewell = 1000;

/** Milliseconds between two sweeps, and what is added at random so that processes take turns. */
const sweepInterval = 600_000;

const openDatabase = (config: Config, log: Log) =>
  config.databaseUrl === undefined
    ? openPGlite(config.dataDir)
    : Promise.resolve(openPostgres(config.databaseUrl, log, config.databasePool));

/** Answers what is not HTTP at all, in the envelope too. */
function refuseNonsense(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = envelope(status, status === 400 ? { what: 'body' } : {});
  const headers = Object.entries({
    ...envelopeHeaders,
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
  });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${JSON.parse(body).text}\r\n${head}\r\n${body}`);
  // Ends our half alone, and Node looks at the connection no more: whoever keeps the other half open would hold it for
  // ever. Not at once: closing with something unread takes back what was sent.
  setTimeout(() => socket.destroy(), farewell).unref();
}

/** Answers a request that expects something else than to be told to go on. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = envelope(417, {});
  response.writeHead(417, { ...envelopeHeaders, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

function listen(server: Server, { host, port }: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

function startSweeping(db: Database, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      running = sweep(db).catch(err => log.error({ err }, 'sweep failed'));
    },
    sweepInterval * (1 + Math.random() / 2),
  );
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}

/**
 * Takes no more connections, and ends those that there are when their calls are answered. One that waits is ended a
 * moment later, when what was on its way to it has been read: `close()` of an HTTP server would end it unread.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    const sweeper = setInterval(() => setImmediate(() => server.closeIdleConnections()), pause);
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer);
      clearInterval(sweeper);
      // Ends what the HTTP server has besides its connections.
      server.close();
      resolve();
    });
  });
}

/**
 * Starts the server from an environment: opens the database, brings its schema up to date and listens.
 * @throws ConfigError, DirectoryInUse, MigrationError
 */
export async function startServer(env: Environment, parts: ServerParts = {}): Promise<RunningServer> {
  const config = loadConfig(env);
  const log = parts.log ?? createLog(config.logLevel);
  if (!config.development && config.databaseUrl === undefined && config.dataDir.startsWith('memory://')) {
    log.warn('the database is in memory: accounts, sessions and blocks end with the process');
  }
  const db = parts.db ?? (await openDatabase(config, log));
  const closeDatabase = async () => {
    if (!parts.db) await db.close();
  };
  try {
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ versions: applied }, 'migrated');
    const secret = await loadSecret(config);
    const sms = parts.sms ?? smsProviders[config.sms.provider]!(config.sms);
    const stop = new AbortController();
    const app = createApp({ config, secret, db, sms, log, stopped: stop.signal });
    const server = createServer({
      maxHeaderSize: 16_384,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // How often those times are looked at: half a minute by default, which is a long time to hold a connection for nothing.
      connectionsCheckingInterval: 1000,
      // Longer than proxies keep a connection that does nothing (nginx a minute, others two): whoever gives up first must
      // be the one that sends, or a call goes out on a connection that is just being closed. Node's default is 5 seconds.
      keepAliveTimeout: 125_000,
      // Refused by the listener below, in the envelope.
      requireHostHeader: false,
    });
    const badRequest = () => new Response(envelope(400, { what: 'body' }), { status: 400, headers: envelopeHeaders });
    server.on('request', getRequestListener(app.fetch, { errorHandler: badRequest }));
    server.on('clientError', refuseNonsense);
    server.on('checkExpectation', refuseExpectation);
    const address = await listen(server, config);
    const endSweeping = startSweeping(db, log);
    const url = urlOf(address);
    log.info({ url, database: config.databaseUrl === undefined ? 'pglite' : 'postgresql' }, 'listening');

    let closing: Promise<void> | undefined;
    const shut = async () => {
      stop.abort();
      const finished = stopListening(server).then(endSweeping).then(closeDatabase);
      const late = after(deadline, 'late', { ref: false });
      if ((await Promise.race([finished, late])) === 'late') log.warn('stopped before the database had finished');
      log.info('stopped');
      await flushLog(log);
    };
    return { url, close: () => (closing ??= shut()) };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}
