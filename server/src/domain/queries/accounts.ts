// Statements that find an account, and delete it with its sessions, its known networks, the guard of its number and the counters of it
// alone. Only delete-account.ts uses them.
import type { Queryable, Statement } from '../../db/database.js';

/** What an account is looked up by. The same text may be the number of one account and the login of another. */
export type AccountKey = 'phone' | 'login' | 'id';

const find = (by: AccountKey, condition: string): Statement => ({
  name: `account-find-${by}`,
  text: `select id, tel, login from accounts where ${condition}`,
});

const FIND_ACCOUNT: Readonly<Record<AccountKey, Statement>> = {
  phone: find('phone', 'tel = $1'),
  login: find('login', 'login = $1'),
  id: find('id', 'id = $1::uuid'),
};

// `on delete cascade` deletes the account's sessions with their tokens and replays, and its known networks.
const DELETE_ACCOUNT: Statement = {
  name: 'account-delete',
  text: `
with account as (delete from accounts where id = $1::uuid returning tel),
guard as (delete from phone_guards where tel = (select tel from account)),
counted as (delete from counters where key = any (array(select json_array_elements_text($2::json))))
select from account`,
};

/** An account, and what its owner signs in with: a phone number or a login, never both (`check` in schema.ts). */
export interface Account {
  readonly id: string;
  readonly telOrLogin: string;
}

/** Finds an account. A phone number has to be canonical (`canonicalPhone`), a login in lower case, and an id has to be a UUID. */
export async function findAccount(db: Queryable, by: AccountKey, value: string): Promise<Account | undefined> {
  const [row] = await db.query<{ id: string; tel: string | null; login: string | null }>(FIND_ACCOUNT[by], [value]);
  return row && { id: row.id, telOrLogin: row.tel ?? row.login ?? '' };
}

/** Deletes an account, the guard of its number, and the counters with the keys `counterKeys`. */
export async function deleteAccountRows(
  db: Queryable,
  account: Account,
  counterKeys: readonly string[],
): Promise<void> {
  await db.query(DELETE_ACCOUNT, [account.id, JSON.stringify(counterKeys)]);
}
