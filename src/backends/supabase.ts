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
import { AuthError, type AuthErrorCode, type ChallengeRequest } from '../core/auth-error.js';
import { cleanPhone, parsePhone } from '../core/phone.js';
import type {
  Account,
  AuthBackend,
  CallOptions,
  CodeRequest,
  RefreshOptions,
  Session,
  SessionInfo,
  SignInOptions,
  VerifyOptions,
} from '../core/auth-backend.js';
import { DEFAULT_RESEND_SECONDS } from '../core/resend-interval.js';
import { withTimeout } from '../client/platform/with-timeout.js';
import { Unproxied } from '../client/platform/unproxied.js';

/** Options of the backend for Supabase. docs/backends/supabase.md derives them from a project's settings. */
export interface SupabaseBackendOptions {
  /** Publishable (or anon) key of the project. Leave it out for an Auth server without Supabase's gateway in front. */
  readonly key?: string | undefined;
  /** The member of the user metadata that holds the name. null if the project keeps no names. `display_name` by default. */
  readonly nameKey?: string | null | undefined;
  /** Seconds between two SMS to one number, as set in the project. 60 by default. */
  readonly resendIn?: number | undefined;
  /** Lifetime of a code in seconds, as set in the project. 60 by default. */
  readonly codeLifetime?: number | undefined;
  /** The challenge passed to the property `challenge` if a captcha protects the project. */
  readonly captcha?: ChallengeRequest | undefined;
  /**
   * What a person reads about a refusal or a broken rule, in the language of your page. By default, the widget's own
   * sentence: those of the server are English.
   * @param code the server's code, such as `weak_password`; `not_confirmed` if a new account has to be confirmed first
   * @param message the server's sentence
   */
  readonly toText?: ((code: string, message: string) => string | undefined) | undefined;
  /** Milliseconds after which a method fails with `timeout`, however many HTTP calls it makes. 15,000 by default. */
  readonly timeout?: number | undefined;
}

type ErrorCodes = Readonly<Record<string, AuthErrorCode>>;
type Json = Readonly<Record<string, unknown>>;

interface Call extends CallOptions {
  readonly method?: string;
  readonly body?: object;
  readonly token?: string | null;
  readonly challengeSolution?: string | undefined;
  readonly keepalive?: boolean;
  /** The client's error codes for some of the server's, in this call. */
  readonly codes?: ErrorCodes;
  /** The error code for a fault of the server itself. By default, `server`. */
  readonly faultCode?: AuthErrorCode;
}

/** The client's error codes for the server's: https://supabase.com/docs/guides/auth/debugging/error-codes */
const ERROR_CODES: ErrorCodes = {
  captcha_failed: 'challenge',
  email_address_invalid: 'policy',
  // Any hook may time out: the one that sends SMS, or one that runs when a password is checked or a token is issued.
  hook_timeout: 'server',
  hook_timeout_after_retry: 'server',
  invalid_credentials: 'wrong-credentials',
  // The answer to a sign-in by phone with a number that has no account.
  otp_disabled: 'unknown-user',
  sms_send_failed: 'sms-failed',
  user_already_exists: 'wrong-credentials',
  weak_password: 'policy',
};

/**
 * The codes of calls about a session: it has ended, or its token or refresh token isn't accepted. After a call with a token, the client
 * renews the session; only if the renewal gets one too, the session has ended. A person who was banned is signed out in this way.
 */
const SESSION_CODES: ErrorCodes = {
  bad_jwt: 'session-expired',
  refresh_token_already_used: 'session-expired',
  refresh_token_not_found: 'session-expired',
  session_expired: 'session-expired',
  session_not_found: 'session-expired',
  user_banned: 'session-expired',
  user_not_found: 'session-expired',
};

/**
 * Returns the error code for a status, if the server's own code isn't in a table.
 * @param isRefusal whether this is the Auth server's own answer to a call without a token. Any other 4xx, such as that of a gateway,
 * counts as a call that is wrong
 */
function codeOfStatus(status: number, isRefusal: boolean): AuthErrorCode {
  if (status === 429) return 'too-many-requests';
  if (status >= 500) return 'server';
  return isRefusal ? 'refused' : 'invalid-request';
}

/**
 * Reads the seconds to wait, which the server states only in a sentence. The server rounds them down and refuses a call
 * that comes a moment too early, so one second is added.
 */
