import { toFailure, type ChallengeRequest } from '../../core/auth-error.js';
import type { SignInOptions } from '../../core/ports.js';
import { solveProofOfWork } from './proof-of-work.js';

/**
 * Has the person solve what the server wants: shows a captcha of its provider, and resolves with its token. Aborted when
 * the operation is cancelled. A rejection ends the operation with the error `challenge`. Not asked for a proof of work
 * (`pow`), which the client solves by itself.
 */
export type ChallengeSolver = (request: ChallengeRequest, options: { readonly signal: AbortSignal }) => Promise<string>;

type Solution = Pick<SignInOptions, 'challengeSolution'>;

interface Solving {
  /** The solver that the page has set, if any. */
  readonly solver: ChallengeSolver | undefined;
  /** Of the operation: once it is aborted, nothing is called any more. */
  readonly signal: AbortSignal;
  /** Told of a challenge before it is solved. */
  readonly onChallenge: (challenge: ChallengeRequest) => void;
}

/**
 * Makes a call. If the server refuses it with a challenge, has that solved, and makes the call once more with the
 * solution. Without a solver or a solution the error is that of the first call. The solution is kept nowhere.
 */
export async function solveChallenge<T>(
  call: (solution: Solution) => Promise<T>,
  { solver: ownSolver, signal, onChallenge }: Solving,
): Promise<T> {
  try {
    return await call({});
  } catch (error) {
    const { code, challenge } = toFailure(error);
    const solver = challenge?.type === 'pow' ? solveProofOfWork : ownSolver;
    if (code !== 'challenge' || !challenge || !solver || signal.aborted) throw error;
    onChallenge(challenge);
    // In a `then`: a solver that throws counts as one that rejects, and a view that was told of the challenge has rendered
    // the place for a captcha before the solver looks for it.
    const solution: unknown = await Promise.resolve()
      .then(() => solver(challenge, { signal }))
      .catch(() => undefined);
    signal.throwIfAborted();
    if (typeof solution !== 'string' || !solution) throw error;
    return call({ challengeSolution: solution });
  }
}
