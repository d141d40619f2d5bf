import {
  callHttp,
  invalidResponse,
  isObject,
  readAmount,
  readText,
  readToken,
  type HttpAnswer,
} from '../client/calls/http.js';
import { withTimeout } from '../client/platform/with-timeout.js';
import { Unproxied } from '../client/platform/unproxied.js';
import { AuthError, type AuthErrorCode } from '../core/auth-error.js';
import type {
  Account,
  AuthBackend,
  CallOptions,
  CodeRequest,
  Session,
  SessionInfo,
  SignInOptions,
  VerifyOptions,
} from '../core/auth-backend.js';
import { messagesOf, toArray, toError, toObject, type ErrorCodes, type Json } from './kratos-answers.js';

/** Options of the backend for Ory Kratos. docs/backends/kratos.md derives them from a server's configuration. */
export interface KratosBackendOptions {
  /**
   * Whether the session is a cookie. By default, true: Kratos grants no token to a page. With false, it is a token that the
   * client stores, for apps whose calls carry neither `Origin` nor `Cookie`.
   */
  readonly cookies?: boolean | undefined;
  /**
   * Converts a number to the form that the server uses. By default, `+79161234567`.
   * @param phone wire form: the digits of E.164 without the plus
   */
  readonly toPhoneNumber?: ((phone: string) => string) | undefined;
  /** Makes the traits of a new account. By default, `{ phone }`, `{ email }` for a login with an `@`, or `{ username }`. */
  readonly toTraits?: ((identifier: Identifier) => object) | undefined;
  /** The trait that holds the name. null if accounts have none. `name` by default. */
  readonly nameTrait?: string | null | undefined;
  /** How many codes can be entered before the next one has to be requested, as set on the server. 5 by default. */
  readonly attempts?: number | undefined;
  /** Seconds between two SMS to one number, as your proxy enforces them. 60 by default; Kratos has no interval. */
  readonly resendIn?: number | undefined;
  /**
   * What a person reads about a refusal or a broken rule, in the language of your page. By default, the widget's own
   * sentence: those of the server are English.
   * @param id the number of the server's message, such as `4000034`, or the id of its error; empty if it has neither
   */
  readonly toText?: ((id: string, message: string) => string | undefined) | undefined;
  /** Milliseconds after which a method fails with `timeout`, however many HTTP calls it makes. 15,000 by default. */
  readonly timeout?: number | undefined;
}

/** What a new account is known by: a phone number in the form of the server, or a login. */
export type Identifier = { readonly phone: string; readonly login?: never } | { readonly login: string };

type Kind = 'login' | 'registration' | 'settings';
type JsonAnswer = HttpAnswer & { readonly json: Json };

/** What Kratos calls a flow: a form with an id, which is requested first and then submitted with that id. */
interface Flow {
  readonly id: string;
  /** The token against forged calls; undefined without cookies. */
  readonly csrf: string | undefined;
  readonly json: Json;
}

interface Call extends CallOptions {
  /** The meanings of the server's messages and errors that differ from the usual ones in this call. */
  readonly codes?: ErrorCodes;
  readonly method?: string;
  readonly body?: object | undefined;
  /** The token of the session, null if the session is a cookie. If it is left out, a 401 says nothing about the session. */
  readonly token?: string | null;
  readonly keepalive?: boolean;
  /** Whether the server reports success with 400 if the flow has come to its next step. */
  readonly isStep?: boolean;
}

/** What the server says if a form takes no more codes, because the form was used, or because the browser has signed in since. */
const ENDED_FORM: ErrorCodes = {
  4010002: 'code-expired',
  4010003: 'code-expired',
  security_csrf_violation: 'code-expired',
};

/** A browser that has a session gets no form to sign in with. `no-session` only marks this answer for `#begin`, where no other error has it. */
const SIGNED_IN: ErrorCodes = { session_already_available: 'no-session' };

const readDate = (value: unknown) => Date.parse(readText(value) ?? '');
const hasErrorCode = (error: unknown, code: AuthErrorCode): boolean =>
  (Object(error) as Partial<AuthError>).code === code;

/** The backend for Ory Kratos: codes by SMS (the method `code`), and passwords (the method `password`). */
export class KratosBackend extends Unproxied implements AuthBackend {
  readonly #url: string;
  readonly #options: KratosBackendOptions;
  readonly #cookies: boolean;
  readonly #attempts: number;
  /** Only present with `cookies`: otherwise, the browser holds no session that the client doesn't know about. */
  readonly findSession?: (options: CallOptions) => Promise<Session | null>;

