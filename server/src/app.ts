import { Hono } from 'hono';
import type { Captcha } from './challenge/captcha.js';
import type { Alarms } from './common/alarms.js';
import { createAudit } from './common/audit.js';
import { createMacs } from './common/crypto.js';
import type { Log } from './common/log.js';
import type { Metrics } from './common/metrics.js';
import type { Config } from './config/config.js';
import type { Database } from './db/database.js';
import { Admission, type Caller } from './domain/admission/admission.js';
import { createChallenges } from './domain/challenges.js';
import { createLimits } from './domain/limits.js';
import { createPasswordSignIn } from './domain/sign-in.js';
import { createReadinessCheck } from './domain/readiness.js';
import { Refusal } from './domain/refusal.js';
import { createSendCode } from './domain/send-code.js';
import { createSessions } from './domain/sessions.js';
import { ThreadPool } from './domain/admission/thread-pool.js';
import { createReplacedTokenCheck, endReused } from './domain/token-reuse.js';
import { createVerifyCode } from './domain/verify-code.js';
import { createApi } from './http/api.js';
import { auditOperations } from './domain/audit-operations.js';
import { answerPreflight, createCors } from './http/cors.js';
import { createEndpoint } from './http/endpoint.js';
import { envelope, envelopeHeaders } from './http/envelope.js';
import { openApiDocument } from './http/openapi.js';
import type { HonoEnv } from './http/request-context.js';
import { createSmsStream } from './http/sms-stream.js';
import { serveStatic } from './http/static.js';
import { createCodeSender } from './sms/code-sender.js';
import { MockProvider } from './sms/mock.js';
import type { SmsProvider } from './sms/provider.js';

/** What the app works with. */
export interface AppDependencies {
  readonly config: Config;
  /** The server secret, from which the keys of the MACs are derived. */
  readonly secret: string;
  readonly db: Database;
  readonly sms: SmsProvider;
  /** undefined: challenges are proofs of work. */
  readonly captcha: Captcha | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly alarms: Alarms;
  /** Aborted when the server shuts down: it is no longer ready, and streams end. */
  readonly stopping: AbortSignal;
}

/** Connects routes, operations, database and SMS provider to a Hono app. It opens nothing itself: no socket, no timer. */
export function createApp({
  config,
  secret,
  db,
  sms,
  captcha,
  log,
  metrics,
  alarms,
  stopping,
}: AppDependencies): Hono<HonoEnv> {
  const macs = createMacs(secret);
  const codeSender = createCodeSender(config.sms, sms, log, metrics);
  const limits = createLimits(config, macs);
  // PGlite has one connection.
  const connections = config.databaseUrl === undefined ? 1 : config.databasePool;
  const admission = new Admission(db, { connections, maxWaiting: config.maxWaiting });
  const threads = new ThreadPool(config.maxWaiting);
  const challenges = createChallenges(config, {
    admission,
    macs,
    limits,
    threads,
    captcha,
    report(event) {
      metrics.challenge(event);
      const { outcome, ...fields } = event;
      log.info({ what: 'challenge', ...fields }, `challenge ${outcome}`);
    },
    captchaFailed(reason) {
      log.error({ reason, type: config.challenge.type }, 'captcha not verified: a proof of work takes its place');
    },
  });
  const audit = createAudit(log, macs, metrics, event => {
    if (event === 'block') alarms.blocked();
  });
  const sessions = createSessions(config, admission, limits);
  const findReplacedToken = createReplacedTokenCheck(admission);
  const onReuse = (user: string, { ip }: Caller) => {
    const account = { kind: 'account', value: user } as const;
    audit('replaced-token', account, { ip });
    audit('reuse-ended', account, { ip });
  };
  const operations = {
    sendCode: createSendCode(config, admission, macs, limits, challenges, codeSender),
    verifyCode: createVerifyCode(config, admission, macs, limits),
    signIn: createPasswordSignIn(config, admission, limits, challenges, threads),
    sessions: config.reuse === 'end' ? endReused(sessions, findReplacedToken, onReuse) : sessions,
  };
  const audited = auditOperations(operations, audit, findReplacedToken);
  const endpoint = createEndpoint(config, { log, metrics, alarms }, stopping);
  const api = createApi(audited, { language: config.sms.language });
  const isReady = createReadinessCheck(db, stopping);
  const app = new Hono<HonoEnv>();

  const cors = createCors(config.allowedOrigins);
  app.options('*', async (c, next) => answerPreflight(c, cors) ?? next());
  for (const [path, handlers] of Object.entries(api)) {
    for (const [method, handler] of Object.entries(handlers)) app.on(method, path, endpoint(path, handler));
    const methodNotAllowed = () => Promise.reject(new Refusal(405, {}, Object.keys(handlers).join(', ')));
    app.all(path, endpoint(path, methodNotAllowed));
  }
  app.get(
    '/healthz',
    endpoint('/healthz', () => Promise.resolve({})),
  );
  app.get(
    '/readyz',
    endpoint('/readyz', async () => {
      if (!(await isReady())) throw new Refusal(503);
      return {};
    }),
  );
  const document = JSON.stringify(openApiDocument());
  app.get('/openapi.json', c => {
    return c.body(document, 200, { ...envelopeHeaders, ...cors(c.req.header('Origin')) });
  });
  if (config.development && sms instanceof MockProvider) {
    const smsStream = createSmsStream(sms, stopping);
    app.get('/dev/sms', c => {
      for (const [name, value] of Object.entries(cors(c.req.header('Origin')))) c.header(name, value);
      return smsStream(c);
    });
  }
  if (config.demoDir !== undefined) app.use(serveStatic(config.demoDir, cors));
  app.notFound(endpoint('(none)', () => Promise.reject(new Refusal(404))));
  // Errors of the routes without an endpoint: the page and the stream.
  app.onError((error, c) => {
    log.error({ err: error }, 'request failed');
    return c.body(envelope(500, {}), 500, envelopeHeaders);
  });
  return app;
}
