// Calls that an adapter makes without `RestBackend`, well or with one thing missing.
import { AuthError } from '../../../src/core/auth-error.js';
import type { CallOptions, SessionInfo } from '../../../src/core/auth-backend.js';
import type { SeededFault } from './seeded-fault.js';

const INIT = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/** How a second call of a method is made. */
interface HandMade {
  readonly hasLimit?: boolean;
  readonly hasSignal?: boolean;
  readonly isMapped?: boolean;
  /** Options of `fetch` that replace those of a good call. */
  readonly init?: RequestInit;
  /** Whether the limit ends with the headers of the answer. */
  readonly isLimitedToHeaders?: boolean;
  /** The time limit, in milliseconds. */
  readonly timeout: number;
}

/** Asks for the session without `RestBackend`, well or with one thing missing. */
async function askByHand(
  token: string | null | undefined,
  { signal }: CallOptions,
  { hasLimit = true, hasSignal = true, isMapped = true, isLimitedToHeaders = false, init = {}, timeout }: HandMade,
): Promise<SessionInfo> {
  if (hasSignal && signal?.aborted) throw new AuthError('cancelled');
  const controller = new AbortController();
  const limit = { isOver: false };
  const timer = setTimeout(() => {
    limit.isOver = true;
    if (hasLimit) controller.abort();
  }, timeout);
  if (hasSignal) signal?.addEventListener('abort', () => controller.abort());
  try {
    const headers = { Authorization: `Bearer ${String(token)}`, Accept: 'application/json' };
    const answer = await fetch('https://id.test/v1/session', { ...INIT, ...init, headers, signal: controller.signal });
    if (isLimitedToHeaders) clearTimeout(timer);
    const text = await answer.text();
    if (answer.status === 429) {
      const wait = answer.headers.get('retry-after') ?? '';
      const seconds = /^\d+$/.test(wait)
        ? Number(wait)
        : (Date.parse(wait) - Date.parse(answer.headers.get('date') ?? '')) / 1000;
      throw new AuthError('too-many-requests', { status: 429, retryAfter: seconds });
    }
    if (answer.status >= 500) throw new AuthError(isMapped ? 'server' : 'invalid-request', { status: answer.status });
    let params: SessionInfo;
    try {
      ({ params } = JSON.parse(text) as { params: SessionInfo });
    } catch {
      throw new AuthError('invalid-response');
    }
    const code = (JSON.parse(text) as { code: unknown }).code;
    if (code === 401) throw new AuthError('session-expired', { status: 401 });
    const { user, displayName, expiresIn } = Object(params) as SessionInfo;
    const isName =
      displayName === undefined || displayName === null || (typeof displayName === 'string' && displayName);
    const isLifetime = typeof expiresIn === 'number' && expiresIn >= 1;
    if (code !== 200 || typeof user !== 'string' || !user || (isName !== true && !isName) || !isLifetime)
      throw new AuthError('invalid-response');
    return { user, displayName, expiresIn: Math.min(expiresIn, 1e9) };
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new AuthError(limit.isOver ? 'timeout' : signal?.aborted ? 'cancelled' : 'network');
  } finally {
    clearTimeout(timer);
  }
}

/** A login of two calls: the second one asks whose session the first one has opened. */
export const twoCalls =
  (faults: Omit<HandMade, 'timeout'> = {}): SeededFault['seed'] =>
  (good, timeout = 15_000) => ({
    async login(login, password, options) {
      const session = await good.login(login, password, options);
      return { ...session, ...(await askByHand(session.token, options, { ...faults, timeout })) };
    },
  });

/** A `getSession` that is made by hand. */
export const handMade =
  (faults: Omit<HandMade, 'timeout'>): SeededFault['seed'] =>
  (_, timeout = 15_000) => ({ getSession: (token, options) => askByHand(token, options, { ...faults, timeout }) });
