import { and, assign, fromCallback, fromPromise, or, setup, stateIn } from 'xstate';
import { AuthError, toFailure, type AuthFailure, type ChallengeRequest } from '../core/auth-error.js';
import type { AuthScreen } from '../core/auth-flow.js';
import { AUTH_MODES, MODE_TRAITS, type AuthMode, type VerificationStep } from '../core/auth-state.js';
import { deadlineIn } from '../core/deadline.js';
import { toAccount, type HeldAccount } from '../core/stored-session.js';
import { NO_VERIFICATION, type PhoneVerification } from '../core/phone-verification.js';
import type { CodeRequest } from '../core/ports.js';
import {
  DEFAULT_RESEND_SECONDS,
  failureUpdate,
  NO_RUN_NO_ACCOUNT,
  type AuthEvent,
  type AuthInput,
  type EndReason,
  type MachineContext,
  type PasswordSubmitEvent,
  type SessionEvent,
  type SignedIn,
} from './machine-context.js';

/**
 * What a state of the chart says about itself; `select-state.ts` reads it. Along a path of nested states each property
 * is set at most once.
 */
export interface StateMeta {
  readonly mode?: AuthMode;
  /** The screen that is shown in this state. */
  readonly screen?: AuthScreen;
  /** `verificationStep` in this state; `none` where nothing is set. */
  readonly step?: VerificationStep;
  /** A reload in this state must not lose the verification: it is stored. */
  readonly isResumable?: true;
}

interface MachineTypes {
  context: MachineContext;
  events: AuthEvent;
  input: AuthInput;
  meta: StateMeta;
  tags: 'busy';
}

/** `setup` infers the types of the machine from this object, and reads nothing of it. */
const types = {} as MachineTypes;

/** An actor that `AuthClient` provides: client/machine-actors.ts. */
const unimplemented = <Output = void, Input = void>() =>
  fromPromise<Output, Input>(() => Promise.reject(new AuthError('server')));

// Events of finished actors (`xstate.done.*`, `xstate.error.*`) are no part of `AuthEvent`: what they carry is read here.
const failureFrom = (event: unknown) => toFailure((event as { error?: unknown }).error);
const outputFrom = (event: unknown) => (event as { output?: unknown }).output;
/** The account in an event of the session keeper, or in the output of an actor. */
const accountFrom = (event: AuthEvent | { type: string }) =>
  ('account' in event ? event.account : outputFrom(event)) as HeldAccount | null;
type CodeRequestEvent = Extract<AuthEvent, { readonly type: 'code.request' }>;
const operationIdFrom = (event: AuthEvent) => ('operationId' in event ? event.operationId : undefined);

/** The server has decided about the person, as opposed to an answer that is missing or a session that is over. */
const isRefusal = ({ code }: AuthFailure) => code === 'refused' || code === 'unknown-user';

const isRegistration = (mode: AuthMode) => MODE_TRAITS[mode].intent === 'register';

/** The code is used up, and the server counts the attempts anew. */
const withoutCode = (verification: PhoneVerification) => ({ ...verification, attemptsLeft: null, resend: null });

