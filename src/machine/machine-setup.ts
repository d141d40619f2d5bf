import {
  and,
  assign,
  createMachine,
  fromCallback,
  fromPromise,
  not,
  or,
  stateIn,
  type setup as setupOfXState,
} from 'xstate';
import { AuthError, toFailure, type AuthFailure, type ChallengeRequest } from '../core/auth-error.js';
import type { AuthScreen } from '../core/auth-flow.js';
import type { VerificationStep } from '../core/auth-state.js';
import { AUTH_MODES, MODE_TRAITS, type AuthMode } from '../core/modes.js';
import { deadlineIn } from '../core/deadline.js';
import { toAccount, type HeldAccount } from '../core/stored-session.js';
import { NO_VERIFICATION, type PhoneVerification } from '../core/phone-verification.js';
import type { CodeRequest } from '../core/auth-backend.js';
import { DEFAULT_RESEND_SECONDS } from '../core/resend-interval.js';
import { detach } from './added-members.js';
import { failureUpdate, INITIAL_RUN, type AuthInput, type MachineContext, type SignedIn } from './machine-context.js';
import type { AuthEvent, EndReason, PasswordSubmitEvent, SessionEvent } from './machine-events.js';

/**
 * The `meta` of a state of the chart, which `selectors.ts` reads. Along a path of nested states, each property is set
 * at most once.
 */
export interface StateMeta {
  readonly mode?: AuthMode;
  /** The screen shown in this state. */
  readonly screen?: AuthScreen;
  /** `verificationStep` in this state; `none` by default. */
  readonly step?: VerificationStep;
  /** Whether the verification is stored in this state, so that a reload doesn't lose it. */
  readonly isResumable?: true;
}

interface MachineTypes {
  context: MachineContext;
  events: AuthEvent;
  input: AuthInput;
  meta: StateMeta;
  tags: 'busy';
}

/** The machine's types, which `setup` infers from this object without ever reading it. */
const types = {} as MachineTypes;

/** A placeholder for an actor provided by src/client/flow/machine-actors.ts. */
const unimplemented = <Output = void, Input = void>() =>
  fromPromise<Output, Input>(() => Promise.reject(new AuthError('server')));

// `AuthEvent` doesn't include the events of finished actors (`xstate.done.*`, `xstate.error.*`). These functions read them.
const failureFrom = (event: unknown) => toFailure((event as { error?: unknown }).error);
const outputFrom = (event: unknown) => (event as { output?: unknown }).output;
/** The account in an event from the session keeper, or in the output of an actor. */
const accountFrom = (event: AuthEvent | { type: string }) =>
  ('account' in event ? event.account : outputFrom(event)) as HeldAccount | null;
type CodeRequestEvent = Extract<AuthEvent, { readonly type: 'code.request' }>;
const operationIdFrom = (event: AuthEvent) => ('operationId' in event ? event.operationId : undefined);

/** Whether the server refused the person, as opposed to a missing answer or an ended session. */
const isRefusal = ({ code }: AuthFailure) => code === 'refused' || code === 'unknown-user';

const isRegistration = (mode: AuthMode) => MODE_TRAITS[mode].intent === 'register';

/** The verification after its code was used up. The server then counts attempts from the start. */
const withoutCode = (verification: PhoneVerification) => ({ ...verification, attemptsLeft: null, resend: null });

/**
 * XState's `setup` with `createMachine` alone. The original also returns every action creator: half a kilobyte of brotli
 * that nothing here calls.
 */
const setup = ((implementations: Parameters<typeof createMachine>[1]) => ({
  createMachine: (config: Parameters<typeof createMachine>[0]) => createMachine(detach(config), implementations),
})) as unknown as typeof setupOfXState;

