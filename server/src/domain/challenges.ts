import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Captcha, CaptchaFailed } from '../challenge/captcha.js';
import { stepOf, workOfStep } from '../challenge/difficulty.js';
import { createPow, POW_LIFETIME, readPowPayload } from '../challenge/pow.js';
import { CallError } from '../common/call-json.js';
import { hashToken, type Macs } from '../common/crypto.js';
import { Refusal, tooManyRequests } from '../common/refusal.js';
import type { Config } from '../config/config.js';
import type { Admission, Caller } from './admission/admission.js';
import type { ThreadPool } from './admission/thread-pool.js';
import { CHALLENGE_FACTOR, type ChallengedCall, type Limits } from './limits.js';
import { countChallenge, type CountedChallenge } from './queries/challenges.js';
import { consume, type RateLimit } from './queries/counters.js';
import type { Solution } from './queries/solutions.js';

/** An event in the life of a challenge. */
export interface ChallengeEvent {
  readonly call: ChallengedCall;
  /** `pow`, or the name of a captcha. */
  readonly type: string;
  readonly outcome: 'given' | 'solved' | 'failed';
  /** Why the solution failed. */
  readonly reason?: ChallengeFailure;
  /** The step of a proof of work that was given: how hard it is. */
  readonly step?: number;
  readonly ip: string;
}

/** Why a solution was not accepted. `unavailable` means that the captcha provider gave no answer that settles it. */
export type ChallengeFailure =
  'malformed' | 'expired' | 'forged' | 'unsolved' | 'other-call' | 'spent' | 'refused' | 'unavailable';

/** A call that may get a challenge. */
export interface ChallengedRequest extends Caller {
  /** The header `X-Auth-Challenge`. */
  readonly solution?: string | undefined;
}

/** A solution that was verified. */
export interface VerifiedSolution extends Solution {
  /** `pow`, or the name of the captcha that it solves. */
  readonly type: string;
}

/** The limits that a call counts towards. How much of them is used up decides how hard its challenge is. */
export interface UsedLimits {
  /** The limits of its address and networks, the address first. */
  readonly ofAddress: readonly RateLimit[];
  /** The limits of all callers together. */
  readonly ofAll: readonly RateLimit[];
}

/** The challenges of the server (docs/protocol.md#challenges). */
export interface Challenges {
  readonly mode: Config['challenge']['mode'];
  /**
   * Verifies the solution that came with a call, without using it up. Resolves to undefined if there is none or it isn't
   * valid.
   * @param subject the number or login of the call
   * @param refuse rejects if a limit refuses the call. It's called before a captcha is verified, because that uses the
   *   captcha up.
   */
  verify(
    call: ChallengedCall,
    subject: string,
    request: ChallengedRequest,
    refuse: () => Promise<void>,
  ): Promise<VerifiedSolution | undefined>;
  /**
   * The limits of a call without a solution in the mode `auto`, lowered to the number of calls that are free of challenges.
   */
  withoutSolution(limits: readonly RateLimit[]): readonly RateLimit[];
  /** Reports that the call was let through because of this solution. */
  used(call: ChallengedCall, caller: Caller, solution: VerifiedSolution): void;
  /**
   * Counts and makes a challenge. Resolves to the refusal that contains it: 403 `challenge`.
   * @param spent a solution that came with the call, but had already been used
   * @throws Refusal 429 `ip` if the address has been given too many challenges, 503 if too many calls wait
   */
  give(
    call: ChallengedCall,
    subject: string,
    caller: Caller,
    used: UsedLimits,
    spent?: VerifiedSolution,
  ): Promise<Refusal>;
}

/** The dependencies of the challenges. */
export interface ChallengeTools {
  readonly admission: Admission;
  readonly macs: Macs;
  readonly limits: Limits;
  readonly threads: ThreadPool;
  /** Verifies captchas; undefined if challenges are proofs of work. */
  readonly captcha: Captcha | undefined;
  readonly report: (event: ChallengeEvent) => void;
  /** Called if a captcha could not be verified. The reason contains no secret. */
  readonly captchaFailed: (reason: string) => void;
}

/** How long a proof of work replaces a captcha after its provider has failed, in milliseconds. */
const OUTAGE_MS = 60_000;

/** How long a verified captcha is remembered, in seconds. No provider accepts a token for as long. */
const CAPTCHA_LIFETIME = 3600;

/** The maximum length of a captcha token. Turnstile's tokens have up to 2,048 characters. */
const MAX_TOKEN_LENGTH = 8192;

