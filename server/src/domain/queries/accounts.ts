// Statements that find an account, and delete it with everything that belongs to it.
import type { Queryable, Statement } from '../../db/database.js';

const FIND_ACCOUNT: Statement = {
  name: 'account-find',
  text: `
select id as user, tel, login from accounts where tel = $1
union all select id, tel, login from accounts where login = $1
union all select id, tel, login from accounts where id::text = $1 and id = (
  case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1 end)::uuid`,
};

// Sessions, tokens and replays are deleted with their account (`on delete cascade`).
const DELETE_ACCOUNT: Statement = {
  name: 'account-delete',
  text: `
with account as (delete from accounts where id = $1::uuid returning tel),
guard as (delete from phone_guards where tel = (select tel from account)),
counted as (delete from counters where key = any (array(select json_array_elements_text($2::json))))
select count(*)::int as deleted from account`,
};

/** An account, and the phone number or login with which its owner signs in. */
export interface Account {
  readonly id: string;
  /** The phone number or the login. */
  readonly name: string;
}

/**
 * Finds an account.
 * @param subject the id, phone number or login of the account, in lower case
 */
export async function findAccount(db: Queryable, subject: string): Promise<Account | undefined> {
  const [row] = await db.query<{ user: string; tel: string | null; login: string | null }>(FIND_ACCOUNT, [subject]);
  return row && { id: row.user, name: row.tel ?? row.login ?? '' };
}

/** Deletes an account, the guard of its number, and the counters with the keys `counterKeys`. */
export async function deleteAccountRows(
  db: Queryable,
  account: Account,
  counterKeys: readonly string[],
): Promise<void> {
  await db.query(DELETE_ACCOUNT, [account.id, JSON.stringify(counterKeys)]);
}
