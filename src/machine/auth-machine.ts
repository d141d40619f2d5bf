import { and, assign, fromCallback, fromPromise, setup, stateIn, type SnapshotFrom } from 'xstate';
import { AuthError, toFailure } from '../core/auth-error.js';
import { AUTH_MODES, type AuthMode } from '../core/auth-state.js';
import { deadlineIn } from '../core/deadline.js';
import type { Account, CodeRequest } from '../core/ports.js';
import {
  DEFAULT_CODE_LENGTH,
  DEFAULT_RESEND_IN,
  failed,
  initialContext,
  NO_FLOW,
  NO_NUMBER,
  type MachineContext,
  type AuthEvent,
  type AuthInput,
  type SessionEvent,
  type SignedIn,
} from './machine-context.js';

/** An empty slot: the client fills it. */
const slot = <Output = void, Input = void>() =>
  fromPromise<Output, Input>(() => Promise.reject(new AuthError('server')));

const failureOf = (event: unknown) => toFailure((event as { error?: unknown }).error);
const errorCode = (event: unknown) => failureOf(event).code;
const outputOf = (event: unknown) => (event as { output?: unknown }).output;
/** The account that an event brings: from the session keeper, or as the output of an actor. */
const accountOf = (event: AuthEvent | { type: string }) =>
  ('account' in event ? event.account : outputOf(event)) as Account | null;

/** Requests a code. Once, and again: they differ only in where an error leaves the person. */
const requestingCode = (onError: string) =>
  ({
    tags: 'busy',
    invoke: {
      src: 'requestCode',
      input: ({ context }: { context: MachineContext }) => context.phone ?? '',
      onDone: { target: '#sms-sent', actions: 'codeSent' },
      onError: [
        // A code is out there: sent a moment ago, here or in another tab.
        { guard: 'isTooSoon', target: '#sms-sent', actions: 'codeIsOut' },
        { guard: 'isBlocked', target: '#none', actions: 'fail' },
        { target: onError, actions: 'fail' },
      ],
    },
  }) as const;

