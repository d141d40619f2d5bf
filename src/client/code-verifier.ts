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

/** A code that was submitted. */
interface Submission {
  readonly phone: string;
  readonly code: string;
  readonly idempotencyKey: string;
  /** The server has answered that the code is wrong. */
  isRejected: boolean;
}

/** 128 random bits. `crypto.randomUUID` exists on secure pages (TLS) only. */
const newIdempotencyKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Whether the error leaves open if the server has got the call. */
const isAnswerLost = (error: unknown) => /^(network|timeout|offline|cancelled)$/.test(toFailure(error).code);

/**
 * Submits codes so that a lost answer does not use up a code: docs/protocol.md#lost-answers. Where the server is
 * `idempotent`, the same code goes out under the same idempotency key, repeated once by itself, and again whenever the
 * person submits it again. Elsewhere nothing is repeated.
 *
 * The last code is remembered here and nowhere else, in memory alone, until it is accepted or another one is requested.
 */
export class CodeVerifier {
  readonly #backend: AuthBackend;
  #last: Submission | undefined;

  constructor(backend: AuthBackend) {
    this.#backend = backend;
  }

  /** Rejects with the error of the backend. */
  async verify({ phone, code, idempotent }: Verification, options: CallOptions): Promise<Session | null> {
    if (!this.#isLast(phone, code))
      this.#last = { phone, code, idempotencyKey: newIdempotencyKey(), isRejected: false };
    const submission = this.#last!;
    const { idempotencyKey } = submission;
    const submit = async () =>
      this.#backend.verifyCode(phone, code, idempotent ? { ...options, idempotencyKey } : options);
    try {
      const session = await submit().catch((error: unknown) => {
        if (!idempotent || options.signal?.aborted || !isAnswerLost(error)) throw error;
        return submit();
      });
      this.#last = undefined;
      return session;
    } catch (error) {
      // The key stays: a proxy may have put its error in place of the answer of a server that took the code.
      submission.isRejected = toFailure(error).code === 'wrong-code';
      throw error;
    }
  }

  /** Whether this is the code that the server has rejected last: the same code again would only cost a try. */
  isRejected(phone: string, code: string): boolean {
    return this.#isLast(phone, code) && this.#last!.isRejected;
  }

  /** Another code was sent: by chance it can be the same as the rejected one. */
  forgetRejection(): void {
    if (this.#last) this.#last.isRejected = false;
  }

  #isLast(phone: string, code: string): boolean {
    return this.#last?.phone === phone && this.#last.code === code;
  }
}
