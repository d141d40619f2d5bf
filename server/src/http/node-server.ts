import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { AddressReader } from './address.js';
import { boundRequests } from './connection-bounds.js';
import { envelope, ENVELOPE_HEADERS } from './envelope.js';

/** How long running calls may take after the server has stopped listening, in milliseconds. */
const SHUTDOWN_GRACE_MS = 9000;

/**
 * How long a connection whose requests are all answered stays open after the server has stopped listening, in milliseconds. A request may
 * be on its way. If the connection closed at once, the client couldn't tell whether the server had handled it.
 */
const IDLE_GRACE_MS = 25;

/**
 * How long a connection that has sent nothing yet stays open after the server has stopped listening, in milliseconds. Browsers open such
 * connections in advance.
 */
const SILENT_GRACE_MS = 1000;

/** The open connections of each server that listens. */
const connectionsOf = new WeakMap<Server, Set<Socket>>();

/**
 * How long the answer to an unparsable request may take to reach the client, in milliseconds. The connection is then
 * destroyed.
 */
const LINGER_TIME_MS = 1000;

/** Answers a request that Node's parser couldn't read. The answer is in the envelope, like all others. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = envelope(status, status === 400 ? { what: 'body' } : {});
  const headers = Object.entries({
    ...ENVELOPE_HEADERS,
    Connection: 'close',
    'Content-Length': Buffer.byteLength(body),
  });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const { text } = JSON.parse(body) as { text: string };
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${head}\r\n${body}`);
  // `end` closes only our half, and Node no longer applies its timeouts to this socket, so a client that keeps its half
  // open would hold the connection for ever. The socket isn't destroyed at once: if there is unread input, that would send
  // a TCP reset, which discards the answer.
  setTimeout(() => socket.destroy(), LINGER_TIME_MS).unref();
}

/** Answers a request with an `Expect` header other than `100-continue`. */
function answerExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = envelope(417, {});
  response.writeHead(417, { ...ENVELOPE_HEADERS, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/**
 * Creates a Node.js HTTP server for a Hono app. It answers every request in the envelope, including malformed ones.
 * @param onRefused called with the name of a limit that refuses a connection before the app sees the request: see
 *   `boundRequests`
 * @param addresses reads the addresses that connections and requests are counted for; by default there are no proxies
 */
export function createHttpServer(
  fetch: Parameters<typeof getRequestListener>[0],
  onRefused?: (limit: string) => void,
  addresses?: AddressReader,
): Server {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    // Node checks the two timeouts this often. With the default of 30 s, connections that exceed them could stay up to 30 s longer.
    connectionsCheckingInterval: 1000,
    // Longer than proxies keep idle connections (nginx 60 s, others up to 120 s). If the server closed first, the proxy
    // could send a request on a connection that is being closed. The default is 5 s.
    keepAliveTimeout: 125_000,
    // Node would answer a request without `Host` itself, but not in the envelope, so `badRequest` answers it.
    requireHostHeader: false,
  });
  const badRequest = () => new Response(envelope(400, { what: 'body' }), { status: 400, headers: ENVELOPE_HEADERS });
  const listener = getRequestListener(fetch, { errorHandler: badRequest });
  const handle = (request: IncomingMessage, response: ServerResponse) => void listener(request, response);
  boundRequests(server, handle, onRefused, addresses);
  server.on('clientError', answerClientError);
  server.on('checkExpectation', answerExpectation);
  return server;
}

/** The names of the settings from which an address comes. */
interface AddressSettings {
  readonly host: string;
  readonly port: string;
}

/** The server can't listen at an address. The message is for the operator; `cause` is the error of Node, with its `code`. */
export class CannotListen extends Error {
  constructor(message: string, cause: Error) {
    super(message, { cause });
    this.name = 'CannotListen';
  }
}

/**
 * Returns the `CannotListen` for an error of Node: the address is taken, forbidden or not one of this machine, or its name is unknown.
 * Returns others unchanged.
 */
function toListenError(error: Error, settings: AddressSettings): Error {
  const { code, address, port, hostname } = error as {
    code?: unknown;
    address?: string;
    port?: number;
    hostname?: string;
  };
  if (code === 'EADDRINUSE') {
    return new CannotListen(`Port ${port} on ${address} is taken: set ${settings.port} to another one.`, error);
  }
  if (code === 'EACCES') {
    const refused = `Port ${port} on ${address} may not be used by this user`;
    return new CannotListen(`${refused}: set ${settings.port} to another one.`, error);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const name = `The name ${hostname} could not be looked up`;
    return new CannotListen(`${name}: set ${settings.host} to an address of this machine.`, error);
  }
  if (code !== 'EADDRNOTAVAIL') return error;
  return new CannotListen(
    `This machine does not have the address ${address}: set ${settings.host} to one of its own.`,
    error,
  );
}

/**
 * Listens on `host` and `port`.
 * @param settings the names of the settings that `host` and `port` come from, for the operator
 * @returns the URL of the server, without a slash at the end
 * @throws CannotListen if the address is taken, forbidden, unknown or not one of this machine; otherwise the error of Node
 */
export async function listen(
  server: Server,
  host: string,
  port: number,
  settings: AddressSettings = { host: 'HOST', port: 'PORT' },
): Promise<string> {
  const connections = new Set<Socket>();
  connectionsOf.set(server, connections);
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(toListenError(error, settings));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
  const { address, family, port: actualPort } = server.address() as AddressInfo;
  const isWildcard = address === '0.0.0.0' || address === '::';
  const urlHost = isWildcard ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${urlHost}:${actualPort}`;
}

/**
 * Stops listening, lets running calls finish, and closes all connections. Those whose requests are all answered are closed after
 * `IDLE_GRACE_MS`, those that have sent nothing after `SILENT_GRACE_MS`, and all others after `SHUTDOWN_GRACE_MS`.
 */
export function closeGracefully(server: Server): Promise<void> {
  return new Promise(resolve => {
    const graceTimer = setTimeout(() => {
      server.closeAllConnections();
    }, SHUTDOWN_GRACE_MS);
    // For Node, these connections aren't idle.
    const silentTimer = setTimeout(() => {
      for (const socket of connectionsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
    }, SILENT_GRACE_MS);
    // setImmediate lets Node read a request that has already arrived before its connection counts as idle.
    const idleTimer = setInterval(
      () =>
        setImmediate(() => {
          server.closeIdleConnections();
        }),
      IDLE_GRACE_MS,
    );
    // This is the close() of net.Server. The close() of http.Server closes idle connections at once, even if a request is
    // on its way.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(graceTimer);
      clearTimeout(silentTimer);
      clearInterval(idleTimer);
      // This ends the timer with which Node checks the timeouts.
      server.close();
      resolve();
    });
  });
}
