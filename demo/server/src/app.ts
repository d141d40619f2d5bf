import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Config } from './config.js';
import { createMacs } from './crypto.js';
import type { Database } from './db/database.js';
import { createPasswordSignIn } from './domain/passwords.js';
import { KeyedQueue } from './domain/queue.js';
import { Refusal } from './domain/refusal.js';
import { createSendCode } from './domain/send-code.js';
import { createSessions } from './domain/sessions.js';
import { createVerifyCode } from './domain/verify-code.js';
import { clientAddress } from './http/address.js';
import { createApi } from './http/api.js';
import { checkLength } from './http/body.js';
import type { Env } from './http/context.js';
import { cors } from './http/cors.js';
import { smsStream } from './http/dev-sms.js';
import { failure, success } from './http/envelope.js';
import { createHealth } from './http/health.js';
import { openApiDocument } from './http/openapi.js';
import { servePage } from './http/static.js';
import type { Log } from './log.js';
import { MockProvider } from './sms/mock.js';
import { createOutbox } from './sms/outbox.js';
import type { SmsProvider } from './sms/provider.js';

/** What the server needs. */
export interface AppDeps {
  readonly config: Config;
  /** Keys of the MACs. */
  readonly secret: string;
  readonly db: Database;
  readonly sms: SmsProvider;
  readonly log: Log;
  /** Aborted when the server is to stop: it is no longer ready, and streams end. */
  readonly stopped: AbortSignal;
}

/** The server as a Hono app. Opens nothing by itself: a socket or a test calls its `fetch`. */
export function createApp({ config, secret, db, sms, log, stopped }: AppDeps): Hono<Env> {
  const macs = createMacs(secret);
  const domain = {
    sendCode: createSendCode(config, db, macs, new KeyedQueue(), createOutbox(config.sms, sms, log)),
    verifyCode: createVerifyCode(config, db, macs, new KeyedQueue()),
    signIn: createPasswordSignIn(config, db, macs, new KeyedQueue()),
    sessions: createSessions(db, config),
  };
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const began = performance.now();
    const id = randomUUID();
    const peer = c.env?.incoming?.socket.remoteAddress ?? '';
    const ip = clientAddress(peer, c.req.header('X-Forwarded-For'), config.trustedProxies);
    c.set('requestId', id);
    c.set('ip', ip);
    c.header('X-Request-Id', id);
    await next();
    // The path is the route's own: what was really asked for may hold anything.
    const route = c.req.routePath === '/*' ? '(none)' : c.req.routePath;
    const ms = Math.round((performance.now() - began) * 10) / 10;
    log.info({ id, method: c.req.method, route, status: c.res.status, ms, ip }, 'request');
  });
  app.use(cors(config.allowedOrigins));
  app.use('/v1/*', (c, next) => {
    checkLength(c);
    return next();
  });

  app.onError((error, c) => {
    if (error instanceof Refusal) return failure(c, error);
    log.error({ id: c.var.requestId, err: error }, 'request failed');
    return failure(c, new Refusal(500));
  });
  app.notFound(c => failure(c, new Refusal(404)));

  app.route('/v1', createApi(domain, { sendInterval: config.sendInterval, language: config.sms.language }));
  const health = createHealth(db, stopped);
  app.get('/healthz', c => success(c, {}));
  app.get('/readyz', async c => ((await health()) ? success(c, {}) : failure(c, new Refusal(503))));
  const document = JSON.stringify(openApiDocument());
  app.get('/openapi.json', c => c.body(document, 200, { 'Content-Type': 'application/json; charset=utf-8' }));
  if (config.development && sms instanceof MockProvider) app.get('/dev/sms', smsStream(sms, stopped));
  if (config.demoDir !== undefined) app.use(servePage(config.demoDir));
  return app;
}
