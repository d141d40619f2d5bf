import { toFailure } from '../core/auth-error.js';
import type { AuthBackend, CallOptions, Session } from '../core/ports.js';

interface Attempt {
  readonly phone: string;
  readonly code: string;
  readonly idempotent: boolean;
}

/** 128 random bits. `crypto.randomUUID` is missing on pages without TLS. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Whether the server may have taken what was sent. */
const isLost = (error: unknown) => /^(network|timeout|offline|cancelled)$/.test(toFailure(error).code);

/**
 * Submits codes so that a lost answer burns none: where the server has said that it is `idempotent`, the same code is
 * submitted under the same key, once more by itself and again whenever the person does. Elsewhere nothing is repeated.
 */
export function repeatable(backend: AuthBackend): (attempt: Attempt, options: CallOptions) => Promise<Session | null> {
  let last: { readonly phone: string; readonly code: string; readonly idempotencyKey: string } | undefined;
  return async ({ phone, code, idempotent }, options) => {
    if (!idempotent) return backend.verifyCode(phone, code, options);
    if (last?.phone !== phone || last.code !== code) last = { phone, code, idempotencyKey: newKey() };
    const { idempotencyKey } = last;
    const submit = async () => backend.verifyCode(phone, code, { ...options, idempotencyKey });
    const session = await submit().catch((error: unknown) => {
      if (options.signal?.aborted || !isLost(error)) throw error;
      return submit();
    });
    // Not before: an error may be a proxy's, in place of the answer of a server that has taken the code.
    last = undefined;
    return session;
  };
}
