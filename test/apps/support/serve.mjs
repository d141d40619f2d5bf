// One origin for an app and the reference server, which answers paths below /v1/ and /demo/. The app answers all others.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, request as sendRequest } from 'node:http';
import path from 'node:path';
import { startDemoServer } from '../../e2e/support/demo-server.mjs';
import { listen } from '../../e2e/support/listen.mjs';
import { withNode } from './run.mjs';

/** @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} Handler */

const CONTENT_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** @param {string} origin @returns {Handler} */
const forwardTo = origin => (request, response) => {
  const { url = '/', method, headers } = request;
  const forwarded = sendRequest(new URL(url, origin), { method, headers }, answer => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forwarded.on('error', () => response.writeHead(502).end());
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
};

/**
 * Serves the files of a folder. Paths without an extension get index.html, as the routers of single-page apps expect.
 * @param {string} folder
 * @param {Record<string, string>} headers
 * @returns {Handler}
 */
const serveFiles = (folder, headers) => (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const isFile = path.extname(pathname) !== '';
  const name = isFile ? path.normalize(pathname) : 'index.html';
  readFile(path.join(folder, name)).then(
    content => {
      const type = CONTENT_TYPES[path.extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, ...headers }).end(content);
    },
    () => response.writeHead(404).end(),
  );
};

/**
 * Starts the app's own server on a free port, and waits until it answers.
 * @param {import('./install.mjs').App} app
 * @param {string[]} command arguments of Node, run in the folder of the app, with HOST and PORT in the environment
 */
async function startAppServer(app, command) {
  const probe = await listen(createServer());
  const { url } = probe;
  await probe.close();
  const env = {
    ...process.env,
    ...withNode(app.node),
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    NODE_ENV: 'production',
  };
  const child = spawn(app.node, command, { cwd: app.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (output += String(data)));
  const exited = new Promise(resolve => child.once('exit', resolve));
  for (const end = Date.now() + 60_000; ;) {
    const isUp = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null || Date.now() > end) {
      child.kill();
      throw new Error(`The app's server does not answer:\n${output}`);
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return {
    url,
    output: () => output,
    close: async () => {
      child.kill();
      await exited;
    },
  };
}

/**
 * @typedef {object} ServeOptions one of `files` and `command`
 * @property {string} [files] folder of the app that holds its built files
 * @property {Record<string, string>} [headers] headers sent with these files
 * @property {string[]} [command] arguments of Node that start the app's own server
 * @property {Record<string, string>} [settings] settings of the reference server
 */

/**
 * @param {import('./install.mjs').App} app
 * @param {ServeOptions} options
 */
export async function serveApp(app, { files, headers = {}, command, settings = {} }) {
  const demo = await startDemoServer({ DEMO_DIR: app.folder, ...settings });
  const server = command ? await startAppServer(app, command) : undefined;
  const toDemo = forwardTo(demo.url);
  const toApp = server ? forwardTo(server.url) : serveFiles(path.join(app.folder, files ?? '.'), headers);
  const front = await listen(
    createServer((request, response) => {
      (/^\/(?:v1|demo)\//.test(request.url ?? '') ? toDemo : toApp)(request, response);
    }),
  );
  return {
    url: front.url,
    demo,
    /** The output of the app's own server. */
    output: () => server?.output() ?? '',
    close: async () => {
      await front.close();
      await server?.close();
      await demo.close();
    },
  };
}
