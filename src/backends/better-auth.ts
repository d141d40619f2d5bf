import { AuthError, type AuthErrorCode, type ChallengeRequest } from '../core/auth-error.js';
import type {
  Account,
  AuthBackend,
  CallOptions,
  CodeRequest,
  Session,
  SessionInfo,
  SignInOptions,
  VerifyOptions,
} from '../core/ports.js';
import {
  callHttp,
  invalidResponse,
  isObject,
  readRetryAfter,
  readAmount,
  readText,
  readToken,
  type HttpAnswer,
} from '../client/calls/http.js';

export interface BetterAuthOptions {
  /**
   * Whether the session is a cookie of the server. false by default: it is the token of the plugin `bearer`, which the
   * client stores. A cookie is out of reach of the page's scripts, and needs a page of the same site as the server.
   */
  readonly cookies?: boolean | undefined;
  /** `otpLength` of the plugin `phoneNumber`. 6 by default, which is also the most. */
  readonly codeLength?: number | undefined;
  /** `allowedAttempts` of the plugin `phoneNumber`: 3 by default, as there. */
  readonly attempts?: number | undefined;
  /** Seconds between two SMS to a number, as the server counts them. 60 by default; better-auth itself has no interval. */
  readonly resendIn?: number | undefined;
  /**
   * How the server writes a number. `+79161234567` by default.
   * @param tel 11 digits
   */
  readonly toPhoneNumber?: ((tel: string) => string) | undefined;
  /**
   * An email for a login that registers, as better-auth makes no account without one: `login => login + '@login.invalid'`.
   * By default a login that is no email cannot register.
   */
  readonly toEmail?: ((login: string) => string) | undefined;
  /** What the property `challenge` of the page is asked for where the plugin `captcha` wants a solution. */
  readonly challenge?: ChallengeRequest | undefined;
  /** Milliseconds after which a call ends with `timeout`. 15 seconds by default. */
  readonly timeout?: number | undefined;
}

interface Call extends CallOptions {
  /** Sent as JSON by POST. GET without one. */
  readonly body?: object;
  /** Of the session that the call is about; null if that is in a cookie. */
  readonly token?: string | null;
  readonly challengeSolution?: string | undefined;
  readonly keepalive?: boolean;
  /** What error codes of better-auth mean in this call, where that is not in `CODES`. */
  readonly codes?: Readonly<Record<string, AuthErrorCode>>;
  /** What any other status of 500 or more means. `server` by default. */
  readonly failure?: AuthErrorCode;
}

/** better-auth's error codes. Any other one belongs to another plugin or to the site itself: `refused`, in its own words. */
const CODES: Readonly<Record<string, AuthErrorCode>> = {
  INVALID_OTP: 'wrong-code',
  OTP_EXPIRED: 'code-expired',
  OTP_NOT_FOUND: 'code-expired',
  TOO_MANY_ATTEMPTS: 'code-expired',
  INVALID_PHONE_NUMBER: 'invalid-phone',
  INVALID_USERNAME_OR_PASSWORD: 'wrong-credentials',
  INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
  // Of a registration: the login, or the email made of it, has an account.
  USERNAME_IS_ALREADY_TAKEN: 'wrong-credentials',
  USER_ALREADY_EXISTS: 'wrong-credentials',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'wrong-credentials',
  EMAIL_PASSWORD_SIGN_UP_DISABLED: 'refused',
  MISSING_RESPONSE: 'challenge',
  VERIFICATION_FAILED: 'challenge',
  OTP_SENT_RECENTLY: 'too-soon', // of a hook: docs/backends/better-auth.md#one-sms-a-minute
  // For programmers: nothing that the person could do.
  VALIDATION_ERROR: 'invalid-request',
  INVALID_ORIGIN: 'invalid-request',
  MISSING_OR_NULL_ORIGIN: 'invalid-request',
};
/** The fields of the codes that say which rule is broken. */
const FIELDS = [
  [/^(USERNAME_TOO_|INVALID_USERNAME$|INVALID_EMAIL$)/, 'login'],
  [/^PASSWORD_TOO_/, 'password'],
] as const;
const isCode = (error: unknown, ...codes: AuthErrorCode[]): error is AuthError =>
  error instanceof AuthError && codes.includes(error.code);

