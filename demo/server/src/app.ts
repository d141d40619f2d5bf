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
import { createApi } from './http/api.js';
import type { Env } from './http/context.js';
import { createCors, preflight } from './http/cors.js';
import { smsStream } from './http/dev-sms.js';
import { createEndpoint } from './http/endpoint.js';
import { envelope, envelopeHeaders } from './http/envelope.js';
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
  const endpoint = createEndpoint(config, log, stopped);
  const api = createApi(domain, { sendInterval: config.sendInterval, language: config.sms.language });
  const isReady = createHealth(db, stopped);
  const app = new Hono<Env>();

  const cors = createCors(config.allowedOrigins);
  app.options('*', async (c, next) => preflight(c, cors) ?? next());
  for (const [path, handlers] of Object.entries(api)) {
    for (const [method, handler] of Object.entries(handlers)) app.on(method, path, endpoint(path, handler));
    const refuse = async () => Promise.reject(new Refusal(405, {}, Object.keys(handlers).join(', ')));
    app.all(path, endpoint(path, refuse));
  }
  app.get(
    '/healthz',
    endpoint('/healthz', async () => ({})),
  );
  app.get(
    '/readyz',
    endpoint('/readyz', async () => ((await isReady()) ? {} : Promise.reject(new Refusal(503)))),
  );
  const document = JSON.stringify(openApiDocument());
  app.get('/openapi.json', c => {
    return c.body(document, 200, { ...envelopeHeaders, ...cors(c.req.header('Origin')) });
  });
  if (config.development && sms instanceof MockProvider) {
    const stream = smsStream(sms, stopped);
    app.get('/dev/sms', c => {
      for (const [name, value] of Object.entries(cors(c.req.header('Origin')))) c.header(name, value);
      return stream(c);
    });
  }
  if (config.demoDir !== undefined) app.use(servePage(config.demoDir));
  const nowhere = endpoint('(none)', async () => Promise.reject(new Refusal(404)));
  app.notFound(nowhere);
  // Only what is not behind an endpoint comes here: the page and the streams.
  app.onError((error, c) => {
    log.error({ err: error }, 'request failed');
    return c.body(envelope(500, {}), 500, envelopeHeaders);
  });
  return app;
}
