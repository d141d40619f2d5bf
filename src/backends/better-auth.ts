import { AuthError, type AuthErrorCode, type ChallengeRequest } from '../core/auth-error.js';
import type {
  AuthBackend,
  CallOptions,
  CodeRequest,
  Session,
  SessionInfo,
  SignInOptions,
  VerifyOptions,
} from '../core/auth-backend.js';
import { callHttp, invalidResponse, isObject, readToken, type HttpAnswer } from '../client/calls/http.js';
import { Unproxied } from '../client/platform/unproxied.js';
import { withTimeout } from '../client/platform/with-timeout.js';
import { toAccount, toError, toLifetime, type ErrorContext } from './better-auth-answers.js';

export interface BetterAuthOptions {
  /**
   * Whether the session is a cookie of the server. By default, false: the session is the token of the plugin `bearer`,
   * which the client stores. The page's scripts can't read a cookie, but a cookie only works if the page is on the same
   * site as the server.
   */
  readonly cookies?: boolean | undefined;
  /** `otpLength` of the plugin `phoneNumber`. 6 by default, which is also the maximum. */
  readonly codeLength?: number | undefined;
  /** `allowedAttempts` of the plugin `phoneNumber`. 3 by default, as in the plugin. */
  readonly attempts?: number | undefined;
  /** Seconds between two SMS to a number, as your server enforces them. 60 by default; better-auth itself has no interval. */
  readonly resendIn?: number | undefined;
  /**
   * Converts a number to the form that the server uses. By default, `+79161234567`.
   * @param phone wire form: the digits of E.164 without the plus
   */
  readonly toPhoneNumber?: ((phone: string) => string) | undefined;
  /**
   * Makes an email address from a login that registers, because better-auth creates no account without one:
   * `login => login + '@login.invalid'`. By default, only a login that is an email address can register.
   */
  readonly toEmail?: ((login: string) => string) | undefined;
  /** The challenge passed to the property `challenge` when the plugin `captcha` demands a solution. */
  readonly challenge?: ChallengeRequest | undefined;
  /** Milliseconds after which a method fails with `timeout`, however many HTTP calls it makes. 15,000 by default. */
  readonly timeout?: number | undefined;
}

interface Call extends CallOptions, ErrorContext {
  /** Sent as JSON by POST. A call without a body is a GET. */
  readonly body?: object;
  readonly challengeSolution?: string | undefined;
  readonly keepalive?: boolean;
}

const hasErrorCode = (error: unknown, ...codes: AuthErrorCode[]): error is AuthError =>
  error instanceof AuthError && codes.includes(error.code);

/**
 * The backend for better-auth 1.6 or newer with the plugins `phoneNumber`, `username` and, unless the session is a cookie, `bearer`:
 * docs/backends/better-auth.md.
 *
 * @example
 * widget.backend = new BetterAuthBackend('https://example.com/api/auth');
 */
export class BetterAuthBackend extends Unproxied implements AuthBackend {
  readonly #baseUrl: string;
  readonly #options: BetterAuthOptions;
  readonly #attempts: number;
  /** Only present with `cookies`: otherwise, the browser holds no session that the client doesn't know about. */
  readonly findSession?: (options: CallOptions) => Promise<Session | null>;

  /** @param baseUrl the URL of better-auth, absolute or relative to the page */
  constructor(baseUrl = '/api/auth', options: BetterAuthOptions = {}) {
    super();
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#options = options;
    this.#attempts = options.attempts ?? 3;
    if (options.cookies) this.findSession = callOptions => this.#askSession(callOptions);
  }

  async requestCode(phone: string, { register, ...options }: SignInOptions): Promise<CodeRequest> {
    const { codeLength, resendIn } = this.#options;
    await this.#call('/phone-number/send-otp', {
      // better-auth ignores `register`; a hook of the site can read it.
      body: { phoneNumber: this.#toPhoneNumber(phone), register },
      // This code comes from a hook of the site: docs/backends/better-auth.md#who-may-register.
      codes: { PHONE_NUMBER_NOT_EXIST: register ? 'refused' : 'unknown-user' },
      faultCode: 'sms-failed',
      ...options,
    });
    return { codeLength, resendIn, attemptsLeft: this.#attempts };
  }

