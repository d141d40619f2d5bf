import { toFailure, type ChallengeRequest } from '../core/auth-error.js';
import type { SignInOptions } from '../core/ports.js';

/**
 * Has the person solve what the server wants: shows a captcha of its provider, and resolves with its token. Aborted when
 * the operation is cancelled. A rejection ends the operation with the error `challenge`.
 */
export type ChallengeSolver = (request: ChallengeRequest, options: { readonly signal: AbortSignal }) => Promise<string>;

type Solution = Pick<SignInOptions, 'challengeSolution'>;

/**
 * Makes a call. If the server refuses it with a challenge, has that solved, and makes the call once more with the
 * solution. Without a solver or a solution the error is that of the first call. The solution is kept nowhere.
 * @param signal of the operation: once it is aborted, nothing is called any more
 */
export async function solveChallenge<T>(
  call: (solution: Solution) => Promise<T>,
  solver: ChallengeSolver | undefined,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await call({});
  } catch (error) {
    const { code, challenge } = toFailure(error);
    if (code !== 'challenge' || !challenge || !solver || signal.aborted) throw error;
    // In a `then`, so that a solver that throws counts as one that rejects.
    const solution: unknown = await Promise.resolve()
      .then(() => solver(challenge, { signal }))
      .catch(() => undefined);
    signal.throwIfAborted();
    if (typeof solution !== 'string' || !solution) throw error;
    return call({ challengeSolution: solution });
  }
}
