import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import type { CorsHeaders } from './cors.js';
import type { HonoEnv } from './request-context.js';

/** Content types by file extension. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
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

/** The Content-Security-Policy of the demo's pages. It's strict, because the widget must work under such a policy. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  // The playground has a second tab beside it: the same page in a frame.
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ');

interface FoundFile {
  readonly path: string;
  readonly size: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly mtime: number;
}

/**
 * Finds the file below `root` for a URL path, or its `index.html` for a path that ends with a slash. Resolves to undefined if
 * there is none.
 */
async function findFile(root: string, urlPath: string): Promise<FoundFile | undefined> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(urlPath);
  } catch {
    return undefined;
  }
  // The pattern matches every name that begins with a dot: hidden files and `..`. On Windows, a backslash separates names, too.
  if (decoded.includes('\0') || decoded.includes('\\') || /\/\./.test(decoded)) return undefined;
  try {
    // realpath() resolves symbolic links, so a link to a file outside the folder fails the check below.
    const path = await realpath(join(root, decoded.endsWith('/') ? `${decoded}index.html` : decoded));
    if (!path.startsWith(root + sep)) return undefined;
    const stats = await stat(path);
    return stats.isFile() ? { path, size: stats.size, mtime: stats.mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Serves the built page in the folder `directory`. Answers GET and HEAD for the files in it; other requests go on to the next
 * handler. The answers have CORS headers, because browsers load a module from another origin only with CORS: a page that may call
 * the API may also load the files.
 */
export function serveStatic(directory: string, cors: CorsHeaders): MiddlewareHandler<HonoEnv> {
  // If the folder doesn't exist, this is undefined, and every request goes on to the next handler.
  const rootPromise = realpath(directory).catch(() => undefined);
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const root = await rootPromise;
    const file = root === undefined ? undefined : await findFile(root, c.req.path);
    if (!file) return next();
    const extension = extname(file.path).toLowerCase();
    const etag = `W/"${file.size.toString(36)}-${Math.floor(file.mtime).toString(36)}"`;
    for (const [name, value] of Object.entries(cors(c.req.header('Origin')))) c.header(name, value);
    c.header('Content-Type', CONTENT_TYPES[extension] ?? 'application/octet-stream');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-cache');
    c.header('ETag', etag);
    if (extension === '.html') c.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    if (c.req.header('If-None-Match') === etag) return c.body(null, 304);
    c.header('Content-Length', String(file.size));
    if (c.req.method === 'HEAD') return c.body(null);
    return c.body(Readable.toWeb(createReadStream(file.path)) as ReadableStream);
  };
}
