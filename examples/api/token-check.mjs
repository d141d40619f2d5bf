// Whose token is this? Asks the server that signs people in, and remembers the answer for a short time.
import { createHash } from 'node:crypto';

/** The header with a token of the characters that RFC 6750, 2.1, allows. Anything else is not worth a call. */
const BEARER = /^Bearer ([\w.~+/-]{1,512}=*)$/i;

/**
 * @typedef {object} Account
 * @property {string} userId identifier of the account
 * @property {string | null} displayName null while the account has no name, and where the server keeps none
 *
 * @typedef {{ kind: 'signed-in', account: Account } | { kind: 'signed-out' } | { kind: 'unknown' }} Answer
 * `signed-out`: there is no token, or it is void. `unknown`: the auth server did not say, and nobody is signed out for that.
 *
 * @typedef {object} TokenCheckOptions
 * @property {string} authUrl address of the auth server
 * @property {number} [cacheMs] how long an answer counts, from the moment of the question. For as long after a sign-out its
 * token may still be accepted. 30 seconds by default
 * @property {number} [timeoutMs] for one call of the auth server; 3 seconds by default
 * @property {number} [maxAnswers] that are remembered; the one that was not used for the longest time goes first
 * @property {number} [maxCalls] of the auth server at once; what is beyond that is `unknown`
 * @property {() => number} [now] milliseconds of a clock that is never set back
 */

export class TokenCheck {
  #sessionUrl;
  #options;
  /**
   * By the hash of the token, so that a dump of the memory has no tokens.
   * @type {Map<string, { answer: Answer, expiresAt: number }>}
   */
  #answers = new Map();
  /** @type {Map<string, Promise<Answer>>} */
  #calls = new Map();

  /** @param {TokenCheckOptions} options */
  constructor({ authUrl, ...options }) {
    this.#sessionUrl = `${authUrl.replace(/\/+$/, '')}/v1/session`;
    this.#options = {
      cacheMs: 30_000,
      timeoutMs: 3_000,
      maxAnswers: 10_000,
      maxCalls: 200,
      now: () => performance.now(),
      ...options,
    };
  }

  /**
   * @param {string | undefined} authorization the header of a request
   * @returns {Promise<Answer>} never rejects
   */
  async check(authorization) {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined) return { kind: 'signed-out' };
    const key = createHash('sha256').update(token).digest('base64url');
    const known = this.#answers.get(key);
    this.#answers.delete(key);
    if (known && known.expiresAt > this.#options.now()) {
      this.#answers.set(key, known); // the last one now
      return known.answer;
    }
    // Requests with the same token that come while it is asked for share the call.
    let call = this.#calls.get(key);
    if (!call) {
      if (this.#calls.size >= this.#options.maxCalls) return { kind: 'unknown' };
      call = this.#ask(key, token).finally(() => this.#calls.delete(key));
      this.#calls.set(key, call);
    }
    return call;
  }

  /**
   * @param {string} key
   * @param {string} token
   * @returns {Promise<Answer>}
   */
  async #ask(key, token) {
    const { cacheMs, timeoutMs, now } = this.#options;
    const askedAt = now();
    try {
      const response = await fetch(this.#sessionUrl, {
        headers: { Authorization: `Bearer ${token}` },
        redirect: 'error', // the token is for this address alone
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = await response.json();
      const code = response.ok ? body.code : response.status;
      if (code === 401) return this.#remember(key, { kind: 'signed-out' }, askedAt + cacheMs);
      if (code !== 200) return { kind: 'unknown' };
      const { user, displayName = null, expiresIn } = body.params;
      if (typeof user !== 'string' || user === '' || typeof expiresIn !== 'number') return { kind: 'unknown' };
      // No longer than the token lives.
      const expiresAt = askedAt + Math.min(cacheMs, expiresIn * 1000);
      return this.#remember(key, { kind: 'signed-in', account: { userId: user, displayName } }, expiresAt);
    } catch {
      // No answer in time, or one that can't be read.
      return { kind: 'unknown' };
    }
  }

  /**
   * @param {string} key
   * @param {Answer} answer
   * @param {number} expiresAt
   */
  #remember(key, answer, expiresAt) {
    this.#answers.set(key, { answer, expiresAt });
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#options.maxAnswers) break;
      this.#answers.delete(oldest);
    }
    return answer;
  }
}
