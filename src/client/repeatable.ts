import { AuthError } from '../core/auth-error.js';
import type { AuthBackend, Session } from '../core/ports.js';

interface Attempt {
  readonly phone: string;
  readonly code: string;
  readonly idempotent: boolean;
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without TLS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), n => n.toString(36)).join('-');

const isLost = (error: unknown) =>
  !(error instanceof AuthError) || error.code === 'network' || error.code === 'timeout' || error.code === 'offline';

/**
 * Submits codes so that a lost answer burns none: where the server has said that it is `idempotent`, the same code is
 * submitted under the same key, once more by itself and again whenever the person does. Elsewhere nothing is repeated.
 */
export function repeatable(backend: AuthBackend): (attempt: Attempt, signal: AbortSignal) => Promise<Session | null> {
  let last: { readonly phone: string; readonly code: string; readonly key: string } | undefined;
  return async ({ phone, code, idempotent }, signal) => {
    if (!idempotent) return backend.verifyCode(phone, code, { signal });
    if (last?.phone !== phone || last.code !== code) last = { phone, code, key: newKey() };
    const options = { signal, idempotencyKey: last.key };
    let answer: Session | null;
    try {
      answer = await backend.verifyCode(phone, code, options);
    } catch (error) {
      // Left by the person: the same code may be submitted again, and its answer was only lost.
      if (signal.aborted) throw error;
      if (!isLost(error)) {
        last = undefined;
        throw error;
      }
      answer = await backend.verifyCode(phone, code, options);
    }
    last = undefined;
    return answer;
  };
}
