import { type AskedCode, isRecent, readCodeState } from '../common/code-state.js';
import { constantTimeEqual, type Macs, type SecretMacs } from '../common/crypto.js';
import {
  DEVICE_LIFETIME,
  type KnownDevice,
  newDeviceId,
  readDeviceMemory,
  writeDeviceMemory,
} from '../common/device-memory.js';
import { Refusal, tooManyRequests } from '../common/refusal.js';
import type { Config } from '../config/config.js';
import { type Admission, type Caller, CallQueue } from './admission/admission.js';
import type { Limits } from './rate-limits.js';
import type { NetworkRecords } from './network-records.js';
import {
  countAttempt,
  findCode,
  type FoundCode,
  openSessionByCode,
  type Proof,
  type WrongAttempt,
} from './queries/codes.js';
import { consume, makeDurable, type RateLimit, release } from './queries/counters.js';
import { releaseEntries } from './queries/network-records.js';
import { openReplayedSession, type ReplayKey } from './queries/replays.js';
import type { Session, VerifiedSession } from './queries/sessions.js';
import { requireServed } from './served-numbers.js';

/**
 * The name of the limit of attempts for a number. The call that reaches it is the one that blocks the number. audit-operations.ts recognises
 * the wrong code by this name, so no other refusal has it.
 */
export const ATTEMPTS_OF_NUMBER = 'wrong codes, number';
/** The name of the limit that refuses calls for a blocked number. */
const BLOCK = 'block';

/** The name of the limit of attempts for a code, by which audit-operations.ts recognises the wrong code too. */
export const ATTEMPTS_OF_CODE = 'wrong codes, code';

/** A code to verify. */
export interface VerifyRequest extends Caller {
  readonly phone: string;
  /** The text that was entered, which isn't always `CODE_LENGTH` digits. */
  readonly code: string;
  readonly idempotencyKey: string | undefined;
  /** The header `X-Auth-State`: what the caller got when it asked for the code. */
  readonly state: string | undefined;
  /** The header `X-Auth-Device`: a memory of the number. */
  readonly device: string | undefined;
}

/** A session after a sign-in by code. */
export interface PhoneSession extends Session {
  /** Whether the number was confirmed for the first time. */
  readonly created: boolean;
  /** Whether an earlier, identical call opened the session (docs/protocol.md#lost-answers). */
  readonly isRepeated: boolean;
  /** The memory of the number that the device keeps. */
  readonly device: string;
}

/** Verifies a code and opens a session. */
export type VerifyCode = (request: VerifyRequest) => Promise<PhoneSession>;

const noLiveCode = (limit?: string) => new Refusal(410, { what: 'code' }, undefined, limit);

/**
 * The maximum number of passes of a call. A call starts another pass if, between two of its statements, another call has changed
 * what the first one read, or the code has expired. After the last pass, it is refused with 410.
 */
const MAX_PASSES = 5;

/** What a caller sends to show that the number is theirs. The database isn't asked, so both parts may have expired. */
interface Evidence {
  /** The code whose state the caller shows, which may be an earlier one. */
  readonly asked: AskedCode | undefined;
  /** The memory of the number. */
  readonly device: KnownDevice | undefined;
}

/** A code that was found, and what the caller shows to hold it. */
interface ShownCode {
  readonly found: FoundCode;
  readonly macs: SecretMacs;
  readonly proof: Proof;
  readonly isHolder: boolean;
}

/** The evidence without what has expired by the time `now` of the database. */
const validAt = (now: number, { asked, device }: Evidence): Evidence => ({
  asked: asked && isRecent(asked, now) ? asked : undefined,
  device: device && device.expiresAt > now ? device : undefined,
});

/** The refusal of a code that was wrong. */
function refusalOf(counted: WrongAttempt): Refusal {
  switch (counted.is) {
    case 'block':
      return tooManyRequests('blocked', counted.endsIn, ATTEMPTS_OF_NUMBER);
    case 'used-up':
      return noLiveCode(ATTEMPTS_OF_CODE);
    case 'wrong':
      return new Refusal(401, { what: 'code', attemptsLeft: counted.attemptsLeft });
  }
}

