import { hash, verify } from '@node-rs/argon2';
import { Refusal, tooManyRequests } from '../common/refusal.js';
import type { Config } from '../config/config.js';
import { type Admission, CallQueue } from './admission/admission.js';
import type { ThreadPool } from './admission/thread-pool.js';
import type { ChallengedRequest, Challenges } from './challenges.js';
import { isCommonPassword } from './common-passwords.js';
import type { Limits } from './rate-limits.js';
import { consume, type ExceededLimit, findExceeded, makeDurable, type RateLimit, release } from './queries/counters.js';
import { findLogin, isKnownNetwork, type LoginAccount, openSession, register } from './queries/logins.js';
import type { Session } from './queries/sessions.js';
import { consumeWith, giveSolutionBack } from './queries/solutions.js';
import { isReservedLogin } from './reserved-logins.js';

// The Argon2id parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane.
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const wrongPassword = () => new Refusal(401, { what: 'password' });

/** A sign-in by login and password. */
export interface PasswordRequest extends ChallengedRequest {
  /** The login, as `parseLogin` returns it. */
  readonly login: string;
  /** The password, as `parsePassword` returns it. */
  readonly password: string;
}

/** Signs in by password. `created` tells whether the login was new and an account was created. */
export type PasswordSignIn = (request: PasswordRequest) => Promise<Session & { readonly created: boolean }>;

/** The result of `authenticate`: a new account, or whether the password is that of the account. */
type Authentication =
  | { readonly is: 'created'; readonly session: Session }
  | { readonly is: 'right'; readonly account: LoginAccount }
  | { readonly is: 'wrong' };

const uncounted = (limit: RateLimit): RateLimit => ({ ...limit, weight: 0 });

const refuseIf = (exceeded: ExceededLimit | undefined) => {
  if (exceeded) throw tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name);
};

/**
 * Creates the operation behind `POST /v1/session`, which signs in or registers a new login (docs/protocol.md#calls). Each
 * attempt is counted as a failure until it has succeeded, so concurrent attempts get no more guesses than consecutive ones
 * (docs/protocol.md#limits). The operation rejects with a Refusal: 401 `password`, 403 `challenge`, 422 `login` or `password`,
 * 429 `ip`, 499 if the client has left, or 503.
 */
export function createPasswordSignIn(
  config: Config,
  admission: Admission,
  limits: Limits,
  challenges: Challenges,
  threads: ThreadPool,
): PasswordSignIn {
  const queue = new CallQueue('login', config.maxWaiting);

  /** @param isKnown whether somebody has signed in to the login from this network before: see `isKnownNetwork` */
  async function attempt(request: PasswordRequest, isKnown: boolean): ReturnType<PasswordSignIn> {
    const { login, password, ip } = request;
    const network = limits.networkOfLogin(login, ip);
    const db = admission.admit(request);
    const finishing = admission.admitToFinish(request);
    const failures: readonly RateLimit[] = [
      ...limits.passwordDelays(login, ip, isKnown),
      ...limits.passwordFailures(ip),
    ];
    const signInsOfAddress = limits.signInsByPassword(ip);
    const signIns = [limits.signInsOfAccount(login), ...signInsOfAddress];
    const newLogins = limits.newLogins(ip);
    // The limit of sign-ins refuses an attempt whether or not its password is right.
    const counted = [...failures, ...signIns.map(uncounted)];

    /** Rejects if a limit refuses the attempt, even with a solution. The standing of `caller` decides its place in the queue. */
    async function checkLimits(caller = request): Promise<void> {
      refuseIf(await findExceeded(admission.admit(caller), counted));
    }

    /**
     * Counts the attempt as a failure. Resolves to the solution that it has used up, if it came with one. Rejects if a limit
     * refuses it, or if it gets a challenge.
     */
    async function countAttempt() {
      const solution = await challenges.verify('sign-in', login, request, () => checkLimits());
      const judged = challenges.judge(request, solution);
      const used = { ofAddress: [limits.passwordFailures(ip), newLogins, signInsOfAddress], ofAll: [] };
      const giveChallenge = (isEasy = false) =>
        challenges.give('sign-in', login, judged, used, solution && { solution, isEasy });
      if (challenges.mode === 'always' && !solution) {
        await checkLimits(judged);
        throw await giveChallenge();
      }
      const isFree = challenges.mode === 'auto' && !solution;
      const solved = solution ? limits.solved('sign-in', ip, solution.step) : [];
      // The limit of new logins brings attempts for known logins a challenge too, so a challenge doesn't tell whether a login is known.
      const inForce = isFree
        ? challenges.withoutSolution([...counted, ...newLogins.map(uncounted)])
        : [...counted, ...solved];
      const exceeded = await consumeWith(admission.admit(judged), inForce, solution);
      if (exceeded === 'spent') throw await giveChallenge();
      if (exceeded && solved.includes(exceeded.limit)) throw await giveChallenge(true);
      if (exceeded) {
        if (!isFree) refuseIf(exceeded);
        await checkLimits(judged);
        throw await giveChallenge();
      }
      if (solution) challenges.reportSolved('sign-in', request, solution);
      return solution;
    }

    /** Registers the login and opens a session. Resolves to undefined if a concurrent call has registered it first. */
    async function createAccount(): Promise<Session | undefined> {
      refuseIf(await consume(db, newLogins));
      // A call that is refused here stays counted as a new login: the refusal reveals that the login is free, as a new account would.
      if (isReservedLogin(login)) throw new Refusal(422, { what: 'login' });
      if (isCommonPassword(password, login)) throw new Refusal(422, { what: 'password' });
      let session: Session | undefined;
      try {
        const passwordHash = await threads.runPassword(request, () => hash(password, ARGON2));
        session = await register(finishing, { login, hash: passwordHash }, network, config);
        return session;
      } finally {
        if (!session) await release(finishing, newLogins);
      }
    }

    /** Finds the account and compares its password, or creates the account if the login is new. */
    async function authenticate(): Promise<Authentication> {
      let account = await findLogin(db, login);
      if (!account) {
        const session = await createAccount();
        if (session) return { is: 'created', session };
        account = await findLogin(finishing, login);
      }
      const stored = account?.hash;
      const isRight = stored !== undefined && (await threads.runPassword(request, () => verify(stored, password)));
      return account && isRight ? { is: 'right', account } : { is: 'wrong' };
    }

    const solution = await countAttempt();
    const outcome = await authenticate().catch(async (error: unknown) => {
      // No password was compared: another limit or a rule refused the call, or the comparison wasn't started.
      if (error instanceof Refusal) {
        await release(finishing, failures);
        if (solution) await giveSolutionBack(finishing, solution);
      }
      throw error;
    });
    if (outcome.is === 'wrong') {
      await makeDurable(finishing);
      throw wrongPassword();
    }
    await release(finishing, failures, true);
    if (outcome.is === 'created') return { ...outcome.session, created: true };
    refuseIf(await consume(finishing, signIns));
    const session = await openSession(finishing, outcome.account.id, network, config);
    // There's no session if the account was deleted after it had been found.
    if (!session) throw wrongPassword();
    return { ...session, created: false };
  }

  return request => {
    const { login, ip } = request;
    return queue.run(JSON.stringify([login, ip]), request, async () => {
      const isKnown = await isKnownNetwork(admission.admit(request), limits.networkOfLogin(login, ip));
      return attempt(isKnown ? { ...request, standing: 'known' } : request, isKnown);
    });
  };
}
