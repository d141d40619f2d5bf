import { randomUUID } from 'node:crypto';
import type { Alarms } from '../common/alarms.js';
import { logRequest, type Log } from '../common/log.js';
import type { Metrics } from '../common/metrics.js';
import type { Config } from '../config/config.js';
import { Refusal } from '../common/refusal.js';
import { createAddressReader } from './address.js';
import { checkContentLength } from './body.js';
import { createCors } from './cors.js';
import { envelope, ENVELOPE_HEADERS, refusalHeaders } from './envelope.js';
import type { RequestContext } from './request-context.js';

/**
 * Handles a call. `ip` is what limits count: an IPv4 address, the /64 of an IPv6 address, or `unknown`. Resolves to the `params` of
 * the answer, or rejects with a Refusal. Any other error becomes a 500.
 */
export type Handler = (c: RequestContext, ip: string) => Promise<object>;

/**
 * Wraps a handler in what the calls of the API have in common: request id, address of the caller, `Content-Length`, CORS, envelope,
 * errors, metrics, alarms and log. `route` is the name of the call in the log.
 */
export type WrapHandler = (route: string, handler: Handler) => (c: RequestContext) => Promise<Response>;

/** What the wrapper reports each call to. */
export interface CallObservers {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly alarms: Alarms;
}

/**
 * Whether many callers share the limit that has refused a call. That of one number, login, account, session or token isn't shared: its
 * name has a comma and that word (`no live code, number`). People reach some of those every day. The only 503 with a limit is that of an
 * overloaded process.
 */
const isSharedLimit = ({ status, params, limit }: Refusal) =>
  limit !== undefined &&
  (status === 503 || params.what === 'ip' || params.what === 'day') &&
  !/, (?:number|login|account|session|token)\b/.test(limit);

/**
 * Creates the wrapper of the handlers. One function is faster than a chain of Hono middleware.
 * @param stopping aborted when the server shuts down. From then on, each answer closes its connection, because another call on
 *   it would be lost.
 */
export function createHandlerWrapper(
  config: Config,
  { log, metrics, alarms }: CallObservers,
  stopping: AbortSignal,
): WrapHandler {
  const cors = createCors(config.allowedOrigins);
  const { addressOf } = createAddressReader(config.trustedProxies);

  return (route, handler) => async c => {
    const startedAt = performance.now();
    const id = randomUUID();
    const { method } = c.req;
    // Without a socket, as with app.request() in a test, there is no `env`.
    const bindings = c.env as RequestContext['env'] | undefined;
    const peer = bindings?.incoming?.socket.remoteAddress ?? '';
    const ip = addressOf(peer, c.req.header('X-Forwarded-For'));
    let status = 200;
    let params: object;
    let extraHeaders: Record<string, string> | undefined;
    let refused: { readonly what?: string | undefined; readonly limit?: string | undefined } = {};
    try {
      checkContentLength(c);
      params = await handler(c, ip);
    } catch (error) {
      const isRefusal = error instanceof Refusal;
      if (!isRefusal) log.error({ id, err: error }, 'request failed');
      else if (error.cause !== undefined) log.error({ id, err: error.cause }, 'the database is down');
      const refusal = isRefusal ? error : new Refusal(500);
      status = refusal.status;
      params = refusal.params;
      refused = { what: refusal.params.what, limit: refusal.limit };
      metrics.refusal(route, refusal.params.what ?? '', refusal.limit ?? '');
      if (isSharedLimit(refusal)) alarms.limitReached(refusal.limit!);
      extraHeaders = refusalHeaders(refusal);
    }
    const duration = performance.now() - startedAt;
    metrics.request(method, route, status, duration / 1000);
    const ms = Math.round(duration * 10) / 10;
    logRequest(log, { id, method, route, status, ...refused, ms, ip });
    if (stopping.aborted) extraHeaders = { ...extraHeaders, Connection: 'close' };
    const headers = { ...ENVELOPE_HEADERS, 'X-Request-Id': id, ...cors(c.req.header('Origin')), ...extraHeaders };
    return new Response(method === 'HEAD' ? null : envelope(status, params), { status, headers });
  };
}
