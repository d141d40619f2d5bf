import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { createMacs } from '../src/common/crypto.js';
import { describeOn } from './support/databases.js';
import { goodSecret } from './support/environment.js';
import { until } from './support/harness.js';
import { sharedPostgres } from './support/postgres.js';
import { startProcess, type TestScope } from './support/process.js';
import { openConnection } from './support/raw-http.js';

const start = async (t: TestScope, env: Readonly<Record<string, string>> = {}) => {
  const postgres = await sharedPostgres();
  return startProcess(t, {
    NODE_ENV: 'development',
    DATABASE_URL: await postgres.createMigratedDatabase(),
    SERVER_SECRET: goodSecret,
    LOG_LEVEL: 'error',
    ...env,
  });
};

/** Sends a request over a new connection, and resolves to the status of the answer. */
async function ask(t: TestScope, url: string, localAddress: string, request: string): Promise<string | undefined> {
  const socket = await openConnection(t, url, localAddress);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  socket.write(request);
  await until(() => /\r\n\r\n/.test(text) || socket.destroyed);
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(text)?.[1];
}

const post = (body: string, length = body.length) =>
  `POST /v1/creds/tel HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
const healthCheck = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

describeOn('postgres', 'a flood from one address or network', () => {
  it(
    'of 4,100 connections with one byte of a body refuses nobody else, and no health check',
    { timeout: 120_000 },
    async t => {
      let isOver = false;
      t.after(() => (isOver = true));
      const server = await start(t);
      // The server closes a connection whose body doesn't come within 15 s. Another one takes its place, because a slow machine
      // takes longer than that to open them all.
      const occupy = async () => {
        const socket = await openConnection(t, server.url, '127.0.0.5');
        socket.once('close', () => {
          if (!isOver) void occupy().catch(() => undefined);
        });
        socket.write(post('{', 100));
      };
      for (let opened = 0; opened < 4100; opened += 100) await Promise.all(Array.from({ length: 100 }, occupy));
      await until(async () => {
        const answer = await ask(t, server.url, '127.0.0.5', post('{"tel":"79161234569","op":"add"}'));
        return answer === '503';
      });
      assert.equal(await ask(t, server.url, '127.0.0.5', healthCheck), '200');
      assert.equal(await ask(t, server.url, '127.0.0.6', post('{"tel":"79161234567","op":"add"}')), '200');
      assert.equal(await ask(t, server.url, '127.1.0.1', post('{"tel":"79161234568","op":"add"}')), '200');
      assert.equal(await ask(t, server.url, '127.1.0.1', healthCheck), '200');
    },
  );

  it(
    'of calls with made-up tokens refuses nobody else, and delays nobody with a token of the server',
    { timeout: 120_000 },
    async t => {
      const server = await start(t, { TRUSTED_PROXIES: '127.0.0.1', MAX_WAITING: '10' });
      const call = (method: string, path: string, ip: string, token?: string, body?: object) =>
        fetch(server.url + path, {
          method,
          headers: {
            'X-Forwarded-For': ip,
            ...(token && { Authorization: `Bearer ${token}` }),
            ...(body && { 'Content-Type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
      const signedIn = await call('POST', '/v1/session', '192.0.2.1', undefined, {
        login: 'anna',
        password: 'correct horse',
      });
      const { token } = ((await signedIn.json()) as { params: { token: string } }).params;
      const madeUp = () => randomBytes(44).toString('base64url');
      // 1,500 calls at a time, each from another /64 of one /48, and twelve honest ones in between.
      const statuses: Record<string, number> = {};
      const flood = Array.from({ length: 1500 }, async (_, n) => {
        const ip = `2001:db8:9:${n.toString(16)}::1`;
        const response = await call(n % 2 === 0 ? 'GET' : 'DELETE', '/v1/session', ip, madeUp());
        await response.arrayBuffer(); // fetch keeps a connection until the answer has been read
        const { status } = response;
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
      const unsigned = token.slice(16);
      const honest = await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          const shown = n % 2 === 0 ? token : unsigned;
          return (await call('GET', '/v1/session', `198.51.${n}.1`, shown)).status;
        }),
      );
      await Promise.all(flood);
      assert.deepEqual(honest, Array<number>(12).fill(200));
      assert.ok(statuses['503']! > 0, `the flood was no flood: ${JSON.stringify(statuses)}`);
    },
  );

  it('is recognised by the signature of tokens, which the database does not see', async t => {
    const server = await start(t);
    const sign = async (login: string) => {
      const answer = await fetch(`${server.url}/v1/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ login, password: 'correct horse' }),
      });
      return ((await answer.json()) as { params: { token: string } }).params.token;
    };
    const token = await sign('anna');
    assert.equal(token.slice(0, 16), createMacs(goodSecret).token(token.slice(16)));
    const read = async (shown: string, method = 'GET') =>
      fetch(`${server.url}/v1/session`, { method, headers: { Authorization: `Bearer ${shown}` } });
    // A token of an earlier version has no signature, and one from before a new secret has another one.
    const earlier = createMacs('another secret').token(token.slice(16)) + token.slice(16);
    for (const shown of [token, token.slice(16), earlier]) assert.equal((await read(shown)).status, 200);
    for (const shown of [token.slice(1), `${token}x`, token.slice(0, 16), `${token.slice(0, 16)}${'x'.repeat(43)}`]) {
      assert.equal((await read(shown)).status, 401);
    }
    const renewed = (await (await read(token.slice(16), 'PUT')).json()) as { params: { token: string } };
    assert.equal(renewed.params.token.length, 59);
    assert.equal((await read(renewed.params.token)).status, 200);
  });
});
