import type { AuthErrorCode, AuthFailure } from '../core/auth-error.js';
import type { FlowRecord } from '../core/auth-flow.js';
import type { AuthMode } from '../core/auth-state.js';
import { clampDeadline, deadlineIn, type Deadline } from '../core/deadline.js';
import type { Account } from '../core/ports.js';

/** Why a session ended (contract, «Names that others rely on»). */
export type EndReason = 'logout' | 'session-expired' | 'other-tab';

/** What the session keeper tells the machine. */
export type SessionEvent =
  | { readonly type: 'session.changed'; readonly account: Account }
  | { readonly type: 'session.ended'; readonly reason: EndReason };

/** An operation that was asked for, by a person or by an app. */
export type OperationEvent =
  | { readonly type: 'restore' }
  | {
      readonly type: 'code.request';
      readonly mode: AuthMode;
      readonly phone: string;
      readonly typedName: string | null;
    }
  | { readonly type: 'code.submit'; readonly code: string; readonly typedName?: string | undefined }
  | { readonly type: 'name.submit'; readonly typedName: string }
  | { readonly type: 'password.submit'; readonly mode: AuthMode; readonly login: string; readonly password: string }
  | { readonly type: 'logout' };

export type AuthEvent =
  | (OperationEvent & { readonly operation: number })
  | SessionEvent
  /** Shows another mode; a flow that was under way is left. */
  | { readonly type: 'mode.change'; readonly mode: AuthMode }
  /** Back to the form; what runs is cancelled. */
  | { readonly type: 'back' }
  /** The person goes on: the last error has been read. */
  | { readonly type: 'edit' }
  /** An operation was refused before it began: its arguments or its moment were wrong. */
  | { readonly type: 'refuse'; readonly code: AuthErrorCode };

export interface MachineContext {
  /** Where to begin. Read once, at the start. */
  readonly start: { readonly mode: AuthMode; readonly step: 'none' | 'sms-sent' };
  /** Number of the operation that was accepted last; 0 when it was left. */
  readonly operation: number;
  /** Wire form of the number that was last asked for. It outlives the step, so that «back» keeps it. */
  readonly phone: string | null;
  readonly typedName: string | null;
  readonly codeLength: number;
  readonly idempotent: boolean;
  readonly attemptsLeft: number | null;
  readonly resend: Deadline | null;
  /** Until when the number is blocked, where the server has said so. */
  readonly blocked: Deadline | null;
  /** How many codes were sent. Only its growth means something. */
  readonly codesSent: number;
  /** Who has a session here, named or not. Never the token. */
  readonly account: Account | null;
  readonly created: boolean;
  readonly endReason: EndReason;
  readonly failure: AuthFailure | null;
  readonly retry: Deadline | null;
}

export interface AuthInput {
  readonly mode: AuthMode;
  readonly resume?: FlowRecord | null | undefined;
}

/** What a finished sign-in says. null: confirmed, and nobody is signed in. */
export type SignedIn = (Account & { readonly created?: boolean | undefined }) | null;

export const DEFAULT_CODE_LENGTH = 6;
export const DEFAULT_RESEND_IN = 60;

/** Nothing of a flow. What was typed stays in the fields until somebody signs out. */
export const NO_FLOW = {
  operation: 0,
  account: null,
  created: false,
  failure: null,
  retry: null,
} satisfies Partial<MachineContext>;

/** What is known about a number, forgotten when another is asked for. */
export const NO_NUMBER = {
  phone: null,
  codeLength: DEFAULT_CODE_LENGTH,
  idempotent: false,
  attemptsLeft: null,
  resend: null,
  blocked: null,
} satisfies Partial<MachineContext>;

/** A failure, and what it says about the number. */
export const failed = (failure: AuthFailure, context: MachineContext) => {
  const { retryAfter, attemptsLeft } = failure;
  const retry = retryAfter ? deadlineIn(retryAfter, Date.now()) : null;
  return {
    failure,
    retry,
    ...(failure.code === 'blocked'
      ? { blocked: retry, attemptsLeft: null }
      : { attemptsLeft: attemptsLeft ?? context.attemptsLeft }),
  };
};
const clamped = (deadline: Deadline | null | undefined) => (deadline ? clampDeadline(deadline, Date.now()) : null);

/** The context at the start: empty, or where a reload left the flow. */
export function initialContext({ mode, resume }: AuthInput): MachineContext {
  const blocked = clamped(resume?.blocked);
  return {
    ...NO_FLOW,
    ...NO_NUMBER,
    typedName: null,
    codesSent: 0,
    endReason: 'logout',
    start: { mode: resume?.mode ?? mode, step: resume?.step ?? 'none' },
    ...(resume && {
      phone: resume.phone,
      typedName: resume.typedName,
      codeLength: resume.codeLength,
      idempotent: resume.idempotent,
      attemptsLeft: resume.attemptsLeft,
      resend: clamped(resume.resend),
    }),
    ...(blocked &&
      blocked.at > Date.now() && {
        failure: { code: 'blocked', retryAfter: blocked.seconds },
        retry: blocked,
        blocked,
      }),
  };
}