/** The types, actors, guards and actions of the chart. `auth-machine.ts` uses their names; their bodies are here. */
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
    // Only null counts: undefined means that the server keeps no names.
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
    isNameMissing: ({ context }) => context.account?.displayName === null,
    /** Whether the account needs a name and wasn't signed in to with the number on the screen. */
    isNameMissingWithoutNumber: and([
      'isNameMissing',
      or([({ context }) => context.account?.method === 'password', 'isSessionOfOtherNumber']),
    ]),
    /** Whether the number of the current verification isn't the one that began the session. */
    isSessionOfOtherNumber: ({ context: { account, accountPhone, verification } }) =>
      account !== null && accountPhone !== verification.phone,
    /** Whether a sign-in is under way that leaves the current session as it is until it brings another one. */
    isSignInOverSession: and(['isSessionHeld', or([stateIn('#none'), stateIn('#sms-sent')])]),
    isOtherModeOverSession: and(['isSignInOverSession', not('isShownMode')]),
    returnedNoAccountOverSession: and(['isSessionHeld', 'returnedNoAccount']),
    /** Whether a restore is running that began on the code screen and returns there if there is no session. */
    isResuming: stateIn('#resuming'),
    returnedNoAccountWhileResuming: and(['returnedNoAccount', 'isResuming']),
  },
  actions: {
    /**
     * Ends the session of `context.account`. src/client/flow/machine-actors.ts provides it. Transitions list it before the actions that
     * clear `context.account`, because it reads that field.
     */
    endSession: () => {},
    /** Starts a new run of the flow for the operation in the event. A current session stays. */
    startOperation: assign(({ context, event }) => ({
      ...INITIAL_RUN,
      account: context.account,
      operationId: operationIdFrom(event) ?? 0,
      // If the operation ends the current session, it does so as a sign-out does.
      endReason: 'logout' as const,
    })),
    /** Cancels a sign-in over a session, which stays. */
    cancelSignIn: assign(({ context }) => ({ ...INITIAL_RUN, account: context.account })),
    /** The session over which somebody is signing in has ended. The sign-in goes on. */
    dropAccount: assign(({ event }) => ({ account: null, endReason: (event as { reason: EndReason }).reason })),
    /** The account has got another name. */
    updateAccount: assign(({ event }) => ({ account: accountFrom(event) })),
    /**
     * Takes over the id of a restore. The rest of the context stays, except the challenge of an earlier operation, so an error on the
     * screen stays too.
     */
    acceptRestore: assign({
      challenge: null,
      operationId: ({ context, event }) => operationIdFrom(event) ?? context.operationId,
    }),
    /** Continues the same run with its next operation, and with a name that was typed for it. */
    continueFlow: assign(({ context, event }) => {
      const { operationId, verification } = context;
      const typedName = ('typedName' in event && event.typedName) || verification.typedName;
      // A person who requested a code to sign in may request the next one to register.
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
     * Drops the data of another number. `typedName` comes from this request, even if it's null: a sign-in must not save
     * a name typed for an earlier registration.
     */
    setPhone: assign(({ context, event }) => {
      const { mode, phone, typedName } = event as CodeRequestEvent;
      const known = phone === context.verification.phone ? context.verification : NO_VERIFICATION;
      return { verification: { ...known, phone, register: isRegistration(mode), typedName } };
    }),
    /**
     * Stores the answer to a request for a code. Keeps `attemptsLeft` if the server doesn't state it: the count then
     * belongs to the number, not to the code.
     */
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
          isCodeOver: false,
          resend: deadlineIn(resendIn ?? DEFAULT_RESEND_SECONDS, Date.now()),
          isResendNamed: resendIn !== undefined,
          blocked: null,
        },
        codesSent: context.codesSent + 1,
      };
    }),
    /** The server refused to send a code because it sent one shortly before. That one can be entered. */
    setCodeAlreadySent: assign(({ context: { verification }, event }) => {
      const { retryAfter } = failureFrom(event);
      // `resend` is null before the first answer and after the code was used. While the code is good, `isEarlierCode` keeps its value.
      const isEarlierCode = !verification.resend || verification.isCodeOver || verification.isEarlierCode;
      const resend = deadlineIn(retryAfter ?? DEFAULT_RESEND_SECONDS, Date.now());
      return { verification: { ...verification, isEarlierCode, resend, isResendNamed: retryAfter !== undefined } };
    }),
    setAccount: assign(({ context, event }) => ({
      // Without `toAccount`, `created` would make this account differ from the keeper's in a comparison.
      account: toAccount(accountFrom(event)!),
      accountPhone: context.verification.phone,
      verification: withoutCode(context.verification),
      challenge: null,
      failure: null,
      retryDeadline: null,
    })),
    /** Stores whether a password sign-in created the account. After a code, `created` stays false. */
    setAccountCreated: assign(({ event }) => ({ created: (outputFrom(event) as SignedIn)!.created ?? false })),
    /** Takes over the account of a sign-in in another tab or client, which replaces whatever is running here. */
    replaceAccount: assign(({ context, event }) => ({
      ...INITIAL_RUN,
      account: accountFrom(event),
      verification: withoutCode(context.verification),
      // An account without its name doesn't count as signed in, so the previous one is reported as signed out.
      endReason: 'other-tab' as const,
    })),
    setSessionEnded: assign(({ context, event }) => {
      const { reason: endReason } = event as { reason: EndReason };
      const isExpired = endReason === 'session-expired';
      // The form then replaces the name screen, so `session-expired` is shown as the reason.
      const isLostWhileNaming = endReason === 'other-tab' && context.account!.displayName === null;
      return {
        ...INITIAL_RUN,
        endReason,
        // This error is shown, and the running operation rejects with it. A sign-out cancels the operation instead.
        ...((isExpired || isLostWhileNaming) && {
          operationId: context.operationId,
          failure: { code: 'session-expired' } as const,
        }),
        // After a sign-out, the next person may have another number.
        verification: isExpired ? context.verification : NO_VERIFICATION,
      };
    }),
    cancelFlow: assign(INITIAL_RUN),
    setChallenge: assign(({ event }) => ({ challenge: (event as { challenge: ChallengeRequest }).challenge })),
    /**
     * Removes the block when the mode changes. Otherwise it would be stored, and its text shown again after a reload.
     */
    clearBlock: assign({ verification: ({ context }) => ({ ...context.verification, blocked: null }) }),
    forgetPerson: assign({ account: null, verification: NO_VERIFICATION }),
    setFailure: assign(({ context, event }) => failureUpdate(failureFrom(event), context, true)),
    /**
     * Stores the error of a restore if the server has refused the sign-in by redirect whose session it was looking for. Any other restore
     * fails quietly.
     */
    setRefusal: assign(({ context, event }) => {
      const failure = failureFrom(event);
      return isRefusal(failure) ? failureUpdate(failure, context) : {};
    }),
    setNoSessionFailure: assign(({ context }) => ({
      failure: { code: 'no-session' } as const,
      verification: withoutCode(context.verification),
    })),
    setRejection: assign(({ context, event }) => failureUpdate((event as { failure: AuthFailure }).failure, context)),
    setTypedName: assign(({ context, event }) => ({
      verification: { ...context.verification, typedName: (event as { typedName: string }).typedName },
    })),
    clearError: assign({ failure: null, retryDeadline: null }),
  },
});
