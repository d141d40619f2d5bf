// An app in production: its own server, which passes /v1 on to the reference server.
import { spawn } from 'node:child_process';
import { createServer, request as sendRequest } from 'node:http';
import path from 'node:path';
import { startDemoServer } from '../../e2e/support/demo-server.mjs';
import { listen } from '../../e2e/support/listen.mjs';
import { root } from './package.mjs';
import { withNode } from './run.mjs';

/** What the examples that are plain files start with `npm start`. */
const STATIC_SERVER = path.join(root, 'examples/shared/serve.mjs');

/**
 * A proxy before a server, which adds headers to its answers and tells it the protocol.
 * @param {string} origin
 * @param {Record<string, string>} headers
 */
const addHeaders = (origin, headers) =>
  listen(
    createServer((request, response) => {
      const { url = '/', method } = request;
      const forwarded = sendRequest(
        new URL(url, origin),
        { method, headers: { ...request.headers, 'x-forwarded-proto': 'http' } },
        answer => {
          response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...headers });
          answer.pipe(response);
        },
      );
      forwarded.on('error', () => response.writeHead(502).end());
      response.on('close', () => forwarded.destroy());
      request.pipe(forwarded);
    }),
  );

async function findFreeAddress() {
  const probe = await listen(createServer());
  await probe.close();
  return probe.url;
}

/**
 * Starts the app's own server, and waits until it answers.
 * @param {import('./install.mjs').App} app
 * @param {string[]} command run in the folder of the app, with HOST and PORT in the environment
 * @param {string} url its address
 * @param {{ authUrl: string, origin: string }} addresses of the server that signs people in, and the origin of the app's pages
 */
async function startAppServer(app, command, url, { authUrl, origin }) {
  const env = {
    ...process.env,
    ...withNode(app.node),
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    PROTOCOL_HEADER: 'x-forwarded-proto', // for SvelteKit, which takes its own address for https otherwise
    AUTH_URL: authUrl,
    ORIGINS: origin,
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
 * @property {string[]} [command] arguments of Node that start the app's own server
 * @property {Record<string, string>} [headers] added to all answers, by a proxy
 * @property {Record<string, string>} [settings] settings of the reference server
 */

/**
 * @param {import('./install.mjs').App} app
 * @param {ServeOptions} options
 */
export async function serveApp(app, { files = '.', command = [STATIC_SERVER, files, '/v1'], headers, settings = {} }) {
  const demo = await startDemoServer({ DEMO_DIR: app.folder, ...settings });
  const url = await findFreeAddress();
  const front = headers && (await addHeaders(url, headers));
  const server = await startAppServer(app, command, url, { authUrl: demo.url, origin: front?.url ?? url });
  return {
    url: front?.url ?? url,
    demo,
    /** The output of the app's own server. */
    output: server.output,
    close: async () => {
      await front?.close();
      await server.close();
      await demo.close();
    },
  };
}