  async verifyCode(phone: string, code: string, options: VerifyOptions): Promise<Session | null> {
    try {
      const answer = await this.#call('/phone-number/verify', {
        body: { phoneNumber: this.#toPhoneNumber(phone), code },
        // The number has no account, and the server creates none (no `signUpOnVerification`). The code is used up.
        codes: { FAILED_TO_UPDATE_USER: 'refused' },
        ...options,
      });
      return this.#toSession(answer);
    } catch (error) {
      if (!hasErrorCode(error, 'wrong-code')) throw error;
      const attemptsLeft = Math.max((options.attemptsLeft ?? this.#attempts) - 1, 0);
      // After the last wrong code, the server accepts no further code, but only says so when one arrives.
      throw new AuthError(attemptsLeft ? 'wrong-code' : 'code-expired', { status: error.status, attemptsLeft });
    }
  }

  login(login: string, password: string, { signal: outer, ...call }: SignInOptions): Promise<Session> {
    return withTimeout(this.#options.timeout, outer, async signal => {
      const options = { ...call, signal };
      try {
        const session = options.register && (await this.#signUp(login, password, options));
        if (session) return session;
      } catch (error) {
        // As with the reference server, registering an existing login signs in if the password matches.
        if (!hasErrorCode(error, 'wrong-credentials')) throw error;
      }
      try {
        return await this.#signIn(login, password, options);
      } catch (error) {
        // The server accepts a solution of the captcha once. If the sign-up has used it up, the server refuses the sign-in with `challenge`.
        const isUsedUp = options.register && options.challengeSolution && hasErrorCode(error, 'challenge');
        // A login or password that breaks a rule (`policy`) belongs to no account.
        if (!isUsedUp && !hasErrorCode(error, 'policy')) throw error;
        throw new AuthError('wrong-credentials', { status: error.status });
      }
    });
  }

  async getSession(token: string | null, options: CallOptions): Promise<SessionInfo> {
    const { user, displayName, expiresIn } = await this.renewSession(token, options);
    return { user, displayName, expiresIn };
  }

  async renewSession(token: string | null, options: CallOptions): Promise<Session> {
    const session = await this.#askSession({ token, ...options });
    if (!session) throw new AuthError('session-expired', { status: 200 });
    return session;
  }

  async endSession(token: string | null, options: CallOptions): Promise<void> {
    await this.#call('/sign-out', { body: {}, token, keepalive: true, ...options });
  }

  async setDisplayName(token: string | null, name: string, options: CallOptions): Promise<void> {
    await this.#call('/update-user', { body: { name }, token, ...options });
  }

  #toPhoneNumber(phone: string): string {
    return this.#options.toPhoneNumber?.(phone) ?? `+${phone}`;
  }

  async #signIn(login: string, password: string, options: SignInOptions): Promise<Session> {
    const answer = login.includes('@')
      ? await this.#call('/sign-in/email', { body: { email: login, password }, ...options })
      : await this.#call('/sign-in/username', { body: { username: login, password }, ...options });
    const session = this.#toSession(answer);
    if (!session) throw new AuthError('no-session', { status: 200 });
    return session;
  }

  /**
   * Registers a login. Resolves with null if the server opens no session: with `autoSignIn: false`, or if an email address must be
   * verified first. Its answer then doesn't say whether the account is new.
   */
  async #signUp(login: string, password: string, options: SignInOptions): Promise<Session | null> {
    const isEmail = login.includes('@');
    const email = isEmail ? login : this.#options.toEmail?.(login);
    if (!email) throw new AuthError('policy', { field: 'login' });
    const body = { email, password, name: login, ...(!isEmail && { username: login }) };
    const session = this.#toSession(await this.#call('/sign-up/email', { body, ...options }));
    return session && { ...session, created: true };
  }

  /**
   * Asks for the session, whose lifetime better-auth extends at most once per `updateAge`. Resolves with null if it has
   * ended.
   */
  #askSession({ signal: outer, ...options }: Call): Promise<Session | null> {
    return withTimeout(this.#options.timeout, outer, async signal => {
      const call = { ...options, signal };
      let answer = await this.#call('/get-session', call);
      // With `deferSessionRefresh`, the server extends the session by POST only, and says when that is due.
      if (isObject(answer.json) && answer.json.needsRefresh)
        answer = await this.#call('/get-session', { ...call, body: {} });
      return answer.json === null ? null : this.#toSession(answer, call.token);
    });
  }

  /** @param token the session's token, for an answer that doesn't repeat it */
  #toSession({ json, headers, status }: HttpAnswer, token?: string | null): Session | null {
    if (!isObject(json)) throw invalidResponse(status);
    const session = { ...toAccount(json.user, status), expiresIn: toLifetime(json.session, headers) };
    if (this.#options.cookies) return json.token === null ? null : session;
    // The header holds the signed token, which `requireSignature` needs. A page can read it if CORS exposes it.
    const granted = readToken(headers?.get?.('set-auth-token')) ?? readToken(token) ?? readToken(json.token);
    if (!granted && json.token !== null) throw invalidResponse(status);
    return granted ? { ...session, token: granted } : null;
  }

  async #call(path: string, call: Call): Promise<HttpAnswer> {
    const { body, token, challengeSolution, keepalive, signal } = call;
    const { cookies, timeout } = this.#options;
    const answer = await callHttp(this.#baseUrl + path, {
      method: body ? 'POST' : 'GET',
      body,
      keepalive: !!keepalive,
      credentials: cookies ? 'include' : 'omit',
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(challengeSolution && { 'X-Captcha-Response': challengeSolution }),
      },
      timeout,
      signal,
    });
    const { ok, status, json } = answer;
    // A 401 in HTML comes from a proxy or a captive portal.
    if (status === 401 && !isObject(json)) throw invalidResponse(status);
    if (!ok) throw toError(answer, call, this.#options.challenge);
    if (json === undefined) throw invalidResponse(status);
    return answer;
  }
}
