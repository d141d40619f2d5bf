import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createApp } from './app.js';
import type { Captcha } from './challenge/captcha.js';
import { captchaTypes } from './challenge/registry.js';
import { createAlarms } from './common/alarms.js';
import { createLog, flushLog, type Log } from './common/log.js';
import { createMetrics } from './common/metrics.js';
import { type Config, type Environment, loadConfig } from './config/config.js';
import { loadSecret } from './config/secret.js';
import type { Database } from './db/database.js';
import { measureDatabase } from './db/measured.js';
import { migrate } from './db/migrations.js';
import { openPGlite } from './db/pglite.js';
import { openPostgres } from './db/postgres.js';
import { createSweepStatements } from './domain/queries/expired-rows.js';
import { loadMacs } from './domain/server-keys.js';
import { startSweeping } from './domain/sweep.js';
import { reuseMemoryHours } from './domain/token-reuse.js';
import { createAddressReader } from './http/address.js';
import { type MetricsServer, startMetricsServer } from './http/metrics-server.js';
import { closeGracefully, createHttpServer, listen } from './http/node-server.js';
import type { SmsProvider } from './sms/provider.js';
import { smsProviders } from './sms/registry.js';

/** A running server. */
export interface RunningServer {
  /** The URL of the server, without a slash at the end. */
  readonly url: string;
  /** The URL of the server of the metrics, without `/metrics`; undefined if there is none. */
  readonly metricsUrl: string | undefined;
  /**
   * Stops taking calls, lets running ones finish, and closes what the server has opened. Resolves after about ten seconds even if
   * not everything is closed by then. Rejects if something can't be closed. A second call returns the promise of the first.
   */
  close(): Promise<void>;
}

/** Replacements, for tests and benchmarks, of the parts that the configuration selects. The server doesn't close `db`. */
export interface ServerOverrides {
  readonly db?: Database;
  readonly sms?: SmsProvider;
  readonly captcha?: Captcha;
  readonly log?: Log;
}

/**
 * How long close() waits at most for everything to be closed, in milliseconds. Running calls may take up to 9 s of that (`closeGracefully`).
 * The sweep, the database and the metrics have the rest, although the database may take 30 s to finish a statement.
 * Writing the rest of the log comes on top, and takes 1 s at most.
 */
const SHUTDOWN_DEADLINE_MS = 10_000;

const openDatabase = (config: Config, log: Log): Promise<Database> | Database =>
  config.databaseUrl === undefined
    ? openPGlite(config.dataDir)
    : openPostgres(config.databaseUrl, log, config.databasePool, { pooling: config.databasePooling });

/**
 * Starts the server: reads the configuration, opens the database, creates or updates its schema, and listens.
 * @throws ConfigError, DatabaseUnreachable, DirectoryInUse, MigrationError, CannotListen; an error of Node.js with a `path` if the data
 *   folder can't be used
 */
export async function startServer(env: Environment, overrides: ServerOverrides = {}): Promise<RunningServer> {
  const config = loadConfig(env);
  const log = overrides.log ?? createLog(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  const db = overrides.db ?? (await openDatabase(config, log));
  const closeDatabase = async () => {
    if (!overrides.db) await db.close();
  };
  let metricsServer: MetricsServer | undefined;
  try {
    const applied = await migrate(db);
    if (applied.length > 0) log.info({ versions: applied }, 'migrated');
    const macs = await loadMacs(db, { secret: await loadSecret(config), previous: config.previousSecret }, log);
    // loadConfig() has checked that the provider exists.
    const sms = overrides.sms ?? smsProviders[config.sms.provider]!.create(config.sms);
    const captcha = overrides.captcha ?? captchaTypes[config.challenge.type]?.create(config.challenge);
    const stopping = new AbortController();
    const metrics = createMetrics();
    const measured = measureDatabase(db, metrics);
    const alarms = createAlarms(log, config.blockWave);
    const dependencies = { config, macs, db: measured, sms, captcha, log, metrics, alarms };
    const app = createApp({ ...dependencies, stopping: stopping.signal });
    const onRefused = (limit: string) => {
      metrics.refusal('', '', limit);
      alarms.limitReached(limit);
    };
    const httpServer = createHttpServer(app.fetch, onRefused, createAddressReader(config.trustedProxies));
    if (db.poolUse) metrics.watchPool(db.poolUse);
    metrics.watchConnections(() => promisify(httpServer.getConnections.bind(httpServer))());
    if (config.metricsPort !== undefined) {
      metricsServer = await startMetricsServer(metrics, config.metricsHost, config.metricsPort);
    }
    const url = await listen(httpServer, config.host, config.port);
    const stopSweeping = startSweeping(
      db,
      log,
      createSweepStatements(config.reuse === 'end' ? reuseMemoryHours(config.tokenTtl) : undefined),
    );
    log.info({ url, database: config.databaseUrl === undefined ? 'pglite' : 'postgresql' }, 'listening');

    const closeAll = async () => {
      await closeGracefully(httpServer);
      await stopSweeping();
      try {
        await closeDatabase();
      } finally {
        await metricsServer?.close();
      }
    };
    let closing: Promise<void> | undefined;
    const close = async () => {
      stopping.abort();
      const finished = closeAll();
      const timedOut = delay(SHUTDOWN_DEADLINE_MS, 'timed out', { ref: false });
      try {
        if ((await Promise.race([finished, timedOut])) === 'timed out')
          log.warn('stopped before everything was closed');
      } catch (err) {
        log.error({ err }, 'not everything was closed');
        throw err;
      } finally {
        log.info('stopped');
        await flushLog(log);
      }
    };
    return { url, metricsUrl: metricsServer?.url, close: () => (closing ??= close()) };
  } catch (error) {
    await metricsServer?.close();
    await closeDatabase();
    throw error;
  }
}
