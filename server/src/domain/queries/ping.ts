import type { Queryable, Statement } from '../../db/database.js';

const PING: Statement = { name: 'ping', reads: true, text: 'select 1' };

/**
 * Resolves when the database has answered.
 * @param timeoutMs how long PostgreSQL may take to answer, after which the promise rejects. The wait for a connection of the pool
 *   comes on top. PGlite, which runs in this process, has no such limit
 */
export async function ping(db: Queryable, timeoutMs: number): Promise<void> {
  await db.query({ ...PING, timeoutMs }, []);
}
