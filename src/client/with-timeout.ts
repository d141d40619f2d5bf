import { AuthError } from '../core/auth-error.js';

/** Timers hold 31 bits; one that waits longer fires at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * Makes a call that must end, whatever it makes of its signal: with `timeout` after `milliseconds`, and with `cancelled`
 * when `outer` is aborted.
 */
export async function withTimeout<T>(
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = () => controller.abort(new AuthError('cancelled'));
  const timer = setTimeout(() => controller.abort(new AuthError('timeout')), Math.min(milliseconds, LONGEST));
  outer?.addEventListener('abort', cancel);
  if (outer?.aborted) cancel();
  try {
    return await Promise.race([
      run(signal),
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as AuthError))),
    ]);
  } catch (error) {
    // Calls that were cut off say so in words of their own.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', cancel);
  }
}
