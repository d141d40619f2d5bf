// Accounts that sign in by login and password.
import { generateToken, hashToken } from '../../common/crypto.js';
import type { Queryable, SqlValue, Statement } from '../../db/database.js';
import { insertSession, type Session, type SessionLifetimes, type SessionRow, toSession } from './sessions.js';

const OPEN_SESSION = insertSession({
  account: 'account',
  clock: 'clock',
  hash: '$1',
  tokenTtl: '$2',
  sessionTtl: '$3',
});

/** How long the network of a sign-in is remembered, in days. */
const NETWORK_DAYS = 90;

/** How many networks of an account are remembered. A new one replaces the one whose last sign-in is the oldest. */
export const MAX_NETWORKS = 20;

/**
 * SQL for a `with` list: remembers the network with the key `parameter` for the row of `account(id)`. A row that exists is
 * rewritten once a day at most. The relation `known` has a row if this statement has written one.
 */
const rememberNetwork = (parameter: string): string => `
known as (
  insert into known_networks as k (key, account_id, expires_at)
  select ${parameter}, account.id, now + interval '${NETWORK_DAYS * 24} hours' from account, clock
  on conflict (key) do update set account_id = excluded.account_id, expires_at = excluded.expires_at
   where k.expires_at < excluded.expires_at - interval '24 hours'
  returning key
)`;

const FIND_NETWORK: Statement = {
  name: 'password-network',
  reads: true,
  text: 'select exists (select from known_networks where key = $1 and expires_at > auth_now()) as "isKnown"',
};

const FIND_LOGIN: Statement = {
  name: 'password-find',
  reads: true,
  text: 'select id, password_hash as hash from accounts where login = $1',
};

/**
 * Forgets all but the `MAX_NETWORKS` latest networks of the account $1. It runs after the statement that has remembered a
 * network, so that it sees that network. If many calls run it at once, the last one to start sees the networks of all, and
 * leaves `MAX_NETWORKS` at most. It compares `expires_at`, so that a network that another call has renewed meanwhile stays.
 */
const FORGET_NETWORKS: Statement = {
  name: 'password-forget-networks',
  text: `
with old as materialized (
  select key, expires_at from known_networks where account_id = $1::uuid
   order by expires_at desc, key offset ${MAX_NETWORKS}
)
delete from known_networks k using old where k.key = any (array(select key from old)) and k.key = old.key and k.expires_at = old.expires_at`,
};

/**
 * Opens a session for the account $4, and remembers the network $5. `isNewNetwork` is also true for a known network whose row is
 * rewritten.
 */
const SIGN_IN_BY_PASSWORD: Statement = {
  name: 'password-sign-in',
  text: `
with clock as materialized (select auth_now() as now),
account as (select id, display_name from accounts where id = $4::uuid),
${rememberNetwork('$5')},
${OPEN_SESSION}
select account.id as user, account.display_name as name, token.seconds, exists (select from known) as "isNewNetwork"
  from account, token`,
};

const REGISTER: Statement = {
  name: 'password-register',
  text: `
with clock as materialized (select auth_now() as now),
account as (
  insert into accounts (login, password_hash, display_name, created_at) select $4, $5, $4, now from clock
  on conflict (login) do nothing
  returning id, display_name
),
${rememberNetwork('$6')},
${OPEN_SESSION}
select account.id as user, account.display_name as name, token.seconds from account, token`,
};

/** An account with a password. */
export interface LoginAccount {
  readonly id: string;
  /** The hash of its password, with its salt and parameters. */
  readonly hash: string;
}

/** Finds the account with this login. */
export async function findLogin(db: Queryable, login: string): Promise<LoginAccount | undefined> {
  const [account] = await db.query<LoginAccount>(FIND_LOGIN, [login]);
  return account;
}

const valuesFor = (token: string, { tokenTtl, sessionTtl }: SessionLifetimes): readonly SqlValue[] => [
  hashToken(token),
  tokenTtl,
  sessionTtl,
];

/**
 * Opens a session for an account, and remembers the network with the key `network`. Resolves to undefined if the account was
 * deleted in the meantime.
 */
export async function openSession(
  db: Queryable,
  id: string,
  network: string,
  lifetimes: SessionLifetimes,
): Promise<Session | undefined> {
  const token = generateToken();
  const values = [...valuesFor(token, lifetimes), id, network];
  const [row] = await db.query<SessionRow & { readonly isNewNetwork: boolean }>(SIGN_IN_BY_PASSWORD, values);
  if (!row) return undefined;
  if (row.isNewNetwork) await db.query(FORGET_NETWORKS, [id]);
  return toSession(row, token);
}

/**
 * Creates an account, opens a session for it, and remembers the network with the key `network`. Resolves to undefined if
 * another call has registered the login first.
 */
export async function register(
  db: Queryable,
  { login, hash }: { readonly login: string; readonly hash: string },
  network: string,
  lifetimes: SessionLifetimes,
): Promise<Session | undefined> {
  const token = generateToken();
  const [row] = await db.query<SessionRow>(REGISTER, [...valuesFor(token, lifetimes), login, hash, network]);
  return row && toSession(row, token);
}

/**
 * Finds out whether somebody has signed in to a login from a network in the last 90 days, if it is one of the `MAX_NETWORKS` that are
 * remembered. `network` is the key that `networkOfLogin` makes of both.
 */
export async function isKnownNetwork(db: Queryable, network: string): Promise<boolean> {
  const [row] = await db.query<{ isKnown: boolean }>(FIND_NETWORK, [network]);
  return row?.isKnown === true;
}