function readWait(text: string): number | undefined {
  const seconds = /after (\d+) seconds/.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) + 1;
}

/**
 * Reads a login: an email address or a phone number of any country, in any spelling. A text with letters that is neither, or without
 * digits, is `policy`.
 */
function readLogin(login: string): { email: string } | { phone: string } {
  if (login.includes('@')) return { email: login.trim() };
  const phone = parsePhone(login) ?? (/\p{L}/u.test(login) ? '' : cleanPhone(login));
  if (!phone) throw new AuthError('policy', { field: 'login' });
  return { phone };
}

/** The backend for Supabase Auth: codes by SMS, and passwords with a phone number or an email address as the login. */
export class SupabaseBackend extends Unproxied implements AuthBackend {
  readonly #url: string;
  readonly #options: SupabaseBackendOptions;

  /** @param url the URL of the Auth server, `https://<project>.supabase.co/auth/v1` */
  constructor(url: string, options: SupabaseBackendOptions = {}) {
    super();
    this.#url = url.replace(/\/+$/, '');
    this.#options = options;
  }

  async requestCode(phone: string, { register, displayName, ...options }: SignInOptions): Promise<CodeRequest> {
    await this.#call('/otp', {
      ...options,
      body: { phone, create_user: register, data: this.#metadata(displayName) },
      // If sign-ups are closed, a sign-in gets this code too, with an account that no code has confirmed yet.
      codes: { signup_disabled: register ? 'refused' : 'unknown-user' },
      faultCode: 'sms-failed',
    });
    // The state is the time at which the code was sent, in milliseconds by the device's clock. `verifyCode` needs it.
    return { resendIn: this.#options.resendIn ?? DEFAULT_RESEND_SECONDS, state: String(Date.now()) };
  }

