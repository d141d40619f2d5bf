/** Options of every backend call. */
export interface CallOptions {
  /**
   * A signal that aborts when the answer is no longer wanted. Pass it on to `fetch`, or stop the call yourself. It may
   * also abort after the call has ended; ignore that.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of the calls made by a sign-in. */
export interface SignInOptions extends CallOptions {
  /** Whether the person chose to register. A server may treat a registration like a sign-in, as the reference server does. */
  readonly register: boolean;
  /**
   * The language in which the person reads the texts (a BCP 47 tag), for the SMS; undefined if it isn't known. Only
   * `requestCode` gets it.
   */
  readonly lang?: string | undefined;
  /** The name typed for a registration by phone, if there is one yet. */
  readonly displayName?: string | undefined;
  /**
   * The solution to the challenge with which the server refused this very call (an `AuthError` with the code
   * `challenge`). The call is repeated with it once.
   */
  readonly challengeSolution?: string | undefined;
  /**
   * `Session.device` of the last sign-in by code on this device, perhaps with another number. Only `requestCode` and
   * `verifyCode` get it.
   */
  readonly device?: string | undefined;
}

/** Options of the calls that renew or end a session. */
export interface RefreshOptions extends CallOptions {
  /** The session's `refreshToken`, if it has one. */
  readonly refreshToken?: string | undefined;
}

/** Options of `verifyCode`. */
export interface VerifyOptions extends SignInOptions {
  /**
   * A key that stays the same when the same code is submitted again. Only set if `requestCode` answered `idempotent`.
   */
  readonly idempotencyKey?: string | undefined;
  /** `CodeRequest.state` of the last code sent to this number, also if another tab has requested it. */
  readonly state?: string | undefined;
  /** How many attempts were left before this one, from the server's last answer: a `CodeRequest` or a `wrong-code`. */
  readonly attemptsLeft?: number | undefined;
}

/** The answer to a request for a code. */
export interface CodeRequest {
  /** Seconds until the next code can be requested. 60 by default. */
  readonly resendIn?: number | undefined;
  /** Number of characters of the code, 1 to 6. 6 by default. */
  readonly codeLength?: number | undefined;
  /**
   * Whether `verifyCode` may be repeated with the same idempotency key: docs/protocol.md#lost-answers. false by default.
   */
  readonly idempotent?: boolean | undefined;
  /**
   * How many attempts this code has, if the server counts them per code. If left out, the count of the number
   * continues.
   */
  readonly attemptsLeft?: number | undefined;
  /**
   * What the server needs to get back together with the code, such as the id of a verification. Opaque to the client,
   * which keeps it in `sessionStorage` until the flow ends, so that it survives a reload, and passes it to
   * `verifyCode`. A state of 1 to 200 visible ASCII characters is also shared with other tabs:
   * docs/behaviour/session.md#several-tabs-and-one-code.
   */
  readonly state?: string | undefined;
}

/** Who is signed in: docs/protocol.md#accounts-and-names. */
export interface Account {
  /** Identifier of the account. Not empty. */
  readonly user: string;
  /**
   * The display name, not empty. null if the account still needs one, which the person is asked for; undefined if the
   * server keeps no names.
   */
  readonly displayName?: string | null | undefined;
}

/**
 * The assumed lifetime of a new session if no answer of the server states one: an hour, in seconds. The session is renewed
 * before that, and checked with the server after it, so nobody is signed out because of this number.
 */
export const DEFAULT_LIFETIME_SECONDS = 3600;

/** A session as the server grants it. */
export interface Session extends Account {
  /** Bearer token, not empty and opaque to the client. Left out if the browser holds the session in a cookie. */
  readonly token?: string | undefined;
  /**
   * What `renewSession` needs besides the token. It is stored next to the token and passed to `renewSession` and
   * `endSession` only; the page never gets it.
   */
  readonly refreshToken?: string | undefined;
  /**
   * Lifetime from now, in seconds: 1 or more. More than 10⁹ (31 years) counts as 10⁹. If it's left out, `getSession` is
   * called once. If that doesn't state it either, a new session has `DEFAULT_LIFETIME_SECONDS`, and a renewed one its
   * earlier lifetime.
   */
  readonly expiresIn?: number | undefined;
  /** Whether the sign-in created the account. false by default. */
  readonly created?: boolean | undefined;
  /**
   * A memory of this device, for later calls of `requestCode` and `verifyCode`:
   * docs/behaviour/session.md#device-memory. Only read from the answer of `verifyCode`. 1 to 200 visible ASCII
   * characters; anything else is ignored.
   */
  readonly device?: string | undefined;
}

/** A session as the server knows it, without a token. */
export interface SessionInfo extends Account {
  /**
   * As in `Session`. It counts only if the session didn't state its lifetime, or if this device's clock can't measure that any more. If it's
   * left out, the lifetime known so far applies.
   */
  readonly expiresIn?: number | undefined;
}

/**
 * What the sign-in flow needs from a server. `RestBackend` speaks the protocol of the reference server
 * (docs/protocol.md); a page can supply its own backend instead.
 *
 * A method rejects with an `AuthError`, whose code decides what the person reads and can do next:
 * docs/protocol.md#errors. Any other thrown value counts as `network`. A session, an account or a `codeLength` that doesn't
 * match its type counts as `invalid-response`. A method sends its call once and never repeats it.
 */
export interface AuthBackend {
  /**
   * Called once before the first other call, for servers that need a connection. Called again after a failure. `options` has
   * no signal, because all calls share the connection.
   */
  connect?(options: CallOptions): Promise<void>;
  /**
   * Requests a code by SMS.
   * @param phone wire form of the number: `79161234567`
   */
  requestCode(phone: string, options: SignInOptions): Promise<CodeRequest>;
  /**
   * Confirms a phone number.
   * @param phone wire form of the number
   * @param code the code, with as many characters as `CodeRequest.codeLength`
   * @returns null if the number is confirmed but the server grants no session
   */
  verifyCode(phone: string, code: string, options: VerifyOptions): Promise<Session | null>;
  /**
   * Signs in with a login and a password. `created` is true if the call has made the account. A server may do that for any
   * new login, or only with `register`.
   */
  login(login: string, password: string, options: SignInOptions): Promise<Session>;
  /**
   * Finds a session that the browser holds without the client's knowledge: in a cookie, or after a redirect. A client calls
   * it if no session is stored: at a restore, and when the page becomes visible again. After a sign-out in the page, only a restore calls it.
   * @returns null if nobody is signed in
   */
  findSession?(options: CallOptions): Promise<Session | null>;
  /**
   * Says whose session this is and how long it lasts. Rejects with `session-expired` only if the server has ended it.
   * @param token null, here and below, if the browser holds the session in a cookie
   */
  getSession(token: string | null, options: CallOptions): Promise<SessionInfo>;
  /**
   * Returns a new token for the same session. The old one must work until the new one has been in use for a while:
   * docs/protocol.md#tokens.
   * Rejects with `session-expired` only if the server has ended the session.
   */
  renewSession(token: string | null, options: RefreshOptions): Promise<Session>;
  /**
   * Ends the session; resolves if it is already over. The page may unload meanwhile, so use the option `keepalive` of `fetch` or
   * the like.
   */
  endSession(token: string | null, options: RefreshOptions): Promise<void>;
  /**
   * Gives the account its name. Rejects with `policy` and the field `displayName` if the name breaks a rule.
   * @returns the account, or nothing if the name was saved unchanged
   */
  // oxlint-disable-next-line typescript/no-invalid-void-type
  setDisplayName(token: string | null, displayName: string, options: CallOptions): Promise<Account | void>;
}