const chart = setup({
  types: {
    context: {} as MachineContext,
    events: {} as AuthEvent,
    input: {} as AuthInput,
    tags: {} as 'busy',
  },
  actors: {
    restore: slot<Account | null>(),
    requestCode: slot<CodeRequest, string>(),
    verifyCode: slot<SignedIn, { phone: string; code: string; idempotent: boolean }>(),
    signIn: slot<SignedIn, { login: string; password: string }>(),
    saveName: slot<Account, string>(),
    signOut: slot(),
    /** The bridge to the session keeper: sends `session.changed` and `session.ended`. */
    keeper: fromCallback<SessionEvent>(() => {}),
  },
  guards: {
    startsIn: ({ context }, { mode }: { mode: AuthMode }) => context.start.mode === mode,
    startsWithCode: ({ context }) => context.start.step === 'sms-sent',
    isMode: ({ event }, { mode }: { mode: AuthMode }) => 'mode' in event && event.mode === mode,
    isAwaited: ({ context, event }) => event.type === 'code.request' && event.phone === context.phone,
    isTooSoon: ({ event }) => errorCode(event) === 'too-soon',
    isBlocked: ({ event }) => errorCode(event) === 'blocked',
    isNobody: ({ event }) => !outputOf(event),
    isUnnamed: ({ event }) => accountOf(event)?.displayName === null,
    isUnnamedButTyped: ({ context, event }) => accountOf(event)?.displayName === null && !!context.typedName,
    isSameUser: ({ context, event }) => {
      const account = accountOf(event);
      return account?.user === context.account?.user && account?.displayName !== null;
    },
    hasSession: ({ context }) => context.account !== null,
    isResuming: stateIn('#resuming'),
    isNobodyAndResuming: and(['isNobody', 'isResuming']),
  },
  actions: {
    /** Ends the session that stands in the way of what comes. The client fills it. */
    endSession: () => {},
    begin: assign(({ event }) => ({
      ...NO_FLOW,
      operation: 'operation' in event ? event.operation : 0,
      endReason: 'logout' as const,
    })),
    /** Another number is another story; the same one keeps its code, its tries and its countdown. */
    setNumber: assign(({ context, event }) => {
      if (event.type !== 'code.request') return {};
      const { phone, typedName } = event;
      return { ...(phone === context.phone ? {} : NO_NUMBER), phone, typedName };
    }),
    /** An operation that changes nothing of the flow: a block that is shown stays shown. */
    accept: assign({ operation: ({ context, event }) => ('operation' in event ? event.operation : context.operation) }),
    /** The next step of the flow that is under way. */
    proceed: assign(({ context, event }) => ({
      failure: null,
      retry: null,
      operation: 'operation' in event ? event.operation : context.operation,
      typedName: ('typedName' in event && event.typedName) || context.typedName,
    })),
    codeSent: assign(({ context, event }) => {
      const { resendIn, codeLength, idempotent } = { ...(outputOf(event) as CodeRequest) };
      return {
        codeLength: codeLength ?? DEFAULT_CODE_LENGTH,
        idempotent: idempotent ?? false,
        resend: deadlineIn(resendIn ?? DEFAULT_RESEND_IN, Date.now()),
        blocked: null,
        codesSent: context.codesSent + 1,
      };
    }),
    codeIsOut: assign(({ event }) => ({
      resend: deadlineIn(failureOf(event).retryAfter ?? DEFAULT_RESEND_IN, Date.now()),
    })),
    setAccount: assign(({ event }) => {
      // These two alone, as the keeper has it: what else a sign-in says is no news of the session.
      const { user, displayName } = accountOf(event)!;
      return { account: { user, displayName }, attemptsLeft: null, failure: null, retry: null };
    }),
    setCreated: assign(({ event }) => ({ created: (outputOf(event) as SignedIn)?.created ?? false })),
    /** Somebody signed in elsewhere: it replaces whatever was under way here. */
    adopt: assign(({ event }) => ({ ...NO_FLOW, account: accountOf(event) })),
    end: assign(({ context, event }) => {
      const endReason = event.type === 'session.ended' ? event.reason : 'logout';
      return endReason === 'session-expired'
        ? { ...NO_FLOW, endReason, operation: context.operation, failure: { code: endReason } as const }
        : { ...NO_FLOW, ...NO_NUMBER, typedName: null, endReason };
    }),
    leave: assign({ ...NO_FLOW, endReason: 'logout' }),
    forgetBlock: assign({ blocked: null }),
    forgetPerson: assign({ ...NO_NUMBER, typedName: null }),
    fail: assign(({ context, event }) => failed(failureOf(event), context)),
    failNoSession: assign({ failure: { code: 'no-session' } }),
    refuse: assign(({ context, event }) => (event.type === 'refuse' ? failed({ code: event.code }, context) : {})),
    forgive: assign({ failure: null, retry: null }),
  },
});

const toMode = AUTH_MODES.map(mode => ({ target: `.${mode}`, guard: { type: 'isMode', params: { mode } } }) as const);

/**
 * The flow of a sign-in. Two regions: the mode of the screen, and the flow itself, whose states carry the names of
 * `verificationStep` (requirements, «States and transitions»). Errors and what was typed are data in the context;
 * everything else that a view needs is read off the state by `select-state.ts`.
 */
