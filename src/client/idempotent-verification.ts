import { toFailure } from '../core/auth-error.js';
import type { AuthBackend, CallOptions, Session } from '../core/ports.js';

/** A confirmation code to submit. */
export interface Verification {
  /** Wire form, 11 digits. */
  readonly phone: string;
  readonly code: string;
  /** Whether the server takes the same idempotency key again: `CodeRequest.idempotent`. */
  readonly idempotent: boolean;
}

/** 128 random bits. `crypto.randomUUID` exists on secure pages (TLS) only. */
const newIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Whether the error leaves open if the server has got the call. */
const isAnswerLost = (error: unknown) => /^(network|timeout|offline|cancelled)$/.test(toFailure(error).code);

/**
 * Submits codes so that a lost answer does not use up a code: docs/protocol.md#lost-answers. Where the server is
 * `idempotent`, the same code goes out under the same idempotency key, repeated once by itself, and again whenever the
 * person submits it again. Elsewhere nothing is repeated.
 */
export function idempotentVerification(
  backend: AuthBackend,
): (verification: Verification, options: CallOptions) => Promise<Session | null> {
  /** The code that was submitted last and not yet accepted, and its key. */
  let last: { readonly phone: string; readonly code: string; readonly idempotencyKey: string } | undefined;
  return async ({ phone, code, idempotent }, options) => {
    if (!idempotent) return backend.verifyCode(phone, code, options);
    if (last?.phone !== phone || last.code !== code) last = { phone, code, idempotencyKey: newIdempotencyKey() };
    const { idempotencyKey } = last;
    const submit = async () => backend.verifyCode(phone, code, { ...options, idempotencyKey });
    const session = await submit().catch((error: unknown) => {
      if (options.signal?.aborted || !isAnswerLost(error)) throw error;
      return submit();
    });
    // After an error the key stays: a proxy may have put it in place of the answer of a server that took the code.
    last = undefined;
    return session;
  };
}
