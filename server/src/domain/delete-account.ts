import type { Macs } from '../common/crypto.js';
import type { Database } from '../db/database.js';
import { deleteAccountRows, findAccount } from './queries/accounts.js';

/** The kinds of counters that a number or login has in `limits.ts`. */
const COUNTER_KINDS = ['sign-in', 'dead code', 'password'];

/**
 * Deletes an account and everything that is stored about it: its sessions and tokens, the guard of its number with its
 * block and failures, and the counters of its number or login. Counters of addresses stay, because they expire by
 * themselves and nothing in them leads to an account.
 * @param subject the id of the account, its phone number in wire form, or its login
 * @returns the id of the account; undefined if there is none
 */
export async function deleteAccount(db: Database, macs: Macs, subject: string): Promise<string | undefined> {
  const account = await findAccount(db, subject.toLowerCase());
  if (!account) return undefined;
  const keys = COUNTER_KINDS.map(kind => macs.counter(kind, account.name));
  await deleteAccountRows(db, account, keys);
  return account.id;
}
