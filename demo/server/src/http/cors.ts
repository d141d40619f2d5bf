import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config.js';
import type { Env } from './context.js';

/** Methods and headers that pages of allowed origins may use. */
const allowMethods = 'GET, POST, PUT, PATCH, DELETE';
const allowHeaders = 'Content-Type, Authorization, Idempotency-Key';

const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** CORS by an allow-list. Without credentials: there are no cookies. An origin that is not listed gets no header. */
export function cors(allowed: Config['allowedOrigins']): MiddlewareHandler<Env> {
  const isAllowed = (origin: string) => (allowed === 'loopback' ? loopback.test(origin) : allowed.has(origin));
  return async (c, next) => {
    const origin = c.req.header('Origin');
    const known = origin !== undefined && isAllowed(origin);
    c.header('Vary', 'Origin');
    if (known) {
      c.header('Access-Control-Allow-Origin', origin);
      c.header('Access-Control-Expose-Headers', 'Retry-After');
    }
    if (c.req.method !== 'OPTIONS' || c.req.header('Access-Control-Request-Method') === undefined) return next();
    if (known) {
      c.header('Access-Control-Allow-Methods', allowMethods);
      c.header('Access-Control-Allow-Headers', allowHeaders);
      c.header('Access-Control-Max-Age', '600');
    }
    return c.body(null, 204);
  };
}
