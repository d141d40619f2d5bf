import { hash, verify } from '@node-rs/argon2';
import { generateToken, hashToken, type Macs } from '../common/crypto.js';
import type { KeyedQueue } from '../common/keyed-queue.js';
import { Semaphore } from '../common/semaphore.js';
import type { Config } from '../config/config.js';
import type { Database, Queryable, Statement } from '../db/database.js';
import { consume, findExceeded, type RateLimit } from './counters.js';
import { Refusal, tooManyRequests } from './refusal.js';
import { openSession, type Session } from './sessions.js';

// Argon2id with the parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Hashing runs in libuv's thread pool (4 threads unless UV_THREADPOOL_SIZE says otherwise), and so do DNS look-ups. One
// thread is left free, or many sign-ins at once would delay every new connection to the SMS provider and the database.
const poolSize = Number(process.env['UV_THREADPOOL_SIZE']) || 4;
const hashing = new Semaphore(Math.max(1, poolSize - 1));

const selectAccount: Statement = {
  name: 'password-find',
  text: 'select id, password_hash as hash from accounts where login = $1',
};

// End of both sign-in statements. The attempt was counted as a failure before the password was compared, and has
// succeeded: deletes the counters of the login ($4 with the address, $5 without), and takes the attempt back from the
// counter of the address ($6). All are locked first, in the order of their keys as `consume` does: otherwise concurrent
// sign-ins with one login from several addresses deadlock. `deleted` and `decremented` read `locked`, because that
// makes it run before them.
const uncountFailure = `
locked as (
  select count(*) from (
    select from counters where key in ($4, $5, $6) and exists (select from account) order by key for update
  ) as c
),
deleted as (delete from counters where key in ($4, $5) and (select count from locked) > 0),
decremented as (
  update counters set count = greatest(count - 1, 0) where key = $6 and (select count from locked) > 0
)
select account.id as user, account.display_name as name, token.seconds from account, token`;

const signIn: Statement = {
  name: 'password-sign-in',
  text: `
with clock as materialized (select auth_now() as now),
account as (select id, display_name from accounts where id = $7::uuid),
${openSession('$1', '$2', '$3')},
${uncountFailure}`,
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
${uncountFailure}`,
};

/** The statements of a sign-in to an existing account, in order and without those of the counters; for the benchmark. */
export const passwordStatements = { selectAccount, signIn } as const;

const wrongPassword = () => new Refusal(401, { what: 'password' });

/** A sign-in by login and password. */
export interface PasswordRequest {
  /** As `parseLogin` returns it. */
  readonly login: string;
  /** As `parsePassword` returns it. */
  readonly password: string;
  /** Address of the caller. */
  readonly ip: string;
}

/** Signs in by password. `created`: the login was new, and an account was created. */
export type PasswordSignIn = (request: PasswordRequest) => Promise<Session & { readonly created: boolean }>;

interface AccountRow {
  readonly id: string;
  readonly hash: string;
}

interface SessionRow {
  readonly user: string;
  readonly name: string;
  readonly seconds: number;
}

/**
 * Creates the operation behind `POST /v1/session`, which signs in or registers a new login (docs/protocol.md#calls). Each
 * attempt is counted as a failure until it has succeeded, so that concurrent attempts get no more guesses than
 * consecutive ones (docs/protocol.md#limits).
 * The operation rejects with a Refusal: 401 `password`, 429 `ip`.
 */
export function createPasswordSignIn(config: Config, db: Database, macs: Macs, queue: KeyedQueue): PasswordSignIn {
  const { limits } = config;

  return ({ login, password, ip }) => {
    // The limits of the login only delay: their `max` is never reached.
    const limitOfLoginAndAddress: RateLimit = {
      key: macs.counter('password', login, ip),
      max: 1_000_000,
      window: 86_400,
      delayAfter: limits.passwordFreeFailures,
      delayMax: 900,
    };
    const limitOfLogin: RateLimit = {
      ...limitOfLoginAndAddress,
      key: macs.counter('password', login),
      delayAfter: limits.passwordFreeFailuresPerLogin,
      delayMax: 60,
    };
    const limitOfAddress: RateLimit = {
      key: macs.counter('password, ip', ip),
      max: limits.passwordFailuresPerIp,
      window: 3600,
    };
    const limitOfNewLogins: RateLimit = {
      key: macs.counter('new login', ip),
      max: limits.newLoginsPerIp,
      window: 3600,
    };

    const open = async (tx: Queryable, statement: Statement, ...values: readonly string[]) => {
      const token = generateToken();
      const [row] = await tx.query<SessionRow>(statement, [
        hashToken(token),
        config.tokenTtl,
        config.sessionTtl,
        limitOfLoginAndAddress.key,
        limitOfLogin.key,
        limitOfAddress.key,
        ...values,
      ]);
      return row && { user: row.user, displayName: row.name, token, expiresIn: row.seconds };
    };

    const findAccount = async (tx: Queryable) => {
      const [account] = await tx.query<AccountRow>(selectAccount, [login]);
      return account;
    };

    const countAndFindAccount = () =>
      db.transaction(async tx => {
        const exceeded = await consume(tx, [limitOfLoginAndAddress, limitOfLogin, limitOfAddress]);
        if (exceeded) throw tooManyRequests('ip', exceeded.retryAfter);
        return findAccount(tx);
      });

    /** Registers the login and opens a session. Returns undefined if a concurrent call has registered it first. */
    const createAccount = async () => {
      // Checked here only to save the hash: `consume` below enforces the limit.
      const exceeded = await findExceeded(db, [limitOfNewLogins]);
      if (exceeded) throw tooManyRequests('ip', exceeded.retryAfter);
      const passwordHash = await hashing.run(() => hash(password, argon2));
      return db.transaction(async tx => {
        const session = await open(tx, register, login, passwordHash);
        const exceededNow = session && (await consume(tx, [limitOfNewLogins]));
        if (exceededNow) throw tooManyRequests('ip', exceededNow.retryAfter);
        return session;
      });
    };

    return queue.run(JSON.stringify([login, ip]), async () => {
      let account = await countAndFindAccount();
      if (!account) {
        const session = await createAccount();
        if (session) return { ...session, created: true };
        account = await findAccount(db);
      }
      if (!account || !(await hashing.run(() => verify(account.hash, password)))) throw wrongPassword();
      const session = await open(db, signIn, account.id);
      // No session: the account was deleted after it had been found.
      if (!session) throw wrongPassword();
      return { ...session, created: false };
    });
  };
}