  async verifyCode(phone: string, code: string, { state, signal }: VerifyOptions): Promise<Session> {
    // The server gives the same answer for wrong and expired codes. Without a state, the age is NaN, and the code counts as wrong.
    const isExpired = Date.now() - Number(state) > (this.#options.codeLifetime ?? 60) * 1000;
    const answer = await this.#call('/verify', {
      signal,
      body: { type: 'sms', phone, token: code },
      codes: { otp_expired: isExpired ? 'code-expired' : 'wrong-code' },
    });
    return this.#parseSession(answer);
  }

  /**
   * Registering an existing login signs in with a second call. If the first one has used up a captcha solution, there is no second call,
   * and the error is `wrong-credentials` whatever the password.
   */
  login(
    login: string,
    password: string,
    { register, signal: outer, challengeSolution }: SignInOptions,
  ): Promise<Session> {
    return withTimeout(this.#options.timeout, outer, async signal => {
      const options = { signal, challengeSolution };
      const body = { ...readLogin(login), password };
      if (!register) return this.#signIn(body, options);
      try {
        const answer = await this.#call('/signup', { ...options, body });
        if (answer.access_token) return { ...this.#parseSession(answer), created: true };
      } catch (error) {
        if ((error as AuthError).code !== 'wrong-credentials' || challengeSolution) throw error;
        return this.#signIn(body, options);
      }
      const text = this.#options.toText?.('not_confirmed', 'Confirm your phone number or email address first.');
      throw new AuthError('refused', { status: 200, text });
    });
  }

  async getSession(token: string | null, { signal }: CallOptions): Promise<SessionInfo> {
    return this.#parseAccount(await this.#call('/user', { method: 'GET', token, codes: SESSION_CODES, signal }));
  }

  async renewSession(_token: string | null, { refreshToken, signal }: RefreshOptions): Promise<Session> {
    const body = { refresh_token: refreshToken };
    // The answer to a refresh token that this server can't have issued: from another project, or from a backup of the database.
    const codes = { ...SESSION_CODES, validation_failed: 'session-expired' } as const;
    return this.#parseSession(await this.#call('/token?grant_type=refresh_token', { body, codes, signal }));
  }

  endSession(token: string | null, { refreshToken, signal: outer }: RefreshOptions): Promise<void> {
    return withTimeout(this.#options.timeout, outer, async signal => {
      try {
        await this.#logOut(token, { refreshToken, signal });
      } catch (error) {
        if ((error as AuthError).code !== 'session-expired') throw error; // otherwise it has already ended
      }
    });
  }

  async setDisplayName(token: string | null, displayName: string, { signal }: CallOptions): Promise<Account> {
    const body = { data: this.#metadata(displayName) };
    return this.#parseAccount(await this.#call('/user', { method: 'PUT', token, body, codes: SESSION_CODES, signal }));
  }

  async #signIn(body: object, options: Call): Promise<Session> {
    return this.#parseSession(await this.#call('/token?grant_type=password', { ...options, body }));
  }

  /**
   * Ends the session. After `bad_jwt` (the access token may have expired), or another 4xx with an unknown code, it is renewed and then ended,
   * because its refresh token ends no session. Rejects with `session-expired` if the session has already ended.
   */
  async #logOut(token: string | null, { refreshToken, signal }: RefreshOptions): Promise<void> {
    try {
      const codes = { ...SESSION_CODES, bad_jwt: 'invalid-request' } as const;
      await this.#call('/logout?scope=local', { token, keepalive: true, codes, signal });
    } catch (error) {
      if ((error as AuthError).code !== 'invalid-request' || !refreshToken) throw error;
      const session = await this.renewSession(null, { refreshToken, signal });
      await this.#logOut(session.token ?? null, { signal });
    }
  }

  get #nameKey(): string | null {
    const { nameKey = 'display_name' } = this.#options;
    return nameKey;
  }

  #metadata(displayName: string | undefined): object {
    return this.#nameKey && displayName ? { [this.#nameKey]: displayName } : {};
  }

  #parseAccount({ id, user_metadata: metadata }: Json): Account {
    const account = readText(id);
    if (!account) throw invalidResponse();
    if (!this.#nameKey) return { user: account };
    const names = Object(metadata) as Json;
    // `full_name` and `name` come from providers such as Google, if the person has signed in with one before.
    const name = readText(names[this.#nameKey]) ?? readText(names.full_name) ?? readText(names.name);
    return { user: account, displayName: name ?? null };
  }

  #parseSession(answer: Json): Session {
    const token = readToken(answer.access_token);
    if (!token) throw invalidResponse();
    return {
      ...this.#parseAccount(Object(answer.user) as Json),
      token,
      refreshToken: readText(answer.refresh_token),
      expiresIn: readAmount(answer.expires_in) || undefined,
    };
  }

  /** Returns the JSON of a successful answer; `{}` for the 204 of a sign-out. */
  async #call(path: string, call: Call): Promise<Json> {
    const { method = 'POST', body, token, challengeSolution, keepalive = false, signal } = call;
    const { key, timeout } = this.#options;
    const answer = await callHttp(this.#url + path, {
      method,
      keepalive,
      body: challengeSolution ? { ...body, gotrue_meta_security: { captcha_token: challengeSolution } } : body,
      headers: { ...(key && { apikey: key }), ...(token && { Authorization: `Bearer ${token}` }) },
      timeout,
      signal,
    });
    const { ok, status, json } = answer;
    // A 401 without JSON comes from a proxy or a captive portal.
    if (status === 401 && !isObject(json)) throw invalidResponse(status);
    if (!ok) throw this.#toError(answer, call);
    if (isObject(json)) return json;
    if (status === 204) return {};
    throw invalidResponse(status);
  }

  #toError({ status, headers, json: body }: HttpAnswer, { token, codes, faultCode }: Call): AuthError {
    const json = Object(body) as Json;
    const message = readText(json.msg) ?? '';
    // The server has no code of its own for a password that is too long.
    const isTooLong = message.startsWith('Password cannot be longer');
    const serverCode = isTooLong ? 'weak_password' : (readText(json.error_code) ?? '');
    const wait = readWait(message);
    let code = codes?.[serverCode] ?? ERROR_CODES[serverCode] ?? codeOfStatus(status, !!serverCode && !token);
    if (faultCode && serverCode && code === 'server') code = faultCode;
    if (wait && code === 'too-many-requests') code = 'too-soon';
    return new AuthError(code, {
      status,
      retryAfter: wait ?? readRetryAfter(headers),
      field: code === 'policy' ? (serverCode === 'weak_password' ? 'password' : 'login') : undefined,
      text: code === 'policy' || code === 'refused' ? this.#options.toText?.(serverCode, message) : undefined,
      challenge: code === 'challenge' ? (this.#options.captcha ?? { type: 'captcha' }) : undefined,
    });
  }
}
