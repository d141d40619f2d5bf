import type { Macs } from '../common/crypto.js';
import { canonicalPhone } from '../common/libphonenumber.js';
import { PHONE_PATTERN } from '../common/phone.js';
import type { Database } from '../db/database.js';
import { type AccountKey, deleteAccountRows, findAccount } from './queries/accounts.js';

/**
 * The kinds of counters in `rate-limits.ts` whose key is a number or a login alone. A test fails if such a limit uses a
 * kind that is missing here.
 */
export const COUNTER_KINDS = ['sign-in', 'dead code', 'asked dead code', 'password'];

/** The account to delete: its number as people write it, its login, or its id. */
export interface AccountSubject {
  readonly by: AccountKey;
  readonly value: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What people write between the digits of a number: spaces, brackets, dots, hyphens and dashes. */
const SEPARATORS = /[\s().\-\u2010-\u2015\u2212]/g;

/**
 * Returns the wire form of a number as people write it; undefined for a text that is no number. It may have separators, and a plus or 00
 * before it. Russian and Kazakh numbers with a 7 or 9 after the country code may have the national 8 in place of that code: no number of
 * another country has 11 digits that begin with 87 or 89.
 */
function readPhone(text: string): string | undefined {
  const bare = text.replace(SEPARATORS, '');
  const international = bare.replace(/^(?:\+|00)/, '');
  const digits = international === bare ? bare.replace(/^8(?=[79]\d{9}$)/, '7') : international;
  return PHONE_PATTERN.test(digits) ? digits : undefined;
}

/**
 * Guesses what a text names: a number or an id if it has that form, and otherwise a login. For a login that looks like a
 * number or an id, the caller makes the `AccountSubject` itself.
 */
export function subjectOf(text: string): AccountSubject {
  const value = text.trim();
  if (readPhone(value) !== undefined) return { by: 'phone', value };
  return { by: UUID.test(value) ? 'id' : 'login', value };
}

/**
 * Deletes an account with its sessions, tokens and known networks, the row of its number in `phone_guards` (code, block and failures), and
 * the counters of its number or login alone. Its other counters, by address, network, device or session, stay: they expire by themselves,
 * and the keys are MACs.
 * @returns the id of the account; undefined if there is none
 */
export async function deleteAccount(
  db: Database,
  macs: Macs,
  { by, value }: AccountSubject,
): Promise<string | undefined> {
  const phone = by === 'phone' ? readPhone(value) : undefined;
  if (by === 'phone' ? phone === undefined : by === 'id' && !UUID.test(value)) return undefined;
  const account = await findAccount(db, by, phone === undefined ? value.toLowerCase() : canonicalPhone(phone));
  if (!account) return undefined;
  const keys = COUNTER_KINDS.map(kind => macs.counter(kind, account.telOrLogin));
  await deleteAccountRows(db, account, keys);
  return account.id;
}
