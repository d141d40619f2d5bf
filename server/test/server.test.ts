import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { it } from 'node:test';
import { CannotListen } from '../src/http/node-server.js';
import { startServer } from '../src/server.js';
import { testEnvironment } from './support/harness.js';
import { onDatabase } from './support/on-database.js';

/** Listens on a free port. */
async function listenAnywhere(): Promise<{ server: Server; port: string }> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { server, port: String((server.address() as AddressInfo).port) };
}

onDatabase('a server that does not start', h => {
  it('leaves no metrics server behind if the port of the API is taken', async t => {
    const taken = await listenAnywhere();
    t.after(() => taken.server.close());
    const free = await listenAnywhere();
    await new Promise(resolve => free.server.close(resolve));
    const env = { ...testEnvironment, LOG_LEVEL: 'silent', PORT: taken.port, METRICS_PORT: free.port };
    const started = startServer(env, { db: h().database.db });
    await assert.rejects(started, error => {
      assert.ok(error instanceof CannotListen);
      assert.match(error.message, new RegExp(`^Port ${taken.port} `));
      return true;
    });
    await assert.rejects(fetch(`http://127.0.0.1:${free.port}/metrics`), TypeError);
  });

  it('says which setting has a name that is no address', async () => {
    const env = { ...testEnvironment, LOG_LEVEL: 'silent', HOST: 'no-such-host.invalid' };
    await assert.rejects(startServer(env, { db: h().database.db }), error => {
      assert.ok(error instanceof CannotListen);
      assert.match(error.message, /^The name no-such-host\.invalid could not be looked up: set HOST to /);
      return true;
    });
  });
});
