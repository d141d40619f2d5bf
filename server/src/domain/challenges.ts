import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Captcha, CaptchaFailed } from '../challenge/captcha.js';
import { stepOf, workOfStep } from '../challenge/difficulty.js';
import { createPow, powLifetime, readPowPayload } from '../challenge/pow.js';
import { CallError } from '../common/call-json.js';
import { hashToken, type Macs } from '../common/crypto.js';
import { Gone } from './admission/gate.js';
import type { Config } from '../config/config.js';
import type { Statement } from '../db/database.js';
import type { Admission, Caller } from './admission/admission.js';
import {
  consume,
  countCall,
  findExceeded,
  isExceeded,
  isOneOf,
  limitsAsJson,
  limitsOf,
  quickClock,
  type RateLimit,
  refuseUnlessCounted,
  runCounting,
} from './queries/counters.js';
import { type ChallengedCall, challengeFactor, type Limits } from './limits.js';
import { clientGone, Refusal, tooManyRequests } from './refusal.js';
import type { Solution } from './queries/solutions.js';
import type { ThreadPool } from './admission/thread-pool.js';

// Counts a challenge that is given, and reads what was used of the budgets with the keys $2.
const countChallenge: Statement = {
  name: 'challenge-count',
  text: `
with ${quickClock},
wanted as (${limitsOf('$1')}),
limits as (select * from wanted where not exists (
  select from counters c, wanted l, clock where ${isOneOf('wanted')} and c.key = l.key and ${isExceeded})),
${countCall},
used as (
  select c.key, case when c.resets_at > now then c.count else 0 end as count,
         case when c.day_resets_at > now then c.day_count else 0 end as day_count
    from counters c, clock where c.key = any (array(select json_array_elements_text($2::json)))
)
select key, count, coalesce(day_count, 0) as "dayCount", extract(epoch from now)::float8 as now,
       ${refuseUnlessCounted}::text as refused
  from (select key, count, day_count from counted union all select key, count, day_count from used) as each, clock`,
};

/** The statements of a challenge, for tests. */
export const challengeStatements = { countChallenge } as const;

interface CountRow {
  readonly key: string;
  readonly count: number;
  readonly dayCount: number;
  /** Seconds since 1970, by the clock of the database. */
  readonly now: number;
}

/** What has come of a challenge. */
export interface ChallengeEvent {
  readonly call: ChallengedCall;
  /** `pow`, or the name of a captcha. */
  readonly type: string;
  readonly outcome: 'given' | 'solved' | 'failed';
  /** Why a solution has failed. */
  readonly reason?: ChallengeFailure;
  /** Of a proof of work that was given: how hard it is. */
  readonly step?: number;
  readonly ip: string;
}

/** Why a solution was not accepted. `unavailable`: the provider of the captcha has said nothing about it. */
export type ChallengeFailure =
  'malformed' | 'expired' | 'forged' | 'unsolved' | 'other-call' | 'spent' | 'refused' | 'unavailable';

/** A call that may meet a challenge. */
export interface ChallengedRequest extends Caller {
  /** The header `X-Auth-Challenge`. */
  readonly solution?: string | undefined;
}

/** A solution that was verified, and what it solves. */
export interface VerifiedSolution extends Solution {
  readonly type: string;
}

/** What a call uses of its budgets. */
export interface UsedLimits {
  /** The limits of its address and networks; the address comes first. */
  readonly ofAddress: readonly RateLimit[];
  /** The limits of all together. */
  readonly ofAll: readonly RateLimit[];
}

/** The challenges of the server (docs/protocol.md#challenges). */
export interface Challenges {
  readonly mode: Config['challenge']['mode'];
  /**
   * Verifies the solution that came with a call, and does not use it up. undefined: there is none, or it is not good.
   * @param subject the number or login of the call
   * @param refuse rejects if a limit refuses the call: a captcha is used up by being verified
   */
  verify(
    call: ChallengedCall,
    subject: string,
    request: ChallengedRequest,
    refuse: () => Promise<void>,
  ): Promise<VerifiedSolution | undefined>;
  /** In the mode `auto`, limits for a call without a solution: they are reached where challenges begin. */
  withoutSolution(limits: readonly RateLimit[]): readonly RateLimit[];
  /** Reports that a solution has let its call through. */
  used(call: ChallengedCall, caller: Caller, solution: VerifiedSolution): void;
  /**
   * Counts and makes a challenge. Resolves to the refusal with it: 403 `challenge`.
   * @param spent a solution that came with the call and was used up before
   * @throws Refusal 429 `ip` if the address was given too many, 503 if too many wait
   */
  give(
    call: ChallengedCall,
    subject: string,
    caller: Caller,
    used: UsedLimits,
    spent?: VerifiedSolution,
  ): Promise<Refusal>;
}

/** What challenges work with. */
export interface ChallengeTools {
  readonly admission: Admission;
  readonly macs: Macs;
  readonly limits: Limits;
  readonly threads: ThreadPool;
  /** undefined: a proof of work. */
  readonly captcha: Captcha | undefined;
  readonly report: (event: ChallengeEvent) => void;
  /** A captcha could not be verified. The reason has no secret in it. */
  readonly captchaFailed: (reason: string) => void;
}

