import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { envelope, envelopeHeaders } from './envelope.js';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection that are handled at the same time; further ones wait. */
const maxRunning = 4;

/** Requests of one connection that may wait. Browsers and proxies send one at a time. */
const maxWaiting = 28;

/** Requests of all connections that may have no answer yet. Each takes more than 1 KB of the heap. */
const maxUnanswered = 4000;

/** Bytes that Node's parser gets at a time: no more than 28 requests, of which the shortest has 18. */
const sliceLength = 512;

/** The requests of one connection that have no answer yet. */
interface Connection {
  running: number;
  readonly waiting: { readonly request: IncomingMessage; readonly response: ServerResponse }[];
  /** Reading was stopped here, and not by Node. */
  isPaused: boolean;
  /** It has got a 503: what it has sent beyond the running requests is ignored. */
  isRefused: boolean;
}

function refuse(response: ServerResponse): void {
  const body = envelope(503, { retryAfter: 1 });
  const headers = { ...envelopeHeaders, 'Content-Length': Buffer.byteLength(body), 'Retry-After': '1' };
  response.writeHead(503, { ...headers, Connection: 'close' }).end(body);
}

/**
 * Gives what comes over a connection to Node's parser in slices.
 * @param isOver whether the rest is ignored
 * @param parsed called when all that has come was parsed
 */
function parseInSlices(socket: Socket, isOver: () => boolean, parsed: () => void): void {
  // A listener for `data` makes Node use its own one in place of a shortcut from the connection to the parser.
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
  socket.off('data', parse);
  socket.on('data', (chunk: Buffer) => {
    for (let start = 0; start < chunk.length; start += sliceLength) {
      if (socket.destroyed || socket.writableEnded || isOver()) return;
      // Node has stopped reading, until a body is read or an answer is sent. Its parser may take nothing before.
      if (socket.isPaused()) {
        socket.unshift(chunk.subarray(start));
        return;
      }
      parse.call(socket, chunk.subarray(start, start + sliceLength));
    }
    parsed();
  });
}

/**
 * Calls `listener` for the requests of `server`, for a few of each connection at a time. Node.js parses all requests that
 * a client sends without waiting for the answers, and would keep all of them in memory: 64 KiB, which it reads at once,
 * are 2.5 MB of objects, and 13 MB of small requests end a process with a heap of 512 MB. So they are parsed piece by
 * piece, and while requests wait, the connection is not read. Beyond `maxWaiting`, or if the process has too many requests
 * without an answer, the connection gets 503 after the answers of its running requests, and is closed.
 * @param onRefused called with the limit that has refused a connection, once for each connection
 */
export function boundPipelining(
  server: Server,
  listener: RequestListener,
  onRefused: (limit: string) => void = () => undefined,
): void {
  const connections = new WeakMap<Socket, Connection>();
  let unanswered = 0;

  const pauseIfWaiting = (socket: Socket, connection: Connection) => {
    if (connection.waiting.length === 0 || socket.isPaused()) return;
    connection.isPaused = true;
    socket.pause();
  };
  const dropWaiting = ({ waiting }: Connection) => {
    unanswered -= waiting.length;
    waiting.length = 0;
  };
  const startWaiting = (socket: Socket, connection: Connection) => {
    while (connection.running < maxRunning && connection.waiting.length > 0) {
      const { request, response } = connection.waiting.shift()!;
      connection.running += 1;
      response.once('close', () => {
        connection.running -= 1;
        unanswered -= 1;
        startWaiting(socket, connection);
        if (connection.waiting.length > 0 || !connection.isPaused || connection.isRefused) return;
        connection.isPaused = false;
        socket.resume();
      });
      listener(request, response);
    }
  };

  // Node's own listener was added before this one, and no data can arrive in between.
  server.on('connection', socket => {
    const connection: Connection = { running: 0, waiting: [], isPaused: false, isRefused: false };
    connections.set(socket, connection);
    const pause = () => {
      pauseIfWaiting(socket, connection);
    };
    parseInSlices(socket, () => connection.isRefused, pause);
    // Reading the body of a request resumes its connection.
    socket.on('resume', pause);
    // The requests of a client that has gone are not handled.
    socket.on('close', () => {
      dropWaiting(connection);
    });
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || socket.destroyed || connection.isRefused) return;
    unanswered += 1;
    connection.waiting.push({ request, response });
    const isTooMany = unanswered > maxUnanswered;
    if (!isTooMany) startWaiting(socket, connection);
    if (!isTooMany && connection.waiting.length <= maxWaiting) return;
    // Answers come in the order of the requests: the first one that has not been started is refused.
    connection.isRefused = true;
    onRefused(isTooMany ? 'waiting requests, process' : 'waiting requests, connection');
    refuse(connection.waiting[0]!.response);
    dropWaiting(connection);
  });
}
