import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf } from '../common/networks.js';
import { envelope, ENVELOPE_HEADERS } from './envelope.js';
import type { AddressReader } from './address.js';
import { FairShare } from './fair-share.js';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** The maximum number of requests of one connection that are handled at the same time; further ones wait. */
const MAX_RUNNING = 4;

/** The maximum number of waiting requests of one connection. Browsers and proxies send one request at a time. */
const MAX_WAITING = 28;

/**
 * The maximum number of unanswered requests of all connections together, running and waiting ones, which networks share. Each takes more
 * than 1 KB of the heap.
 */
const MAX_UNANSWERED = 4000;

/** The maximum number of connections, which networks share. Each takes some 10 KB, even if nothing is sent. */
const MAX_CONNECTIONS = 10_000;

/**
 * The maximum number of connections beyond the share of their network, which networks share too. Each has `EXCESS_TIME_MS` for a health check;
 * anything else gets 503. Without them, idle connections could hold all places, and a probe would take the process for dead.
 */
const MAX_EXCESS = 1000;
const EXCESS_TIME_MS = 1000;

/**
 * The number of bytes that Node's parser gets at a time. The shortest request has 18 bytes, so a slice completes at most
 * 29 requests, one of which began in the slice before.
 */
const SLICE_LENGTH = 512;

interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Gives back its place among the unanswered requests. */
  readonly leave: () => void;
}

/** The requests of one connection that have no answer yet. */
interface Connection {
  /** For each running request, the function that gives back its place. */
  readonly running: Set<() => void>;
  readonly waiting: WaitingRequest[];
  /** Whether its network has more connections than its share. */
  readonly isExcess: boolean;
  /** Whether this module, and not Node, has stopped reading. */
  isPaused: boolean;
  /** Whether the connection was answered with 503. Everything after the running requests is then ignored. */
  isRefused: boolean;
}

function refuse(response: ServerResponse): void {
  const body = envelope(503, { retryAfter: 1 });
  const headers = { ...ENVELOPE_HEADERS, 'Content-Length': Buffer.byteLength(body), 'Retry-After': '1' };
  response.writeHead(503, { ...headers, Connection: 'close' }).end(body);
}

/**
 * Gives the bytes of a connection to Node's parser in slices.
 * @param isOver tells whether the rest of the bytes is ignored
 * @param onParsed called when all bytes that have arrived were parsed
 */
function parseInSlices(socket: Socket, isOver: () => boolean, onParsed: () => void): void {
  // As soon as `data` has another listener, Node passes the bytes to its parser through its own listener, not through an
  // internal shortcut.
  const [parse] = socket.listeners('data') as [(bytes: Buffer) => void];
  socket.off('data', parse);
  socket.on('data', (chunk: Buffer) => {
    for (let start = 0; start < chunk.length; start += SLICE_LENGTH) {
      if (socket.destroyed || socket.writableEnded || isOver()) return;
      // Node has stopped reading until a body is read or an answer is sent. Its parser must get nothing before that.
      if (socket.isPaused()) {
        socket.unshift(chunk.subarray(start));
        return;
      }
      parse.call(socket, chunk.subarray(start, start + SLICE_LENGTH));
    }
    onParsed();
  });
}

/**
 * Whether a request asks for the health of the process. It takes no place among the unanswered requests, so their limit never refuses it.
 */
const isHealthCheck = ({ url, method }: IncomingMessage) =>
  url === '/healthz' && (method === 'GET' || method === 'HEAD');

/** Every peer is a client, and its address counts as it is: an IPv6 address isn't reduced to its /64. */
const NO_PROXIES: AddressReader = { addressOf: peer => peer, isProxy: () => false };

/**
 * Calls `listener` for the requests of `server`, but only for a few requests of each connection at a time. A client can
 * send requests without waiting for the answers (HTTP pipelining). Node.js parses all of them and keeps them in memory: the
 * 64 KiB that it reads at once become 2.5 MB of objects, and 13 MB of small requests end a process with a heap of 512 MB.
 * The bytes are therefore parsed in slices, and a connection isn't read while any of its requests wait. If more than
 * `MAX_WAITING` requests of a connection wait, or the network of the client has used up its share of the requests without an answer, the
 * connection gets a 503 after the answers to its running requests, and is closed. Connections are shared in the same way,
 * whether or not anything comes over them, except for those of trusted proxies.
 * @param onRefused called with the name of the limit that has refused a connection, once for each connection
 */
