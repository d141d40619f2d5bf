import { connect, type Socket } from 'node:net';

/** The result of a load test. Times are in milliseconds. */
export interface Load {
  /** Requests per second. */
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** Number of answers by HTTP status. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** The text of an HTTP/1.1 request. */
export function rawRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  const framed = body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' };
  const lines = Object.entries(framed).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
}

/**
 * Sends the requests that `next` returns over one connection, each after the answer to the one before, until `next` returns undefined. An
 * answer without a `Content-Length` counts as one without a body.
 */
function drain(socket: Socket, next: () => string | undefined, answered: (status: number, ms: number) => void) {
  return new Promise<void>((resolve, reject) => {
    let received = '';
    let began = 0;
    const advance = () => {
      const request = next();
      if (request === undefined) {
        socket.end();
        resolve();
        return;
      }
      began = performance.now();
      socket.write(request);
    };
    socket.on('data', chunk => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (received.length < end + 4 + length) return;
      answered(Number(received.slice(9, 12)), performance.now() - began);
      received = '';
      advance();
    });
    socket.on('error', reject);
    socket.once('close', () => {
      reject(new Error('the server closed a connection before all requests were answered'));
    });
    socket.once('connect', advance);
  });
}

/**
 * Sends all requests to the host and port of `url` over `connections` persistent connections. Each connection takes the next request when its
 * last one was answered. Rejects if a connection fails, or if the server closes one before all requests are answered.
 */
export async function load(url: string, requests: readonly string[], connections: number): Promise<Load> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  let index = 0;
  const next = () => requests[index++];
  const began = performance.now();
  const answered = (status: number, ms: number) => {
    times.push(ms);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const sockets = Array.from({ length: connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  );
  await Promise.all(sockets.map(socket => drain(socket, next, answered)));
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { rate: requests.length / seconds, p50: at(0.5), p99: at(0.99), statuses };
}
