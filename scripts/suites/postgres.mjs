// One PostgreSQL server for all suites of `npm test` whose tests need a database. Each process of tests would otherwise copy a data
// folder, and start and stop a server of its own, which takes 3 s of processor time.
import './typescript.mjs';

/**
 * Starts the server. The processes of the tests find it by its environment variable.
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>} no variable, if this machine has no PostgreSQL or the
 *   tests reach theirs through PgBouncer
 */
export async function startSharedPostgres() {
  const { isPooled, skipReason, startPostgres } = await import('../../server/test/support/postgres.js');
  if (skipReason !== undefined || isPooled) return { env: {}, stop: () => Promise.resolve() };
  // Four processes of tests run at the same time. With a server of its own, each can have 200 connections.
  const { folder, stop } = await startPostgres({ extra: ['max_connections=800'] });
  return { env: { SHARED_POSTGRES: folder }, stop };
}
