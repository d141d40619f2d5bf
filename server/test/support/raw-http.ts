import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Envelope } from './envelope.js';
import type { TestScope } from './process.js';

/**
 * Opens a connection that ends with the test.
 * @param localAddress the loopback address that the connection comes from: 127.0.0.1 by default
 */
export async function openConnection(t: TestScope, url: string, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), ...(localAddress && { localAddress }) });
  t.after(() => socket.destroy());
  // The server resets connections that it has refused or closed.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends bytes over a new connection and resolves with everything that comes back until it is closed.
 * @param keepOpen whether our side stays open after the bytes, as if more were to come
 */
export function exchange(url: string, bytes: Buffer, keepOpen: boolean): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      if (keepOpen) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.on('data', chunk => chunks.push(chunk));
    // The server may reset the connection after its answer.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

/** Asserts that the first answer in `answer` is an envelope of its status, or has no body for 204 and HEAD. */
export function checkAnswer(answer: Buffer, method: string): void {
  // The answer to `Expect: 100-continue`.
  const text = answer.toString('utf8').replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const shown = text.slice(0, 400);
  const end = text.indexOf('\r\n\r\n');
  assert.ok(end > 0, shown);
  const [line = '', ...headerLines] = text.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  assert.ok(status >= 200 && status < 500, shown);
  assert.doesNotMatch(text, /\n\s+at |Error:|node_modules|\.ts:/, 'no stack trace');
  const headers = new Map(headerLines.map(header => [header.split(':')[0]!.toLowerCase(), header]));
  assert.ok(!headers.has('set-cookie'));
  if (status === 204 || method === 'HEAD') return;
  let body = text.slice(end + 4);
  assert.match(headers.get('content-type') ?? '', /application\/json; charset=utf-8$/, shown);
  const length = Number(/\d+/.exec(headers.get('content-length') ?? '')?.[0]);
  body = Buffer.from(body, 'utf8').subarray(0, length).toString('utf8');
  const envelope = JSON.parse(body) as Envelope;
  assert.deepEqual(Object.keys(envelope), ['code', 'text', 'params'], shown);
  assert.equal(envelope.code, status, shown);
}
