import { randomUUID } from 'node:crypto';
import { writeCodeState } from '../common/code-state.js';
import { generateCode, type Macs } from '../common/crypto.js';
import { type KnownDevice, readDeviceMemory } from '../common/device-memory.js';
import { Refusal, tooManyRequests } from '../common/refusal.js';
import type { Config } from '../config/config.js';
import type { CodeSender } from '../sms/code-sender.js';
import type { SmsLanguage } from '../sms/templates.js';
import { type Admission, CallQueue } from './admission/admission.js';
import type { ChallengedRequest, Challenges, VerifiedSolution } from './challenges.js';
import type { Limits } from './rate-limits.js';
import type { NetworkRecords, Shares } from './network-records.js';
import { findExceeded, type RateLimit } from './queries/counters.js';
import { type RecordEntry, releaseEntries } from './queries/network-records.js';
import { readPhoneGuard } from './queries/phone-guards.js';
import { claimSend, releaseClaim, type SendClaim, storePendingAccount } from './queries/send-claims.js';
import { requireServed } from './served-numbers.js';
import type { SmsBudgets } from './sms-budgets.js';

/** A request for a one-time code. */
export interface SendRequest extends ChallengedRequest {
  readonly phone: string;
  readonly language: SmsLanguage;
  /** The header `X-Auth-Device`: a memory of the number. */
  readonly device: string | undefined;
}

/** A code that was sent. */
export interface SentCode {
  /** Seconds until the next code for the number may be requested. */
  readonly resendIn: number;
  /** Shows that this caller asked for the code (docs/protocol.md#who-asked-for-a-code). */
  readonly state: string;
}

/** Sends a one-time code. */
export type SendCode = (request: SendRequest) => Promise<SentCode>;

/** The limits of one request for a code. */
interface SendLimits {
  /** Seconds between two codes for the number; 0 for a test number. */
  readonly interval: number;
  /** The maximum number of codes for the number in 24 hours; null (no maximum) for a test number. */
  readonly perDay: number | null;
  /** The limits of the address and its networks. */
  readonly ofAddress: readonly RateLimit[];
  /**
   * The limits that the request counts towards, unless `claimForDevice` claims the send: those of the address, of all numbers together,
   * and of all devices without a memory of their number. For a test number, only its own limit of the address.
   */
  readonly counted: readonly RateLimit[];
  /**
   * The budgets of all numbers together, and those of the number's country if it has any. A code for a test number doesn't
   * count towards them, but the more of them is used, the harder its challenges are.
   */
  readonly budgets: SmsBudgets;
  /**
   * Whether the request is for a test number. Such a request costs nothing, and gets a challenge only if every call does.
   */
  readonly isTest: boolean;
}

/** A send that was claimed. */
interface ClaimedSend {
  /** When it was claimed, in seconds since 1970, by the clock of the database. */
  readonly at: number;
  /** The entries that it added to the network records. */
  readonly entries: readonly RecordEntry[];
}

/**
 * Creates the operation behind `POST /v1/creds/tel`: it sends at most one SMS to a number in each send interval, whatever
 * the concurrency and the number of processes (docs/protocol.md#limits). The claim is committed before the provider is
 * called: if the process is killed in between, no SMS is sent until the interval is over. The operation rejects
 * with a Refusal: 400 `country`, 403 `challenge`, 429 `blocked`, `send`, `day`, `ip`, 499 if the client has left, or 503.
 */
