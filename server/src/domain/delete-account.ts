import type { Macs } from '../common/crypto.js';
import type { Database, Statement } from '../db/database.js';

const findAccount: Statement = {
  name: 'account-find',
  text: `
select id as user, tel, login from accounts where tel = $1
union all select id, tel, login from accounts where login = $1
union all select id, tel, login from accounts where id::text = $1 and id = (
  case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1 end)::uuid`,
};

// Sessions, tokens and replays go with their account (`on delete cascade`).
const deleteRows: Statement = {
  name: 'account-delete',
  text: `
with account as (delete from accounts where id = $1::uuid returning tel),
guard as (delete from phone_guards where tel = (select tel from account)),
counted as (delete from counters where key = any (array(select json_array_elements_text($2::json))))
select count(*)::int as deleted from account`,
};

interface AccountRow {
  readonly user: string;
  readonly tel: string | null;
  readonly login: string | null;
}

/**
 * Deletes an account with everything that is stored about it: sessions, tokens, the guard of its number with its block
 * and failures, and what is counted for its number or login. Counters of addresses stay: they end by themselves, and
 * nothing in them leads to an account.
 * @param subject the id of the account, its number in wire form, or its login
 * @returns the id of the account; undefined if there is none
 */
export async function deleteAccount(db: Database, macs: Macs, subject: string): Promise<string | undefined> {
  const [account] = await db.query<AccountRow>(findAccount, [subject.toLowerCase()]);
  if (!account) return undefined;
  const name = account.tel ?? account.login ?? '';
  const keys = ['sign-in', 'dead code', 'password'].map(kind => macs.counter(kind, name));
  await db.query(deleteRows, [account.user, JSON.stringify(keys)]);
  return account.user;
}
