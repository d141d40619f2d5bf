import type { Queryable, Statement } from '../../db/database.js';

const PING: Statement = { name: 'ping', reads: true, text: 'select 1' };

/** Resolves when the database has answered. Rejects if it doesn't within `timeoutMs` from when it was asked. */
export async function ping(db: Queryable, timeoutMs: number): Promise<void> {
  await db.query({ ...PING, timeoutMs }, []);
}