/** Creates the challenges of a configuration. */
export function createChallenges({ challenge: config }: Config, tools: ChallengeTools): Challenges {
  const { admission, macs, limits, threads, captcha, report, captchaFailed } = tools;
  const pow = createPow(macs);
  let unavailableUntil = 0;

  const type = () => (captcha && performance.now() >= unavailableUntil ? config.type : 'pow');

  async function verifyPow(
    call: ChallengedCall,
    subject: string,
    request: ChallengedRequest,
    payload: NonNullable<ReturnType<typeof readPowPayload>>,
  ): Promise<VerifiedSolution | undefined> {
    const failure = await threads.run(request, () => pow.verify(payload, macs.challenge(call, subject)));
    if (failure) {
      report({ call, type: 'pow', outcome: 'failed', reason: failure, ip: request.ip });
      return undefined;
    }
    const { signature, parameters } = payload.challenge;
    return { type: 'pow', id: hashToken(signature), expiresAt: parameters.expiresAt };
  }

  /** Asks the provider about a token. Resolves to why it isn't accepted; undefined if it is. */
  async function ask(verifier: Captcha, token: string, { ip }: Caller): Promise<'unavailable' | 'refused' | undefined> {
    const given = new AbortController();
    const settled = new AbortController();
    try {
      // The signal alone isn't enough: a provider that ignores it must not hold up the call.
      const timedOut = delay(config.timeout * 1000, undefined, { signal: settled.signal }).then(() => {
        given.abort();
        throw new CaptchaFailed('the provider did not answer in time');
      });
      timedOut.catch(() => undefined);
      const answered = verifier.verify({ token, ip: isIP(ip) ? ip : undefined }, given);
      answered.catch(() => undefined);
      return (await Promise.race([answered, timedOut])) ? undefined : 'refused';
    } catch (error) {
      unavailableUntil = performance.now() + OUTAGE_MS;
      // The messages of other errors could quote the request.
      const isKnown = error instanceof CaptchaFailed || error instanceof CallError;
      captchaFailed(isKnown ? error.message : 'the provider could not be asked');
      return 'unavailable';
    } finally {
      settled.abort();
    }
  }

  async function verifyCaptcha(
    verifier: Captcha,
    call: ChallengedCall,
    request: ChallengedRequest,
    token: string,
  ): Promise<VerifiedSolution | undefined> {
    const { asked } = limits.challenges(call, request.ip);
    const exceeded = await consume(admission.admit(request), asked);
    if (exceeded) throw tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name);
    const failure = await ask(verifier, token, request);
    if (failure) {
      report({ call, type: config.type, outcome: 'failed', reason: failure, ip: request.ip });
      return undefined;
    }
    const expiresAt = Math.floor(Date.now() / 1000) + CAPTCHA_LIFETIME;
    return { type: config.type, id: hashToken(`${config.type} ${token}`), expiresAt };
  }

  /** The step of a counted challenge: how hard it is. */
  function stepFrom(
    { countOf }: Extract<CountedChallenge, { is: 'counted' }>,
    call: ChallengedCall,
    ip: string,
    used: UsedLimits,
  ): number {
    const shareOf = (limit: RateLimit) => {
      const { count, dayCount } = countOf(limit);
      return Math.max(count / limit.max, limit.dayMax === undefined ? 0 : dayCount / limit.dayMax);
    };
    const { given, inMinute } = limits.challenges(call, ip);
    // A challenge counts as much as the call that it is for, so that nobody can collect easy challenges.
    const shares = [...used.ofAddress.map(shareOf), ...given.map(limit => shareOf(limit) * CHALLENGE_FACTOR)];
    const [address] = used.ofAddress;
    return stepOf(
      {
        share: Math.max(...shares),
        totalShare: Math.max(0, ...used.ofAll.map(shareOf)),
        today: Math.max(address ? countOf(address).dayCount : 0, countOf(given[0]!).dayCount - 1),
        minuteShare: Math.max(...inMinute.map(limit => countOf(limit).count / limit.free!.max)),
      },
      { climb: config.climbShare, total: config.totalShare },
    );
  }

  return {
    mode: config.mode,
    async verify(call, subject, request, refuse) {
      const { solution, ip } = request;
      if (config.mode === 'never' || solution === undefined) return undefined;
      const payload = readPowPayload(solution);
      if (payload) return verifyPow(call, subject, request, payload);
      const name = type();
      if (!captcha || name === 'pow' || solution === '' || solution.length > MAX_TOKEN_LENGTH) {
        report({ call, type: name, outcome: 'failed', reason: 'malformed', ip });
        return undefined;
      }
      await refuse();
      return verifyCaptcha(captcha, call, request, solution);
    },
    withoutSolution(all) {
      return all.map(limit => {
        const { free, max, dayMax } = limit;
        if (!free) return limit;
        const freeDay = dayMax === undefined ? {} : { dayMax: Math.min(dayMax, free.dayMax) };
        return { ...limit, max: Math.min(max, free.max), ...freeDay };
      });
    },
    used(call, { ip }, solution) {
      report({ call, type: solution.type, outcome: 'solved', ip });
    },
    async give(call, subject, caller, used, spent) {
      const { ip } = caller;
      if (spent) report({ call, type: spent.type, outcome: 'failed', reason: 'spent', ip });
      const { given, inMinute } = limits.challenges(call, ip);
      const budgets = [...used.ofAddress, ...used.ofAll];
      const counted = await countChallenge(admission.admit(caller), [...given, ...inMinute], budgets);
      if (counted.is === 'refused') throw tooManyRequests('ip', counted.retryAfter, counted.limit.name);

      const name = type();
      if (name !== 'pow') {
        report({ call, type: name, outcome: 'given', ip });
        return new Refusal(403, { what: 'challenge', type: name, siteKey: config.siteKey });
      }
      const step = stepFrom(counted, call, ip, used);
      const derivations = Math.ceil(config.work * workOfStep(step));
      const expiresAt = Math.floor(counted.now) + POW_LIFETIME;
      const make = () => pow.create(derivations, macs.challenge(call, subject), expiresAt);
      const { parameters, signature } = await threads.run(caller, make);
      report({ call, type: 'pow', outcome: 'given', step, ip });
      return new Refusal(403, { what: 'challenge', type: 'pow', parameters, signature: signature! });
    },
  };
}
