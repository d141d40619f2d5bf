// Finds out whose token a request carries: asks the server that signs people in, and caches its answer for a short time. It needs
// `fetch`, `AbortSignal.timeout` and Web Crypto alone, so it runs in Node, on edge runtimes, in Deno and in Bun.

/**
 * A header with a token that RFC 6750, section 2.1, allows. Many servers accept no header above 8 KiB. Any
 * other header counts as signed out, without a call.
 */
const BEARER = /^Bearer ([\w.~+/-]{1,8192}=*)$/i;

/** Who is signed in. */
export interface Account {
  /** Identifier of the account. */
  readonly userId: string;
  /** Null if the account has no name yet, or if the server keeps no names. */
  readonly displayName: string | null;
}

/**
 * `signed-out`: there is no token, or it is no longer valid. `unknown`: the auth server gave no usable answer, or too many calls were
 * running, so don't treat the person as signed out. `expiresIn` is what is left of the token, in seconds: 0 in its last second.
 */
export type TokenAnswer =
  | { readonly kind: 'signed-in'; readonly account: Account; readonly expiresIn: number }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unknown' };

/** Options of `TokenCheck`. */
export interface TokenCheckOptions {
  /** The address of the auth server. */
  readonly authUrl: string;
  /**
   * How long an answer is reused, in milliseconds from the start of the call to the auth server. A token may be accepted for that long
   * after the person has signed out. By default, 30 seconds; 0 asks each time.
   */
  readonly cacheMs?: number | undefined;
  /** How long one call to the auth server may take, in milliseconds. By default, 3 seconds. */
  readonly timeoutMs?: number | undefined;
  /** How many answers are cached; the least recently used one is dropped first. By default, 10,000. */
  readonly maxAnswers?: number | undefined;
  /** How many calls to the auth server may run at once; beyond that, the answer is `unknown`. By default, 200. */
  readonly maxCalls?: number | undefined;
  /** Returns the time in milliseconds, from a clock that never goes back. By default, `performance.now`. */
  readonly now?: (() => number) | undefined;
}

interface Remembered {
  readonly answer: TokenAnswer;
  /** The time from which the auth server is asked again, by the clock `now`. */
  readonly until: number;
  /** When the token ends, by the same clock. */
  readonly endsAt: number;
}

const SIGNED_OUT: TokenAnswer = { kind: 'signed-out' };
const UNKNOWN: TokenAnswer = { kind: 'unknown' };

/** SHA-256 of a text, in hexadecimal digits. */
export async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the token in the header `Authorization`; undefined if the header is missing, or if `BEARER` doesn't match it. */
export const readBearer = (authorization: string | null | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1];

/** Checks tokens of callers: docs/your-api.md#what-is-remembered. */
export class TokenCheck {
  readonly #sessionUrl: string;
  readonly #cacheMs: number;
  readonly #timeoutMs: number;
  readonly #maxAnswers: number;
  readonly #maxCalls: number;
  readonly #now: () => number;
  /** The answers by the hash of the token, so that a memory dump contains no tokens. */
  readonly #answers = new Map<string, Remembered>();
  readonly #calls = new Map<string, Promise<TokenAnswer>>();

  constructor(options: TokenCheckOptions) {
    const { authUrl, cacheMs = 30_000, timeoutMs = 3_000, maxAnswers = 10_000, maxCalls = 200 } = options;
    this.#sessionUrl = `${authUrl.replace(/\/+$/, '')}/v1/session`;
    this.#cacheMs = cacheMs;
    this.#timeoutMs = timeoutMs;
    this.#maxAnswers = maxAnswers;
    this.#maxCalls = maxCalls;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Says who sent a request. Never rejects.
   * @param authorization the header `Authorization` of the request
   */
  async check(authorization: string | null | undefined): Promise<TokenAnswer> {
    const token = readBearer(authorization);
    if (token === undefined) return SIGNED_OUT;
    const key = await hash(token);
    const known = this.#answers.get(key);
    this.#answers.delete(key);
    if (known && known.until > this.#now()) {
      this.#answers.set(key, known); // now the most recently used one
      return this.#asOfNow(known);
    }
    // Requests that arrive with the same token while the call runs share it.
    let call = this.#calls.get(key);
    if (!call) {
      if (this.#calls.size >= this.#maxCalls) return UNKNOWN;
      call = this.#ask(key, token).finally(() => this.#calls.delete(key));
      this.#calls.set(key, call);
    }
    return call;
  }

  #asOfNow({ answer, endsAt }: Remembered): TokenAnswer {
    if (answer.kind !== 'signed-in') return answer;
    return { ...answer, expiresIn: Math.max(0, Math.floor((endsAt - this.#now()) / 1000)) };
  }

  async #ask(key: string, token: string): Promise<TokenAnswer> {
    const askedAt = this.#now();
    try {
      const response = await fetch(this.#sessionUrl, {
        headers: { Authorization: `Bearer ${token}` },
        // The token must not go to any other address. Cloudflare Workers don't support 'error'.
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      const body = (await response.json()) as { code?: unknown; params?: Record<string, unknown> };
      const code = response.ok ? body.code : response.status;
      // A proxy that knows nothing about sessions may answer 401, too. Only an answer with the `code` of the envelope says that the token is void.
      if (code === 401 && typeof body.code === 'number')
        return this.#remember(key, { answer: SIGNED_OUT, until: askedAt + this.#cacheMs, endsAt: askedAt });
      if (code !== 200) return UNKNOWN;
      const { user, displayName = null, expiresIn } = body.params ?? {};
      if (typeof user !== 'string' || user === '' || typeof expiresIn !== 'number' || !(expiresIn > 0)) return UNKNOWN;
      const account = { userId: user, displayName: typeof displayName === 'string' ? displayName : null };
      const endsAt = askedAt + expiresIn * 1000;
      const answer: TokenAnswer = { kind: 'signed-in', account, expiresIn };
      // The answer isn't reused beyond the token's own lifetime.
      return this.#remember(key, { answer, until: Math.min(askedAt + this.#cacheMs, endsAt), endsAt });
    } catch {
      // There was no connection, or the answer came too late or can't be read.
      return UNKNOWN;
    }
  }

  #remember(key: string, remembered: Remembered): TokenAnswer {
    this.#answers.set(key, remembered);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#maxAnswers) break;
      this.#answers.delete(oldest);
    }
    return remembered.answer;
  }
}
