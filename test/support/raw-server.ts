import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** What the server does with a connection after it has received a whole request. */
export type Reply = (socket: Socket) => void;

/** Sends these bytes, and closes the connection. */
export const raw =
  (text: string | Buffer): Reply =>
  socket =>
    socket.end(text);

const PHRASES: Readonly<Record<number, string>> = { 200: 'OK', 204: 'No Content' };

/** An HTTP answer with this body. */
export function answer(status: number, body = '', headers: Readonly<Record<string, string>> = {}): Reply {
  const all = { Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return raw(`HTTP/1.1 ${status} ${PHRASES[status] ?? 'Status'}\r\n${lines.join('')}\r\n${body}`);
}

/** An answer in the documented envelope (docs/protocol.md#envelope). */
export const envelope = (code: number, params: unknown = {}, { status = code, headers = {} } = {}): Reply =>
  answer(status, JSON.stringify({ code, text: 'Status', params }), {
    'Content-Type': 'application/json; charset=utf-8',
    ...headers,
  });

/** A server whose answers the test sets byte by byte. */
export async function startRawServer(t: TestContext) {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const state: { reply: Reply } = { reply: envelope(200) };
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
      state.reply(socket);
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
    /** Sets the reply to all further requests. */
    replyWith(reply: Reply) {
      state.reply = reply;
    },
    /** The current reply. */
    get reply() {
      return state.reply;
    },
    /** The number of open connections. */
    get open() {
      return sockets.size;
    },
  };
}
