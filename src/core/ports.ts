/** Options of every call of a backend. */
export interface CallOptions {
  /**
   * Aborted when the answer is no longer wanted: pass it on to `fetch`, or stop the call by it. It may also be aborted
   * after the call has ended, which then means nothing.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of the calls that a sign-in makes. */
export interface SignInOptions extends CallOptions {
  /** Whether the person chose to register. A server may do the same for both: the reference server does. */
  readonly register: boolean;
  /** The name that was typed for a registration by phone, if it was typed already. */
  readonly displayName?: string | undefined;
  /**
   * The solution of the challenge that this very call was refused with (an `AuthError` with the code `challenge`): the
   * call is repeated with it once.
   */
  readonly challengeSolution?: string | undefined;
}

/** Options of the calls that renew and end a session. */
export interface RefreshOptions extends CallOptions {
  /** `Session.refreshToken` of the session, where it has one. */
  readonly refreshToken?: string | undefined;
}

export interface VerifyOptions extends SignInOptions {
  /** The same when the same code is submitted again. Only where `requestCode` has answered `idempotent`. */
  readonly idempotencyKey?: string | undefined;
  /** `CodeRequest.state` of the last code that was sent to this number. */
  readonly state?: string | undefined;
  /** Tries left before this one, as the answers of the server have said: `CodeRequest` or a `wrong-code`. */
  readonly attemptsLeft?: number | undefined;
}

/** The answer to a request for a code. */
export interface CodeRequest {
  /** Seconds until the next code can be requested. 60 where it is left out. */
  readonly resendIn?: number | undefined;
  /** Number of characters of the code, 1 to 6. 6 where it is left out. */
  readonly codeLength?: number | undefined;
  /**
   * Whether `verifyCode` may be repeated with the same idempotency key: docs/protocol.md#lost-answers. false where it is
   * left out.
   */
  readonly idempotent?: boolean | undefined;
  /** Tries for this code, where the server counts them for each code. Left out: those of the number go on. */
  readonly attemptsLeft?: number | undefined;
  /**
   * What the server needs again with the code, such as the id of a verification. Opaque to the client. It is stored in
   * `sessionStorage` until the flow ends, so that a reload does not lose it, and is handed to `verifyCode`.
   */
  readonly state?: string | undefined;
}

/** Who is signed in: docs/protocol.md#accounts-and-names. */
export interface Account {
  /** Identifier of the account. Not empty. */
  readonly user: string;
  /** Not empty. null: the account still needs a name, and the person is asked. undefined: the server keeps no names. */
  readonly displayName?: string | null | undefined;
}

/**
 * For which a session counts whose lifetime no answer of the server says: an hour. It is renewed before that, and the
 * server is asked about it after that: nobody is signed out by it.
 */
export const DEFAULT_LIFETIME_SECONDS = 3600;

/** A session as the server grants it. */
export interface Session extends Account {
  /** Bearer token: not empty, and opaque to the client. Left out where the browser holds the session in a cookie. */
  readonly token?: string | undefined;
  /**
   * What `renewSession` needs besides the token. Stored beside it, and handed to `renewSession` and `endSession` alone:
   * the page never gets it.
   */
  readonly refreshToken?: string | undefined;
  /**
   * Lifetime from now, in seconds: 1 or more. More than 10⁹ (31 years) counts as 10⁹. Where it is left out, `getSession`
   * is asked once; if that does not say it either, `DEFAULT_LIFETIME_SECONDS` counts.
   */
  readonly expiresIn?: number | undefined;
  /** Whether the sign-in has made the account. false where it is left out. */
  readonly created?: boolean | undefined;
}

/** A session as the server knows it, without a token. */
export interface SessionInfo extends Account {
  /** As in `Session`. Left out: the lifetime that is known already goes on. */
  readonly expiresIn?: number | undefined;
}

/**
 * What the sign-in flow needs from a server. `RestBackend` speaks the protocol of the reference server
 * (docs/protocol.md); a page can hand in a backend of its own instead.
 *
 * A method rejects with an `AuthError`, whose code decides what the person reads and can do next:
 * docs/protocol.md#errors. Anything else that is thrown counts as `network`. An answer that does not fit its type
 * counts as `invalid-response`. A method sends its call once, and never repeats it.
 */
export interface AuthBackend {
  /** Called once, before the first other call, for servers that are reached by a connection; again after a failure. */
  connect?(options: CallOptions): Promise<void>;
  /**
   * Requests a code by SMS.
   * @param tel phone number in wire form: 11 digits, `79161234567`
   */
  requestCode(tel: string, options: SignInOptions): Promise<CodeRequest>;
  /**
   * Confirms a phone number.
   * @param tel phone number in wire form: 11 digits
   * @param code confirmation code, as many characters as `CodeRequest.codeLength`
   * @returns null: the number is confirmed, but the server grants no session
   */
  verifyCode(tel: string, code: string, options: VerifyOptions): Promise<Session | null>;
  /** Signs in by login and password. A login that is new gets an account by it, and `created` is true then. */
  login(login: string, password: string, options: SignInOptions): Promise<Session>;
  /**
   * The session that the browser holds without the client's knowledge: in a cookie, or after the return from a redirect.
   * Called by a restoration where no session is stored.
   * @returns null: nobody is signed in
   */
  findSession?(options: CallOptions): Promise<Session | null>;
  /**
   * Whose session this is, and how long it lives. Rejects with `session-expired` only if the server has ended it.
   * @param token null, here and below: the browser holds the session in a cookie
   */
  getSession(token: string | null, options: CallOptions): Promise<SessionInfo>;
  /**
   * A new token for the same session. The old one must work until the new one was used: docs/protocol.md#tokens. Rejects
   * with `session-expired` only if the server has ended the session.
   */
  renewSession(token: string | null, options: RefreshOptions): Promise<Session>;
  /** Ends the session. The page may be unloaded meanwhile, so use `keepalive` of `fetch` or the like. */
  endSession(token: string | null, options: RefreshOptions): Promise<void>;
  /**
   * Gives the account its name. A name that breaks a rule rejects with `policy` and the field `displayName`.
   * @returns the account; nothing, if the name was taken as it is
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type
  setDisplayName(token: string | null, displayName: string, options: CallOptions): Promise<Account | void>;
}

/** How a person signs in: by a code for their phone number, or by login and password. */
export type SignInMethod = 'phone' | 'password';

/** A session as it is stored: docs/behaviour/session.md#record. */
export interface StoredSession {
  /** Version of the format. A record of another version is discarded. */
  readonly v: 1;
  /** Left out where the browser holds the session in a cookie: the record lets other tabs follow. */
  readonly token?: string | undefined;
  readonly refreshToken?: string | undefined;
  readonly user: string;
  /** As in `Account`. */
  readonly displayName?: string | null | undefined;
  /** When the lifetime began, in milliseconds since the epoch by the clock of this device. */
  readonly obtainedAt: number;
  /** Lifetime from `obtainedAt`, in seconds. */
  readonly expiresIn: number;
  /** How the session began. Left out in records of older versions. */
  readonly method?: SignInMethod | undefined;
}

/**
 * Where the session is stored. Synchronous, so that a sign-out is complete before the page is unloaded. Every method may
 * throw: the session is kept in memory then.
 */
export interface SessionStore {
  /** The stored session; null where there is none. What is no valid session is removed. */
  read(): StoredSession | null;
  write(session: StoredSession): void;
  remove(): void;
  /**
   * Calls `listener` when the record was changed from outside, by another tab for example.
   * @returns stops calling it
   */
  subscribe(listener: () => void): () => void;
  /** Whether a session survives the page. */
  readonly persistent: boolean;
}
