import type { Config } from '../config.js';
import type { Ctx } from './context.js';

/** Methods and headers that pages of allowed origins may use. */
const allowMethods = 'GET, POST, PUT, PATCH, DELETE';
const allowHeaders = 'Content-Type, Authorization, Idempotency-Key';

const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Headers of an answer to a page of this origin. An origin that is not listed gets none that would let it read. */
export type CorsHeaders = (origin: string | undefined) => Readonly<Record<string, string>>;

const strangers = { Vary: 'Origin' } as const;

/** CORS by an allow-list. Without credentials: there are no cookies. */
export function createCors(allowed: Config['allowedOrigins']): CorsHeaders {
  const isAllowed = (origin: string) => (allowed === 'loopback' ? loopback.test(origin) : allowed.has(origin));
  return origin =>
    origin !== undefined && isAllowed(origin)
      ? { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' }
      : strangers;
}

/** The answer to a browser that asks before it calls; undefined where a request is no such question. */
export function preflight(c: Ctx, cors: CorsHeaders): Response | undefined {
  if (c.req.header('Access-Control-Request-Method') === undefined) return undefined;
  const allowed = cors(c.req.header('Origin'));
  const headers: Record<string, string> = { ...allowed, 'Cache-Control': 'no-store' };
  if (!('Access-Control-Allow-Origin' in allowed)) return c.body(null, 204, headers);
  return c.body(null, 204, {
    ...headers,
    'Access-Control-Allow-Methods': allowMethods,
    'Access-Control-Allow-Headers': allowHeaders,
    'Access-Control-Max-Age': '600',
  });
}
