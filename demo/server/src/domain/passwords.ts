import { hash, verify } from '@node-rs/argon2';
import { isCommonPassword } from '../common/common-passwords.js';
import { generateToken, hashToken } from '../common/crypto.js';
import { Gate, GateFull, Gone } from '../common/gate.js';
import type { Config } from '../config/config.js';
import type { Queryable, Statement } from '../db/database.js';
import { type Admission, type Caller, CallQueue } from './admission.js';
import { consume, makeDurable, type RateLimit, release } from './counters.js';
import type { Limits } from './limits.js';
import { overloaded, Refusal, tooManyRequests } from './refusal.js';
import { openSession, type Session } from './sessions.js';

// Argon2id with the parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Hashing runs in libuv's thread pool (4 threads unless UV_THREADPOOL_SIZE says otherwise), and so do DNS look-ups. One
// thread is left free, or many sign-ins at once would delay every new connection to the SMS provider and the database.
const poolSize = Number(process.env['UV_THREADPOOL_SIZE']) || 4;

const selectAccount: Statement = {
  name: 'password-find',
  reads: true,
  text: 'select id, password_hash as hash from accounts where login = $1',
};

const signIn: Statement = {
  name: 'password-sign-in',
  text: `
with clock as materialized (select auth_now() as now),
account as (select id, display_name from accounts where id = $4::uuid),
${openSession('$1', '$2', '$3')}
select account.id as user, account.display_name as name, token.seconds from account, token`,
};

const register: Statement = {
  name: 'password-register',
  text: `
with clock as materialized (select auth_now() as now),
account as (
  insert into accounts (login, password_hash, display_name, created_at) select $4, $5, $4, now from clock
  on conflict (login) do nothing
  returning id, display_name
),
${openSession('$1', '$2', '$3')}
select account.id as user, account.display_name as name, token.seconds from account, token`,
};

/** The statements of a sign-in to an existing account, in order and without those of the counters; for the benchmark. */
export const passwordStatements = { selectAccount, signIn } as const;

const wrongPassword = () => new Refusal(401, { what: 'password' });

/** A sign-in by login and password. */
export interface PasswordRequest extends Caller {
  /** As `parseLogin` returns it. */
  readonly login: string;
  /** As `parsePassword` returns it. */
  readonly password: string;
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

const refuseIf = (exceeded: Awaited<ReturnType<typeof consume>>) => {
  if (exceeded) throw tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name);
};

/**
 * Creates the operation behind `POST /v1/session`, which signs in or registers a new login (docs/protocol.md#calls). Each
 * attempt is counted as a failure until it has succeeded, so that concurrent attempts get no more guesses than
 * consecutive ones (docs/protocol.md#limits).
 * The operation rejects with a Refusal: 401 `password`, 429 `ip`.
 */
export function createPasswordSignIn(config: Config, admission: Admission, limits: Limits): PasswordSignIn {
  const queue = new CallQueue('login', config.maxWaiting);
  const hashing = new Gate(Math.max(1, poolSize - 1), config.maxWaiting);

  /** Hashes or compares. Refused if too many wait, or if the client has gone. */
  const withThread = async <T>({ ip, isGone }: Caller, work: () => Promise<T>): Promise<T> => {
    try {
      return await hashing.run({ line: ip, isGone }, work);
    } catch (error) {
      throw error instanceof GateFull ? overloaded() : error;
    }
  };

  const open = async (db: Queryable, statement: Statement, ...values: readonly string[]) => {
    const token = generateToken();
    const [row] = await db.query<SessionRow>(statement, [
      hashToken(token),
      config.tokenTtl,
      config.sessionTtl,
      ...values,
    ]);
    return row && { user: row.user, displayName: row.name, token, expiresIn: row.seconds };
  };

  return request => {
    const { login, password, ip } = request;
    const db = admission.for(request);
    const finishing = admission.toFinish(request);
    const failures: readonly RateLimit[] = [...limits.passwordDelays(login, ip), ...limits.passwordFailures(ip)];
    const signIns = limits.signIns(login, ip);
    const newLogins = limits.newLogins(ip);

    const findAccount = async (database: Queryable) => {
      const [account] = await database.query<AccountRow>(selectAccount, [login]);
      return account;
    };

    /** Registers the login and opens a session. Returns undefined if a concurrent call has registered it first. */
    const createAccount = async () => {
      refuseIf(await consume(db, newLogins));
      // Stays counted as a new login: the refusal tells that the login is free, as making the account would.
      if (isCommonPassword(password, login)) throw new Refusal(422, { what: 'password' });
      let session: Session | undefined;
      try {
        const passwordHash = await withThread(request, () => hash(password, argon2));
        session = await open(finishing, register, login, passwordHash);
        return session;
      } finally {
        if (!session) await release(finishing, newLogins);
      }
    };

    return queue.run(JSON.stringify([login, ip]), request, async () => {
      // The attempt counts as a failure until it has succeeded. Sign-ins that were too many refuse it whether or not the
      // password is right.
      refuseIf(await consume(db, [...failures, ...signIns.map(limit => ({ ...limit, weight: 0 as const }))]));
      let account: AccountRow | undefined;
      let isRight: boolean;
      try {
        account = await findAccount(db);
        if (!account) {
          const session = await createAccount();
          if (session) {
            await release(finishing, failures, true);
            return { ...session, created: true };
          }
          account = await findAccount(finishing);
        }
        const stored = account?.hash;
        isRight = stored !== undefined && (await withThread(request, () => verify(stored, password)));
      } catch (error) {
        // No password was compared: another limit has refused the call, or it was not begun.
        if (error instanceof Refusal || error instanceof Gone) await release(finishing, failures);
        throw error;
      }
      if (!account || !isRight) {
        await makeDurable(finishing);
        throw wrongPassword();
      }
      await release(finishing, failures, true);
      refuseIf(await consume(finishing, signIns));
      const session = await open(finishing, signIn, account.id);
      // No session: the account was deleted after it had been found.
      if (!session) throw wrongPassword();
      return { ...session, created: false };
    });
  };
}
