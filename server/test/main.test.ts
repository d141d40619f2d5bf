import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sendCode, verifyCode } from './support/calls.js';
import { goodSecret } from './support/environment.js';
import { dataFolder, NotStarted, spawnServer, startProcess, temporaryFolder } from './support/process.js';

describe('the server as a process', () => {
  it('starts in development without settings, keeps its secret and data across a restart, and stops at SIGTERM', async t => {
    const folder = await temporaryFolder(t);
    const env = { NODE_ENV: 'development', DATA_DIR: folder };
    const first = await startProcess(t, env);
    assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    for (const tel of ['79161234567', '79990000001']) assert.equal((await sendCode(first.url, tel)).status, 200);
    const secret = await readFile(join(folder, 'secret'), 'utf8');
    assert.ok(secret.length >= 43);
    assert.equal((await stat(join(folder, 'secret'))).mode & 0o777, 0o600);
    assert.equal(await first.kill('SIGTERM'), 0);
    assert.ok(!first.output().includes(secret));

    const second = await startProcess(t, env);
    assert.equal(await readFile(join(folder, 'secret'), 'utf8'), secret);
    assert.equal((await sendCode(second.url, '79161234567')).status, 429);
    const answer = await verifyCode(second.url, '79990000001', '111111');
    assert.equal(answer.status, 200, 'a code survives a restart');
    assert.equal(await second.kill('SIGINT'), 0);
  });

  it('exits with 1 and lists every problem if production is not configured', async t => {
    const refused = await startProcess(t, { TEST_NUMBERS: '79990000001:111111', SEND_INTERVAL: '1' }).then(
      () => assert.fail('the server started'),
      (error: unknown) => error,
    );
    assert.ok(refused instanceof NotStarted);
    assert.equal(refused.code, 1);
    for (const name of ['SERVER_SECRET', 'ALLOWED_ORIGINS', 'SMS_PROVIDER', 'TEST_NUMBERS', 'SEND_INTERVAL']) {
      assert.match(refused.message, new RegExp(`- ${name} `));
    }
    assert.ok(!refused.message.includes('    at '), 'no stack trace');
  });

  it('offers none of the development features in production', async t => {
    const server = await startProcess(t, {
      HOST: '127.0.0.1',
      DATA_DIR: 'memory://',
      ALLOWED_ORIGINS: 'https://example.org',
      SERVER_SECRET: goodSecret,
      SMS_PROVIDER: 'smsru',
      SMS_API_KEY: 'the-key-of-the-provider',
      SMS_SENDER: 'Example',
      TEST_NUMBERS: '79990000001:135790',
      ALLOW_TEST_NUMBERS: '1',
    });
    const stream = await fetch(`${server.url}/dev/sms`);
    assert.deepEqual(await stream.json(), { code: 404, text: 'Not Found', params: {} });
    const local = await fetch(`${server.url}/healthz`, { headers: { Origin: 'http://localhost:5173' } });
    assert.equal(local.headers.get('Access-Control-Allow-Origin'), null);
    assert.equal((await sendCode(server.url, '79990000001')).status, 200);
    assert.equal((await verifyCode(server.url, '79990000001', '111111')).status, 401);
    assert.equal((await verifyCode(server.url, '79990000001', '135790')).status, 200);
    assert.equal(await server.kill('SIGTERM'), 0);
    for (const secret of ['the-key-of-the-provider', goodSecret, '79990000001', '135790']) {
      assert.ok(!server.output().includes(secret));
    }
    assert.match(server.output(), /"level":40,[^\n]*"msg":"the database is in memory: /);
    // The log is written asynchronously, and is complete when the process has exited.
    assert.match(server.output(), /"msg":"stopped"}\n$/);
  });

  it('exits at a signal while it starts', async t => {
    const silent = createServer(socket => socket.on('error', () => undefined));
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    t.after(() => new Promise(resolve => silent.close(resolve)));
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ] as const) {
      const asked = once(silent, 'connection') as Promise<[Socket]>;
      const { port } = silent.address() as AddressInfo;
      const child = await spawnServer(t, {
        NODE_ENV: 'development',
        SERVER_SECRET: 's'.repeat(32),
        DATABASE_URL: `postgres://auth@127.0.0.1:${port}/auth`,
      });
      const [socket] = await asked;
      assert.equal(await child.kill(signal), code);
      socket.destroy();
    }
  });

  it('exits at SIGTERM if nobody reads its log', async t => {
    const server = await startProcess(t, { NODE_ENV: 'development', DATA_DIR: await dataFolder(t) });
    server.stopReading();
    // More records than the pipe's buffer holds.
    for (let i = 0; i < 1500; i++) assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    assert.equal(await server.kill('SIGTERM'), 0);
  });

  it('reports a data folder that another server uses, and takes over the folder of a killed server', async t => {
    const folder = await dataFolder(t);
    const env = { NODE_ENV: 'development', DATA_DIR: folder };
    const first = await startProcess(t, env);
    const second = await startProcess(t, env).then(
      () => assert.fail('the server started'),
      (error: unknown) => error,
    );
    assert.ok(second instanceof NotStarted);
    assert.match(second.message, new RegExp(`is used by another server, process ${first.pid}\\.`));
    assert.equal(await first.kill('SIGKILL'), 'SIGKILL');
    const third = await startProcess(t, env);
    assert.equal((await fetch(`${third.url}/readyz`)).status, 200);
    assert.equal(await third.kill('SIGTERM'), 0);
  });

  it('reports a port that is taken', async t => {
    const first = await startProcess(t, { NODE_ENV: 'development', DATA_DIR: await dataFolder(t) });
    const { port } = new URL(first.url);
    const second = startProcess(t, { NODE_ENV: 'development', DATA_DIR: await dataFolder(t), PORT: port });
    await assert.rejects(second, error => {
      assert.ok(error instanceof NotStarted);
      const said = `The server did not start. Port ${port} on 127.0.0.1 is taken: set PORT to another one.\n`;
      assert.ok(error.message.endsWith(said), error.message);
      return true;
    });
    const third = startProcess(t, { NODE_ENV: 'development', DATA_DIR: await dataFolder(t), METRICS_PORT: port });
    await assert.rejects(third, error => {
      assert.ok(error instanceof NotStarted);
      const said = `The server did not start. Port ${port} on 127.0.0.1 is taken: set METRICS_PORT to another one.\n`;
      assert.ok(error.message.endsWith(said), error.message);
      return true;
    });
    await first.kill('SIGTERM');
  });

  it("says in a sentence why the database or its folder can't be used, without the password", async t => {
    const folder = await temporaryFolder(t);
    const env = { NODE_ENV: 'development', SERVER_SECRET: goodSecret };
    const unused = createServer();
    await new Promise<void>(resolve => unused.listen(0, '127.0.0.1', resolve));
    const { port } = unused.address() as AddressInfo;
    await new Promise(resolve => unused.close(resolve));
    const file = join(folder, 'file');
    await writeFile(file, '');
    const cases = [
      [
        { DATABASE_URL: `postgres://auth:pa55word@127.0.0.1:${port}/auth` },
        /nothing listens at this address \(ECONNREFUSED\)/,
      ],
      [
        { DATABASE_URL: 'postgres://auth:pa55word@db.invalid/auth' },
        /can't be reached: .+ \((?:ENOTFOUND|EAI_AGAIN)\)/,
      ],
      [{ DATABASE_URL: `postgres://auth@/auth?host=${folder}` }, /there is no such socket \(ENOENT\)/],
      [
        { DATABASE_URL: `postgres://auth:pa55word@127.0.0.1:${port}/auth?sslrootcert=${folder}/ca.pem` },
        /the file .+ca\.pem can't be read \(ENOENT\)\. See DATABASE_URL\./,
      ],
      [{ DATA_DIR: join(file, 'data') }, /file.* can't be used \(ENOTDIR\): see DATA_DIR\./],
    ] as const;
    for (const [settings, sentence] of cases) {
      const error: unknown = await startProcess(t, { ...env, ...settings }).then(
        () => assert.fail('the server started'),
        (refused: unknown) => refused,
      );
      assert.ok(error instanceof NotStarted);
      assert.equal(error.code, 1);
      const line = error.message.split('\n').filter(text => text.startsWith('The server did not start.'));
      assert.match(line.join(), sentence);
      assert.doesNotMatch(error.message, /pa55word|node:|\.ts:|"type"/);
    }
  });
});
