import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Captcha, CaptchaFailed, isProviderFault } from '../challenge/captcha.js';
import { stepOf, STEPS, workOfStep } from '../challenge/difficulty.js';
import { createOutage } from '../challenge/outage.js';
import { createPow, POW_LIFETIME, readPowPayload } from '../challenge/pow.js';
import { CallError } from '../common/call-json.js';
import { hashToken, type Macs } from '../common/crypto.js';
import { widestNetworkOf } from '../common/networks.js';
import { Refusal, tooManyRequests } from '../common/refusal.js';
import type { Config } from '../config/config.js';
import type { Admission, Caller } from './admission/admission.js';
import type { ThreadPool } from './admission/thread-pool.js';
import type { ChallengedCall, Limits } from './rate-limits.js';
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

/**
 * Why a solution was not accepted. `spent`: it was used before. `easy`: it is too easy for the number of calls that its network
 * has made in this minute. `unavailable`: the captcha provider gave no answer that settles it.
 */
export type ChallengeFailure =
  | 'malformed'
  | 'expired'
  | 'forged'
  | 'unsolved'
  | 'other-call'
  | 'spent'
  | 'easy'
  | 'refused'
  | 'unavailable';

/** A call that may get a challenge. */
export interface ChallengedRequest extends Caller {
  /** The header `X-Auth-Challenge`. */
  readonly solution?: string | undefined;
}

/** A solution that was verified. */
export interface VerifiedSolution extends Solution {
  /** `pow`, or the name of the captcha that it solves. */
  readonly type: string;
  /** The step of the proof of work. A captcha counts as the last one. */
  readonly step: number;
}

/** The limits that decide how hard the challenge of a call is: the more of them is used up, the harder it is. */
export interface UsedLimits {
  /** Lists of limits of the call's address and networks, the address first in each. The first list counts the calls of a day too. */
  readonly ofAddress: readonly (readonly RateLimit[])[];
  /** Limits that callers share, such as the SMS to new devices. Empty for a sign-in by password. */
  readonly ofAll: readonly RateLimit[];
}

