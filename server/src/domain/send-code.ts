import { randomUUID } from 'node:crypto';
import { generateCode, type Macs } from '../common/crypto.js';
import { Refusal, tooManyRequests } from '../common/refusal.js';
import type { Config } from '../config/config.js';
import type { CodeSender } from '../sms/code-sender.js';
import type { SmsLanguage } from '../sms/templates.js';
import { type Admission, CallQueue } from './admission/admission.js';
import type { ChallengedRequest, Challenges, VerifiedSolution } from './challenges.js';
import type { Limits } from './limits.js';
import { findExceeded, type RateLimit } from './queries/counters.js';
import { readPhoneGuard } from './queries/phone-guards.js';
import { claimSend, releaseClaim, storePending } from './queries/send-claims.js';

/** A request for a one-time code. */
export interface SendRequest extends ChallengedRequest {
  readonly phone: string;
  readonly language: SmsLanguage;
}

/** Sends a one-time code. Resolves to the seconds until the next code for that number may be requested. */
export type SendCode = (request: SendRequest) => Promise<number>;

/** The limits of one request for a code. */
interface SendLimits {
  /** Seconds between two codes for the number; 0 for a test number. */
  readonly interval: number;
  /** The maximum number of codes for the number in 24 hours; null (no maximum) for a test number. */
  readonly perDay: number | null;
  /** The limits of the address and of all numbers together. */
  readonly counted: readonly RateLimit[];
  /**
   * Whether the request is for a test number. Such a request costs nothing, and gets a challenge only if every call does.
   */
  readonly isTest: boolean;
}

/**
 * Creates the operation behind `POST /v1/creds/tel`: it sends at most one SMS to a number in each send interval, whatever
 * the concurrency and the number of processes (docs/protocol.md#limits). The claim is committed before the provider is
 * called: if the process is killed in between, no SMS is sent, and no other process sends a second one. The operation
 * rejects with a Refusal: 403 `challenge`, 429 `blocked`, `send`, `day`, `ip`, or 503.
 */
export function createSendCode(
  config: Config,
  admission: Admission,
  macs: Macs,
  limits: Limits,
  challenges: Challenges,
  codeSender: CodeSender,
): SendCode {
  const queue = new CallQueue('number', config.maxWaiting, ({ params }) =>
    ['blocked', 'send'].includes(params.what ?? ''),
  );

  /**
   * The limits of a request. A request for a test number sends no SMS, and counts only towards the limits of its address
   * (docs/protocol.md#test-numbers).
   */
  function limitsFor({ phone, ip }: SendRequest): SendLimits {
    const ofAddress = limits.sendsOfAddress(ip);
    if (config.testNumbers.has(phone)) return { interval: 0, perDay: null, counted: ofAddress, isTest: true };
    const counted = [...ofAddress, ...limits.sendsOfAll];
    return { interval: config.sendInterval, perDay: config.limits.sendsPerDay, counted, isTest: false };
  }

  /** Finds out whether a limit refuses the request, even with a solution. Resolves to the refusal. */
  async function findRefusal(
    request: SendRequest,
    { interval, perDay, counted }: SendLimits,
  ): Promise<Refusal | undefined> {
    const db = admission.admit(request);
    const guard = await readPhoneGuard(db, request.phone);
    if (guard?.blockEndsIn && guard.blockEndsIn > 0) return tooManyRequests('blocked', guard.blockEndsIn, 'block');
    if (guard && interval > 0 && guard.nextSendIn > 0)
      return tooManyRequests('send', guard.nextSendIn, 'send interval');
    if (guard && perDay !== null && guard.dayEndsIn > 0 && guard.sendsInDay >= perDay) {
      return tooManyRequests('day', guard.dayEndsIn, 'SMS, number, day');
    }
    const exceeded = await findExceeded(db, counted);
    if (!exceeded) return undefined;
    const { limit, retryAfter } = exceeded;
    return tooManyRequests(limits.sendsOfAll.includes(limit) ? 'day' : 'ip', retryAfter, limit.name);
  }

  /** Finds out why the claim failed. Resolves to the refusal by a limit, or else to one with a challenge. */
  async function explainRejection(
    request: SendRequest,
    sendLimits: SendLimits,
    { isFree, solution }: { readonly isFree: boolean; readonly solution: VerifiedSolution | undefined },
  ): Promise<Refusal> {
    const refusal = await findRefusal(request, sendLimits);
    if (refusal) return refusal;
    if (isFree || solution || challenges.mode === 'always') {
      const used = { ofAddress: limits.sendsOfAddress(request.ip), ofAll: limits.sendsOfAll };
      return challenges.give('send', request.phone, request, used, solution);
    }
    // The limit that rejected the claim has ended between the two statements.
    return tooManyRequests('ip', 1, sendLimits.counted[0]!.name);
  }

  async function claim(request: SendRequest, sendLimits: SendLimits, codeId: string, code: string): Promise<void> {
    const { phone } = request;
    const { interval, perDay, counted, isTest } = sendLimits;
    const solution = await challenges.verify('send', phone, request, async () => {
      const refusal = await findRefusal(request, sendLimits);
      if (refusal) throw refusal;
    });
    const isFree = challenges.mode === 'auto' && !isTest && !solution;
    const reason = { isFree, solution };
    if (challenges.mode === 'always' && !solution) throw await explainRejection(request, sendLimits, reason);

    const mac = macs.code(codeId, phone, code);
    const inForce = isFree ? challenges.withoutSolution([...counted, ...limits.freeSends(request.ip)]) : counted;
    const sendClaim = { phone, codeId, mac, codeTtl: config.codeTtl, interval, perDay, limits: inForce, solution };
    const isClaimed = await claimSend(admission.admit(request), sendClaim);
    if (!isClaimed) throw await explainRejection(request, sendLimits, reason);
    if (solution) challenges.used('send', request, solution);
    await storePending(admission.admitToFinish(request), phone);
  }

  return async request => {
    const { phone, language } = request;
    const codeId = randomUUID();
    const sendLimits = limitsFor(request);
    const fixedCode = config.testNumbers.get(phone);
    const code = fixedCode ?? generateCode();
    await queue.run(phone, request, () => claim(request, sendLimits, codeId, code));
    const outcome = fixedCode === undefined ? await codeSender.send(phone, code, language) : 'accepted';
    if (outcome === 'accepted') return sendLimits.interval;
    // If the outcome is 'unknown', the SMS may still arrive. Its code therefore stays valid and the send interval goes on.
    // Otherwise a slow provider could deliver several SMS within one interval.
    if (outcome === 'refused') await releaseClaim(admission.admitToFinish(request), phone, codeId);
    throw new Refusal(503);
  };
}
