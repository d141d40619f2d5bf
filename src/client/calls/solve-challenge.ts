import { toFailure, type ChallengeRequest } from '../../core/auth-error.js';
import type { SignInOptions } from '../../core/auth-backend.js';
import { solveProofOfWork } from './proof-of-work.js';

/**
 * Lets the person solve a challenge: shows the provider's captcha, and resolves with its token. The signal is aborted
 * if the operation is cancelled. If the solver rejects or resolves with no token, the operation fails with `challenge`.
 * The solver isn't called for a proof of work (`pow`), which the client solves itself.
 */
export type ChallengeSolver = (request: ChallengeRequest, options: { readonly signal: AbortSignal }) => Promise<string>;

type Solution = Pick<SignInOptions, 'challengeSolution'>;

interface Solving {
  /** The solver that the page has set, if any. */
  readonly solver: ChallengeSolver | undefined;
  /** The signal of the operation. Once it's aborted, no further call is made. */
  readonly signal: AbortSignal;
  /** Called with a challenge before it's solved. */
  readonly onChallenge: (challenge: ChallengeRequest) => void;
}

/**
 * Makes a call. If the server refuses it with a challenge, has the challenge solved and makes the call once more with
 * the solution. Without a solver or a solution, rejects with the error of the first call. The solution isn't kept.
 */
export async function callWithSolution<T>(
  call: (solution: Solution) => Promise<T>,
  { solver: pageSolver, signal, onChallenge }: Solving,
): Promise<T> {
  try {
    return await call({});
  } catch (error) {
    const { code, challenge } = toFailure(error);
    const solver = challenge?.type === 'pow' ? solveProofOfWork : pageSolver;
    if (code !== 'challenge' || !challenge || !solver || signal.aborted) throw error;
    onChallenge(challenge);
    // Inside `then`, a solver that throws counts as one that rejects. The delay also lets a view that was notified of
    // the challenge render the place for the captcha before the solver looks for it.
    const solution: unknown = await Promise.resolve()
      .then(() => solver(challenge, { signal }))
      .catch(() => undefined);
    signal.throwIfAborted();
    if (typeof solution !== 'string' || !solution) throw error;
    return call({ challengeSolution: solution });
  }
}
