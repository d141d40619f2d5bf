import { and, not, type SnapshotFrom } from 'xstate';
import { AUTH_MODES, MODE_TRAITS, type AuthMode } from '../core/modes.js';
import { authSetup, type StateMeta } from './machine-setup.js';
import { initialContext, type MachineContext } from './machine-context.js';
import type { PasswordSubmitEvent } from './machine-events.js';

/** Returns a state that requests the first code or another one. `errorTarget` is the state that most errors lead to. */
const requestCode = (errorTarget: 'editing' | 'entering') =>
  ({
    tags: 'busy',
    invoke: {
      src: 'requestCode',
      input: ({ context }: { context: MachineContext }) => context.verification,
      onDone: { target: '#sms-sent', actions: 'setCodeSent' },
      onError: [
        { guard: 'isTooSoon', target: '#sms-sent', actions: 'setCodeAlreadySent' },
        { guard: 'isBlocked', target: '#none', actions: 'setFailure' },
        { target: errorTarget, actions: 'setFailure' },
      ],
    },
  }) as const;

/** Takes over a session that this flow hasn't brought, such as that of a sign-in in another client or tab. */
const toSession = [
  { guard: 'isUnnamedByPassword', target: '#unnamed', actions: 'replaceAccount' },
  { guard: 'isUnnamed', target: '#verified', actions: 'replaceAccount' },
  { target: '#signedIn', actions: 'replaceAccount' },
] as const;

/** The operations that start a new flow from any state. On the code screen, a request for the same number continues the flow instead. */
const beginFlow = {
  'code.request': { target: '#none.requesting', actions: ['startOperation', 'setPhone'] },
  'password.submit': { target: '#none.signingIn', actions: 'startOperation' },
} as const;

/**
 * What happens to a sign-in over a session: docs/behaviour/flow.md#sign-in-over-a-session. Cancelling it leads to the
 * form, which leads back to the session.
 */
const overSession = {
  back: { guard: 'isSignInOverSession', target: '#none', actions: 'cancelSignIn' },
  'mode.change': { guard: 'isOtherModeOverSession', target: '#none', actions: ['cancelSignIn', 'clearBlock'] },
  'session.changed': { guard: 'isSameUserWithName', actions: 'updateAccount' },
  'session.ended': { guard: 'isSignInOverSession', actions: 'dropAccount' },
} as const;

/** The states of the name screen: the name is entered, or being saved. */
const namingStates = (signedIn: '#signedIn' | '#signedIn.verified') =>
  ({
    naming: {
      meta: { screen: 'name' },
      on: { 'name.submit': { target: 'saving', actions: 'continueFlow' } },
    },
    saving: {
      tags: 'busy',
      meta: { screen: 'name' },
      on: { 'name.submit': { target: 'saving', reenter: true, actions: 'continueFlow' } },
      invoke: {
        src: 'saveName',
        input: ({ context }: { context: MachineContext }) => context.verification.typedName ?? '',
        onDone: { target: signedIn, actions: 'setAccount' },
        onError: { target: 'naming', actions: 'setFailure' },
      },
    },
  }) as const;

/** Moves on when the account has got its name elsewhere. Another tab or a check of the session tells of it. */
const whenNamedElsewhere = (signedIn: '#signedIn' | '#signedIn.verified') =>
  ({ 'session.changed': { guard: 'isSameUserWithName', target: signedIn, actions: 'setAccount' } }) as const;

/**
 * One state for each mode. If a session is held, a sign-out changes a mode for registering to the sign-in mode with the same method. So
 * does `session.ended`, unless a sign-in over the session goes on.
 */
