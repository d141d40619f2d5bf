import { AuthError } from '../../core/auth-error.js';

/** The longest delay of a timer, which has 31 bits. A longer one overflows and fires at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

const DEFAULT_MS = 15_000;

/**
 * Makes one call or several, and settles in time even if they ignore their signal. Rejects with the `AuthError` `timeout` after
 * `milliseconds` (by default, 15 seconds), and with `cancelled` if `outer` is aborted; if `outer` is already aborted, no call is
 * made. Works without `AbortSignal.any` and `AbortSignal.timeout`: docs/browsers.md.
 */
export async function withTimeout<T>(
  milliseconds: number | undefined,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (outer?.aborted) throw new AuthError('cancelled');
  const controller = new AbortController();
  let reason: AuthError | undefined;
  let reject = (_: AuthError) => {};
  const stopped = new Promise<never>((_, rejectStopped) => {
    reject = rejectStopped;
  });
  const stop = (code: 'timeout' | 'cancelled') => {
    reason = new AuthError(code);
    reject(reason);
    controller.abort();
  };
  const cancel = () => stop('cancelled');
  const timer = setTimeout(() => stop('timeout'), Math.min(milliseconds ?? DEFAULT_MS, MAX_DELAY_MS));
  // In Node, the timer doesn't keep the process alive. A call that waits for the network does that by itself.
  (timer as { unref?: () => void }).unref?.();
  outer?.addEventListener('abort', cancel);
  try {
    return await Promise.race([run(controller.signal), stopped]);
  } catch (error) {
    // An aborted call rejects with its own kind of error, such as the `AbortError` of `fetch`.
    throw reason ?? error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', cancel);
  }
}
