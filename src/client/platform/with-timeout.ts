import { AuthError } from '../../core/auth-error.js';

/** Timers hold 31 bits: a longer delay overflows, and fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** `AbortSignal.timeout` throws for what `setTimeout` accepts: infinite, negative and, in Node, fractional delays. */
const toDelay = (milliseconds: number) => Math.trunc(Math.max(0, Math.min(milliseconds, MAX_DELAY_MS))) || 0;

/**
 * Makes a call that ends in time even if it ignores its signal. Rejects with the `AuthError` `timeout` after
 * `milliseconds`, and with `cancelled` when `outer` is aborted; if that is so already, the call is not made. The signal
 * of the call may still be aborted after the call has ended, because a signal with a timeout cannot be cleared.
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
    // A call that was aborted rejects with an error of its own kind, an `AbortError` of fetch for example.
    throw signal.aborted ? toError() : error;
  } finally {
    // The timer keeps its signal alive until it fires, long after the call, and the listener with it.
    signal.removeEventListener('abort', handleAbort);
  }
}
