import { AuthError } from '../../core/auth-error.js';

/** The longest delay of a timer, which has 31 bits. A longer one overflows and fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Clamps a delay for `AbortSignal.timeout`, which throws for delays that `setTimeout` accepts: infinite, negative and,
 * in Node, fractional ones.
 */
const toDelay = (milliseconds: number) => Math.trunc(Math.max(0, Math.min(milliseconds, MAX_DELAY_MS))) || 0;

/**
 * Makes a call that ends in time even if it ignores its signal. Rejects with the `AuthError` `timeout` after
 * `milliseconds`, and with `cancelled` if `outer` is aborted; if `outer` is already aborted, the call isn't made. The
 * signal of the call may still be aborted after the call has ended, because the timer of a timeout signal can't be
 * cleared.
 */
export async function withTimeout<T>(
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  if (outer?.aborted) throw new AuthError('cancelled');
  const timeout = AbortSignal.timeout(toDelay(milliseconds));
  const signal = outer ? AbortSignal.any([timeout, outer]) : timeout;
  const toError = () => new AuthError(signal.reason === timeout.reason ? 'timeout' : 'cancelled');
  let handleAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    handleAbort = () => reject(toError());
    signal.addEventListener('abort', handleAbort);
  });
  try {
    return await Promise.race([run(signal), aborted]);
  } catch (error) {
    // An aborted call rejects with its own kind of error, such as the `AbortError` of `fetch`.
    throw signal.aborted ? toError() : error;
  } finally {
    // The timer keeps the signal, and so the listener, alive until it fires, which may be long after the call.
    signal.removeEventListener('abort', handleAbort);
  }
}
