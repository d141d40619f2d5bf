import type { CallOptions } from '../../core/auth-backend.js';
import { withTimeout } from '../platform/with-timeout.js';

/** How long one call to the server may take, in milliseconds. Other tabs may be waiting for it, for example at the lock. */
export const CALL_TIMEOUT_MS = 10_000;

/** Makes a call that ends within 10 seconds, even if the backend ignores the signal. */
export const callInTime = <T>(call: (options: CallOptions) => Promise<T>): Promise<T> =>
  withTimeout(CALL_TIMEOUT_MS, undefined, signal => call({ signal }));
