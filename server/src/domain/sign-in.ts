import { hash, verify } from '@node-rs/argon2';
import { isCommonPassword } from './common-passwords.js';
import { generateToken, hashToken } from '../common/crypto.js';
import { Gone } from './admission/gate.js';
import type { Config } from '../config/config.js';
import type { Queryable, Statement } from '../db/database.js';
import { type Admission, CallQueue } from './admission/admission.js';
import type { ChallengedRequest, Challenges } from './challenges.js';
import { consume, type ExceededLimit, findExceeded, makeDurable, type RateLimit, release } from './queries/counters.js';
import type { Limits } from './limits.js';
import { Refusal, tooManyRequests } from './refusal.js';
import { openSession, type Session } from './sessions.js';
import { consumeWith, giveSolutionBack } from './queries/solutions.js';
import type { ThreadPool } from './admission/thread-pool.js';

// Argon2id with the parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

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
export interface PasswordRequest extends ChallengedRequest {
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

const uncounted = (limit: RateLimit): RateLimit => ({ ...limit, weight: 0 });

const refuseIf = (exceeded: ExceededLimit | undefined) => {
  if (exceeded) throw tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name);
};

/**
 * Creates the operation behind `POST /v1/session`, which signs in or registers a new login (docs/protocol.md#calls). Each
 * attempt is counted as a failure until it has succeeded, so that concurrent attempts get no more guesses than
 * consecutive ones (docs/protocol.md#limits).
 * The operation rejects with a Refusal: 401 `password`, 403 `challenge`, 429 `ip`.
 */
export function createPasswordSignIn(
  config: Config,
  admission: Admission,
  limits: Limits,
  challenges: Challenges,
  threads: ThreadPool,
): PasswordSignIn {
  const queue = new CallQueue('login', config.maxWaiting);

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
    const used = { ofAddress: [...limits.passwordFailures(ip), ...newLogins], ofAll: [] };

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
        const passwordHash = await threads.run(request, () => hash(password, argon2));
        session = await open(finishing, register, login, passwordHash);
        return session;
      } finally {
        if (!session) await release(finishing, newLogins);
      }
    };

    return queue.run(JSON.stringify([login, ip]), request, async () => {
      // The attempt counts as a failure until it has succeeded. Sign-ins that were too many refuse it whether or not the
      // password is right.
      const counted = [...failures, ...signIns.map(uncounted)];
      const refuse = async () => {
        refuseIf(await findExceeded(db, counted));
      };
      const solution = await challenges.verify('sign-in', login, request, refuse);
      const giveChallenge = () => challenges.give('sign-in', login, request, used, solution);
      if (challenges.mode === 'always' && !solution) {
        await refuse();
        throw await giveChallenge();
      }
      const isFree = challenges.mode === 'auto' && !solution;
      // New logins count before it is known whether this one is new, and so the challenge does not tell.
      const first = isFree ? challenges.withoutSolution([...counted, ...newLogins.map(uncounted)]) : counted;
      const exceeded = await consumeWith(db, first, solution);
      if (exceeded === 'spent') throw await giveChallenge();
      if (exceeded) {
        if (!isFree) refuseIf(exceeded);
        await refuse();
        throw await giveChallenge();
      }
      if (solution) challenges.used('sign-in', request, solution);
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
        isRight = stored !== undefined && (await threads.run(request, () => verify(stored, password)));
      } catch (error) {
        // No password was compared: another limit has refused the call, or it was not begun.
        if (error instanceof Refusal || error instanceof Gone) {
          await release(finishing, failures);
          if (solution) await giveSolutionBack(finishing, solution);
        }
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
