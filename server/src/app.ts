import { Hono } from 'hono';
import type { Captcha } from './challenge/captcha.js';
import type { Alarms } from './common/alarms.js';
import type { Macs } from './common/crypto.js';
import type { Log } from './common/log.js';
import type { Metrics } from './common/metrics.js';
import { Refusal } from './common/refusal.js';
import type { Config } from './config/config.js';
import type { Database } from './db/database.js';
import { createOperations } from './domain/operations.js';
import { createReadinessCheck } from './domain/readiness.js';
import { createHandlerWrapper } from './http/answer-and-log.js';
import { createApi } from './http/api.js';
import { createBearerTokens } from './http/bearer-token.js';
import { answerPreflight, createCors } from './http/cors.js';
import { envelope, ENVELOPE_HEADERS } from './http/envelope.js';
import { openApiDocument } from './http/openapi.js';
import type { HonoEnv } from './http/request-context.js';
import { createSmsStream } from './http/sms-stream.js';
import { serveStatic } from './http/static.js';
import { createCodeSender } from './sms/code-sender.js';
import { MockProvider } from './sms/mock.js';
import type { SmsProvider } from './sms/provider.js';

/** The dependencies of the app. */
export interface AppDependencies {
  readonly config: Config;
  readonly macs: Macs;
  readonly db: Database;
  readonly sms: SmsProvider;
  /** Verifies captchas; undefined if challenges are proofs of work. */
  readonly captcha: Captcha | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly alarms: Alarms;
  /** Aborted when the server shuts down. The server is then no longer ready, and streams end. */
  readonly stopping: AbortSignal;
}

/**
 * Creates a Hono app that connects the routes to the operations, the database and the SMS provider. Opens no socket and
 * starts no timer.
 */
export function createApp({
  config,
  macs,
  db,
  sms,
  captcha,
  log,
  metrics,
  alarms,
  stopping,
}: AppDependencies): Hono<HonoEnv> {
  const codeSender = createCodeSender(config.sms, sms, log, metrics);
  const operations = createOperations(config, { db, macs, codeSender, captcha, log, metrics, alarms });
  const wrap = createHandlerWrapper(config, { log, metrics, alarms }, stopping);
  const api = createApi(operations, createBearerTokens(macs), { language: config.sms.language });
  const isReady = createReadinessCheck(db, stopping);
  const app = new Hono<HonoEnv>();

  const cors = createCors(config.allowedOrigins);
  app.options('*', async (c, next) => answerPreflight(c, cors) ?? next());
  for (const [path, handlers] of Object.entries(api)) {
    for (const [method, handler] of Object.entries(handlers)) app.on(method, path, wrap(path, handler));
    const methodNotAllowed = () => Promise.reject(new Refusal(405, {}, Object.keys(handlers).join(', ')));
    app.all(path, wrap(path, methodNotAllowed));
  }
  app.get(
    '/healthz',
    wrap('/healthz', () => Promise.resolve({})),
  );
  app.get(
    '/readyz',
    wrap('/readyz', async () => {
      if (!(await isReady())) throw new Refusal(503);
      return {};
    }),
  );
  const document = openApiDocument();
  app.get('/openapi.json', c => {
    return c.body(document, 200, { ...ENVELOPE_HEADERS, ...cors(c.req.header('Origin')) });
  });
  if (config.development && sms instanceof MockProvider) {
    const smsStream = createSmsStream(sms, stopping);
    app.get('/dev/sms', c => {
      for (const [name, value] of Object.entries(cors(c.req.header('Origin')))) c.header(name, value);
      return smsStream(c);
    });
  }
  if (config.demoDir !== undefined) app.use(serveStatic(config.demoDir, cors));
  app.notFound(wrap('(none)', () => Promise.reject(new Refusal(404))));
  // The handlers of preflights, the OpenAPI document, the demo page and the stream of SMS aren't wrapped. Their errors arrive here.
  app.onError((error, c) => {
    log.error({ err: error }, 'request failed');
    return c.body(envelope(500, {}), 500, ENVELOPE_HEADERS);
  });
  return app;
}
