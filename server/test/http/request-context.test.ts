import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { Hono } from 'hono';
import { createHttpServer, listen } from '../../src/http/node-server.js';
import { clientLeftCheck, type HonoEnv } from '../../src/http/request-context.js';
import { until } from '../support/harness.js';

it('clientLeftCheck tells that a client has closed its connection, or its half of it, before the answer', async t => {
  const calls: (() => boolean)[] = [];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>(resolve => (answer = resolve));
  const app = new Hono<HonoEnv>();
  app.get('/', async c => {
    calls.push(clientLeftCheck(c));
    await answered;
    return c.text('');
  });
  const server = createHttpServer(app.fetch);
  const { port } = new URL(await listen(server, '127.0.0.1', 0));
  t.after(() => {
    answer();
    server.closeAllConnections();
    server.close();
  });
  for (const leave of ['destroy', 'end'] as const) {
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const index = leave === 'destroy' ? 0 : 1;
    await until(() => calls.length > index);
    assert.equal(calls[index]!(), false);
    socket[leave]();
    await until(() => calls[index]!());
  }
  assert.equal(
    clientLeftCheck({ env: undefined } as never)(),
    false,
    'a call without a socket, such as that of a test, has no client that could leave',
  );
});
