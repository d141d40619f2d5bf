import { randomUUID } from 'node:crypto';
import { generateCode, type Macs } from '../common/crypto.js';
import type { Config } from '../config/config.js';
import type { Statement } from '../db/database.js';
import type { CodeSender } from '../sms/code-sender.js';
import type { SmsLanguage } from '../sms/templates.js';
import type { Admission } from './admission/admission.js';
import { CallQueue } from './admission/admission.js';
import type { ChallengedRequest, Challenges, VerifiedSolution } from './challenges.js';
import {
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
import type { Limits } from './limits.js';
import { readPhoneGuard } from './queries/phone-guards.js';
import { Refusal, tooManyRequests } from './refusal.js';
import { isPaid, isUsable, spend } from './queries/solutions.js';

// One statement checks all limits, claims the send interval of the number, stores the new code and counts the request, or
// does nothing: of concurrent requests for one number exactly one gets `claimed` = 1. `storePending` makes it durable.
// $5 is the send interval in seconds, 0 for none, and $6 the number of requests in 24 hours, null for any number. $8 and $9
// are the solution of a challenge, null without one: it is used up if the request is claimed, and only then.
const claimSend: Statement = {
  name: 'code-claim',
  text: `
with ${quickClock},
wanted as (${limitsOf('$7')}),
allowed as (
  select now from clock where ${isUsable('$8', '$9')} and not exists (
    select from counters c, wanted l where ${isOneOf('wanted')} and c.key = l.key and ${isExceeded})
), ${spend('$8', '$9', 'allowed')},
claimed as (
  insert into phone_guards as g (tel, code_id, code_mac, code_expires_at, next_send_at, day_sends, day_ends_at)
  select $1, $2, $3::bytea, now + $4::float8 * interval '1 second', now + $5::float8 * interval '1 second',
         1, now + interval '24 hours' from allowed where ${isPaid('$8')}
  on conflict (tel) do update set
    former_id = g.code_id,
    former_mac = g.code_mac,
    former_expires_at = g.code_expires_at,
    code_id = excluded.code_id,
    code_mac = excluded.code_mac,
    code_expires_at = excluded.code_expires_at,
    next_send_at = excluded.next_send_at,
    day_sends = case when g.day_ends_at <= (select now from clock) then 1 else g.day_sends + 1 end,
    day_ends_at = case when g.day_ends_at <= (select now from clock) then excluded.day_ends_at else g.day_ends_at end
  where ($5::float8 = 0 or g.next_send_at <= (select now from clock))
    and (g.blocked_until is null or g.blocked_until <= (select now from clock))
    and ($6::int is null or g.day_ends_at <= (select now from clock) or g.day_sends < $6::int)
  returning g.tel
), limits as (select * from wanted where exists (select from claimed)),
${countCall}
select (select count(*) from claimed)::int as claimed, ${refuseUnlessCounted}::text as refused,
       case when exists (select from spent) and not exists (select from claimed) then auth_refuse() end::text as unspent`,
};

// A pending account. One that exists is updated as well, so that the answer takes the same time for known and unknown
// numbers. The commit of this statement waits for the disk, and so makes the claim safe before the SMS is sent.
const storePending: Statement = {
  name: 'code-pending',
  text: `
with clock as materialized (select auth_now() as now)
insert into accounts (tel, tel_requested_at, created_at) select $1, now, now from clock
on conflict (tel) do update set tel_requested_at = excluded.tel_requested_at`,
};

// Ends the send interval and restores the previous code: `former_*`, all null if there was none, and without its MAC if
// verify-code.ts has deleted it with a block. What has been counted stays counted: a provider that refuses every
// message must not make the number of requests unlimited.
const releaseClaim: Statement = {
  name: 'code-release',
  text: `
update phone_guards set next_send_at = auth_now(),
    code_id = former_id, code_mac = former_mac, code_expires_at = former_expires_at
 where tel = $1 and code_id = $2`,
};

/** The statements of a request for a code, for the benchmark. */
export const sendStatements = { claimSend, storePending } as const;

/** A request for a confirmation code. */
export interface SendRequest extends ChallengedRequest {
  readonly phone: string;
  readonly language: SmsLanguage;
}

/** Sends a confirmation code. Resolves to the seconds until the next code for that number may be requested. */
export type SendCode = (request: SendRequest) => Promise<number>;

/** What limits one request for a code. */
interface SendLimits {
  /** Seconds between two codes for the number; 0 for a test number. */
  readonly interval: number;
  /** Codes for the number in 24 hours; null, any number of them, for a test number. */
  readonly perDay: number | null;
  /** The limits that count requests for more than one number. */
  readonly counted: readonly RateLimit[];
  /** Whether it meets a challenge only where each call does: a test number costs nothing. */
  readonly isTest: boolean;
}

/**
 * Creates the operation behind `POST /v1/creds/tel`: at most one SMS to a number in each send interval, under any
 * concurrency and with any number of processes (docs/protocol.md#limits). The claim is committed before the provider is
 * called: a process that is killed in between sends nothing, and no other process sends a second SMS.
 * The operation rejects with a Refusal: 403 `challenge`, 429 `blocked`, `send`, `day`, `ip`, or 503.
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

  /** A test number gets no SMS, and only its address counts for it (docs/protocol.md#test-numbers). */
  function limitsFor({ phone, ip }: SendRequest): SendLimits {
    const ofAddress = limits.sendsOfAddress(ip);
    if (config.testNumbers.has(phone)) return { interval: 0, perDay: null, counted: ofAddress, isTest: true };
    const counted = [...ofAddress, ...limits.sendsOfAll];
    return { interval: config.sendInterval, perDay: config.limits.sendsPerDay, counted, isTest: false };
  }

  /** The refusal by a limit that no solution helps against, if there is one. */
  async function findRefusal(
    request: SendRequest,
    { interval, perDay, counted }: SendLimits,
  ): Promise<Refusal | undefined> {
    const db = admission.for(request);
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

  /** Why the request was rejected: a limit, or else a challenge. */
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
    const free = [...counted, ...limits.freeSends(request.ip)];
    const inForce = limitsAsJson(isFree ? challenges.withoutSolution(free) : counted);
    const paid = [solution?.id ?? null, solution?.expiresAt ?? null];
    const values = [phone, codeId, mac, config.codeTtl, interval, perDay, inForce, ...paid];
    const rows = await runCounting(() => admission.for(request).query<{ claimed: number }>(claimSend, values));
    if (rows?.[0]?.claimed !== 1) throw await explainRejection(request, sendLimits, reason);
    if (solution) challenges.used('send', request, solution);
    await admission.toFinish(request).query(storePending, [phone]);
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
    // With the outcome 'unknown' the SMS may still arrive: its code stays valid, and the send interval goes on, or else
    // a slow provider could deliver several SMS within one interval.
    if (outcome === 'refused') await admission.toFinish(request).query(releaseClaim, [phone, codeId]);
    throw new Refusal(503);
  };
}
