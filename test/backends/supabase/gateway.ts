// The parts of a Supabase project's gateway that the tests need: the paths, the key, and an API that accepts the Auth server's
// tokens as PostgREST does. Also a site on another origin, which signs in there.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as callServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { JWT_SECRET } from './auth-server.js';

export const PROJECT_KEY = 'sb_publishable_of_the_tests';

async function listen(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The claims of a token that the Auth server has signed, and that has not expired; undefined for any other. */
function readToken(authorization = ''): { sub: string } | undefined {
  const [head, body, signature] = authorization.replace(/^Bearer /, '').split('.');
  if (!head || !body || !signature) return undefined;
  const mac = createHmac('sha256', JWT_SECRET).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== mac.length || !timingSafeEqual(mac, given)) return undefined;
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as { sub: string; exp: number };
  return claims.exp * 1000 > Date.now() ? claims : undefined;
}

/** Starts the gateway before an Auth server. */
export function startGateway(authUrl: string) {
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers, url = '/' } = request;
    // A preflight has none of the page's headers, so the server behind the gateway answers it.
    if (method !== 'OPTIONS' && headers.apikey !== PROJECT_KEY)
      return response.writeHead(401).end('{"message":"No API key found in request"}');
    if (url.startsWith('/rest/v1/')) {
      const claims = readToken(headers.authorization);
      const rows = claims ? [{ user_id: claims.sub }] : [];
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
    }
    const target = authUrl + url.replace(/^\/auth\/v1/, '');
    const forwarded = callServer(target, { method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    return request.pipe(forwarded);
  };
  return listen(createServer((request, response) => void respond(request, response)));
}

/**
 * Starts a site with a page for signing in.
 * @param builtFiles the folder with the one-file build and the adapters
 */
export function startSite(builtFiles: string, gatewayUrl: string) {
  const project = `export const PROJECT_URL = '${gatewayUrl}';\nexport const PROJECT_KEY = '${PROJECT_KEY}';\n`;
  const pages = path.join(import.meta.dirname, 'page');
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src ${gatewayUrl}; require-trusted-types-for 'script'; trusted-types lit-html`;
  const respond = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = pathname === '/' ? 'index.html' : path.normalize(pathname).slice(1);
    const folder = name === 'index.html' || name === 'sign-in.js' ? pages : builtFiles;
    const content = name === 'project.js' ? project : await readFile(path.join(folder, name)).catch(() => undefined);
    if (content === undefined) return response.writeHead(404).end();
    const type = name.endsWith('.html') ? 'text/html' : 'text/javascript';
    return response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(content);
  };
  return listen(createServer((request, response) => void respond(request, response)));
}