/** Milliseconds in which a proof of work takes the place of a captcha whose provider has failed. */
const outage = 60_000;

/** Seconds for which a captcha that was verified is remembered: longer than any provider accepts it. */
const captchaLifetime = 3600;

/** Longest token of a captcha. Those of Turnstile have up to 2,048 characters. */
const maxTokenLength = 8192;

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

  /** Whether the provider accepts the token. */
  async function ask(verifier: Captcha, token: string, { ip }: Caller): Promise<'unavailable' | 'refused' | undefined> {
    const given = new AbortController();
    const settled = new AbortController();
    try {
      // Not only the signal: a provider that ignores it must not hold the call either.
      const timedOut = delay(config.timeout * 1000, undefined, { signal: settled.signal }).then(() => {
        given.abort();
        throw new CaptchaFailed('the provider did not answer in time');
      });
      timedOut.catch(() => undefined);
      const answered = verifier.verify({ token, ip: isIP(ip) ? ip : undefined }, given);
      answered.catch(() => undefined);
      return (await Promise.race([answered, timedOut])) ? undefined : 'refused';
    } catch (error) {
      unavailableUntil = performance.now() + outage;
      // Other messages could quote the request.
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
    const exceeded = await consume(admission.for(request), asked);
    if (exceeded) throw tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name);
    const failure = await ask(verifier, token, request);
    if (failure) {
      report({ call, type: config.type, outcome: 'failed', reason: failure, ip: request.ip });
      return undefined;
    }
    const expiresAt = Math.floor(Date.now() / 1000) + captchaLifetime;
    return { type: config.type, id: hashToken(`${config.type} ${token}`), expiresAt };
  }

  /** The step of a challenge that was counted. */
  function stepFrom(rows: readonly CountRow[], call: ChallengedCall, ip: string, used: UsedLimits): number {
    const counts = new Map(rows.map(row => [row.key, row]));
    const countOf = ({ key }: RateLimit) => counts.get(key)?.count ?? 0;
    const dayCountOf = ({ key }: RateLimit) => counts.get(key)?.dayCount ?? 0;
    const shareOf = (limit: RateLimit, factor = 1) =>
      Math.max(countOf(limit) / limit.max, limit.dayMax === undefined ? 0 : dayCountOf(limit) / limit.dayMax) * factor;
    const { given, inMinute } = limits.challenges(call, ip);
    // Challenges that were given count as the calls would that they are for, so that nobody keeps a stock of easy ones.
    const shares = [
      ...used.ofAddress.map(limit => shareOf(limit)),
      ...given.map(limit => shareOf(limit, challengeFactor)),
    ];
    const [address] = used.ofAddress;
    return stepOf(
      {
        share: Math.max(...shares),
        totalShare: Math.max(0, ...used.ofAll.map(limit => shareOf(limit))),
        today: Math.max(address ? dayCountOf(address) : 0, dayCountOf(given[0]!) - 1),
        minuteShare: Math.max(...inMinute.map(limit => countOf(limit) / limit.free!.max)),
      },
      { climb: config.climbShare, total: config.totalShare },
    );
  }

  return {
    mode: config.mode,
    async verify(call, subject, request, refuse) {
      const { solution, ip } = request;
      if (config.mode === 'never' || solution === undefined) return undefined;
      try {
        const payload = readPowPayload(solution);
        if (payload) return await verifyPow(call, subject, request, payload);
        const name = type();
        if (!captcha || name === 'pow' || solution === '' || solution.length > maxTokenLength) {
          report({ call, type: name, outcome: 'failed', reason: 'malformed', ip });
          return undefined;
        }
        await refuse();
        return await verifyCaptcha(captcha, call, request, solution);
      } catch (error) {
        throw error instanceof Gone ? clientGone() : error;
      }
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
      const counted = [...given, ...inMinute];
      const keys = JSON.stringify([...used.ofAddress, ...used.ofAll].map(({ key }) => key));
      const db = admission.for(caller);
      const rows = await runCounting(() => db.query<CountRow>(countChallenge, [limitsAsJson(counted), keys]));
      if (!rows?.some(({ key }) => key === given[0]!.key)) {
        const exceeded = await findExceeded(db, counted);
        throw tooManyRequests('ip', exceeded?.retryAfter ?? 1, (exceeded?.limit ?? given[0]!).name);
      }
      const name = type();
      if (name !== 'pow') {
        report({ call, type: name, outcome: 'given', ip });
        return new Refusal(403, { what: 'challenge', type: name, siteKey: config.siteKey });
      }
      const step = stepFrom(rows, call, ip, used);
      const derivations = Math.ceil(config.work * workOfStep(step));
      const expiresAt = Math.floor(rows[0]!.now) + powLifetime;
      const make = () => pow.create(derivations, macs.challenge(call, subject), expiresAt);
      const { parameters, signature } = await threads.run(caller, make).catch((error: unknown) => {
        throw error instanceof Gone ? clientGone() : error;
      });
      report({ call, type: 'pow', outcome: 'given', step, ip });
      return new Refusal(403, { what: 'challenge', type: 'pow', parameters, signature: signature! });
    },
  };
}
