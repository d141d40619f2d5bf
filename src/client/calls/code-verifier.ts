import { toFailure } from '../../core/auth-error.js';
import { toSignInOptions, type PhoneVerification } from '../../core/phone-verification.js';
import type { AuthBackend, CallOptions, Session } from '../../core/ports.js';

/** A confirmation code to submit, and what is known of its number. */
export type Verification = Pick<
  PhoneVerification,
  'phone' | 'register' | 'typedName' | 'idempotent' | 'state' | 'attemptsLeft'
> & {
  readonly code: string;
};

/** A code that was submitted. */
interface Submission {
  readonly phone: string;
  readonly code: string;
  readonly idempotencyKey: string;
}

/** 128 random bits. `crypto.randomUUID` exists on secure pages (TLS) only. */
const newIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Whether the error leaves open if the server has got the call. */
const isAnswerLost = (error: unknown) => /network|timeout|offline|cancelled/.test(toFailure(error).code);

/**
 * Submits codes so that a lost answer does not use up a code: docs/protocol.md#lost-answers. Where the server is
 * `idempotent`, the same code goes out under the same idempotency key, repeated once by itself, and again whenever the
 * person submits it again. Elsewhere nothing is repeated.
 *
 * The last code and the rejected ones are remembered here and nowhere else, in memory alone.
 */
export class CodeVerifier {
  readonly #backend: AuthBackend;
  #last: Submission | undefined;
  /** Number and code, for each code that was wrong. */
  readonly #rejected = new Set<string>();

  constructor(backend: AuthBackend) {
    this.#backend = backend;
  }

  /** Rejects with the error of the backend. */
  async verify(verification: Verification, options: CallOptions): Promise<Session | null> {
    const { code, idempotent, state, attemptsLeft } = verification;
    const phone = verification.phone!; // without one there is no screen for a code
    if (this.#last?.phone !== phone || this.#last.code !== code)
      this.#last = { phone, code, idempotencyKey: newIdempotencyKey() };
    const { idempotencyKey } = this.#last;
    const submit = async () =>
      this.#backend.verifyCode(phone, code, {
        ...options,
        ...toSignInOptions(verification),
        ...(state !== null && { state }),
        ...(attemptsLeft !== null && { attemptsLeft }),
        ...(idempotent && { idempotencyKey }),
      });
    try {
      const session = await submit().catch((error: unknown) => {
        if (!idempotent || options.signal?.aborted || !isAnswerLost(error)) throw error;
        return submit();
      });
      this.#last = undefined;
      return session;
    } catch (error) {
      // The key stays: a proxy may have put its error in place of the answer of a server that took the code.
      const { code: errorCode } = toFailure(error);
      if (errorCode === 'wrong-code') this.#rejected.add(`${phone} ${code}`);
      // The server has thrown the code away: what is entered after the block belongs to another one.
      if (errorCode === 'blocked') this.forgetRejections();
      throw error;
    }
  }

  /** Whether the server has rejected this code: the same code again would only cost a try. */
  isRejected(phone: string, code: string): boolean {
    return this.#rejected.has(`${phone} ${code}`);
  }

  /** Another code was sent: by chance it can be the same as a rejected one. */
  forgetRejections(): void {
    this.#rejected.clear();
  }
}
