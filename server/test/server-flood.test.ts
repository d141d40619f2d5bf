import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOn } from './support/databases.js';
import { goodSecret } from './support/environment.js';
import { until } from './support/harness.js';
import { sharedPostgres } from './support/postgres.js';
import { startProcess } from './support/process.js';
import { openConnection } from './support/raw-http.js';

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
        const socket = await openConnection(t, server.url);
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
