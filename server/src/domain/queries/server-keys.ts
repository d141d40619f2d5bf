// The root from which the keys of counters and of repeatable answers are derived, encrypted with each server secret that was used.
import type { Queryable, Statement } from '../../db/database.js';

const SELECT_ROOTS: Statement = {
  name: 'server-keys-find',
  text: 'select secret_id as "secretId", root from server_keys where secret_id = $1 or secret_id = $2',
};

const IS_EMPTY: Statement = {
  name: 'server-keys-none',
  text: 'select not exists (select from server_keys) as "isEmpty"',
};

const INSERT_ROOT: Statement = {
  name: 'server-keys-store',
  text: 'insert into server_keys (secret_id, root) values ($1, $2) on conflict do nothing',
};

/** Finds the encrypted roots of one or two secrets. Resolves to the roots that are stored, by the id of their secret. */
export async function findRoots(
  db: Queryable,
  secretId: string,
  previousId: string | null,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await db.query<{ secretId: string; root: Uint8Array }>(SELECT_ROOTS, [secretId, previousId]);
  return new Map(rows.map(row => [row.secretId, row.root]));
}

/** Whether no server has used the database yet, with any secret. */
export async function isUnused(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ isEmpty: boolean }>(IS_EMPTY, []);
  return row!.isEmpty;
}

/** Stores the encrypted root of a secret, unless another process has stored one first. */
export async function insertRoot(db: Queryable, secretId: string, root: Uint8Array): Promise<void> {
  await db.query(INSERT_ROOT, [secretId, root]);
}
