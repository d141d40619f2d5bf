import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../config.js';
import { hashToken, type Macs, newToken } from '../crypto.js';
import type { Database, Queryable, Statement } from '../db/database.js';
import { type Budget, spent, take } from './counters.js';
import type { KeyedQueue } from './queue.js';
import { Refusal, tooMany } from './refusal.js';
import { openSession, type Session } from './sessions.js';
import { Slots } from './slots.js';

// Argon2id with the parameters that OWASP recommends: 19 MiB, 2 passes, 1 lane.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Hashes are made by the threads that Node has for slow work, 4 where UV_THREADPOOL_SIZE does not say otherwise, and so
// is the look-up of every name: one is left, or a crowd of sign-ins would keep SMS and the database waiting.
const threads = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
const hashing = new Slots(Math.max(1, threads - 1));

const find: Statement = {
  name: 'password-find',
  text: 'select id, password_hash as hash from accounts where login = $1',
};

// $4 and $5 name counters to forget, $6 one to take back: the try that had been counted was no failure. All are locked
// first, in the order in which they are counted, or a login that many addresses use would be a knot of deadlocks.
const settle = `
locked as (
  select count(*) from (
    select from counters where key in ($4, $5, $6) and exists (select from account) order by key for update
  ) as c
),
forgotten as (delete from counters where key in ($4, $5) and (select count from locked) > 0),
refunded as (
  update counters set count = greatest(count - 1, 0) where key = $6 and (select count from locked) > 0
)
select account.id as user, account.display_name as name, token.seconds from account, token`;

const signIn: Statement = {
  name: 'password-sign-in',
  text: `
with clock as materialized (select auth_now() as now),
account as (select id, display_name from accounts where id = $7::uuid),
${openSession('$1', '$2', '$3')},
${settle}`,
};

const register: Statement = {
  name: 'password-register',
  text: `
with clock as materialized (select auth_now() as now),
account as (
  insert into accounts (login, password_hash, display_name, created_at) select $7, $8, $7, now from clock
  on conflict (login) do nothing
  returning id, display_name
),
${openSession('$1', '$2', '$3')},
${settle}`,
};

/** What a sign-in to an account asks the database, in this order; the counters stand before both. */
export const passwordStatements = { find, signIn } as const;

/** A sign-in by password. */
export interface PasswordRequest {
  /** In lower case, and within the rules. */
  readonly login: string;
  /** Normalised, and within the rules. */
  readonly password: string;
  /** Address of the caller. */
  readonly ip: string;
}

/** Signs in by password; `created` where the login was new and an account was made. */
export type PasswordSignIn = (request: PasswordRequest) => Promise<Session & { readonly created: boolean }>;

interface Opened {
  readonly user: string;
  readonly name: string;
  readonly seconds: number;
}

/**
 * Signs in by password, and registers a new login by it (requirements, «What the service does», 4).
 * Every try counts as a failure until it has succeeded, so that a crowd gets no more tries than one.
 * The call rejects with a Refusal: 401 `password`, 429 `ip`.
 */
export function createPasswordSignIn(config: Config, db: Database, macs: Macs, queue: KeyedQueue): PasswordSignIn {
  const { limits } = config;

  return ({ login, password, ip }) => {
    const pair: Budget = {
      key: macs.counter('password', login, ip),
      max: 1_000_000,
      window: 86_400,
      delayAfter: limits.passwordFreeFailures,
      delayMax: 900,
    };
    const everywhere: Budget = {
      ...pair,
      key: macs.counter('password', login),
      delayAfter: limits.passwordFreeFailuresPerLogin,
      delayMax: 60,
    };
    const address: Budget = { key: macs.counter('password, ip', ip), max: limits.passwordFailuresPerIp, window: 3600 };
    const newLogins: Budget = { key: macs.counter('new login', ip), max: limits.newLoginsPerIp, window: 3600 };

    const open = async (tx: Queryable, statement: Statement, ...values: readonly string[]) => {
      const token = newToken();
      const [row] = await tx.query<Opened>(statement, [
        hashToken(token),
        config.tokenTtl,
        config.sessionTtl,
        pair.key,
        everywhere.key,
        address.key,
        ...values,
      ]);
      return row && { user: row.user, displayName: row.name, token, expiresIn: row.seconds };
    };

    const count = () =>
      db.transaction(async tx => {
        const full = await take(tx, [pair, everywhere, address]);
        if (full) throw tooMany('ip', full.retryAfter);
        const [account] = await tx.query<{ id: string; hash: string }>(find, [login]);
        return account;
      });

    const create = async () => {
      // Asked before the costly hash too; what counts is the take below.
      const full = await spent(db, [newLogins]);
      if (full) throw tooMany('ip', full.retryAfter);
      const secret = await hashing.run(() => hash(password, argon));
      return db.transaction(async tx => {
        const session = await open(tx, register, login, secret);
        const over = session && (await take(tx, [newLogins]));
        if (over) throw tooMany('ip', over.retryAfter);
        return session;
      });
    };

    return queue.run(JSON.stringify([login, ip]), async () => {
      let account = await count();
      if (!account) {
        const session = await create();
        if (session) return { ...session, created: true };
        [account] = await db.query<{ id: string; hash: string }>(find, [login]);
      }
      const right = account && (await hashing.run(() => verify(account.hash, password)));
      if (!account || !right) throw new Refusal(401, { what: 'password' });
      const session = await open(db, signIn, account.id);
      if (!session) throw new Refusal(401, { what: 'password' });
      return { ...session, created: false };
    });
  };
}
