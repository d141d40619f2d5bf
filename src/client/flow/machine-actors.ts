import { fromCallback, fromPromise } from 'xstate';
import { AuthError, type ChallengeRequest } from '../../core/auth-error.js';
import { MODE_TRAITS, type SignInMethod } from '../../core/modes.js';
import { canonicalTag } from '../../core/language-tag.js';
import { isCodeLength, toSignInOptions } from '../../core/phone-verification.js';
import type { CallOptions, Session, SignInOptions } from '../../core/auth-backend.js';
import { authMachine } from '../../machine/auth-machine.js';
import type { SignedIn } from '../../machine/machine-context.js';
import type { SessionEvent } from '../../machine/machine-events.js';
import type { CodeVerifier } from '../calls/code-verifier.js';
import { callWithSolution, type ChallengeSolver } from '../calls/solve-challenge.js';
import type { SessionLink } from '../session/session-link.js';
import type { SharedSession } from '../session/shared-session.js';
import type { DeviceStore } from '../storage/device-store.js';

interface Services {
  readonly session: SharedSession;
  readonly verifier: CodeVerifier;
  readonly link: SessionLink;
  /** The language of the SMS, if the page or the client's texts say it. */
  readonly readLang: () => string | undefined;
  /** The solver of challenges that the page has set, if any. */
  readonly readSolver: () => ChallengeSolver | undefined;
  /** The device memory; undefined if the page has switched it off. */
  readonly readDeviceStore: () => DeviceStore | undefined;
  /** Called before a challenge is solved, while the operation that was refused with it is running. */
  readonly onChallenge: (challenge: ChallengeRequest) => void;
}

/**
 * The machine with its actors: the calls to the server, and the session. XState aborts the `signal` of an actor when
 * its state is left, and ignores the actor's result from then on.
 */
export function provideActors({
  session,
  verifier,
  link,
  readLang,
  readSolver,
  readDeviceStore,
  onChallenge,
}: Services) {
  const { backend, keeper, codeStates } = session;

  /** Stores the session of a sign-in, and returns its account to the machine. */
  const adopt = (session: Session, method: SignInMethod, signal: AbortSignal): SignedIn => {
    // A backend that ignores the signal may answer after the person went back or signed in elsewhere. That session
    // isn't stored.
    signal.throwIfAborted();
    return { ...link.adopt({ ...session, method }, signal), created: session.created };
  };

  /** Makes a call of a sign-in, and repeats it once with the solution if the server demands a challenge. */
  const call = async <T>(run: (options: CallOptions) => Promise<T>, signal: AbortSignal): Promise<T> => {
    // Connects separately, so that an error of the connection isn't mistaken for the server's answer to the call.
    await backend.connect({ signal });
    return callWithSolution(solution => run({ signal, ...solution }), { solver: readSolver(), signal, onChallenge });
  };

  /** The option `device` of the calls about a code. */
  const deviceOption = (): Pick<SignInOptions, 'device'> => {
    const device = readDeviceStore()?.read()?.device;
    return device ? { device } : {};
  };

  return authMachine.provide({
    actors: {
      restore: fromPromise(({ signal }) => link.restore(signal)),
      requestCode: fromPromise(async ({ input, signal }) => {
        const request = await call(
          options =>
            backend.requestCode(input.phone!, {
              ...options,
              ...toSignInOptions(input),
              ...deviceOption(),
              lang: canonicalTag(readLang()),
            }),
          signal,
        );
        const { codeLength = null, state } = { ...request };
        // The field for a code has 1 to 6 cells.
        if (codeLength !== null && !isCodeLength(codeLength)) throw new AuthError('invalid-response');
        verifier.forgetRejections();
        codeStates.share(input.phone!, state);
        return request;
      }),
      verifyCode: fromPromise(async ({ input, signal }) => {
        // Another tab may have requested the last code, and its state is then the one that counts.
        const state = codeStates.find(input.phone!) ?? input.state;
        const granted = await call(
          options => verifier.verify({ ...input, state }, { ...options, ...deviceOption() }),
          signal,
        );
        if (!granted) return null;
        const signedIn = adopt(granted, 'phone', signal);
        readDeviceStore()?.remember(granted.device);
        return signedIn;
      }),
      signIn: fromPromise(async ({ input: { mode, login, password }, signal }) => {
        const register = MODE_TRAITS[mode].intent === 'register';
        const session = await call(options => backend.login(login, password, { ...options, register }), signal);
        return adopt(session, 'password', signal);
      }),
      saveName: fromPromise(({ input: displayName, signal }) => keeper.setDisplayName(displayName, signal)),
      signOut: fromPromise(() => keeper.signOut()),
      keeper: fromCallback(({ sendBack }) => link.connect(sendBack as (event: SessionEvent) => void)),
    },
    actions: {
      endSession: ({ context }) => {
        if (context.account) void keeper.signOut();
      },
    },
  });
}
