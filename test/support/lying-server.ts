import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** What a server does with a connection once a request has come in whole. */
export type Lie = (socket: Socket) => void;

/** Bytes as they are, and then the end. */
export const raw =
  (text: string | Buffer): Lie =>
  socket =>
    socket.end(text);

const PHRASES: Readonly<Record<number, string>> = { 200: 'OK', 204: 'No Content' };

/** An answer with a body as it is. */
export function answer(status: number, body = '', headers: Readonly<Record<string, string>> = {}): Lie {
  const all = { Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return raw(`HTTP/1.1 ${status} ${PHRASES[status] ?? 'Status'}\r\n${lines.join('')}\r\n${body}`);
}

/** An answer as the contract has it, or nearly so. */
export const envelope = (code: number, params: unknown = {}, { status = code, headers = {} } = {}): Lie =>
  answer(status, JSON.stringify({ code, text: 'Status', params }), {
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
  });

/** A server that says what the test wants it to say, down to the bytes. */
export async function startLyingServer(t: TestContext) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const state: { lie: Lie } = { lie: envelope(200) };
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', data => {
      text += data.toString();
      const [head = '', body] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      requests.push(text);
      text = '';
      state.lie(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** From now on every request is answered so. */
    say(lie: Lie) {
      state.lie = lie;
    },
    /** How requests are answered now. */
    get lie() {
      return state.lie;
    },
    /** Connections that are open. */
    get open() {
      return sockets.size;
    },
  };
}
