import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DirectoryInUse, lockDirectory } from '../src/db/directory-lock.js';
import { NotStarted, spawnServer, startProcess, temporaryFolder } from './support/process.js';

const send = (url: string, tel: string) =>
  fetch(`${url}/v1/creds/tel`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ tel, op: 'add' }),
  });

const verify = (url: string, tel: string, val: string) =>
  fetch(`${url}/v1/creds/tel`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ tel, val, op: 'add' }),
  });

/** The data of the events of a stream, from its beginning. */
async function* eventsOf(url: string, signal: AbortSignal, last?: string) {
  const headers: Record<string, string> = last === undefined ? {} : { 'Last-Event-ID': last };
  const response = await fetch(`${url}/dev/sms`, { signal, headers });
  assert.equal(response.headers.get('Content-Type'), 'text/event-stream');
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield { id: /^id: (.*)$/m.exec(event)?.[1], sms: JSON.parse(data) };
    }
  }
}

describe('the server as a process', () => {
  it('starts in development with nothing configured, keeps its secret and its data, and stops when asked', async t => {
    const folder = await temporaryFolder(t);
    const env = { NODE_ENV: 'development', DATA_DIR: folder };
    const first = await startProcess(t, env);
    assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal((await send(first.url, '79990000001')).status, 200);
    const secret = await readFile(join(folder, 'secret'), 'utf8');
    assert.ok(secret.length >= 43);
    assert.equal((await stat(join(folder, 'secret'))).mode & 0o777, 0o600);
    assert.equal(await first.kill('SIGTERM'), 0);
    assert.ok(!first.output().includes(secret));

    const second = await startProcess(t, env);
    assert.equal(await readFile(join(folder, 'secret'), 'utf8'), secret);
    assert.equal((await send(second.url, '79990000001')).status, 429);
    const answer = await verify(second.url, '79990000001', '111111');
    assert.equal(answer.status, 200, 'a code survives a restart');
    assert.equal(await second.kill('SIGINT'), 0);
  });

  it('refuses production without a configuration, naming each problem, and ends with 1', async t => {
    const refused = await startProcess(t, { TEST_NUMBERS: '79990000001:111111', SEND_INTERVAL: '1' }).then(
      () => assert.fail('it started'),
      error => error,
    );
    assert.ok(refused instanceof NotStarted);
    assert.equal(refused.code, 1);
    for (const name of ['SERVER_SECRET', 'ALLOWED_ORIGINS', 'SMS_PROVIDER', 'TEST_NUMBERS', 'SEND_INTERVAL']) {
      assert.match(refused.message, new RegExp(`- ${name} `));
    }
    assert.ok(!refused.message.includes('    at '), 'no stack trace');
  });

  it('runs in production without anything that belongs to development', async t => {
    const server = await startProcess(t, {
      HOST: '127.0.0.1',
      DATA_DIR: 'memory://',
      ALLOWED_ORIGINS: 'https://example.org',
      SERVER_SECRET: 's'.repeat(64),
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
    assert.equal((await send(server.url, '79990000001')).status, 200);
    assert.equal((await verify(server.url, '79990000001', '111111')).status, 401);
    assert.equal((await verify(server.url, '79990000001', '135790')).status, 200);
    assert.equal(await server.kill('SIGTERM'), 0);
    for (const secret of ['the-key-of-the-provider', 's'.repeat(64), '79990000001', '135790']) {
      assert.ok(!server.output().includes(secret));
    }
    assert.match(server.output(), /"level":40,[^\n]*"msg":"the database is in memory: /);
    // The log is written beside the work, and is whole when the process has ended.
    assert.match(server.output(), /"msg":"stopped"}\n$/);
  });

  it('ends at a signal while it is starting, too: by itself, as the first process of a container must', async t => {
    const silent = createServer(socket => socket.on('error', () => undefined));
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    t.after(() => new Promise(resolve => silent.close(resolve)));
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ] as const) {
      const asked = once(silent, 'connection') as Promise<[Socket]>;
      const { port } = silent.address() as AddressInfo;
      const child = spawnServer(t, {
        NODE_ENV: 'development',
        SERVER_SECRET: 's'.repeat(32),
        DATABASE_URL: `postgres://auth@127.0.0.1:${port}/auth`,
      });
      const [socket] = await asked;
      assert.equal(await child.kill(signal), code);
      socket.destroy();
    }
  });

  it('ends when it is asked to, also where nobody reads its log any more', async t => {
    const server = await startProcess(t, { NODE_ENV: 'development', DATA_DIR: 'memory://' });
    server.stopReading();
    // More than a pipe holds.
    for (let i = 0; i < 1500; i += 1) assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    assert.equal(await server.kill('SIGTERM'), 0);
  });

  it('tells a second server that the data folder is taken, and takes over from one that was killed', async t => {
    const folder = await temporaryFolder(t);
    const env = { NODE_ENV: 'development', DATA_DIR: folder };
    const first = await startProcess(t, env);
    const second = await startProcess(t, env).then(
      () => assert.fail('it started'),
      error => error,
    );
    assert.ok(second instanceof NotStarted);
    assert.match(second.message, new RegExp(`is used by another server, process ${first.pid}\\.`));
    assert.equal(await first.kill('SIGKILL'), 'SIGKILL');
    const third = await startProcess(t, env);
    assert.equal((await fetch(`${third.url}/readyz`)).status, 200);
    assert.equal(await third.kill('SIGTERM'), 0);
  });

  it('shows in development what the mock sender was given, from the beginning or from the last one seen', async t => {
    const server = await startProcess(t, { NODE_ENV: 'development', DATA_DIR: 'memory://', SMS_SENDER: 'Example' });
    const controller = new AbortController();
    await send(server.url, '79161234567');
    const events = eventsOf(server.url, controller.signal);
    const first = (await events.next()).value!;
    assert.deepEqual(Object.keys(first.sms).sort(), ['at', 'from', 'text', 'to']);
    assert.equal(first.sms.to, '79161234567');
    assert.equal(first.sms.from, 'Example');
    assert.match(first.sms.text, /\n@localhost #\d{6}$/);
    assert.ok(Math.abs(first.sms.at - Date.now()) < 60_000);
    const next = events.next();
    await send(server.url, '79161234568');
    assert.equal((await next).value!.sms.to, '79161234568');
    const resumed = (await eventsOf(server.url, controller.signal, first.id).next()).value!;
    assert.equal(resumed.sms.to, '79161234568');
    // Open streams don't hold the stop up.
    assert.equal(await server.kill('SIGTERM'), 0);
    controller.abort();
    assert.doesNotMatch(server.output(), /"level":40/);
  });
});

describe('the demo page', () => {
  it('is served with a strict policy and the right types, and nothing outside its folder', async t => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Demo</title>');
    await writeFile(join(folder, 'app.js'), 'export {};');
    await writeFile(join(folder, '.env'), 'hidden');
    await writeFile(`${folder}-secret`, 'outside');
    await symlink(`${folder}-secret`, join(folder, 'link.txt'));
    t.after(() => unlink(`${folder}-secret`));
    const server = await startProcess(t, { NODE_ENV: 'development', DATA_DIR: 'memory://', DEMO_DIR: folder });
    const page = await fetch(`${server.url}/`);
    assert.equal(await page.text(), '<!doctype html><title>Demo</title>');
    assert.equal(page.headers.get('Content-Type'), 'text/html; charset=utf-8');
    assert.equal(
      page.headers.get('Content-Security-Policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "require-trusted-types-for 'script'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    assert.equal(page.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(page.headers.get('Referrer-Policy'), 'no-referrer');
    const script = await fetch(`${server.url}/app.js`);
    assert.equal(script.headers.get('Content-Type'), 'text/javascript; charset=utf-8');
    assert.equal(await script.text(), 'export {};');
    const known = { headers: { 'If-None-Match': page.headers.get('ETag')! } };
    assert.equal((await fetch(`${server.url}/index.html`, known)).status, 304);
    assert.equal((await fetch(`${server.url}/app.js`, { method: 'HEAD' })).headers.get('Content-Length'), '10');
    const base = folder.split('/').at(-1);
    const outside = [
      `/..%2f${base}-secret`,
      `/%2e%2e/${base}-secret`,
      `/%2e%2e%2f%2e%2e%2fetc/passwd`,
      '/.env',
      '/link.txt',
      '/..%5c',
      '/%00',
      '/index.html%00.js',
      '/missing.js',
      '/%E0%A4%A',
    ];
    for (const path of outside) {
      const answer = await fetch(server.url + path);
      assert.equal(answer.status, 404, path);
      assert.equal(((await answer.json()) as { code: number }).code, 404, path);
    }
    const api = await fetch(`${server.url}/v1/session`);
    assert.equal(api.status, 401);
    assert.equal((await fetch(`${server.url}/app.js`, { method: 'POST' })).status, 404);
    await server.kill('SIGTERM');
  });
});

describe('the lock of the data folder', () => {
  it('goes to one of many who find a stale one, however it came to be stale', async t => {
    const stale = (id: string) => JSON.stringify({ id, pid: process.pid, host: hostname(), started: 'another boot' });
    for (const left of [{ 'server.lock': 'a' }, { 'server.lock': 'a', 'server.lock.after-a': 'b' }]) {
      const folder = await temporaryFolder(t);
      for (const [name, id] of Object.entries(left)) await writeFile(join(folder, name), stale(id));
      const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(folder)));
      const taken = attempts.filter(attempt => attempt.status === 'fulfilled');
      assert.equal(taken.length, 1);
      for (const attempt of attempts) {
        if (attempt.status === 'rejected') assert.ok(attempt.reason instanceof DirectoryInUse, String(attempt.reason));
      }
      await assert.rejects(lockDirectory(folder), DirectoryInUse);
      await taken[0]!.value();
      const release = await lockDirectory(folder);
      await release();
      assert.deepEqual(await readdir(folder), []);
    }
  });

  it('is not taken from a process of another machine', async t => {
    const folder = await temporaryFolder(t);
    const other = { id: 'x', pid: 1, host: 'another-machine', started: '' };
    await writeFile(join(folder, 'server.lock'), JSON.stringify(other));
    await assert.rejects(lockDirectory(folder), /process 1 on another-machine/);
  });
});
