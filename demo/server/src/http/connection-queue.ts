import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { envelope, envelopeHeaders } from './envelope.js';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection that are handled at the same time; further ones wait. */
const maxRunning = 4;

/** Requests of one connection that may wait. Browsers and proxies send one at a time. */
const maxWaiting = 28;

/** Requests of all connections that are ignored, and kept by Node.js until their connections end: more than 1 KB each. */
const maxIgnored = 5000;

/** The requests of one connection that have no answer yet. */
interface Connection {
  running: number;
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
  /** More than `maxWaiting` had to wait: what it has sent beyond the running ones is ignored. */
  isRefused: boolean;
  ignored: number;
}

function refuse(response: ServerResponse): void {
  const body = envelope(503, { retryAfter: 1 });
  const headers = { ...envelopeHeaders, 'Content-Length': Buffer.byteLength(body), 'Retry-After': '1' };
  response.writeHead(503, { ...headers, Connection: 'close' }).end(body);
}

function startWaiting(socket: Socket, connection: Connection, listener: RequestListener): void {
  while (connection.running < maxRunning && connection.waiting.length > 0) {
    const { request, response } = connection.waiting.shift()!;
    connection.running += 1;
    response.once('close', () => {
      connection.running -= 1;
      startWaiting(socket, connection, listener);
      if (connection.waiting.length === 0) socket.resume();
    });
    listener(request, response);
  }
}

/**
 * Calls `listener` for the requests of `server`, for a few of each connection at a time. Node.js parses all requests that
 * a client sends without waiting for the answers, and would keep all of them in memory: 13 MB of small ones end a process
 * with a heap of 512 MB. While requests wait, the connection is not read. Node hands over what it has read already (up to
 * 64 KiB, or 2.5 MB as objects) nevertheless: beyond `maxWaiting` the connection gets 503 after the answers of the running
 * requests, and is closed; without them if `maxIgnored` is reached.
 */
export function handleRequests(server: Server, listener: RequestListener): void {
  const connections = new WeakMap<Socket, Connection>();
  let ignored = 0;
  server.on('connection', socket => {
    const connection: Connection = { running: 0, waiting: [], isRefused: false, ignored: 0 };
    connections.set(socket, connection);
    // Reading the body of a request resumes its connection. Node's own listener has started reading when this one is
    // called, and no data can arrive in between.
    socket.on('resume', () => {
      if (connection.waiting.length > 0 || connection.isRefused) socket.pause();
    });
    // The requests of a client that has gone are not handled.
    socket.on('close', () => {
      connection.waiting.length = 0;
      ignored -= connection.ignored;
      connection.ignored = 0;
    });
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || socket.destroyed) return;
    if (connection.isRefused) {
      connection.ignored += 1;
      ignored += 1;
      if (ignored > maxIgnored) socket.destroy();
      return;
    }
    connection.waiting.push({ request, response });
    startWaiting(socket, connection, listener);
    if (connection.waiting.length === 0) return;
    socket.pause();
    if (connection.waiting.length <= maxWaiting) return;
    // Answers come in the order of the requests: the first one that has not been started is refused.
    connection.isRefused = true;
    refuse(connection.waiting[0]!.response);
    connection.waiting.length = 0;
  });
}
