import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { type AddressReader, createAddressReader } from '../../src/http/address.js';
import { boundRequests } from '../../src/http/connection-bounds.js';
import { until } from '../support/harness.js';
import type { TestScope } from '../support/process.js';
import { openConnection } from '../support/raw-http.js';

/** Collects what comes back over a connection. */
function answersOf(socket: Socket): { statuses(): string[]; text(): string } {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  return { text: () => text, statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!) };
}

async function listen(
  t: TestScope,
  listener: RequestListener,
  onRefused?: (limit: string) => void,
  addresses?: AddressReader,
): Promise<string> {
  const server = createServer({ requireHostHeader: false });
  boundRequests(server, listener, onRefused, addresses);
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4000 });
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
    const socket = await openConnection(t, url);
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
    const socket = await openConnection(t, url);
    const answers = answersOf(socket);
    // Each of these arrives in a separate read.
    for (let i = 0; i < 10; i++) {
      socket.write(post(`/${i}`, 'x'));
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    assert.equal(held.length, 4);
    let answered = 0;
    while (answered < 10) {
      await until(() => held.length > answered);
      held[answered]!.end();
      answered++;
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
    const socket = await openConnection(t, url);
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
    const socket = await openConnection(t, url);
    const answers = answersOf(socket);
    const large = 'y'.repeat(300_000);
    for (let i = 0; i < 3; i++) socket.write(post('/read', large) + post('/unread', large) + get('/'));
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
    const socket = await openConnection(t, url);
    socket.write(get(`/${'path'.repeat(50)}`).repeat(20));
    const answers = answersOf(socket);
    await until(() => answers.statuses().length === 20);
    assert.deepEqual([...new Set(answers.statuses())], ['200']);
  });

  it('are not handled when the connection has ended', async t => {
    const held: ServerResponse[] = [];
    const url = await listen(t, (_request, response) => held.push(response));
    const socket = await openConnection(t, url);
    socket.write(get('/').repeat(20));
    await until(() => held.length === 4);
    const ended = once(held[0]!.req.socket, 'close');
    held[0]!.req.socket.destroy();
    await ended;
    for (const response of held) response.end();
    const other = await openConnection(t, url);
    other.write(get('/other'));
    await until(() => held.length > 4);
    assert.equal(held[4]!.req.url, '/other');
    assert.equal(held.length, 5);
  });

  it('give back the places of all of them when the connection has ended', async t => {
    const held: ServerResponse[] = [];
    const limits: string[] = [];
    const url = await listen(
      t,
      (_request, response) => held.push(response),
      limit => limits.push(limit),
    );
    for (let n = 1; n <= 400; n++) {
      const socket = await openConnection(t, url);
      socket.write(get('/').repeat(4));
      await until(() => held.length === 4 * n);
      const ended = once(held.at(-1)!.req.socket, 'close');
      socket.destroy();
      await ended;
    }
    const other = await openConnection(t, url);
    other.write(get('/other'));
    await until(() => held.length > 1600);
    assert.deepEqual([held.at(-1)!.req.url, limits], ['/other', []]);
  });
});

const proxied = (forwardedFor: string, path = '/') =>
  `GET ${path} HTTP/1.1\r\nX-Forwarded-For: ${forwardedFor}\r\n\r\n`;
const proxies = () => {
  const list = new BlockList();
  list.addAddress('127.0.0.1', 'ipv4');
  return createAddressReader(list);
};

describe('the requests of one network', () => {
  it('are refused with 503 beyond its share, while other networks and health checks are answered', async t => {
    let isHeld = true;
    const held: ServerResponse[] = [];
    const limits: string[] = [];
    const listener: RequestListener = (request, response) => {
      if (isHeld && request.url === '/held') held.push(response);
      else response.end();
    };
    const url = await listen(t, listener, limit => limits.push(limit), proxies());
    /** Opens connections with 25 requests each from one network, until one of them is refused. */
    const flood = async (forwardedFor: (n: number) => string, most: number) => {
      const answers: ReturnType<typeof answersOf>[] = [];
      const refused = limits.length;
      for (let n = 0; n < most && limits.length === refused; n++) {
        const socket = await openConnection(t, url);
        answers.push(answersOf(socket));
        const running = held.length;
        socket.write(proxied(forwardedFor(n), '/held').repeat(25));
        await until(() => held.length > running || limits.length > refused);
      }
      return answers;
    };
    /** Resolves to the status of the answer to one request. */
    const ask = async (forwardedFor: string, path = '/') => {
      const socket = await openConnection(t, url);
      const answers = answersOf(socket);
      socket.write(proxied(forwardedFor, path));
      await until(() => answers.statuses().length > 0);
      socket.destroy();
      return answers.statuses()[0];
    };
    // One address has a quarter of the 4,000 places: half of those of its /24, which are half of all.
    const ofAddress = await flood(() => '192.0.2.1', 100);
    assert.equal(ofAddress.length, 41);
    assert.deepEqual(limits, ['waiting requests, network']);
    assert.equal(await ask('192.0.2.1'), '503');
    assert.equal(await ask('192.0.2.1', '/healthz'), '200');
    assert.equal(await ask('192.0.2.2'), '200');
    // 1,000 are used. A /48 full of /56s may use as many as stay free: 1,500.
    const ofNetwork = await flood(n => `2001:db8:9:${(n * 256).toString(16)}::1`, 100);
    assert.equal(ofNetwork.length, 61);
    assert.equal(await ask('2001:db8:9:ff00::1'), '503');
    assert.equal(await ask('2001:db8:10::1'), '200');
    assert.equal(await ask('198.51.100.1'), '200');
    isHeld = false;
    for (const response of held) response.end();
    await until(() => ofAddress.slice(0, 40).every(each => each.statuses().length === 25));
    assert.equal(await ask('192.0.2.1'), '200');
  });
});

describe('the connections of one address', () => {
  it('get 503 beyond its share, but a health check gets its answer, and other addresses get theirs', async t => {
    const limits: string[] = [];
    const url = await listen(
      t,
      (_request, response) => response.end(),
      limit => limits.push(limit),
    );
    const ask = async (socket: Socket, path: string) => {
      const answers = answersOf(socket);
      socket.write(get(path));
      await until(() => answers.statuses().length > 0 || socket.destroyed);
      return answers.statuses()[0];
    };
    // An address has a quarter of the 10,000 connections. These say nothing at all.
    for (let opened = 0; opened < 2500; opened += 100) {
      await Promise.all(Array.from({ length: 100 }, () => openConnection(t, url, '127.0.0.9')));
    }
    const [first, second, third] = [
      await openConnection(t, url, '127.0.0.9'),
      await openConnection(t, url, '127.0.0.9'),
      await openConnection(t, url, '127.0.0.10'),
    ];
    assert.equal(await ask(first, '/'), '503');
    assert.equal(await ask(second, '/healthz'), '200');
    await until(() => second.destroyed);
    assert.equal(await ask(third, '/'), '200');
    assert.deepEqual([...new Set(limits)], ['connections, network']);
    const silent = await openConnection(t, url, '127.0.0.9');
    await until(() => silent.destroyed);
  });
});
