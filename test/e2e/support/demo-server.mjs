// The reference server (server/), run in this process with an embedded database. It serves the test site.
import '../../../scripts/suites/typescript.mjs';
import { buildTestSite } from './test-site.mjs';

const { startServer } = await import('../../../server/src/server.js');
const { openPGlite } = await import('../../../server/src/db/pglite.js');
const { createDataFolder } = await import('../../../server/test/support/data-folder.js');

/**
 * Starts the server on a free port of the loopback interface.
 * @param {Record<string, string>} env settings that replace the defaults. Without DATA_DIR, each start has an empty database
 */
export async function startDemoServer(env = {}) {
  const settings = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    // Without a folder, the server keeps its secret in memory. It gets the database from `start`.
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
  /** @type {(() => Promise<void>) | undefined} */
  let removeData;
  /** The seconds by which the clock of the database is ahead. */
  let clockOffset = 0;
  const start = async (/** @type {string} */ port) => {
    const data = env.DATA_DIR === undefined ? await createDataFolder() : undefined;
    removeData = data?.remove;
    if (data) clockOffset = 0;
    database = await openPGlite(data?.folder ?? settings.DATA_DIR);
    server = await startServer({ ...settings, PORT: port }, { db: database });
  };
  const stop = async () => {
    await server?.close();
    await database.close();
    await removeData?.();
    server = undefined;
  };
  await start('0');
  const { url } = /** @type {Awaited<ReturnType<typeof startServer>>} */ (/** @type {unknown} */ (server));

  return {
    url,
    /**
     * Moves the server's clock forward. The server takes all times from its database's `auth_now()`.
     * @param {number} seconds negative ones move it back
     */
    async advanceClock(seconds) {
      clockOffset += seconds;
      const text = `create or replace function auth_now() returns timestamptz language sql volatile
        as 'select clock_timestamp() + interval ''${clockOffset} seconds'''`;
      await database.query({ name: '', text }, []);
    },
    /** Stops listening: connections are refused. */
    stop,
    /** Starts again at the same address. The database is then empty, unless there is a DATA_DIR. */
    restart: () => start(new URL(url).port),
    async close() {
      if (server) await stop();
    },
  };
}