/**
 * Creates the operation behind `PUT /v1/creds/tel`: it allows at most `maxAttempts` comparisons and one sign-in for each
 * code, and one comparison for all who don't hold the code, whatever the concurrency and the number of processes
 * (docs/protocol.md#who-asked-for-a-code, docs/protocol.md#lost-answers). The operation rejects with a Refusal: 400
 * `country`, 401 `code`, 410 `code`, 429 `blocked`, `ip`, 499 if the client has left, or 503.
 */
export function createVerifyCode(
  config: Config,
  admission: Admission,
  macs: Macs,
  limits: Limits,
  records: NetworkRecords,
): VerifyCode {
  const { maxAttempts, blockSteps, tokenTtl } = config;
  // A waiting call has tried no code: its refusal has the name of the limit that refuses calls during a block.
  const queue = new CallQueue('number', config.maxWaiting, ({ params }) =>
    params.what === 'blocked' ? new Refusal(429, params, undefined, BLOCK) : undefined,
  );

  /** The time of the database, as the latest call read it. */
  let lastNow: number | undefined;

  /** Whether what the caller shows is still valid at `lastNow`, or no time was read yet. The database, which is asked later, has the final say. */
  const isInForce = ({ asked, device }: Evidence): boolean =>
    (asked !== undefined && isRecent(asked, lastNow ?? asked.askedAt)) ||
    (device !== undefined && device.expiresAt > (lastNow ?? 0));

  const signInLimits = ({ phone, ip }: VerifyRequest): readonly RateLimit[] => [
    limits.signInsOfAccount(phone),
    ...limits.signInsByCode(ip),
  ];

  /** The limits that an attempt counts towards. A wrong code counts as a failure, a right one as a sign-in. */
  function attemptLimits(request: VerifyRequest, isHolder: boolean, isRight: boolean): readonly RateLimit[] {
    const failures = limits.codeFailures(request.ip, isHolder);
    return [
      ...failures.map(limit => ({ ...limit, weight: isRight ? 0 : 1 })),
      // The limit of sign-ins refuses wrong codes too, so its refusal doesn't tell whether the code was right.
      ...signInLimits(request).map(limit => ({ ...limit, weight: isRight ? 1 : 0 })),
    ];
  }

  function replayKey({ phone, code, idempotencyKey }: VerifyRequest): ReplayKey | undefined {
    if (idempotencyKey === undefined) return undefined;
    return { key: macs.idempotencyKey(phone, idempotencyKey), body: macs.idempotentBody(phone, code) };
  }

  /** What the caller shows. Undefined if no code was found, or only one that was made under an unknown secret. */
  function show(
    { ip }: VerifyRequest,
    found: FoundCode | undefined,
    { asked, device }: Evidence,
  ): ShownCode | undefined {
    const ofCode = found && macs.accepted.find(({ secretId }) => found.id.startsWith(`${secretId}.`));
    if (!ofCode) return undefined;
    const asker = ofCode.asker(found.id, ip);
    const showsState = asked?.codeId === found.id;
    const hasAsked = found.asker !== undefined && constantTimeEqual(found.asker, asker);
    const proof = { asker, showsState, isKnownDevice: device !== undefined };
    return { found, macs: ofCode, proof, isHolder: showsState || hasAsked || proof.isKnownDevice };
  }

  /** Whether the caller may have the code compared: a holder always; of all others a single one, or none if `maxAttempts` is 1. */
  const mayTry = ({ isHolder, found }: ShownCode): boolean => isHolder || (!found.isGuessed && maxAttempts > 1);

  /** Refuses a call that may have no code compared. `hasAsked`: the caller has shown that it is no stranger to the number. */
  async function refuseWithoutCode(request: VerifyRequest, hasAsked: boolean): Promise<never> {
    const dead = limits.deadCodes(request.phone, request.ip, hasAsked);
    const exceeded = await consume(admission.admit(request), dead);
    throw exceeded ? tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name) : noLiveCode();
  }

  /** Finds the code of the number, and has it compared. Resolves to undefined if the call needs another pass (`MAX_PASSES`). */
  async function verify(request: VerifyRequest, evidence: Evidence): Promise<VerifiedSession | undefined> {
    const replay = replayKey(request);
    const number = await findCode(admission.admit(request), request.phone, replay);
    lastNow = number.now;
    if (number.isReplayable && replay) return openReplayedSession(admission.admitToFinish(request), replay, tokenTtl);
    if (number.blockEndsIn !== undefined) throw tooManyRequests('blocked', number.blockEndsIn, BLOCK);
    const valid = validAt(number.now, evidence);
    const shown = show(request, number.code, valid);
    if (shown?.found.mac && mayTry(shown)) return compare(request, shown, shown.found.mac, valid);
    // The state of an earlier code also shows that the caller is no stranger.
    const hasAsked = shown?.isHolder === true || valid.device !== undefined || valid.asked !== undefined;
    return refuseWithoutCode(request, hasAsked);
  }

  /** Compares what was entered, counts the attempt, and opens a session. Resolves to undefined if the call needs another pass. */
  async function compare(
    request: VerifyRequest,
    { found, macs: ofCode, proof, isHolder }: ShownCode,
    mac: Uint8Array,
    evidence: Evidence,
  ): Promise<VerifiedSession | undefined> {
    const { phone, code, ip } = request;
    const isRight = constantTimeEqual(mac, ofCode.code(found.id, phone, code));
    // A wrong code is a use of the memory, unless the caller also shows the state of the code.
    const usesOfDevice = evidence.device && !proof.showsState ? limits.usesOfDevice(evidence.device.id) : [];
    const ofDevice = usesOfDevice.map(limit => ({ ...limit, weight: isRight ? 0 : 1 }) as const);
    // Codes of test numbers cost no SMS, and say nothing about a network.
    const entered = isRight && !config.testNumbers.has(phone) ? records.entered(ip) : [];
    const counting = [...attemptLimits(request, isHolder, isRight), ...ofDevice];
    const terms = { limits: counting, entries: entered, maxAttempts, blockSteps };
    const attempt = { phone, codeId: found.id, proof, isRight, ...terms };
    const counted = await countAttempt(admission.admit(request), attempt);

    const finishing = admission.admitToFinish(request);
    switch (counted.is) {
      case 'overtaken':
        return undefined;
      case 'right': {
        const session = await openSessionByCode(finishing, attempt, replayKey(request), config);
        if (!session) {
          await release(finishing, signInLimits(request));
          await releaseEntries(finishing, entered);
        }
        return session;
      }
      case 'refused':
        if (usesOfDevice.some(({ key }) => key === counted.limit.key))
          return verify(request, { ...evidence, device: undefined });
        throw tooManyRequests('ip', counted.retryAfter, counted.limit.name);
      default:
        await makeDurable(finishing);
        throw refusalOf(counted);
    }
  }

  return async given => {
    const { phone, state, device: memory } = given;
    requireServed(config, phone);
    const asked = state === undefined ? undefined : readCodeState(macs.accepted, phone, state);
    const device = memory === undefined ? undefined : readDeviceMemory(macs.accepted, phone, memory);
    // Callers who show a state or a memory of the number go before those who show nothing.
    const request = isInForce({ asked, device }) ? ({ ...given, standing: 'known' } as const) : given;
    return queue.run(phone, request, async () => {
      for (let pass = 0; pass < MAX_PASSES; pass++) {
        const session = await verify(request, { asked, device });
        if (!session) continue;
        const { now, ...rest } = session;
        const expiresAt = Math.floor(now) + DEVICE_LIFETIME;
        const renewed = { id: device && device.expiresAt > now ? device.id : newDeviceId(), expiresAt };
        return { ...rest, device: writeDeviceMemory(macs, phone, renewed) };
      }
      throw noLiveCode();
    });
  };
}
