import { toFailure } from '../../core/auth-error.js';
import { toSignInOptions, type PhoneVerification } from '../../core/phone-verification.js';
import type { AuthBackend, CallOptions, Session, SignInOptions } from '../../core/auth-backend.js';

/** A code to submit, with what is known about its phone number. */
export type Verification = Pick<
  PhoneVerification,
  'phone' | 'register' | 'typedName' | 'idempotent' | 'state' | 'attemptsLeft'
> & {
  readonly code: string;
};

/** Returns 128 random bits as text. `crypto.randomUUID` doesn't exist on pages over plain http. */
const newIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Whether no answer came: the server may still have received the call. An exception that is no AuthError counts as `network`. */
const mayHaveReachedServer = (error: unknown) => /network|timeout|offline|cancelled/.test(toFailure(error).code);

/**
 * Submits codes so that a lost answer doesn't use up a code: docs/protocol.md#lost-answers. If the server is
 * `idempotent`, the same code is sent with the same idempotency key until a code is accepted, and a call without an
 * answer is repeated once automatically. Otherwise no key is sent, and nothing is repeated.
 *
 * The submitted codes are kept only here, in memory.
 */
export class CodeVerifier {
  readonly #backend: AuthBackend;
  /** The idempotency keys of the codes submitted since a code was last accepted, by phone number and code. */
  readonly #keys = new Map<string, string>();
  /** The phone number and code of each rejected submission. */
  readonly #rejected = new Set<string>();

  constructor(backend: AuthBackend) {
    this.#backend = backend;
  }

  /** Returns the session; null if the server confirms the number but grants none. Rejects with the error of the backend. */
  async verify(
    verification: Verification,
    options: CallOptions & Pick<SignInOptions, 'device'>,
  ): Promise<Session | null> {
    const { code, idempotent, state, attemptsLeft } = verification;
    const phone = verification.phone!; // the code screen is only shown with a number
    const submitted = `${phone} ${code}`;
    const idempotencyKey = this.#keys.get(submitted) ?? newIdempotencyKey();
    this.#keys.set(submitted, idempotencyKey);
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
        if (!idempotent || options.signal?.aborted || !mayHaveReachedServer(error)) throw error;
        return submit();
      });
      this.#keys.clear();
      return session;
    } catch (error) {
      // The key is kept: the server may have accepted the code, and a proxy may have replaced its answer with an error.
      const { code: errorCode } = toFailure(error);
      if (errorCode === 'wrong-code') this.#rejected.add(submitted);
      // The server has discarded the code. A code entered after the block comes from another SMS, and may equal a rejected one.
      if (errorCode === 'blocked') this.forgetRejections();
      throw error;
    }
  }

  /** Whether the server has rejected this code. The same code again would only use up an attempt. */
  isRejected(phone: string, code: string): boolean {
    return this.#rejected.has(`${phone} ${code}`);
  }

  /** Must be called after another code was sent, because it may happen to equal a rejected one. */
  forgetRejections(): void {
    this.#rejected.clear();
  }
}