export function createSendCode(
  config: Config,
  admission: Admission,
  macs: Macs,
  limits: Limits,
  records: NetworkRecords,
  challenges: Challenges,
  codeSender: CodeSender,
): SendCode {
  // These refusals hold for all calls that wait for the number.
  const queue = new CallQueue('number', config.maxWaiting, refusal =>
    ['blocked', 'send'].includes(refusal.params.what ?? '') ? refusal : undefined,
  );

  /**
   * The limits of a request. A request for a test number sends no SMS, and counts only towards a limit of its own
   * (docs/protocol.md#test-numbers).
   */
  function limitsFor({ phone, ip }: SendRequest, country: string | undefined, shares?: Shares): SendLimits {
    if (country === undefined) {
      const ofAddress = limits.testSends(ip);
      const budgets = { ofAll: limits.sendsOfAll, ofNewDevices: limits.sendsOfNewDevices };
      return { interval: 0, perDay: null, ofAddress, counted: ofAddress, budgets, isTest: true };
    }
    const ofAddress = limits.sendsOfAddress(ip, shares);
    const budgets = limits.smsBudgets(country, phone);
    const counted = [...ofAddress, ...budgets.ofAll, ...budgets.ofNewDevices];
    const { sendInterval: interval, limits: settings } = config;
    return { interval, perDay: settings.sendsPerDay, ofAddress, counted, budgets, isTest: false };
  }

  /** Finds the limit that refuses the request, whatever solution it brings. Resolves to its refusal; undefined if there is none. */
  async function findRefusal(
    request: SendRequest,
    { interval, perDay, counted, budgets }: SendLimits,
  ): Promise<Refusal | undefined> {
    const db = admission.admit(request);
    const guard = await readPhoneGuard(db, request.phone, interval);
    if (guard?.blockEndsIn && guard.blockEndsIn > 0) return tooManyRequests('blocked', guard.blockEndsIn, 'block');
    if (guard && interval > 0 && guard.nextSendIn > 0)
      return tooManyRequests('send', guard.nextSendIn, 'send interval');
    if (guard && perDay !== null && guard.dayEndsIn > 0 && guard.sendsInDay >= perDay) {
      return tooManyRequests('day', guard.dayEndsIn, 'SMS, number, day');
    }
    const exceeded = await findExceeded(db, counted);
    if (!exceeded) return undefined;
    const { limit, retryAfter } = exceeded;
    const isOfAll = budgets.ofAll.includes(limit) || budgets.ofNewDevices.includes(limit);
    return tooManyRequests(isOfAll ? 'day' : 'ip', retryAfter, limit.name);
  }

  /** Finds out why the request gets no claim. Resolves to the refusal by a limit, or else to one with a challenge. */
  async function explainRejection(
    request: SendRequest,
    sendLimits: SendLimits,
    { isFree, solution }: { readonly isFree: boolean; readonly solution: VerifiedSolution | undefined },
  ): Promise<Refusal> {
    const refusal = await findRefusal(request, sendLimits);
    if (refusal) return refusal;
    if (isFree || solution || challenges.mode === 'always') {
      const used = { ofAddress: [sendLimits.ofAddress], ofAll: sendLimits.budgets.ofNewDevices };
      const solved = solution && limits.solved('send', request.ip, solution.step);
      const isEasy = solved !== undefined && !!(await findExceeded(admission.admit(request), solved));
      return challenges.give('send', request.phone, request, used, solution && { solution, isEasy });
    }
    // The limit that rejected the claim has ended between the two statements.
    return tooManyRequests('ip', 1, sendLimits.counted[0]!.name);
  }

  /**
   * Claims the send for a device with a memory of the number: it counts towards its own limit and the budgets of all, whatever
   * its network and new devices have used (docs/protocol.md#devices-that-are-known). Resolves to undefined if the device can't have the
   * claim; the request may still have one as that of any other device.
   */
  async function claimForDevice(
    request: SendRequest,
    device: KnownDevice | undefined,
    { isTest, budgets }: SendLimits,
    sendClaim: SendClaim,
  ): Promise<ClaimedSend | undefined> {
    if (!device || isTest || challenges.mode === 'always') return undefined;
    const entries = records.sent(request.ip, false);
    const ofDevice = [...limits.usesOfDevice(device.id), ...budgets.ofAll];
    const ownClaim = { ...sendClaim, limits: ofDevice, entries, memoryExpiresAt: device.expiresAt };
    const at = await claimSend(admission.admit(request), ownClaim);
    return at === undefined ? undefined : { at, entries };
  }

  /**
   * Claims the send on terms that don't depend on the device. Rejects if a limit refuses the send, or if the caller has to solve
   * a challenge first.
   */
  async function claimForAnybody(
    given: SendRequest,
    sendLimits: SendLimits,
    sendClaim: SendClaim,
  ): Promise<ClaimedSend> {
    const { phone, ip } = given;
    const { counted, isTest } = sendLimits;
    const solution = await challenges.verify('send', phone, given, async () => {
      const refusal = await findRefusal(given, sendLimits);
      if (refusal) throw refusal;
    });
    const request = challenges.judge(given, solution);
    const isFree = challenges.mode === 'auto' && !isTest && !solution;
    const terms = { isFree, solution };
    if (challenges.mode === 'always' && !solution) throw await explainRejection(request, sendLimits, terms);
    const entries = isTest ? [] : records.sent(ip, solution !== undefined);
    const claimUnder = (inForce: readonly RateLimit[]) =>
      claimSend(admission.admit(request), { ...sendClaim, limits: inForce, entries, solution });
    const free = [...counted, ...limits.freeSends(ip)];
    // While all callers together make few calls, an address has more sends that are free of challenges.
    const at = isFree
      ? ((await claimUnder(challenges.withoutSolution(free, true))) ??
        (await claimUnder(challenges.withoutSolution(free))))
      : await claimUnder(solution ? [...counted, ...limits.solved('send', ip, solution.step)] : counted);
    if (at === undefined) throw await explainRejection(request, sendLimits, terms);
    if (solution) challenges.reportSolved('send', request, solution);
    return { at, entries };
  }

  /** Claims the send, on the terms of the device if they allow it, and stores a pending account for the number. */
  async function claim(
    request: SendRequest,
    country: string | undefined,
    device: KnownDevice | undefined,
    codeId: string,
    code: string,
  ): Promise<ClaimedSend> {
    const { phone, ip } = request;
    const usual = limitsFor(request, country);
    const { interval, perDay, counted } = usual;
    const stored = { phone, codeId, mac: macs.code(codeId, phone, code), asker: macs.asker(codeId, ip) };
    const terms = { codeTtl: config.codeTtl, interval, perDay, limits: counted, entries: [], solution: undefined };
    const sendClaim = { ...stored, ...terms };
    let claimed = await claimForDevice(request, device, usual, sendClaim);
    if (!claimed) {
      const shares = await records.read(admission.admit(request), ip);
      // Calls of known devices, and from networks whose codes are entered, go first.
      const isTrusted = device !== undefined || shares.own > 1 || shares.network > 1;
      const caller = isTrusted ? ({ ...request, standing: 'known' } as const) : request;
      claimed = await claimForAnybody(caller, limitsFor(request, country, shares), sendClaim);
    }
    // The commit of this statement also makes the claim durable.
    await storePendingAccount(admission.admitToFinish(request), phone);
    return claimed;
  }

  return async given => {
    const { phone, language } = given;
    const country = requireServed(config, phone);
    const device = given.device === undefined ? undefined : readDeviceMemory(macs.accepted, phone, given.device);
    const request = device ? ({ ...given, standing: 'known' } as const) : given;
    const codeId = `${macs.secretId}.${randomUUID()}`;
    const fixedCode = config.testNumbers.get(phone);
    const code = fixedCode ?? generateCode();
    const { at, entries } = await queue.run(phone, request, () => claim(request, country, device, codeId, code));
    const outcome = fixedCode === undefined ? await codeSender.send(phone, code, language) : 'accepted';
    if (outcome === 'accepted')
      return {
        resendIn: fixedCode === undefined ? config.sendInterval : 0,
        state: writeCodeState(macs, { codeId, askedAt: Math.floor(at) }, phone),
      };
    // If the outcome is 'unknown', the SMS may still arrive. Its code therefore stays valid and the send interval goes on.
    // Otherwise a slow provider could deliver several SMS within one interval.
    if (outcome === 'refused') {
      const finishing = admission.admitToFinish(request);
      await releaseClaim(finishing, phone, codeId);
      await releaseEntries(finishing, entries);
    }
    throw new Refusal(503);
  };
}
