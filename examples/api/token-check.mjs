// Finds out whose token a request carries: asks the server that signs people in, and caches its answer for a short time.
import { createHash } from 'node:crypto';

/**
 * A header with a token that RFC 6750, section 2.1, allows, of at most 8,192 characters before its `=`: many servers accept no header above
 * 8 KiB. Any other header counts as signed out, without a call.
 */
const BEARER = /^Bearer ([\w.~+/-]{1,8192}=*)$/i;

/**
 * @typedef {object} Account
 * @property {string} userId identifier of the account
 * @property {string | null} displayName null if the account has no name yet, or if the server keeps no names
 *
 * @typedef {{ kind: 'signed-in', account: Account } | { kind: 'signed-out' } | { kind: 'unknown' }} Answer
 * `signed-out`: there is no token, or it isn't valid. `unknown`: the auth server gave no usable answer, or too many calls were
 * running, so don't treat the person as signed out.
 *
 * @typedef {object} TokenCheckOptions
 * @property {string} authUrl address of the auth server
 * @property {number} [cacheMs] how long an answer is reused, in milliseconds from the call. A token may be accepted for that
 * long after the person has signed out. 30 seconds by default; 0 asks each time
 * @property {number} [timeoutMs] how long one call to the auth server may take, in milliseconds; 3 seconds by default
 * @property {number} [maxAnswers] how many answers are cached, 10,000 by default; the least recently used one is dropped first
 * @property {number} [maxCalls] how many calls to the auth server may run at once, 200 by default; beyond that, the answer
 * is `unknown`
 * @property {() => number} [now] the time in milliseconds, from a clock that never goes back
 */

export class TokenCheck {
  #sessionUrl;
  #options;
  /**
   * The answers by the hash of the token, so that a memory dump contains no tokens.
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
      this.#answers.set(key, known); // now the most recently used one
      return known.answer;
    }
    // Requests that arrive with the same token while the call runs share it.
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
        redirect: 'error', // the token must not go to any other address
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = await response.json();
      const code = response.ok ? body.code : response.status;
      // A gateway's own 401 says nothing about the token.
      if (code === 401 && typeof body.code === 'number')
        return this.#remember(key, { kind: 'signed-out' }, askedAt + cacheMs);
      if (code !== 200) return { kind: 'unknown' };
      const { user, displayName = null, expiresIn } = body.params;
      if (typeof user !== 'string' || user === '' || typeof expiresIn !== 'number') return { kind: 'unknown' };
      // The answer isn't reused beyond the token's own lifetime.
      const expiresAt = askedAt + Math.min(cacheMs, expiresIn * 1000);
      return this.#remember(key, { kind: 'signed-in', account: { userId: user, displayName } }, expiresAt);
    } catch {
      // There was no connection, or the answer came too late or can't be read.
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
