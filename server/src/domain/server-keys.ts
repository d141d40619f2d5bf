import { createMacs, type Macs, rootOf, sealKey, secretId, unsealKey } from '../common/crypto.js';
import type { Log } from '../common/log.js';
import type { Queryable } from '../db/database.js';
import { findRoots, insertRoot, isUnused } from './queries/server-keys.js';

/**
 * Loads the MACs of a server secret. The keys of counters and of repeatable answers come from a root that the database stores,
 * encrypted with each secret. A new secret that comes with its predecessor takes over the root of that one, so it resets no
 * limit. If no root is stored for either secret, this function stores a new one, and all limits whose keys are MACs begin anew.
 */
export async function loadMacs(
  db: Queryable,
  { secret, previous }: { readonly secret: string; readonly previous: string | undefined },
  log: Log,
): Promise<Macs> {
  const id = secretId(secret);
  const previousId = previous === undefined ? undefined : secretId(previous);
  const roots = await findRoots(db, id, previousId ?? null);
  let sealed = roots.get(id);
  if (!sealed) {
    const inherited = previousId === undefined ? undefined : roots.get(previousId);
    if (!inherited && !(await isUnused(db))) {
      log.warn(
        'SERVER_SECRET is new, and SERVER_SECRET_PREVIOUS is not the one before: limits of addresses and logins begin anew',
      );
    }
    const ofPrevious = inherited && previous !== undefined ? unsealKey(inherited, previous) : undefined;
    await insertRoot(db, id, sealKey(ofPrevious ?? rootOf(previous ?? secret), secret));
    // Another process may have been faster.
    sealed = (await findRoots(db, id, null)).get(id)!;
  }
  return createMacs(secret, { previous, root: unsealKey(sealed, secret) });
}
