import { randomUUID } from 'node:crypto';
import type { Config } from '../config.js';
import { Refusal } from '../domain/refusal.js';
import type { Log } from '../log.js';
import { clientAddress, createTrust } from './address.js';
import { checkLength } from './body.js';
import type { Ctx } from './context.js';
import { createCors } from './cors.js';
import { envelope, envelopeHeaders, refusalHeaders } from './envelope.js';

/** What answers a call: the `params` of its success, or a Refusal. */
export type Handler = (c: Ctx, ip: string) => Promise<object>;

/**
 * Puts a handler behind what all calls have in common: the identifier, the caller's address, the limit of size, CORS,
 * the envelope, errors, and the log. `route` is what the log calls it: what was really asked for may hold anything.
 */
export type Endpoint = (route: string, handler: Handler) => (c: Ctx) => Promise<Response>;

/**
 * The endpoints of a server. One plain function around each call is cheaper than a chain of them.
 * @param stopped aborted when the server is to stop: a connection then carries no further call, which would be lost
 */
export function createEndpoint(config: Config, log: Log, stopped: AbortSignal): Endpoint {
  const cors = createCors(config.allowedOrigins);
  const trusted = config.trustedProxies && createTrust(config.trustedProxies);

  return (route, handler) => async c => {
    const began = performance.now();
    const id = randomUUID();
    const { method } = c.req;
    const peer = c.env?.incoming?.socket.remoteAddress ?? '';
    const forwarded = trusted && c.req.header('X-Forwarded-For');
    const ip = clientAddress(peer, forwarded, trusted);
    let status = 200;
    let params: object;
    let more: Record<string, string> | undefined;
    try {
      checkLength(c);
      params = await handler(c, ip);
    } catch (error) {
      const known = error instanceof Refusal;
      if (!known) log.error({ id, err: error }, 'request failed');
      const refusal = known ? error : new Refusal(500);
      status = refusal.code;
      params = refusal.params;
      more = refusalHeaders(refusal);
    }
    const ms = Math.round((performance.now() - began) * 10) / 10;
    log.info({ id, method, route, status, ms, ip }, 'request');
    if (stopped.aborted) more = { ...more, Connection: 'close' };
    const headers = { ...envelopeHeaders, 'X-Request-Id': id, ...cors(c.req.header('Origin')), ...more };
    return new Response(method === 'HEAD' ? null : envelope(status, params), { status, headers });
  };
}
