import type { Queryable, Statement } from '../../db/database.js';

const PING: Statement = { name: 'ping', reads: true, text: 'select 1' };

/** Resolves when the database has answered. */
export async function ping(db: Queryable): Promise<void> {
  await db.query(PING, []);
}
