import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { boundPipelining } from '../../src/http/pipelining.js';
import { describeOn } from '../support/databases.js';
import { goodSecret } from '../support/environment.js';
import { until } from '../support/harness.js';
import { sharedPostgres } from '../support/postgres.js';
import { startProcess, type TestScope } from '../support/process.js';

async function open(t: TestScope, url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  t.after(() => socket.destroy());
  // The server may reset a connection that it has closed.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Collects what comes back over a connection. */
function answersOf(socket: Socket): { statuses(): string[]; text(): string } {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  return { text: () => text, statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!) };
}

async function listen(t: TestScope, listener: RequestListener, onRefused?: (limit: string) => void): Promise<string> {
  const server = createServer({ requireHostHeader: false });
  boundPipelining(server, listener, onRefused);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\n\r\n`;
const post = (path: string, body: string) => `POST ${path} HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('the requests of one connection', () => {
  it('run a few at a time, and are answered in order', async t => {
    const running: ServerResponse[] = [];
    let most = 0;
    const paths: string[] = [];
    const url = await listen(t, (request, response) => {
      request.resume().on('end', () => {
        running.push(response);
        most = Math.max(most, running.length);
        paths.push(request.url!);
        setImmediate(() => {
          running.splice(running.indexOf(response), 1);
          response.end(request.url);
        });
      });
    });
    const socket = await open(t, url);
    const answers = answersOf(socket);
    const expected = Array.from({ length: 30 }, (_, i) => `/${i}`);
    socket.write(expected.map(path => post(path, 'x'.repeat(100))).join(''));
    await until(() => answers.statuses().length === expected.length);
    assert.deepEqual([...new Set(answers.statuses())], ['200']);
    assert.deepEqual(paths, expected);
    assert.ok(most <= 4, `${most} at once`);
    socket.write(get('/later'));
    await until(() => answers.text().endsWith('/later'));
  });

  it('are not read while others wait', async t => {
    const held: ServerResponse[] = [];
    const url = await listen(t, (request, response) => {
      // Reading the body makes Node read the connection.
      request.resume();
      held.push(response);
    });
    const socket = await open(t, url);
    const answers = answersOf(socket);
    // Each of these arrives in a separate read.
    for (let i = 0; i < 10; i += 1) {
      socket.write(post(`/${i}`, 'x'));
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    assert.equal(held.length, 4);
    let answered = 0;
    while (answered < 10) {
      await until(() => held.length > answered);
      held[answered]!.end();
      answered += 1;
    }
    await until(() => answers.statuses().length === 10);
  });

  it('are refused with 503 and Retry-After when there are too many, and the connection ends', async t => {
    const held: ServerResponse[] = [];
    const limits: string[] = [];
    const url = await listen(
      t,
      (_request, response) => held.push(response),
      limit => limits.push(limit),
    );
    const socket = await open(t, url);
    const answers = answersOf(socket);
    socket.write(get('/').repeat(2000));
    await until(() => held.length === 4);
    for (const response of held) response.end();
    await once(socket, 'close');
    assert.equal(held.length, 4);
    assert.deepEqual(answers.statuses(), ['200', '200', '200', '200', '503']);
    assert.match(answers.text(), /\r\nRetry-After: 1\r\n/);
    assert.match(answers.text(), /\{"code":503,"text":"Service Unavailable","params":\{"retryAfter":1\}\}$/);
    assert.deepEqual(limits, ['waiting requests, connection']);
  });

  it('are refused with 503 and Retry-After while those of other connections fill the process', async t => {
    const held: ServerResponse[] = [];
    let isHeld = true;
    const limits: string[] = [];
    const listener: RequestListener = (_request, response) => {
      if (isHeld) held.push(response);
      else response.end();
    };
    const url = await listen(t, listener, limit => limits.push(limit));
    const full = await Promise.all(Array.from({ length: 125 }, () => open(t, url)));
    const answers = full.map(answersOf);
    // The number of waiting requests on each connection is allowed, but there are 4000 of them in all.
    for (const socket of full) socket.write(get('/').repeat(32));
    await until(() => held.length === 4 * full.length);
    const other = await open(t, url);
    const refused = answersOf(other);
    other.write(get('/'));
    await once(other, 'close');
    assert.deepEqual(refused.statuses(), ['503']);
    assert.deepEqual(limits, ['waiting requests, process']);
    assert.match(refused.text(), /\r\nRetry-After: 1\r\n/);
    isHeld = false;
    for (const response of held) response.end();
    await until(() => answers.every(each => each.statuses().length === 32));
    assert.deepEqual([...new Set(answers.flatMap(each => each.statuses()))], ['200']);
    const later = await open(t, url);
    const laterAnswers = answersOf(later);
    later.write(get('/'));
    await until(() => laterAnswers.statuses().length === 1);
    assert.deepEqual(laterAnswers.statuses(), ['200']);
  });

  it('may have bodies larger than what Node reads at a time, whether or not the handler reads them', async t => {
    const bodies: string[] = [];
    const url = await listen(t, (request, response) => {
      if (request.url === '/unread') {
        response.writeHead(413).end();
        return;
      }
      let text = '';
      request.setEncoding('latin1').on('data', (part: string) => (text += part));
      // The body is read after it has filled the buffers, which stops the reading of the connection.
      request.pause();
      setImmediate(() => request.resume());
      request.on('end', () => {
        bodies.push(text);
        response.end();
      });
    });
    const socket = await open(t, url);
    const answers = answersOf(socket);
    const large = 'y'.repeat(300_000);
    for (let i = 0; i < 3; i += 1) socket.write(post('/read', large) + post('/unread', large) + get('/'));
    await until(() => answers.statuses().length === 9);
    assert.deepEqual(
      answers.statuses(),
      [1, 2, 3].flatMap(() => ['200', '413', '200']),
    );
    assert.deepEqual(
      bodies.filter(body => body !== ''),
      [large, large, large],
    );
  });

  it('are not parsed while the client does not read its answers', async t => {
    const answer = 'z'.repeat(200_000);
    const url = await listen(t, (_request, response) => response.end(answer));
    const socket = await open(t, url);
    socket.write(get(`/${'path'.repeat(50)}`).repeat(20));
    const answers = answersOf(socket);
    await until(() => answers.statuses().length === 20);
    assert.deepEqual([...new Set(answers.statuses())], ['200']);
  });

  it('are not handled when the connection has ended', async t => {
    const held: ServerResponse[] = [];
    const url = await listen(t, (_request, response) => held.push(response));
    const socket = await open(t, url);
    socket.write(get('/').repeat(20));
    await until(() => held.length === 4);
    const ended = once(held[0]!.req.socket, 'close');
    held[0]!.req.socket.destroy();
    await ended;
    for (const response of held) response.end();
    const other = await open(t, url);
    other.write(get('/other'));
    await until(() => held.length > 4);
    assert.equal(held[4]!.req.url, '/other');
    assert.equal(held.length, 5);
  });
});

describeOn('postgres', 'a flood over many connections', () => {
  it('does not end a process with a heap of 256 MB', { timeout: 90_000 }, async t => {
    const postgres = await sharedPostgres();
    const server = await startProcess(t, {
      NODE_ENV: 'development',
      DATABASE_URL: await postgres.createMigratedDatabase(),
      SERVER_SECRET: goodSecret,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '--max-old-space-size=256',
    });
    let ended: unknown;
    void server.ended.then(code => (ended = code));
    const put = (i: number) => {
      const body = `{"tel":"${79_160_000_000 + (i % 50)}","val":"1","op":"add"}`;
      return `PUT /v1/creds/tel HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    };
    // The flood is 13 MB over one connection, and over 200 more, as many of the smallest requests as Node reads at a time.
    const small = 'PUT /v1/session HTTP/1.1\r\nHost: x\r\n\r\n';
    const floods = [
      Array.from({ length: 97_000 }, (_, i) => put(i)).join(''),
      ...Array.from({ length: 200 }, () => small.repeat(65_536 / small.length)),
    ];
    const sockets = await Promise.all(
      floods.map(async bytes => {
        const socket = await open(t, server.url);
        socket.resume().write(bytes);
        return socket;
      }),
    );
    await until(() => ended !== undefined || sockets.every(socket => socket.closed));
    assert.equal(ended, undefined);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.equal(await server.kill('SIGTERM'), 0);
  });
});
