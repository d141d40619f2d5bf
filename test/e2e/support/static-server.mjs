// A server of the test site's files, without the API. Its origin is not that of the reference server: tests use it as a site with
// the widget whose sign-in server is elsewhere, and as a CDN.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from './listen.mjs';
import { buildTestSite } from './test-site.mjs';

const CONTENT_TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml' };

/**
 * Starts the server on a free port of the loopback interface.
 * @param {Record<string, string>} headers sent with every file
 */
export async function startStaticServer(headers = {}) {
  const site = await buildTestSite();
  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  const respond = async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      const content = await readFile(path.join(site, path.normalize(pathname)));
      const type = CONTENT_TYPES[path.extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, ...headers }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  };
  return listen(createServer((request, response) => void respond(request, response)));
}
