// The reference server (server/), run in this process. It serves the test site. Its database is in PostgreSQL if this machine has it:
// the process of code.test.mjs takes 6.5 s of processor time with PostgreSQL, and 10.7 s with PGlite.
import { randomBytes } from 'node:crypto';
import '../../../scripts/suites/typescript.mjs';
import { buildTestSite } from './test-site.mjs';

const { startServer } = await import('../../../server/src/server.js');
const { openTestDatabase } = await import('../../../server/test/support/databases.js');

/**
 * Starts the server on a free port of the loopback interface, with an empty database.
 * @param {Record<string, string>} env settings that replace the defaults
 */
export async function startDemoServer(env = {}) {
  const settings = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    SERVER_SECRET: randomBytes(32).toString('base64'), // codes and tokens stay valid after a restart
    LOG_LEVEL: 'silent',
    // All tests call from one address, which would get challenges. Tests of challenges switch them on.
    CHALLENGE: 'never',
    DEMO_DIR: env.DEMO_DIR ?? (await buildTestSite()),
    ...env,
  };
  const database = await openTestDatabase();
  const start = (/** @type {string} */ port) => startServer({ ...settings, PORT: port }, { db: database.db });
  /** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
  let server = await start('0');
  const { url } = server;
  const stop = async () => {
    await server?.close();
    server = undefined;
  };

  return {
    url,
    /**
     * Moves the server's clock. The server takes all times from its database's `auth_now()`.
     * @param {number} seconds forward; negative ones move it back
     */
    advanceClock: seconds => database.advance(seconds),
    /** Stops listening: connections are refused. */
    stop,
    /** Starts again at the same address, with the same rows. */
    async restart() {
      server = await start(new URL(url).port);
    },
    async close() {
      await stop();
      await database.close();
    },
  };
}
