// Starts the PostgreSQL server that all suites of `npm test` share. Without it, each process of tests copies a data folder and starts
// a server of its own, which takes 3 s of processor time.
import './typescript.mjs';

/**
 * Starts the server.
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>} `env` tells the processes of the tests where the server
 *   is. It's empty, and no server was started, if this machine has no PostgreSQL or the tests go through PgBouncer
 */
export async function startSharedPostgres() {
  const { isPooled, skipReason, startPostgres } = await import('../../server/test/support/postgres.js');
  if (skipReason !== undefined || isPooled) return { env: {}, stop: () => Promise.resolve() };
  // Up to four processes of tests share this server. Each may open the 200 connections that a server of its own allows.
  const { folder, stop } = await startPostgres({ extra: ['max_connections=800'] });
  return { env: { SHARED_POSTGRES: folder }, stop };
}