export function boundRequests(
  server: Server,
  listener: RequestListener,
  onRefused: (limit: string) => void = () => undefined,
  { addressOf, isProxy }: AddressReader = NO_PROXIES,
): void {
  const connections = new WeakMap<Socket, Connection>();
  const openConnections = new FairShare(MAX_CONNECTIONS);
  const excessConnections = new FairShare(MAX_EXCESS);
  const unansweredRequests = new FairShare(MAX_UNANSWERED);

  const pauseIfWaiting = (socket: Socket, connection: Connection) => {
    if (connection.waiting.length === 0 || socket.isPaused()) return;
    connection.isPaused = true;
    socket.pause();
  };
  const dropWaiting = ({ waiting }: Connection) => {
    for (const { leave } of waiting.splice(0)) leave();
  };
  const runWaiting = (socket: Socket, connection: Connection) => {
    while (connection.running.size < MAX_RUNNING && connection.waiting.length > 0) {
      const { request, response, leave } = connection.waiting.shift()!;
      connection.running.add(leave);
      response.once('close', () => {
        connection.running.delete(leave);
        leave();
        runWaiting(socket, connection);
        if (connection.waiting.length > 0 || !connection.isPaused || connection.isRefused) return;
        connection.isPaused = false;
        socket.resume();
      });
      listener(request, response);
    }
  };

  /**
   * Takes a place for a connection: one in the share of its network, or else one of `MAX_EXCESS`. If there is none, closes the connection
   * and returns undefined.
   */
  const admit = (socket: Socket): { readonly isExcess: boolean } | undefined => {
    const peer = socket.remoteAddress ?? '';
    if (isProxy(peer)) return { isExcess: false };
    const networks = networksOf(addressOf(peer));
    const leaveShare = openConnections.take(networks);
    const leave = leaveShare ?? excessConnections.take(networks);
    if (!leaveShare) onRefused('connections, network');
    if (!leave) {
      socket.destroy();
      return undefined;
    }
    const timer = leaveShare ? undefined : setTimeout(() => socket.destroy(), EXCESS_TIME_MS).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      leave();
    });
    return { isExcess: !leaveShare };
  };

  // Node's own listener was added before this one. No data can arrive in between.
  server.on('connection', socket => {
    const admitted = admit(socket);
    if (!admitted) return;
    const connection: Connection = { running: new Set(), waiting: [], ...admitted, isPaused: false, isRefused: false };
    connections.set(socket, connection);
    const pause = () => {
      pauseIfWaiting(socket, connection);
    };
    parseInSlices(socket, () => connection.isRefused, pause);
    // Node resumes the connection when the body of a request is read.
    socket.on('resume', pause);
    // If the client leaves, its waiting requests aren't handled. Node emits `close` for the first of the running responses only.
    socket.on('close', () => {
      dropWaiting(connection);
      for (const leave of connection.running) leave();
    });
  });

  /** Takes a place for a request. Returns a function that gives it back; undefined if there is no place. */
  const takePlace = (request: IncomingMessage, { isExcess }: Connection): (() => void) | undefined => {
    if (isHealthCheck(request)) return () => undefined;
    if (isExcess) return undefined;
    const forwardedFor = request.headers['x-forwarded-for'];
    return unansweredRequests.take(networksOf(addressOf(request.socket.remoteAddress ?? '', forwardedFor?.toString())));
  };

  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || socket.destroyed || connection.isRefused) return;
    const leave = takePlace(request, connection);
    connection.waiting.push({ request, response, leave: leave ?? (() => undefined) });
    if (connection.isExcess) response.shouldKeepAlive = false;
    if (leave) runWaiting(socket, connection);
    if (leave && connection.waiting.length <= MAX_WAITING) return;
    // Answers are sent in the order of the requests, so the first request that hasn't been started is refused.
    connection.isRefused = true;
    if (!connection.isExcess) onRefused(leave ? 'waiting requests, connection' : 'waiting requests, network');
    refuse(connection.waiting[0]!.response);
    dropWaiting(connection);
  });
}
