// Serves the files in a folder, and passes calls below the paths after it on to the server that signs people in:
//   AUTH_URL=https://chat.example.com PORT=8080 node serve.mjs dist /v1
// TRUSTED_PROXIES of that server has to name the address of this one. Otherwise all people share the limits of one.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import path from 'node:path';
import { pipeline } from 'node:stream';

const { AUTH_URL = 'http://127.0.0.1:5173', HOST = '127.0.0.1', PORT = '5174' } = process.env;
const [folder = '.', ...passedOn] = process.argv.slice(2);
const root = path.resolve(folder);
const CONTENT_TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Passes a call on, with the address of its caller at the end of `X-Forwarded-For`. */
function passOn(request, response) {
  const target = new URL(AUTH_URL);
  const { headers, method, socket, url } = request;
  const forwardedFor = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const call = send(new URL(url, target), {
    method,
    headers: { ...headers, host: target.host, 'x-forwarded-for': forwardedFor },
  });
  call.on('response', answer => {
    response.writeHead(answer.statusCode, answer.headers);
    pipeline(answer, response, () => {});
  });
  call.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end(`No answer from ${target.origin}\n`);
  });
  response.on('close', () => call.destroy());
  pipeline(request, call, () => {});
}

/**
 * Returns the file to send; undefined if there is none. A path with an extension names a file, any other a page: the one
 * of that name, or else index.html, for an app with one page for all paths. Names that begin with a dot are never sent.
 */
async function findFile(pathname) {
  // `path.join` resolves every `..`, so the file is below the root.
  const name = path.join('/', pathname);
  if (name.split(path.sep).some(part => part.startsWith('.'))) return undefined;
  const candidates = path.extname(name) ? [name] : [`${name}.html`, path.join(name, 'index.html'), '/index.html'];
  for (const candidate of candidates) {
    const file = path.join(root, candidate);
    if ((await stat(file).catch(() => undefined))?.isFile()) return file;
  }
  return undefined;
}

async function serve({ method, url }, response) {
  const { pathname } = new URL(url, 'http://localhost');
  const file = method === 'GET' || method === 'HEAD' ? await findFile(decodeURIComponent(pathname)) : undefined;
  if (!file) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
  const type = CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  return pipeline(createReadStream(file), response, () => {});
}

createServer((request, response) => {
  if (passedOn.some(start => request.url.startsWith(`${start}/`))) return passOn(request, response);
  // `serve` rejects only if the address can't be parsed or decoded.
  return serve(request, response).catch(() => response.writeHead(400).end());
}).listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`));