const modeStates = Object.fromEntries(
  AUTH_MODES.map(mode => {
    const { method, intent } = MODE_TRAITS[mode];
    const target = AUTH_MODES.find(
      other => MODE_TRAITS[other].method === method && MODE_TRAITS[other].intent === 'sign-in',
    );
    const toSignIn = { guard: 'isSessionHeld', target } as const;
    const sessionEnded = { guard: and(['isSessionHeld', not('isSignInOverSession')]), target };
    return [
      mode,
      {
        meta: { mode } satisfies StateMeta,
        on: intent === 'register' ? { logout: toSignIn, 'session.ended': sessionEnded } : {},
      },
    ];
  }),
) as unknown as Readonly<Record<AuthMode, { readonly meta: StateMeta }>>;

const toMode = AUTH_MODES.map(mode => ({ target: `.${mode}`, guard: { type: 'isMode', params: { mode } } }) as const);

/**
 * The sign-in flow: docs/behaviour/requirements.md#states-and-transitions. It has two parallel regions: the screen mode, and
 * the flow, whose states `none`, `sms-sent` and `verified` are named after values of `verificationStep`. The error, the number and the
 * name are data in the context. The `meta` and tags of a state say what it means for a view; `selectors.ts` reads them.
 */
export const authMachine = authSetup.createMachine({
  type: 'parallel',
  context: ({ input }) => initialContext(input),
  invoke: { src: 'keeper' },
  states: {
    mode: {
      initial: 'unset',
      on: { 'mode.change': toMode, 'mode.replace': toMode, 'code.request': toMode, 'password.submit': toMode },
      states: {
        unset: {
          always: AUTH_MODES.map(mode => ({
            target: mode,
            guard: { type: 'isInitialMode', params: { mode } } as const,
          })),
        },
        ...modeStates,
      },
    },
    flow: {
      initial: 'start',
      on: {
        ...beginFlow,
        logout: { target: '.signingOut', actions: ['startOperation', 'forgetPerson'] },
        'session.changed': [...toSession],
        'session.ended': { guard: 'isSessionHeld', target: '.signedOut', actions: 'setSessionEnded' },
        'challenge.begin': { actions: 'setChallenge' },
        'error.clear': { actions: 'clearError' },
        'operation.reject': { actions: 'setRejection' },
        'name.keep': { actions: 'setTypedName' },
      },
      states: {
        start: { always: [{ guard: 'startsAtCode', target: '#sms-sent' }, { target: 'signedOut' }] },
        restoring: {
          tags: 'busy',
          meta: { screen: 'restoring' },
          initial: 'fresh',
          on: {
            // The restore continues, because its operation still waits for the result.
            'mode.change': { guard: not('isShownMode'), target: '.fresh', actions: ['clearError', 'clearBlock'] },
          },
          invoke: {
            src: 'restore',
            onDone: [
              { guard: 'isUnnamedByPassword', target: '#unnamed', actions: 'setAccount' },
              { guard: 'isUnnamed', target: '#verified', actions: 'setAccount' },
              { guard: 'returnedNoAccountWhileResuming', target: '#sms-sent' },
              { guard: 'returnedNoAccount', target: 'signedOut' },
              { target: 'signedIn', actions: 'setAccount' },
            ],
            onError: [
              { guard: 'isResuming', target: '#sms-sent', actions: 'setRefusal' },
              { target: 'signedOut', actions: 'setRefusal' },
            ],
          },
          // The state to return to if there is no session to restore.
          states: {
            /** Returns to the form. */
            fresh: { id: 'fresh' },
            /** Returns to the code screen, where the restore began. */
            resuming: { id: 'resuming', meta: { step: 'sms-sent', isResumable: true } },
          },
        },
        signedOut: {
          initial: 'none',
          on: {
            back: { target: '.none', actions: ['endSession', 'cancelFlow'] },
            'mode.change': {
              guard: not('isShownMode'),
              target: '.none',
              actions: ['endSession', 'cancelFlow', 'clearBlock'],
            },
          },
          states: {
            none: {
              id: 'none',
              initial: 'editing',
              meta: { screen: 'credentials' },
              on: overSession,
              states: {
                editing: {
                  on: { restore: { target: '#fresh', actions: 'acceptRestore' }, 'session.restored': [...toSession] },
                  // A sign-in over a session has failed or was cancelled: the session is as it was.
                  always: [
                    { guard: 'isNameMissingWithoutNumber', target: '#unnamed' },
                    { guard: 'isNameMissing', target: '#verified' },
                    { guard: 'isSessionOfOtherNumber', target: '#signedIn' },
                    { guard: 'isSessionHeld', target: '#signedIn.last' },
                  ],
                },
                requesting: { ...requestCode('editing'), meta: { isResumable: true } },
                signingIn: {
                  tags: 'busy',
                  invoke: {
                    src: 'signIn',
                    input: ({ event }) => event as PasswordSubmitEvent,
                    onDone: [
                      { guard: 'isUnnamed', target: '#unnamed', actions: ['setAccount', 'setAccountCreated'] },
                      { target: '#signedIn', actions: ['setAccount', 'setAccountCreated'] },
                    ],
                    onError: { target: 'editing', actions: 'setFailure' },
                  },
                },
              },
            },
            'sms-sent': {
              id: 'sms-sent',
              initial: 'entering',
              meta: { screen: 'code', step: 'sms-sent', isResumable: true },
              on: {
                ...overSession,
                'code.request': { guard: 'isSamePhone', target: '.resending', actions: 'continueFlow' },
                'code.submit': { target: '.verifying', actions: 'continueFlow' },
              },
              states: {
                entering: {
                  on: { restore: { guard: not('isSessionHeld'), target: '#resuming', actions: 'acceptRestore' } },
                },
                resending: requestCode('entering'),
                verifying: {
                  tags: 'busy',
                  invoke: {
                    src: 'verifyCode',
                    input: ({ context, event }) => ({
                      ...context.verification,
                      code: (event as { code: string }).code,
                    }),
                    onDone: [
                      { guard: 'returnedNoAccountOverSession', target: '#none', actions: 'setNoSessionFailure' },
                      { guard: 'returnedNoAccount', target: '#confirmed', actions: 'setNoSessionFailure' },
                      { guard: 'isUnnamedWithTypedName', target: '#verified.saving', actions: 'setAccount' },
                      { guard: 'isUnnamed', target: '#verified', actions: 'setAccount' },
                      { target: '#signedIn.verified', actions: 'setAccount' },
                    ],
                    onError: [
                      { guard: 'isBlocked', target: '#none', actions: 'setFailure' },
                      { target: 'entering', actions: 'setFailure' },
                    ],
                  },
                },
              },
            },
            verified: {
              id: 'verified',
              initial: 'naming',
              meta: { step: 'verified', isResumable: true },
              on: whenNamedElsewhere('#signedIn.verified'),
              states: namingStates('#signedIn.verified'),
            },
            /** The number is confirmed, but the server granted no session, so nothing is left to continue. */
            confirmed: { id: 'confirmed', meta: { step: 'verified', screen: 'confirmed' } },
            /** An account that signed in with a password and still needs a name. No number was confirmed. */
            unnamed: {
              id: 'unnamed',
              initial: 'naming',
              on: whenNamedElsewhere('#signedIn'),
              states: namingStates('#signedIn'),
            },
          },
        },
        signedIn: {
          id: 'signedIn',
          initial: 'none',
          meta: { screen: 'signed-in' },
          on: { 'session.changed': { guard: 'isSameUserWithName', actions: 'setAccount' } },
          states: {
            none: {},
            verified: { meta: { step: 'verified' } },
            /** The state in which this session was left. */
            last: { type: 'history' },
          },
        },
        signingOut: {
          tags: 'busy',
          meta: { screen: 'credentials' },
          // XState would turn a target that is a plain string into an object with a prototype: see `detach`.
          invoke: { src: 'signOut', onDone: { target: 'signedOut' }, onError: { target: 'signedOut' } },
        },
      },
    },
  },
});

export type AuthSnapshot = SnapshotFrom<typeof authMachine>;
