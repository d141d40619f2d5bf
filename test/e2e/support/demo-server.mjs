// The reference server (server/), run in this process with an embedded database. It serves the test site.
import '../../../scripts/suites/typescript.mjs';
import { loadEmptyDatabase } from './empty-database.mjs';
import { buildTestSite } from './test-site.mjs';

const { startServer } = await import('../../../server/src/server.js');
const { openPGlite } = await import('../../../server/src/db/pglite.js');

/**
 * Starts the server on a free port of the loopback interface.
 * @param {Record<string, string>} env settings that replace the defaults. The default database is in memory
 */
export async function startDemoServer(env = {}) {
  const settings = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    DATA_DIR: 'memory://',
    LOG_LEVEL: 'silent',
    // All tests call from one address, which would get challenges. Tests of challenges switch them on.
    CHALLENGE: 'never',
    DEMO_DIR: env.DEMO_DIR ?? (await buildTestSite()),
    ...env,
  };
  /** @type {Awaited<ReturnType<typeof openPGlite>>} */
  let database;
  /** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
  let server;
  let clockOffset = 0;
  const start = async (/** @type {string} */ port) => {
    const inMemory = settings.DATA_DIR === 'memory://';
    database = await openPGlite(settings.DATA_DIR, inMemory ? await loadEmptyDatabase() : undefined);
    server = await startServer({ ...settings, PORT: port }, { db: database });
  };
  const stop = async () => {
    await server?.close();
    await database.close();
    server = undefined;
  };
  await start('0');
  const { url } = /** @type {Awaited<ReturnType<typeof startServer>>} */ (/** @type {unknown} */ (server));

  return {
    url,
    /**
     * Moves the server's clock forward. The server takes all times from its database's `auth_now()`.
     * @param {number} seconds
     */
    async advanceClock(seconds) {
      clockOffset += seconds;
      const text = `create or replace function auth_now() returns timestamptz language sql volatile
        as 'select clock_timestamp() + interval ''${clockOffset} seconds'''`;
      await database.query({ name: '', text }, []);
    },
    /** Stops listening: connections are refused. */
    stop,
    /** Starts again at the same address. A database in memory is then empty; one on a disk keeps its data. */
    restart: () => start(new URL(url).port),
    async close() {
      if (server) await stop();
    },
  };
}
