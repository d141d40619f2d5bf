// What the client of the contract check says of a server that gives no whole response.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { ApiClient, UnreachableError } from '../../contract-check/api-client.js';

/** Starts a server, and returns a client for it and a function that stops the server. */
async function start(t: TestContext, listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise(resolve => server.close(resolve));
  t.after(stop);
  const { port } = server.address() as AddressInfo;
  return { client: new ApiClient(`http://127.0.0.1:${port}/`, undefined), stop };
}

const unreachable = (message: string) => (error: unknown) => {
  assert.ok(error instanceof UnreachableError);
  assert.equal(error.message, message);
  return true;
};

test('a server that does not listen: there was no connection', async t => {
  const { client, stop } = await start(t, () => undefined);
  await stop();
  await assert.rejects(client.call('GET', '/v1/session'), unreachable('GET /v1/session: no connection'));
});

test('a server that closes the connection within its response: the response was cut off', async t => {
  const { client } = await start(t, (_, response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('{"code":200', () => response.destroy());
  });
  await assert.rejects(client.call('GET', '/v1/session'), unreachable('GET /v1/session: the response was cut off'));
  assert.deepEqual(client.responses, []);
});
