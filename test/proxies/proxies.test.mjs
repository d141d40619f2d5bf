// The configurations of examples/proxies/, each run by its program before the reference server: docs/proxy.md. A program that is
// missing is skipped, by its name.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';
import { findOnPath } from '../../scripts/engines/find-engines.mjs';
import { startDemoServer } from '../e2e/support/demo-server.mjs';
import { listen } from '../e2e/support/listen.mjs';

register();
const { RestBackend } = await import('../../src/client/calls/rest-backend.js');

const readConfig = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../examples/proxies/${name}`, import.meta.url), 'utf8');

/** @param {string} text @param {Record<string, string>} changes each of which is there once */
function replaceIn(text, changes) {
  for (const [found, replacement] of Object.entries(changes)) {
    assert.equal(text.split(found).length, 2, found);
    text = text.replace(found, () => replacement);
  }
  return text;
}

/**
 * How a program is started: the configuration that it gets, and its arguments.
 * @typedef {{ folder: string, port: string, root: string, upstream: string }} Place
 * @type {Record<string, { config: (place: Place) => string, args: (file: string, place: Place) => string[] }>}
 */
const PROGRAMS = {
  nginx: {
    config: ({ folder, port, root, upstream }) => `daemon off;
pid ${folder}/pid;
error_log stderr;
events {}
http {
access_log off;
types { text/html html; }
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join('\n')}
${replaceIn(readConfig('nginx.conf'), { 'listen 80': `listen 127.0.0.1:${port}`, '/srv/my-app': root, '127.0.0.1:5173': upstream })}
}`,
    args: (file, { folder }) => ['-c', file, '-p', folder, '-e', 'stderr'],
  },
  caddy: {
    config: ({ port, root, upstream }) =>
      `{\n\tadmin off\n}\n${replaceIn(readConfig('Caddyfile'), { 'example.com': `http://127.0.0.1:${port}`, '/srv/my-app': root, '127.0.0.1:5173': upstream })}`,
    args: file => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
};

const demo = await startDemoServer({ DEMO_DIR: fileURLToPath(new URL('../../examples/html/public', import.meta.url)) });
after(() => demo.close());

/** Before the reference server: keeps the headers of the last call. */
async function startUpstream() {
  const upstream = { headers: /** @type {import('node:http').IncomingHttpHeaders} */ ({}) };
  const server = createServer((request, response) => {
    upstream.headers = request.headers;
    const { url = '/', method, headers } = request;
    const forwarded = sendRequest(new URL(url, demo.url), { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  return Object.assign(upstream, await listen(server));
}

/** @param {string} name @param {import('node:test').TestContext} t @param {string} upstream */
async function startProxy(name, t, upstream) {
  const folder = mkdtempSync(path.join(tmpdir(), 'auth-proxy-'));
  const root = path.join(folder, 'app');
  mkdirSync(root);
  chmodSync(folder, 0o755); // nginx reads files as another user
  writeFileSync(path.join(root, 'index.html'), '<title>The app</title>');
  const probe = await listen(createServer());
  await probe.close();
  const place = { folder, port: new URL(probe.url).port, root, upstream: new URL(upstream).host };
  const { config, args } = /** @type {(typeof PROGRAMS)[string]} */ (PROGRAMS[name]);
  const file = path.join(folder, 'config');
  writeFileSync(file, config(place));
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(name, args(file, place), { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += String(data)));
  const exited = new Promise(resolve => child.once('exit', resolve));
  t.after(async () => {
    child.kill();
    await exited;
    rmSync(folder, { recursive: true });
  });
  for (const end = Date.now() + 20_000; !(await fetch(probe.url).catch(() => undefined));) {
    assert.ok(child.exitCode === null && Date.now() < end, output);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return probe.url;
}

for (const name of Object.keys(PROGRAMS)) {
  const skip = findOnPath(name) === undefined && `${name} is not on the PATH`;
  test(`${name}: pages of the app, and calls that reach the server as they were sent`, { skip }, async t => {
    const upstream = await startUpstream();
    t.after(() => upstream.close());
    const url = await startProxy(name, t, upstream.url);
    for (const page of ['/', '/account'])
      assert.equal(await (await fetch(url + page)).text(), '<title>The app</title>', page);

    const backend = new RestBackend(url);
    const { token = '', user } = await backend.login(`person-${name}`, 'correct horse', {});
    assert.deepEqual((await backend.getSession(token, {})).user, user);

    const refused = await fetch(`${url}/v1/session`, {
      headers: { Authorization: 'Bearer void', 'X-Forwarded-For': '203.0.113.9' },
    });
    assert.equal(refused.status, 401);
    assert.equal((await refused.json()).code, 401);
    assert.equal(upstream.headers['x-forwarded-for'], '127.0.0.1', 'nobody can invent an address');

    const unknown = await fetch(`${url}/v1/nothing`);
    assert.equal(unknown.status, 404);
    assert.doesNotMatch(await unknown.text(), /The app/, 'a wrong call is not answered with a page');

    const askForCode = () =>
      fetch(`${url}/v1/creds/tel`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ tel: '79161234567', op: 'add' }),
      });
    await askForCode();
    const again = await askForCode();
    assert.equal(again.status, 429);
    assert.ok(Number(again.headers.get('retry-after')) > 0);
  });
}
