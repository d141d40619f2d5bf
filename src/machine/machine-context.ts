import type { AuthFailure, ChallengeRequest } from '../core/auth-error.js';
import type { AuthMode } from '../core/modes.js';
import { clampDeadline, deadlineIn, secondsLeft, type Deadline } from '../core/deadline.js';
import type { FlowRecord } from '../core/flow-record.js';
import type { HeldAccount } from '../core/stored-session.js';
import { copyVerification, NO_VERIFICATION, type PhoneVerification } from '../core/phone-verification.js';
import type { EndReason } from './machine-events.js';

/** The machine's data. It never contains the token: docs/decisions/token-outside-the-machine.md. */
export interface MachineContext {
  /** The mode and step to start in. Only the transitions from the initial states read them. */
  readonly initialMode: AuthMode;
  readonly initialStep: FlowRecord['step'] | undefined;
  /** The id of the operation accepted last. 0 at the start, and after anything else has cancelled the flow without an error. */
  readonly operationId: number;
  readonly verification: PhoneVerification;
  /** The number of codes that were sent for this client. It tells one `code-sent` notice from the next. */
  readonly codesSent: number;
  /** The account of this client's session, with or without a display name. */
  readonly account: HeldAccount | null;
  /** The number in `verification` when this account was set; null if there was none. A later request may be for another number. */
  readonly accountPhone: string | null;
  /** Whether a sign-in by password created the account. After a code it stays false. */
  readonly created: boolean;
  /** The reason to report when the account is gone. */
  readonly endReason: EndReason;
  /** The challenge with which the server refused a call of the operation accepted last. Views see it until the operation ends. */
  readonly challenge: ChallengeRequest | null;
  readonly failure: AuthFailure | null;
  /** When the failed step can be attempted again; null if the server named no wait. */
  readonly retryDeadline: Deadline | null;
}

export interface AuthInput {
  readonly mode: AuthMode;
  /** The stored flow to continue. It takes precedence over `mode`. */
  readonly resume?: FlowRecord | null | undefined;
}

/** The result of a sign-in; null if the number is confirmed but the server granted no session. */
export type SignedIn = (HeldAccount & { readonly created?: boolean | undefined }) | null;

/**
 * The initial values of the fields that belong to one run. A run begins with an operation that starts a flow or signs out, and goes on
 * with the operations that continue the flow. It ends when the next one begins, when the flow is cancelled, and when a session begins or ends
 * elsewhere. `verification` outlives a run. Actions that keep the session restore `account`.
 */
export const INITIAL_RUN = {
  operationId: 0,
  account: null,
  created: false,
  challenge: null,
  failure: null,
  retryDeadline: null,
} satisfies Partial<MachineContext>;

/**
 * Returns how a failure changes the context.
 * @param isOfServer whether a call to the server failed with it. The client rejects some operations itself, without a call
 */
export function failureUpdate(failure: AuthFailure, { verification }: MachineContext, isOfServer = false) {
  const { code, retryAfter, attemptsLeft } = failure;
  const retryDeadline = retryAfter ? deadlineIn(retryAfter, Date.now()) : null;
  const isCodeOver = (isOfServer && /^(blocked|code-expired)$/.test(code)) || verification.isCodeOver;
  const known: Partial<PhoneVerification> =
    code === 'blocked'
      ? { blocked: retryDeadline, attemptsLeft: null, isCodeOver }
      : {
          isCodeOver,
          attemptsLeft: attemptsLeft ?? verification.attemptsLeft,
          // If the server named no interval, a dead code can be replaced at once.
          resend: code === 'code-expired' && !verification.isResendNamed ? null : verification.resend,
        };
  return { failure, retryDeadline, verification: { ...verification, ...known } };
}

const clampIfSet = (deadline: Deadline | null) => deadline && clampDeadline(deadline, Date.now());

/**
 * Reads the verification of a stored record. The clock may have changed since it was written, and a block may have
 * ended.
 */
function resumedVerification(record: FlowRecord): PhoneVerification {
  const verification = copyVerification(record);
  const blocked = clampIfSet(verification.blocked);
  return {
    ...verification,
    resend: clampIfSet(verification.resend),
    blocked: blocked && blocked.at > Date.now() ? blocked : null,
  };
}

/** The context at the start: empty, or continued from a stored record. A block that still lasts is shown again. */
export function initialContext({ mode, resume }: AuthInput): MachineContext {
  const verification = resume ? resumedVerification(resume) : NO_VERIFICATION;
  const { blocked } = verification;
  return {
    ...INITIAL_RUN,
    verification,
    failure: blocked && { code: 'blocked', retryAfter: secondsLeft(blocked) },
    retryDeadline: blocked,
    initialMode: resume?.mode ?? mode,
    initialStep: resume?.step,
    accountPhone: null,
    codesSent: 0,
    endReason: 'logout',
  };
}