  /** @param url the public URL of the server, absolute or relative to the page */
  constructor(url: string, options: KratosBackendOptions = {}) {
    super();
    this.#url = url.replace(/\/+$/, '');
    this.#options = options;
    this.#cookies = options.cookies ?? true;
    this.#attempts = options.attempts ?? 5;
    if (this.#cookies) this.findSession = callOptions => this.#findSession(callOptions);
  }

  requestCode(phone: string, { register, signal: outer }: SignInOptions): Promise<CodeRequest> {
    return withTimeout(this.#options.timeout, outer, async signal => {
      const kind = register ? 'registration' : 'login';
      const flow = await this.#begin(kind, { signal });
      const answer = await this.#submit(kind, flow, { body: this.#codeForm(kind, phone), isStep: true, signal });
      if (answer.json.state !== 'sent_email') throw invalidResponse(answer.status);
      const state = [kind, flow.id, flow.csrf ?? []].flat().join('.');
      return { state, resendIn: this.#options.resendIn, attemptsLeft: this.#attempts };
    });
  }

  async verifyCode(phone: string, code: string, options: VerifyOptions): Promise<Session | null> {
    const [kind, id, csrf] = (options.state ?? '').split('.') as [Kind, string?, string?];
    if (!id) throw new AuthError('code-expired');
    try {
      const body = { ...this.#codeForm(kind, phone), code };
      const call = { body, codes: ENDED_FORM, signal: options.signal };
      return this.#toSession(kind, await this.#submit(kind, { id, csrf }, call));
    } catch (error) {
      if (!hasErrorCode(error, 'wrong-code')) throw error;
      const attemptsLeft = Math.max((options.attemptsLeft ?? this.#attempts) - 1, 0);
      // After the last attempt, the server accepts no further code, but only says so when one arrives.
      const { status } = error as AuthError;
      throw new AuthError(attemptsLeft ? 'wrong-code' : 'code-expired', { status, attemptsLeft });
    }
  }

  /** Registering an existing login signs in, if the password matches. */
  login(login: string, password: string, { register, signal: outer }: SignInOptions): Promise<Session> {
    return withTimeout(this.#options.timeout, outer, async signal => {
      if (register) {
        try {
          const session = await this.#fill('registration', { traits: this.#toTraits({ login }), password }, signal);
          if (!session) throw new AuthError('no-session', { status: 200 });
          return session;
        } catch (error) {
          if (!hasErrorCode(error, 'account-exists')) throw error;
        }
      }
      return (await this.#fill('login', { identifier: login, password }, signal)) as Session;
    });
  }

  async getSession(token: string | null, options: CallOptions): Promise<SessionInfo> {
    const { user, displayName, expiresIn } = await this.renewSession(token, options);
    return { user, displayName, expiresIn };
  }

  /** Reads the session, which Kratos extends only for its administrators. */
  async renewSession(token: string | null, { signal }: CallOptions): Promise<Session> {
    const answer = await this.#call('/sessions/whoami', { token, signal });
    return { ...this.#readSession(answer.json, answer), ...(token && { token }) };
  }

  endSession(token: string | null, { signal: outer }: CallOptions): Promise<void> {
    return withTimeout(this.#options.timeout, outer, async signal => {
      const call = { keepalive: true, signal };
      if (token === null) await this.#endCookieSession(call);
      else await this.#call('/self-service/logout/api', { ...call, method: 'DELETE', body: { session_token: token } });
    });
  }

  /** Sends all traits, because the server replaces them. */
  setDisplayName(token: string | null, displayName: string, { signal: outer }: CallOptions): Promise<Account> {
    return withTimeout(this.#options.timeout, outer, async signal => {
      const flow = await this.#begin('settings', { token, signal });
      const { traits } = toObject(flow.json.identity);
      if (!isObject(traits)) throw invalidResponse();
      const body = { method: 'profile', traits: { ...traits, [this.#nameTrait ?? '']: displayName } };
      const { json } = await this.#submit('settings', flow, { body, token, signal });
      return this.#toAccount(json.identity);
    });
  }

  async #endCookieSession(call: Call): Promise<void> {
    try {
      const { json } = await this.#call('/self-service/logout/browser', { ...call, token: null });
      const logout = readToken(json.logout_token);
      if (!logout) throw invalidResponse();
      await this.#call(`/self-service/logout?token=${logout}`, call);
    } catch (error) {
      if (!hasErrorCode(error, 'session-expired')) throw error; // otherwise it has already ended
    }
  }

  get #nameTrait(): string | null {
    const { nameTrait = 'name' } = this.#options;
    return nameTrait;
  }

  #toTraits(identifier: Identifier): object {
    const { toTraits } = this.#options;
    const { login } = identifier;
    if (toTraits) return toTraits(identifier);
    return login === undefined ? identifier : { [login.includes('@') ? 'email' : 'username']: login };
  }

  #codeForm(kind: Kind, phone: string): object {
    const identifier = this.#options.toPhoneNumber?.(phone) ?? `+${phone}`;
    const traits = () => this.#toTraits({ phone: identifier });
    return { method: 'code', ...(kind === 'login' ? { identifier } : { traits: traits() }) };
  }

  /** Requests a form and submits it with a password. Returns null if a registration opens no session. */
  async #fill(kind: Kind, fields: object, signal: AbortSignal | undefined): Promise<Session | null> {
    const body = { method: 'password', ...fields };
    return this.#toSession(kind, await this.#submit(kind, await this.#begin(kind, { signal }), { body, signal }));
  }

  async #findSession(options: CallOptions): Promise<Session | null> {
    try {
      return await this.renewSession(null, options);
    } catch (error) {
      if (hasErrorCode(error, 'session-expired')) return null;
      throw error;
    }
  }