/** The types, actors, guards and actions of the chart: names in `auth-machine.ts`, their bodies here. */
export const authSetup = setup({
  types,
  actors: {
    restore: unimplemented<HeldAccount | null>(),
    requestCode: unimplemented<CodeRequest, PhoneVerification>(),
    verifyCode: unimplemented<SignedIn, PhoneVerification & { readonly code: string }>(),
    signIn: unimplemented<SignedIn, PasswordSubmitEvent>(),
    saveName: unimplemented<HeldAccount, string>(),
    signOut: unimplemented(),
    /** Sends the `SessionEvent`s of the session keeper. */
    keeper: fromCallback<SessionEvent>(() => {}),
  },
  guards: {
    isInitialMode: ({ context }, { mode }: { mode: AuthMode }) => context.initialMode === mode,
    startsAtCode: ({ context }) => context.initialStep === 'sms-sent',
    isMode: ({ event }, { mode }: { mode: AuthMode }) => 'mode' in event && event.mode === mode,
    isShownMode: or(AUTH_MODES.map(mode => and([{ type: 'isMode', params: { mode } }, stateIn({ mode })]))),
    isSamePhone: ({ context, event }) => (event as CodeRequestEvent).phone === context.verification.phone,
    isTooSoon: ({ event }) => failureFrom(event).code === 'too-soon',
    isBlocked: ({ event }) => failureFrom(event).code === 'blocked',
    returnedNoAccount: ({ event }) => !outputFrom(event),
    // null alone: undefined means that the server keeps no names.
    isUnnamed: ({ event }) => accountFrom(event)?.displayName === null,
    isUnnamedByPassword: ({ event }) => {
      const account = accountFrom(event);
      return account?.displayName === null && account.method === 'password';
    },
    isUnnamedWithTypedName: ({ context, event }) =>
      accountFrom(event)!.displayName === null && !!context.verification.typedName,
    isSameUserWithName: ({ context, event }) => {
      const { user, displayName } = accountFrom(event)!;
      return user === context.account?.user && displayName !== null;
    },
    isSessionHeld: ({ context }) => context.account !== null,
    /** A restoration that began on the code screen, and returns there if there is no session. */
    isResuming: stateIn('#resuming'),
    returnedNoAccountWhileResuming: and(['returnedNoAccount', 'isResuming']),
  },
  actions: {
    /**
     * Ends the session of `context.account` before another flow starts. `AuthClient` provides it. Listed before the
     * actions that clear `context.account`, which it reads.
     */
    endSession: () => {},
    /** The same for the session that is being restored, if one is stored. */
    endStoredSession: () => {},
    /** A new run of the flow, for the operation in the event. */
    startOperation: assign(({ event }) => ({
      ...NO_RUN_NO_ACCOUNT,
      operationId: operationIdFrom(event) ?? 0,
      // The operation ends the session that is held, if any, as a sign-out does.
      endReason: 'logout' as const,
    })),
    /** Takes the id of a restoration and leaves the rest of the context alone: the error that is shown stays. */
    acceptRestore: assign({ operationId: ({ context, event }) => operationIdFrom(event) ?? context.operationId }),
    /** The next operation of the same run. */
    continueFlow: assign(({ context, event }) => {
      const { operationId, verification } = context;
      const typedName = ('typedName' in event && event.typedName) || verification.typedName;
      // A person who has asked for a code to sign in may ask for the next one to register.
      const register = event.type === 'code.request' ? isRegistration(event.mode) : verification.register;
      return {
        challenge: null,
        failure: null,
        retryDeadline: null,
        operationId: operationIdFrom(event) ?? operationId,
        verification: { ...verification, register, typedName },
      };
    }),
    /**
     * Nothing that is known of one number holds for another. `typedName` is that of this request, even if null: a name
     * typed for an earlier registration must not be saved by a sign-in.
     */
    setPhone: assign(({ context, event }) => {
      const { mode, phone, typedName } = event as CodeRequestEvent;
      const known = phone === context.verification.phone ? context.verification : NO_VERIFICATION;
      return { verification: { ...known, phone, register: isRegistration(mode), typedName } };
    }),
    /** `attemptsLeft` stays where the server does not say it: it belongs to the number then, not to the code. */
    setCodeSent: assign(({ context, event }) => {
      const { resendIn, codeLength, idempotent, state, attemptsLeft } = { ...(outputFrom(event) as CodeRequest) };
      return {
        verification: {
          ...context.verification,
          codeLength: codeLength ?? NO_VERIFICATION.codeLength,
          idempotent: idempotent ?? false,
          state: typeof state === 'string' ? state : null,
          attemptsLeft: attemptsLeft ?? context.verification.attemptsLeft,
          isEarlierCode: false,
          resend: deadlineIn(resendIn ?? DEFAULT_RESEND_SECONDS, Date.now()),
          blocked: null,
        },
        codesSent: context.codesSent + 1,
      };
    }),
    /** The server refused to send a code because it had sent one shortly before. That one can be entered. */
    setCodeAlreadySent: assign(({ context: { verification }, event }) => {
      const seconds = failureFrom(event).retryAfter ?? DEFAULT_RESEND_SECONDS;
      // `resend` is set from the first answer to a request until the code is used: what is known of that code stays.
      const isEarlierCode = !verification.resend || verification.isEarlierCode;
      return { verification: { ...verification, isEarlierCode, resend: deadlineIn(seconds, Date.now()) } };
    }),
    setAccount: assign(({ context, event }) => ({
      // A sign-in has more members (`created`): with them the account would differ from the keeper's in a comparison.
      account: toAccount(accountFrom(event)!),
      verification: withoutCode(context.verification),
      failure: null,
      retryDeadline: null,
    })),
    /** For password sign-ins; after a code `created` stays false. */
    setAccountCreated: assign(({ event }) => ({ created: (outputFrom(event) as SignedIn)!.created ?? false })),
    /** A sign-in of another tab or client replaces whatever is running here. */
    replaceAccount: assign(({ event }) => ({
      ...NO_RUN_NO_ACCOUNT,
      account: accountFrom(event),
      // Without its name this account is not signed in, so the one before it is reported as signed out.
      endReason: 'other-tab' as const,
    })),
    setSessionEnded: assign(({ context, event }) => {
      const { reason: endReason } = event as { reason: EndReason };
      const isExpired = endReason === 'session-expired';
      // The form must not appear without a word in place of the screen of the name.
      const isLostWhileNaming = endReason === 'other-tab' && context.account!.displayName === null;
      return {
        ...NO_RUN_NO_ACCOUNT,
        endReason,
        // Shown as an error, with which the running operation rejects too. A sign-out cancels it instead.
        ...((isExpired || isLostWhileNaming) && {
          operationId: context.operationId,
          failure: { code: 'session-expired' } as const,
        }),
        // Signed out here or in another tab: the number may not be the next person's.
        verification: isExpired ? context.verification : NO_VERIFICATION,
      };
    }),
    cancelFlow: assign(NO_RUN_NO_ACCOUNT),
    setChallenge: assign(({ event }) => ({ challenge: (event as { challenge: ChallengeRequest }).challenge })),
    /** For a change of mode. A block that is kept is stored, and its message would be shown again after a reload. */
    clearBlock: assign({ verification: ({ context }) => ({ ...context.verification, blocked: null }) }),
    clearVerification: assign({ verification: NO_VERIFICATION }),
    setFailure: assign(({ context, event }) => failureUpdate(failureFrom(event), context)),
    /** A restoration fails quietly, but a refused sign-in that it looked for, by a redirect, is told. */
    setRefusal: assign(({ context, event }) => {
      const failure = failureFrom(event);
      return isRefusal(failure) ? failureUpdate(failure, context) : {};
    }),
    setNoSessionFailure: assign(({ context }) => ({
      failure: { code: 'no-session' } as const,
      verification: withoutCode(context.verification),
    })),
    setRejection: assign(({ context, event }) => failureUpdate((event as { failure: AuthFailure }).failure, context)),
    clearError: assign({ failure: null, retryDeadline: null }),
  },
});
