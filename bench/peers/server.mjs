// Serves the pages and answers the calls of the peers, on the loopback interface alone: the browser maps every other host to it.
//
//   /p/<id>/…      the files of a page
//   /mock/<id>/…   answered by pages/<id>/mock.mjs, except OPTIONS
//   /blank.html    an empty page
//   ?strict        on a page: with the strict Content-Security-Policy
//
// A call to another host is answered by the mock of the page that names it in `hosts`. If there is none, or if it doesn't know the path,
// elsewhere() answers.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { PAGES } from './build.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};
const STRICT = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'connect-src': "'self'",
  'img-src': 'data:',
};

/** @param {Buffer} file */
export const brotli = file =>
  brotliCompressSync(file, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: file.length },
  });

/** Returns the strict Content-Security-Policy, with the sources that build.mjs has added and the hosts that a page calls. */
function policyOf({ policy = {}, hosts = {} }) {
  /** @type {Record<string, string>} */
  const all = { ...STRICT };
  const add = (/** @type {string} */ directive, /** @type {string} */ source) =>
    (all[directive] = `${all[directive] ?? ''} ${source}`);
  for (const [directive, sources] of Object.entries(policy)) add(directive, sources);
  for (const [host, directive] of Object.entries(hosts)) add(directive, `https://${host}`);
  return Object.entries(all)
    .map(entry => entry.join(' '))
    .join('; ');
}

/** Returns a self-signed certificate, which openssl creates once. The browser runs with `--ignore-certificate-errors`. */
function certificate() {
  const folder = path.join(PAGES, '.certificate');
  const [key, cert] = ['key.pem', 'cert.pem'].map(name => path.join(folder, name));
  if (!existsSync(cert ?? '')) {
    mkdirSync(folder, { recursive: true });
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '365', '-subj', '/CN=bench.invalid'];
    execFileSync('openssl', [...request, '-keyout', key ?? '', '-out', cert ?? ''], { stdio: 'ignore' });
  }
  return { key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') };
}

/**
 * Answers what peers load from other hosts if no mock does: a style sheet of Google Fonts without fonts, an empty picture, or `{}`.
 * @param {string} host
 * @param {string} file
 */
function elsewhere(host, file) {
  if (host === 'fonts.googleapis.com') return { headers: { 'content-type': 'text/css' }, body: '' };
  if (!/\.(?:png|svg|jpe?g|webp)$/.test(file)) return { body: {} };
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>';
  return { headers: { 'content-type': 'image/svg+xml' }, body };
}

/**
 * A string as `body` is sent as it is, anything else as JSON. A mock gets the path after `/mock/<id>`, or the whole path of another host, and
 * returns undefined if it doesn't know it.
 * @typedef {{ status?: number, headers?: Record<string, string>, body: unknown }} Answer
 * @typedef {(request: { method: string, path: string, query: URLSearchParams, origin: string }) => Answer | undefined} Mock
 */

/** @param {import('./contestants.mjs').Contestant[]} contestants */
export async function serve(contestants) {
  /** @type {Map<string, Mock>} */
  const mocks = new Map();
  for (const { id, hosts = {} } of contestants) {
    const file = path.join(here, 'pages', id, 'mock.mjs');
    if (!existsSync(file)) continue;
    const { default: mock } = await import(pathToFileURL(file).href);
    for (const name of [id, ...Object.keys(hosts)]) mocks.set(name, mock);
  }
  const policies = new Map(contestants.map(contestant => [contestant.id, policyOf(contestant)]));
  /**
   * Cached by host and path, so that compressing takes no time from what is measured. A mock must therefore always return the same text for
   * a path if it has over 1,000 bytes: shorter ones aren't compressed.
   * @type {Map<string, Buffer>}
   */
  const compressed = new Map();
  const compress = (/** @type {string} */ key, /** @type {Buffer} */ body) => {
    const known = compressed.get(key) ?? brotli(body);
    compressed.set(key, known);
    return known;
  };
  let origin = '';

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  function respond(request, response) {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const url = new URL(request.url ?? '/', `http://${host}`);
    const send = (
      /** @type {number} */ status,
      /** @type {Record<string, string>} */ headers,
      /** @type {Buffer} */ body,
    ) => {
      const text = /text|json|javascript|svg/.test(headers['content-type'] ?? '') && body.length > 1000;
      const sent = text ? compress(`${host}${url.pathname}`, body) : body;
      response.writeHead(status, {
        'cache-control': 'no-store',
        'access-control-allow-origin': request.headers.origin ?? '*',
        'access-control-allow-credentials': 'true',
        'content-length': sent.length,
        ...(text && { 'content-encoding': 'br' }),
        ...headers,
      });
      response.end(sent);
    };
    const answer = (/** @type {Answer | undefined} */ found) => {
      const { status = 200, headers = {}, body } = found ?? { status: 404, body: {} };
      const type = typeof body === 'string' ? 'text/plain' : 'application/json';
      send(
        status,
        { 'content-type': type, ...headers },
        Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      );
    };
    const call = { method: request.method ?? 'GET', query: url.searchParams, origin };

    const sendPage = (/** @type {string} */ id, /** @type {string} */ rest) => {
      const file = path.join(PAGES, id, rest.endsWith('/') ? `${rest}index.html` : rest);
      if (!file.startsWith(PAGES) || !existsSync(file) || !statSync(file).isFile()) {
        answer(undefined);
        return;
      }
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
      const isStrict = type.startsWith('text/html') && url.searchParams.has('strict');
      const headers = { 'content-type': type, ...(isStrict && { 'content-security-policy': policies.get(id) ?? '' }) };
      send(200, headers, readFileSync(file));
    };
    const [, kind, id = '', rest = '/'] = /^\/(p|mock)\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? [];

    if (request.method === 'OPTIONS') {
      const allowed = request.headers['access-control-request-headers'] ?? '*';
      response.setHeader('access-control-allow-methods', '*, PUT, PATCH, DELETE');
      response.setHeader('access-control-allow-headers', allowed);
      send(204, {}, Buffer.alloc(0));
    } else if (host !== '127.0.0.1')
      answer(mocks.get(host)?.({ ...call, path: url.pathname }) ?? elsewhere(host, url.pathname));
    else if (url.pathname === '/favicon.ico') send(204, {}, Buffer.alloc(0));
    else if (url.pathname === '/blank.html')
      send(200, { 'content-type': 'text/html' }, Buffer.from('<!doctype html><title>Blank</title>'));
    else if (kind === 'mock') answer(mocks.get(id)?.({ ...call, path: rest }));
    else if (kind === 'p') sendPage(id, rest);
    else answer(undefined);
  }

  const servers = [createServer(respond), createSecureServer(certificate(), respond)];
  for (const server of servers) await new Promise(done => server.listen(0, '127.0.0.1', () => done(undefined)));
  const [port = 0, securePort = 0] = servers.map(
    server => /** @type {import('node:net').AddressInfo} */ (server.address()).port,
  );
  origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    /** With them, a browser asks this server for every host. */
    flags: [
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP *:443 127.0.0.1:${securePort}, MAP *:80 127.0.0.1:${port}, EXCLUDE 127.0.0.1`,
    ],
    close: () => Promise.all(servers.map(server => new Promise(done => server.close(done).closeAllConnections()))),
  };
}