  async #begin(kind: Kind, call: Call): Promise<Flow> {
    const path = `/self-service/${kind}/${this.#cookies ? 'browser' : 'api'}`;
    const { json } = await this.#call(path, { ...call, codes: SIGNED_IN }).catch(async (error: unknown) => {
      if (!hasErrorCode(error, 'no-session')) throw error;
      // The browser has a session: the person signs in over it, it began on another page of the site, or its sign-out didn't arrive.
      await this.endSession(null, { signal: call.signal });
      return this.#call(path, call);
    });
    const id = readToken(json.id);
    const field = toArray(toObject(json.ui).nodes).find(node => toObject(node.attributes).name === 'csrf_token');
    const csrf = this.#cookies ? readToken(toObject(field?.attributes).value) : undefined;
    if (!id || (this.#cookies && !csrf)) throw invalidResponse();
    return { id, csrf, json };
  }

  #submit(kind: Kind, { id, csrf }: Pick<Flow, 'id' | 'csrf'>, { body, ...call }: Call) {
    return this.#call(`/self-service/${kind}?flow=${id}`, { ...call, body: { ...body, csrf_token: csrf } });
  }

  #toAccount(identity: unknown): Account {
    const { id, traits } = toObject(identity);
    const user = readText(id);
    if (!user) throw invalidResponse();
    return { user, ...(this.#nameTrait && { displayName: readText(toObject(traits)[this.#nameTrait]) ?? null }) };
  }

  /** Returns the session that a form has opened. A registration opens one only with the hook `session`; without it, returns null. */
  #toSession(kind: Kind, answer: JsonAnswer): Session | null {
    const { session, session_token: granted, identity } = answer.json;
    const created = kind === 'registration';
    if (created && !session && identity) return null;
    const token = this.#cookies ? undefined : readToken(granted);
    if (!this.#cookies && !token) throw invalidResponse();
    return { ...this.#readSession(session, answer, toObject(session).issued_at), token, created };
  }

  /**
   * Reads a session. Its end is a date by the server's clock, which the header `Date` tells or, without that header, `now`: the time
   * at which a new session began. The lifetime is rounded up, because 0 seconds would become a lifetime that isn't known.
   */
  #readSession(session: unknown, { headers }: HttpAnswer, now?: unknown): Session {
    const { identity, expires_at: end } = toObject(session);
    const seconds = (readDate(end) - readDate(headers?.get?.('date') ?? now)) / 1000;
    return { ...this.#toAccount(identity), expiresIn: readAmount(Math.ceil(seconds)) || undefined };
  }

  async #call(path: string, { isStep, method, body, token, codes, ...call }: Call): Promise<JsonAnswer> {
    const answer = await callHttp(this.#url + path, {
      method: method ?? (body ? 'POST' : 'GET'),
      body,
      credentials: this.#cookies ? 'include' : 'omit',
      headers: token ? { 'X-Session-Token': token } : {},
      timeout: this.#options.timeout,
      ...call,
    });
    const { ok, status, json } = answer;
    if (status === 204) return { ...answer, json: {} };
    // Every other success has JSON. A 401 without JSON comes from a proxy or a captive portal.
    if (!isObject(json) && (ok || status === 401)) throw invalidResponse(status);
    const { ui } = toObject(json);
    if (ok || (isStep && status === 400 && ui && !messagesOf(ui).next().value)) return answer as JsonAnswer;
    throw toError(answer, { ...this.#options, hasSession: token !== undefined, nameTrait: this.#nameTrait, codes });
  }
}
