import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { onDatabase } from '../support/on-database.js';
import { Harness, until } from '../support/harness.js';
import { checkAnswer, exchange } from '../support/raw-http.js';

// These tests wait for time limits, so they run at the same time.
describe('a slow client', { concurrency: true }, () => {
  it('is answered with 408 in the envelope after 15 seconds, and disconnected', async t => {
    const harness = await Harness.open();
    t.after(() => harness.close());
    await harness.start();
    const post = 'POST /v1/creds/tel HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    const slow = {
      'says nothing': ['', 10],
      'begins a header': ['GET /healthz HTTP/1.1\r\nHost: x\r\nX-', 10],
      'begins a body': [`${post}Content-Length: 40\r\n\r\n{"tel`, 15],
      'begins a body in chunks': [`${post}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tel\r\n`, 15],
    } as const;
    const ended = Object.entries(slow).map(async ([name, [bytes, seconds]]) => {
      const began = performance.now();
      const answer = await exchange(harness.url, Buffer.from(bytes), true);
      const took = (performance.now() - began) / 1000;
      assert.match(answer.toString('utf8'), /^HTTP\/1\.1 408 /, name);
      checkAnswer(answer, 'POST');
      assert.ok(took > seconds - 0.5 && took < seconds + 5, `${name}: ${took} s`);
    });
    await Promise.all(ended);
    assert.equal((await harness.call('GET', '/readyz')).status, 200);
  });

  it("is disconnected after the answer, even if it doesn't close its side", { timeout: 40_000 }, async t => {
    const harness = await Harness.open();
    t.after(() => harness.close());
    await harness.start();
    const { hostname, port } = new URL(harness.url);
    const post =
      'POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{';
    const answered = ['', 'GET / HTTP/1.1\r\nHo', post].map(async bytes => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      t.after(() => socket.destroy());
      // A byte sent on a closed connection is answered by a reset.
      socket.on('error', () => undefined);
      socket.write(bytes);
      socket.resume();
      await once(socket, 'end');
      return socket;
    });
    for (const socket of await Promise.all(answered)) {
      await until(() => {
        if (!socket.destroyed) socket.write('x');
        return socket.destroyed;
      });
    }
  });
});

describe('a client that pipelines its requests', () => {
  it('gets the answers in order', async t => {
    const harness = await Harness.open();
    t.after(() => harness.close());
    await harness.start();
    const post = (body: string) =>
      `POST /v1/creds/tel HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const requests = [
      post('{"tel":"79161234567","op":"add"}'),
      post('{"tel":"79161234567","op":"add"}'),
      post('x'.repeat(6000)),
      'GET http://elsewhere.example/v1/session HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n',
    ];
    const answers = (await exchange(harness.url, Buffer.from(requests.join('')), true)).toString('utf8');
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '429', '413', '401', '200']);
    assert.equal(harness.sms.sent.length, 1);
  });
});

onDatabase('the HTTP server', h => {
  it('keeps idle connections longer than proxies do (up to 120 s)', async () => {
    const { headers } = await h().call('GET', '/healthz');
    const seconds = Number(/^timeout=(\d+)$/.exec(headers.get('Keep-Alive') ?? '')?.[1]);
    assert.ok(seconds > 120, `${seconds} s`);
  });
});

it('stops although a browser holds a connection on which it has sent nothing', async t => {
  const harness = await Harness.open();
  t.after(() => harness.close());
  await harness.start();
  const { hostname, port } = new URL(harness.url);
  const socket = connect({ host: hostname, port: Number(port) });
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  const closed = once(socket, 'close');
  const began = performance.now();
  await harness.stop();
  const took = performance.now() - began;
  assert.ok(took < 5000, `${took} ms`);
  await closed;
});
