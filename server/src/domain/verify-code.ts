import { constantTimeEqual, type Macs } from '../common/crypto.js';
import { Refusal, tooManyRequests } from '../common/refusal.js';
import type { Config } from '../config/config.js';
import { type Admission, type Caller, CallQueue } from './admission/admission.js';
import type { Limits } from './limits.js';
import {
  countAttempt,
  findCode,
  openReplayedSession,
  openSessionByCode,
  type ReplayKey,
  type VerifiedSession,
} from './queries/codes.js';
import { consume, makeDurable, type RateLimit, release } from './queries/counters.js';

/** The name of the limit of attempts for a number. The call that reaches it is the one that blocks the number. */
export const ATTEMPTS_OF_NUMBER = 'wrong codes, number';

/** A code to verify. */
export interface VerifyRequest extends Caller {
  readonly phone: string;
  /** The text that was entered, which isn't always `CODE_LENGTH` digits. */
  readonly code: string;
  readonly idempotencyKey: string | undefined;
}

/** Verifies a code and opens a session. */
export type VerifyCode = (request: VerifyRequest) => Promise<VerifiedSession>;

const noLiveCode = () => new Refusal(410, { what: 'code' });

/**
 * The maximum number of passes of a call. It starts another pass if another call has changed the row of the number between
 * two of its statements.
 */
const MAX_PASSES = 5;

/**
 * Creates the operation behind `PUT /v1/creds/tel`: it allows at most `maxAttempts` comparisons and one sign-in for each
 * code, whatever the concurrency and the number of processes (docs/protocol.md#limits, docs/protocol.md#lost-answers). The
 * operation rejects with a Refusal: 401 `code`, 410 `code`, 429 `blocked`, `ip`.
 */
export function createVerifyCode(config: Config, admission: Admission, macs: Macs, limits: Limits): VerifyCode {
  const { maxAttempts, blockSteps, tokenTtl } = config;
  const queue = new CallQueue('number', config.maxWaiting, ({ params }) => params.what === 'blocked');

  /** The limits that an attempt counts towards. A wrong code counts as a failure, a right one as a sign-in. */
  function attemptLimits({ phone, ip }: VerifyRequest, isRight: boolean): readonly RateLimit[] {
    const failures = limits.codeFailures(ip).map(limit => ({ ...limit, weight: isRight ? 0 : 1 }) as const);
    // The limit of sign-ins refuses wrong codes too, so its refusal doesn't tell whether the code was right.
    const signIns = limits.signIns(phone, ip).map(limit => ({ ...limit, weight: isRight ? 1 : 0 }) as const);
    return [...failures, ...signIns];
  }

  function replayKey({ phone, code, idempotencyKey }: VerifyRequest): ReplayKey | undefined {
    if (idempotencyKey === undefined) return undefined;
    return { key: macs.idempotencyKey(phone, idempotencyKey), body: macs.idempotentBody(phone, code) };
  }

  /** Verifies the code. Resolves to undefined if another call has changed the row of the number in the meantime. */
  async function verify(request: VerifyRequest): Promise<VerifiedSession | undefined> {
    const { phone, code, ip } = request;
    const db = admission.admit(request);
    const finishing = admission.admitToFinish(request);
    const replay = replayKey(request);

    const found = await findCode(db, phone, replay);
    if (found.is === 'replay') return openReplayedSession(finishing, found.session, tokenTtl);
    if (found.is === 'blocked') throw tooManyRequests('blocked', found.endsIn, 'block');
    if (found.is === 'none') {
      const exceeded = await consume(db, limits.deadCodes(phone, ip));
      throw exceeded ? tooManyRequests('ip', exceeded.retryAfter, exceeded.limit.name) : noLiveCode();
    }

    const { codeId } = found;
    const isRight = constantTimeEqual(found.mac, macs.code(codeId, phone, code));
    const attempt = { phone, codeId, isRight, limits: attemptLimits(request, isRight), maxAttempts, blockSteps };
    const counted = await countAttempt(db, attempt);
    if (counted.is === 'refused') throw tooManyRequests('ip', counted.retryAfter, counted.limit.name);
    if (counted.is === 'overtaken') return undefined;
    if (counted.is === 'right') {
      const session = await openSessionByCode(finishing, { phone, codeId, replay }, config);
      if (!session) await release(finishing, limits.signIns(phone, ip));
      return session;
    }

    await makeDurable(finishing);
    if (counted.is === 'block') throw tooManyRequests('blocked', counted.endsIn, ATTEMPTS_OF_NUMBER);
    throw new Refusal(401, { what: 'code', attemptsLeft: counted.attemptsLeft });
  }

  return request =>
    queue.run(request.phone, request, async () => {
      for (let pass = 0; pass < MAX_PASSES; pass++) {
        const session = await verify(request);
        if (session) return session;
      }
      throw noLiveCode();
    });
}