export const authMachine = chart.createMachine({
  id: 'auth',
  type: 'parallel',
  context: ({ input }) => initialContext(input),
  invoke: { src: 'keeper' },
  states: {
    mode: {
      initial: 'unset',
      on: { 'mode.change': toMode, 'code.request': toMode, 'password.submit': toMode },
      states: {
        unset: {
          always: AUTH_MODES.map(mode => ({ target: mode, guard: { type: 'startsIn', params: { mode } } as const })),
        },
        'phone-login': {},
        'phone-register': {},
        login: {},
        register: {},
      },
    },
    flow: {
      initial: 'start',
      on: {
        'code.request': { target: '.signedOut.none.requesting', actions: ['endSession', 'begin', 'setNumber'] },
        'password.submit': { target: '.signedOut.none.signingIn', actions: ['endSession', 'begin'] },
        logout: { target: '.signingOut', actions: ['begin', 'forgetPerson'] },
        'session.changed': [
          { guard: 'isUnnamed', target: '.signedOut.verified', actions: 'adopt' },
          { target: '.signedIn', actions: 'adopt' },
        ],
        'session.ended': { guard: 'hasSession', target: '.signedOut', actions: 'end' },
        edit: { actions: 'forgive' },
        refuse: { actions: 'refuse' },
      },
      states: {
        start: { always: [{ guard: 'startsWithCode', target: '#sms-sent' }, { target: 'signedOut' }] },
        restoring: {
          tags: 'busy',
          initial: 'fresh',
          // The restoration goes on, and with it whoever waits for it.
          on: { 'mode.change': { target: '.fresh', actions: ['forgive', 'forgetBlock'] } },
          invoke: {
            src: 'restore',
            onDone: [
              { guard: 'isUnnamed', target: 'signedOut.verified', actions: 'setAccount' },
              { guard: 'isNobodyAndResuming', target: '#sms-sent' },
              { guard: 'isNobody', target: 'signedOut' },
              { target: 'signedIn', actions: 'setAccount' },
            ],
            onError: [{ guard: 'isResuming', target: '#sms-sent' }, { target: 'signedOut' }],
          },
          // Where the person was, for when there is nothing to restore.
          states: { fresh: { id: 'fresh' }, resuming: { id: 'resuming' } },
        },
        signedOut: {
          initial: 'none',
          on: {
            back: { target: '.none', actions: ['endSession', 'leave'] },
            'mode.change': { target: '.none', actions: ['endSession', 'leave', 'forgetBlock'] },
          },
          states: {
            none: {
              id: 'none',
              initial: 'editing',
              states: {
                editing: { on: { restore: { target: '#fresh', actions: 'accept' } } },
                requesting: requestingCode('editing'),
                signingIn: {
                  tags: 'busy',
                  invoke: {
                    src: 'signIn',
                    input: ({ event }) => event as { login: string; password: string },
                    onDone: [
                      { guard: 'isUnnamed', target: '#verified', actions: ['setAccount', 'setCreated'] },
                      { target: '#signedIn', actions: ['setAccount', 'setCreated'] },
                    ],
                    onError: { target: 'editing', actions: 'fail' },
                  },
                },
              },
            },
            'sms-sent': {
              id: 'sms-sent',
              initial: 'entering',
              on: {
                'code.request': { guard: 'isAwaited', target: '.resending', actions: 'proceed' },
                'code.submit': { target: '.verifying', reenter: true, actions: 'proceed' },
              },
              states: {
                entering: { on: { restore: { target: '#resuming', actions: 'accept' } } },
                resending: requestingCode('entering'),
                verifying: {
                  tags: 'busy',
                  invoke: {
                    src: 'verifyCode',
                    input: ({ context, event }) => ({
                      phone: context.phone ?? '',
                      code: event.type === 'code.submit' ? event.code : '',
                      idempotent: context.idempotent,
                    }),
                    onDone: [
                      { guard: 'isNobody', target: '#verified.confirmed', actions: 'failNoSession' },
                      { guard: 'isUnnamedButTyped', target: '#verified.saving', actions: 'setAccount' },
                      { guard: 'isUnnamed', target: '#verified', actions: 'setAccount' },
                      { target: '#signedIn.verified', actions: 'setAccount' },
                    ],
                    onError: [
                      { guard: 'isBlocked', target: '#none', actions: 'fail' },
                      { target: 'entering', actions: 'fail' },
                    ],
                  },
                },
              },
            },
            verified: {
              id: 'verified',
              initial: 'naming',
              // The name came another way: from another tab, or with the answer to who this is.
              on: { 'session.changed': { guard: 'isSameUser', target: '#signedIn.verified', actions: 'setAccount' } },
              states: {
                naming: { on: { 'name.submit': { target: 'saving', actions: 'proceed' } } },
                saving: {
                  tags: 'busy',
                  on: { 'name.submit': { target: 'saving', reenter: true, actions: 'proceed' } },
                  invoke: {
                    src: 'saveName',
                    input: ({ context }) => context.typedName ?? '',
                    onDone: { target: '#signedIn.verified', actions: 'setAccount' },
                    onError: { target: 'naming', actions: 'fail' },
                  },
                },
                /** The number is confirmed, and the server signed nobody in. */
                confirmed: {},
              },
            },
          },
        },
        signedIn: {
          id: 'signedIn',
          initial: 'none',
          on: { 'session.changed': { guard: 'isSameUser', actions: 'setAccount' } },
          states: { none: {}, verified: {} },
        },
        signingOut: {
          tags: 'busy',
          invoke: { src: 'signOut', onDone: 'signedOut', onError: 'signedOut' },
        },
      },
    },
  },
});

export type AuthSnapshot = SnapshotFrom<typeof authMachine>;
