import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import type { Env } from './context.js';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** What a page of the demo may do. The widget must work under it. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "require-trusted-types-for 'script'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The file under `root` that a path asks for; a folder's is its index.html. undefined where there is none. */
async function findFile(
  root: string,
  path: string,
): Promise<{ file: string; size: number; changed: number } | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  // Hidden files are nobody's business, and with them goes every `..`.
  if (decoded.includes('\0') || decoded.includes('\\') || /\/\./.test(decoded)) return undefined;
  const asked = join(root, decoded.endsWith('/') ? `${decoded}index.html` : decoded);
  try {
    // Links are followed before the check, so that none leads out of the folder.
    const file = await realpath(asked);
    if (!file.startsWith(root + sep)) return undefined;
    const found = await stat(file);
    return found.isFile() ? { file, size: found.size, changed: found.mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}

/** Serves a built page from folder `directory`. Passes on what it does not have. */
export function servePage(directory: string): MiddlewareHandler<Env> {
  const root = realpath(directory);
  // Awaited with each request: a folder that is missing makes every answer a 404, and must not end the process.
  root.catch(() => undefined);
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const base = await root.catch(() => undefined);
    const found = base === undefined ? undefined : await findFile(base, c.req.path);
    if (!found) return next();
    const extension = extname(found.file).toLowerCase();
    const etag = `W/"${found.size.toString(36)}-${Math.floor(found.changed).toString(36)}"`;
    c.header('Content-Type', types[extension] ?? 'application/octet-stream');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-cache');
    c.header('ETag', etag);
    if (extension === '.html') c.header('Content-Security-Policy', contentSecurityPolicy);
    if (c.req.header('If-None-Match') === etag) return c.body(null, 304);
    c.header('Content-Length', String(found.size));
    if (c.req.method === 'HEAD') return c.body(null);
    return c.body(Readable.toWeb(createReadStream(found.file)) as ReadableStream);
  };
}