/**
 * A server with better-auth 1.6 or newer and its plugins `phoneNumber`, `username` and, unless the session is a cookie, `bearer`:
 * docs/backends/better-auth.md.
 *
 * @example
 * widget.backend = new BetterAuthBackend('https://example.com/api/auth');
 */
export class BetterAuthBackend implements AuthBackend {
  readonly #baseUrl: string;
  readonly #options: BetterAuthOptions;
  readonly #attempts: number;
  /** With `cookies` alone: without them the browser holds nothing that the client does not know. */
  readonly findSession?: (options: CallOptions) => Promise<Session | null>;

  /** @param baseUrl of better-auth, absolute or relative to the page */
  constructor(baseUrl = '/api/auth', options: BetterAuthOptions = {}) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#options = options;
    this.#attempts = options.attempts ?? 3;
    if (options.cookies) this.findSession = callOptions => this.#askSession(callOptions);
  }

  /** Keeps Vue from making a proxy of a backend: private members do not work through one. */
  get [Symbol.toStringTag](): string {
    return 'auth-widget';
  }

  async requestCode(tel: string, { register, ...options }: SignInOptions): Promise<CodeRequest> {
    const { codeLength, resendIn } = this.#options;
    await this.#call('/phone-number/send-otp', {
      // better-auth ignores `register`; a hook of the site can read it.
      body: { phoneNumber: this.#toPhoneNumber(tel), register },
      // Of a hook of the site: docs/backends/better-auth.md#who-may-register.
      codes: { PHONE_NUMBER_NOT_EXIST: register ? 'refused' : 'unknown-user' },
      failure: 'sms-failed',
      ...options,
    });
    return { codeLength, resendIn, attemptsLeft: this.#attempts };
  }

  async verifyCode(tel: string, code: string, options: VerifyOptions): Promise<Session | null> {
    try {
      const answer = await this.#call('/phone-number/verify', {
        body: { phoneNumber: this.#toPhoneNumber(tel), code },
        // The number has no account, and the server makes none (no `signUpOnVerification`). The code is used up.
        codes: { FAILED_TO_UPDATE_USER: 'refused' },
        ...options,
      });
      return this.#toSession(answer);
    } catch (error) {
      if (!isCode(error, 'wrong-code')) throw error;
      const attemptsLeft = Math.max((options.attemptsLeft ?? this.#attempts) - 1, 0);
      // After the last wrong code the server accepts no code any more, and says so only when it gets one.
      throw new AuthError(attemptsLeft ? 'wrong-code' : 'code-expired', { status: error.status, attemptsLeft });
    }
  }

  async login(login: string, password: string, options: SignInOptions): Promise<Session> {
    const { register } = options;
    try {
      if (register) return await this.#signUp(login, password, options);
    } catch (error) {
      // As with the reference server, a registration by a login that exists signs in, if that is its password.
      if (!isCode(error, 'wrong-credentials')) throw error;
    }
    try {
      return await this.#signIn(login, password, options);
    } catch (error) {
      // No account has a login or a password that breaks a rule. And a solution of a captcha is good for one call.
      if (!isCode(error, 'policy', ...(register ? (['challenge'] as const) : []))) throw error;
      throw new AuthError('wrong-credentials', { status: error.status });
    }
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

  #toPhoneNumber(tel: string): string {
    return this.#options.toPhoneNumber?.(tel) ?? `+${tel}`;
  }

  async #signIn(login: string, password: string, options: SignInOptions): Promise<Session> {
    const answer = login.includes('@')
      ? await this.#call('/sign-in/email', { body: { email: login, password }, ...options })
      : await this.#call('/sign-in/username', { body: { username: login, password }, ...options });
    return this.#toSession(answer) ?? this.#noSession();
  }

  async #signUp(login: string, password: string, options: SignInOptions): Promise<Session> {
    const isEmail = login.includes('@');
    const email = isEmail ? login : this.#options.toEmail?.(login);
    if (!email) throw new AuthError('refused');
    const body = { email, password, name: login, ...(!isEmail && { username: login }) };
    const session = this.#toSession(await this.#call('/sign-up/email', { body, ...options })) ?? this.#noSession();
    return { ...session, created: true };
  }

  /** The server has confirmed who this is, but wants an email to be verified before a sign-in. */
  #noSession(): never {
    throw new AuthError('no-session', { status: 200 });
  }

  /** Asks for the session, whose lifetime better-auth extends at most once in each `updateAge`. null: it has ended. */
  async #askSession(call: Call): Promise<Session | null> {
    let answer = await this.#call('/get-session', call);
    // With `deferSessionRefresh` the server extends it by POST alone, and says when that is due.
    if (isObject(answer.json) && answer.json.needsRefresh)
      answer = await this.#call('/get-session', { ...call, body: {} });
    return answer.json === null ? null : this.#toSession(answer, call.token);
  }

  /** @param token of the session, where the answer repeats none */
  #toSession({ json, headers, status }: HttpAnswer, token?: string | null): Session | null {
    if (!isObject(json)) throw invalidResponse(status);
    const session = { ...toAccount(json.user, status), expiresIn: toLifetime(json.session, headers) };
    if (this.#options.cookies) return json.token === null ? null : session;
    // The header has the signed token, which `requireSignature` needs. A page reads it if CORS exposes it.
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
    if (!ok) throw this.#toError(answer, call);
    if (json === undefined) throw invalidResponse(status);
    return answer;
  }

  #toError({ status, headers, json }: HttpAnswer, { codes = {}, failure = 'server', token }: Call): AuthError {
    const { code: serverCode, message } = Object(json) as Readonly<Record<string, unknown>>;
    const name = readText(serverCode) ?? '';
    const field = FIELDS.find(([pattern]) => pattern.test(name))?.[1];
    const known = codes[name] ?? CODES[name] ?? (field && 'policy') ?? codeOfStatus(status, failure);
    const isSessionOver = status === 401 && token !== undefined;
    const code = known ?? (!name ? 'invalid-request' : isSessionOver ? 'session-expired' : 'refused');
    return new AuthError(code, {
      status,
      retryAfter: readRetryAfter(headers),
      field,
      // The rules for a login are the server's, and so is the reason of a refusal that nobody knows here: in its words.
      text: code === 'policy' || (!known && code === 'refused') ? readText(message) : undefined,
      challenge: code === 'challenge' ? (this.#options.challenge ?? { type: 'captcha' }) : undefined,
    });
  }
}

const codeOfStatus = (status: number, failure: AuthErrorCode): AuthErrorCode | undefined =>
  status === 429 ? 'too-many-requests' : status >= 500 ? failure : undefined;

/** better-auth names an account that it makes for a number after the number: it still needs a name. */
function toAccount(user: unknown, status: number): Account {
  const { id, name, phoneNumber } = Object(user) as Readonly<Record<string, unknown>>;
  const account = readText(id);
  if (!account) throw invalidResponse(status);
  return { user: account, displayName: name === phoneNumber ? null : (readText(name) ?? null) };
}

/**
 * Seconds from now until the session ends, from two dates of the server: the clock of the device may be wrong. Its
 * present is the header `Date`. Where CORS does not expose that, it is `updatedAt`: the result is too long then, by
 * `updateAge` (a day) at most, since an older session is extended by the call.
 */
function toLifetime(session: unknown, headers: HttpAnswer['headers']): number | undefined {
  const { expiresAt, updatedAt } = Object(session) as Readonly<Record<string, string>>;
  const now = headers?.get?.('date') ?? updatedAt;
  return readAmount(Math.floor((Date.parse(expiresAt ?? '') - Date.parse(now ?? '')) / 1000)) || undefined;
}