/** The challenges of the server (docs/protocol.md#challenges). */
export interface Challenges {
  readonly mode: Config['challenge']['mode'];
  /**
   * Verifies the solution that came with a call. The statement that lets the call through marks it as used. Resolves to undefined if there
   * is none, if it isn't valid, or in the mode `never`.
   * @param subject the number or login of the call
   * @param checkLimits rejects if a limit refuses the call. It's called before a captcha is verified, because that uses the
   *   captcha up.
   * @throws Refusal 429 `ip` if the provider was asked about too many captchas of the address, 503 if too many calls wait, and
   *   what `checkLimits` rejects with
   */
  verify(
    call: ChallengedCall,
    subject: string,
    request: ChallengedRequest,
    checkLimits: () => Promise<void>,
  ): Promise<VerifiedSolution | undefined>;
  /**
   * Returns the request with the standing that gives it a place in the queue for the database. The solution changes the place as follows:
   * - The call of a known caller keeps its place.
   * - Any other call whose solution was refused waits behind all others, because anybody can make a solution up.
   * - An accepted proof of work changes nothing.
   * - A call whose captcha was accepted gets the place of a known caller. The captcha can't be used again, so the person would have to solve
   *   another one if the queue were full.
   */
  judge<T extends ChallengedRequest>(request: T, verified: VerifiedSolution | undefined): T;
  /**
   * Returns the limits of a call without a solution in the mode `auto`, lowered to the number of calls that are free of challenges.
   * @param isQuiet whether to return those that hold while all callers together make few calls: an address has more free calls, all callers
   *   together have fewer
   */
  withoutSolution(limits: readonly RateLimit[], isQuiet?: boolean): readonly RateLimit[];
  /** Reports that the call was let through because of this solution. */
  reportSolved(call: ChallengedCall, caller: Caller, solution: VerifiedSolution): void;
  /**
   * Counts and makes a challenge. Resolves to the refusal that contains it: 403 `challenge`.
   * @param failed a solution that came with the call and was not accepted. `isEasy`: it was too easy; otherwise it was used before or has
   *   expired
   * @throws Refusal 429 `ip` if the address has been given too many challenges, 503 if too many calls wait
   */
  give(
    call: ChallengedCall,
    subject: string,
    caller: Caller,
    used: UsedLimits,
    failed?: { readonly solution: VerifiedSolution; readonly isEasy: boolean },
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
  /** Called if a captcha could not be verified. The reason contains no secret. `isDown`: a proof of work takes its place. */
  readonly captchaFailed: (reason: string, isDown: boolean) => void;
}

/**
 * How long a verified captcha is remembered, in seconds. No provider accepts a token that is an hour old. The rest of the day
 * is what the clocks of the process and the database may differ by.
 */
const CAPTCHA_LIFETIME = 86_400;

/** The maximum length of a captcha token. Turnstile's tokens have up to 2,048 characters. */
const MAX_TOKEN_LENGTH = 8192;

/** Creates the challenges of a configuration. */
export function createChallenges({ challenge: config }: Config, tools: ChallengeTools): Challenges {
  const { admission, macs, limits, threads, captcha, report, captchaFailed } = tools;
  const pow = createPow(macs);
  const outage = createOutage();

  const currentType = () => (captcha && !outage.isDown() ? config.type : 'pow');

  function verifyPow(
    call: ChallengedCall,
    subject: string,
    { ip }: Caller,
    payload: NonNullable<ReturnType<typeof readPowPayload>>,
  ): VerifiedSolution | undefined {
    const failure = pow.verify(payload, signer => signer.challenge(call, subject));
    if (failure) {
      report({ call, type: 'pow', outcome: 'failed', reason: failure, ip });
      return undefined;
    }
    const { signature, parameters } = payload.challenge;
    const { expiresAt, data } = parameters;
    return { type: 'pow', step: Number(data.step), id: hashToken(signature), expiresAt };
  }

  /** Asks the provider about a token. Resolves to why it isn't accepted; undefined if it is. */
  async function ask(verifier: Captcha, token: string, { ip }: Caller): Promise<'unavailable' | 'refused' | undefined> {
    const providerCall = new AbortController();
    const timer = new AbortController();
    try {
      // The signal alone isn't enough: a provider that ignores it must not hold up the call.
      const timedOut = delay(config.timeout * 1000, undefined, { signal: timer.signal }).then(() => {
        providerCall.abort();
        throw new CaptchaFailed('the provider did not answer in time', true);
      });
      timedOut.catch(() => undefined);
      const answered = verifier.verify({ token, ip: isIP(ip) ? ip : undefined }, providerCall);
      answered.catch(() => undefined);
      const isAccepted = await Promise.race([answered, timedOut]);
      outage.answered();
      return isAccepted ? undefined : 'refused';
    } catch (error) {
      if (isProviderFault(error)) outage.failed(widestNetworkOf(ip));
      // The messages of other errors could quote the request.
      const isKnown = error instanceof CaptchaFailed || error instanceof CallError;
      captchaFailed(isKnown ? error.message : 'the provider could not be asked', outage.isDown());
      return 'unavailable';
    } finally {
      timer.abort();
    }
  }

  async function verifyCaptcha(
    verifier: Captcha,
    call: ChallengedCall,
    request: ChallengedRequest,
    token: string,
  ): Promise<VerifiedSolution | undefined> {
    const { asked } = limits.challenges(call, request.ip);
    const exceeded = await consume(admission.admit(request), [asked]);
    if (exceeded) throw tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name);
    const failure = await ask(verifier, token, request);
    if (failure) {
      report({ call, type: config.type, outcome: 'failed', reason: failure, ip: request.ip });
      return undefined;
    }
    const expiresAt = Math.floor(Date.now() / 1000) + CAPTCHA_LIFETIME;
    return { type: config.type, step: STEPS, id: hashToken(`${config.type} ${token}`), expiresAt };
  }

