import type { Config } from '../config/config.js';
import type { RequestContext } from './request-context.js';

const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE';
const ALLOWED_HEADERS = 'Content-Type, Authorization, Idempotency-Key, X-Auth-Challenge, X-Auth-State, X-Auth-Device';

const LOOPBACK_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Returns the CORS headers for a response to a page of `origin`: `Vary` alone if the origin is missing or not allowed. */
export type CorsHeaders = (origin: string | undefined) => Readonly<Record<string, string>>;

const NO_ACCESS_HEADERS = { Vary: 'Origin' } as const;

/**
 * Creates the function that returns the CORS headers, for a list of allowed origins, or for all origins of this machine (`loopback`). The
 * headers don't allow credentials, because the protocol uses no cookies.
 */
export function createCors(allowedOrigins: Config['allowedOrigins']): CorsHeaders {
  const isAllowed = (origin: string) =>
    allowedOrigins === 'loopback' ? LOOPBACK_ORIGIN.test(origin) : allowedOrigins.has(origin);
  return origin =>
    origin !== undefined && isAllowed(origin)
      ? { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': 'Retry-After' }
      : NO_ACCESS_HEADERS;
}

/** The answer to a CORS preflight; undefined if the request is not one. Called for OPTIONS only. */
export function answerPreflight(c: RequestContext, cors: CorsHeaders): Response | undefined {
  if (c.req.header('Access-Control-Request-Method') === undefined) return undefined;
  const corsHeaders = cors(c.req.header('Origin'));
  const headers: Record<string, string> = { ...corsHeaders, 'Cache-Control': 'no-store' };
  if (!('Access-Control-Allow-Origin' in corsHeaders)) return c.body(null, 204, headers);
  return c.body(null, 204, {
    ...headers,
    'Access-Control-Allow-Methods': ALLOWED_METHODS,
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': '600',
  });
}
