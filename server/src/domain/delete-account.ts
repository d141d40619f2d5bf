import type { Macs } from '../common/crypto.js';
import { canonicalPhone } from '../common/numbering.js';
import { PHONE_PATTERN } from '../common/phone.js';
import type { Database } from '../db/database.js';
import { type AccountKey, deleteAccountRows, findAccount } from './queries/accounts.js';

/** The kinds of counters that a number or login has in `limits.ts`. */
const COUNTER_KINDS = ['sign-in', 'dead code', 'asked dead code', 'password'];

/** The account to delete: its number in wire form, its login, or its id. */
export interface AccountSubject {
  readonly by: AccountKey;
  readonly value: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Guesses what a text names: a number (with or without a plus) or an id if it has that form, and otherwise a login. For a
 * login that looks like a number or an id, the caller has to say that it is one.
 */
export function subjectOf(text: string): AccountSubject {
  const digits = text.replace(/^\+/, '');
  if (PHONE_PATTERN.test(digits)) return { by: 'phone', value: digits };
  return { by: UUID.test(text) ? 'id' : 'login', value: text };
}

/**
 * Deletes an account and everything that is stored about it: its sessions and tokens, the guard of its number with its
 * block and failures, and the counters of its number or login. Counters of addresses stay, because they expire by
 * themselves and nothing in them leads to an account.
 * @returns the id of the account; undefined if there is none
 */
export async function deleteAccount(
  db: Database,
  macs: Macs,
  { by, value }: AccountSubject,
): Promise<string | undefined> {
  if (by === 'id' && !UUID.test(value)) return undefined;
  const account = await findAccount(db, by, by === 'phone' ? canonicalPhone(value) : value.toLowerCase());
  if (!account) return undefined;
  const keys = COUNTER_KINDS.map(kind => macs.counter(kind, account.name));
  await deleteAccountRows(db, account, keys);
  return account.id;
}