  /** Returns the step of a counted challenge: how hard it is. */
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
    const { given, served } = limits.challenges(call, ip);
    const countInMinute = (limit: RateLimit) => countOf(limit).count / limit.free!.max;
    // The call that this challenge is for isn't counted in the network yet.
    const ofNetwork = served ? countInMinute(served) + 1 / served.free!.max : 0;
    return stepOf(
      {
        share: Math.max(...used.ofAddress.map(([own]) => shareOf(own!))),
        networkShare: Math.max(0, ...used.ofAddress.flatMap(([, ...networks]) => networks.map(shareOf))),
        totalShare: Math.max(0, ...used.ofAll.map(shareOf)),
        servedToday: countOf(used.ofAddress[0]![0]!).dayCount,
        minuteShare: Math.max(countInMinute(given), ofNetwork),
      },
      { climb: config.climbShare, total: config.totalShare },
    );
  }

  return {
    mode: config.mode,
    async verify(call, subject, request, checkLimits) {
      const { solution, ip } = request;
      if (config.mode === 'never' || solution === undefined) return undefined;
      const payload = readPowPayload(solution);
      if (payload) return verifyPow(call, subject, request, payload);
      const name = currentType();
      if (!captcha || name === 'pow' || solution === '' || solution.length > MAX_TOKEN_LENGTH) {
        report({ call, type: name, outcome: 'failed', reason: 'malformed', ip });
        return undefined;
      }
      await checkLimits();
      return verifyCaptcha(captcha, call, request, solution);
    },
    judge(request, verified) {
      const { solution, standing } = request;
      if (config.mode === 'never' || solution === undefined || standing === 'known' || verified?.type === 'pow') {
        return request;
      }
      return { ...request, standing: verified ? 'known' : 'unproven' };
    },
    withoutSolution(all, isQuiet = false) {
      return all.map(limit => {
        const { max, dayMax } = limit;
        const free = (isQuiet ? limit.freeIfQuiet : undefined) ?? limit.free;
        if (!free) return limit;
        const freeDay = dayMax === undefined ? {} : { dayMax: Math.min(dayMax, free.dayMax) };
        return { ...limit, max: Math.min(max, free.max), ...freeDay };
      });
    },
    reportSolved(call, { ip }, solution) {
      report({ call, type: solution.type, outcome: 'solved', ip });
    },
    async give(call, subject, caller, used, failed) {
      const { ip } = caller;
      const { given, served } = limits.challenges(call, ip);
      const read = [...used.ofAddress.flat(), ...used.ofAll, ...(served ? [served] : [])];
      const counted = await countChallenge(admission.admit(caller), [given], read);
      if (counted.is === 'refused') throw tooManyRequests('ip', counted.retryAfter, counted.limit.name);

      if (failed) {
        const { solution, isEasy } = failed;
        const reason = isEasy ? 'easy' : solution.expiresAt <= counted.now ? 'expired' : 'spent';
        report({ call, type: solution.type, outcome: 'failed', reason, ip });
      }
      const name = currentType();
      if (name !== 'pow') {
        report({ call, type: name, outcome: 'given', ip });
        return new Refusal(403, { what: 'challenge', type: name, siteKey: config.siteKey });
      }
      const step = stepFrom(counted, call, ip, used);
      const derivations = Math.ceil(config.work * workOfStep(step));
      const expiresAt = Math.floor(counted.now) + POW_LIFETIME;
      const make = () => pow.create(derivations, { boundTo: macs.challenge(call, subject), step, expiresAt });
      const { parameters, signature } = await threads.run(caller, make);
      report({ call, type: 'pow', outcome: 'given', step, ip });
      return new Refusal(403, { what: 'challenge', type: 'pow', parameters, signature: signature! });
    },
  };
}
