/** What every call of a backend gets. */
export interface CallOptions {
  /** Aborted when the answer is no longer wanted. */
  readonly signal?: AbortSignal | undefined;
}

/** The answer to a request for a code. Durations in seconds. */
export interface CodeRequest {
  /** Seconds until the next code may be asked for. 60 where the server does not say. */
  readonly resendIn?: number | undefined;
  /** Characters of the code, 1 to 6. 6 where the server does not say. */
  readonly codeLength?: number | undefined;
  /** Whether `verifyCode` may be repeated with the same idempotency key (contract, «Calls»). */
  readonly idempotent?: boolean | undefined;
}

/** Who is signed in. */
export interface Account {
  readonly user: string;
  /** null: the account still needs a name. undefined: the server keeps no names. */
  readonly displayName?: string | null | undefined;
}

/** A session as the server hands it out. */
export interface Session extends Account {
  /** Bearer token. Opaque. */
  readonly token: string;
  /** Lifetime from now, in seconds. */
  readonly expiresIn: number;
  /** The sign-in made a new account. */
  readonly created?: boolean | undefined;
}

/** A session as it is known to the server, without a token. */
export interface SessionInfo extends Account {
  /** Lifetime from now, in seconds. */
  readonly expiresIn: number;
}

/**
 * What the flow needs from a server. The REST backend of this package speaks the contract of the
 * reference server; a site owner may hand in another one. Every method rejects with an `AuthError`;
 * anything else that is thrown counts as `network`. Phone numbers are in wire form (11 digits).
 */
export interface AuthBackend {
  /** Called once, before the first other call, for servers that are reached by a connection. */
  connect?(options: CallOptions): Promise<void>;
  /** Has a code sent to `tel`. */
  requestCode(tel: string, options: CallOptions): Promise<CodeRequest>;
  /** Confirms `tel` with a code. null: the credential is confirmed, and nobody is signed in. */
  verifyCode(
    tel: string,
    code: string,
    options: CallOptions & { readonly idempotencyKey?: string | undefined },
  ): Promise<Session | null>;
  /** Signs in by login and password; a new login is registered by it. */
  login(login: string, password: string, options: CallOptions): Promise<Session>;
  /** Whose session this token is. */
  getSession(token: string, options: CallOptions): Promise<SessionInfo>;
  /** A new token for the same session. */
  renewSession(token: string, options: CallOptions): Promise<Session>;
  /** Ends the session. The page may be going away: use `keepalive` or what is like it. */
  endSession(token: string, options: CallOptions): Promise<void>;
  /** Gives the account its name. */
  setDisplayName(token: string, displayName: string, options: CallOptions): Promise<Account>;
}

/** A session as it is stored. Times in milliseconds since the epoch, by this device's clock. */
export interface StoredSession {
  readonly v: 1;
  readonly token: string;
  readonly user: string;
  readonly displayName?: string | null | undefined;
  readonly obtainedAt: number;
  /** Lifetime from `obtainedAt`, in seconds. */
  readonly expiresIn: number;
}

/** Where the session is kept. Synchronous, because a sign-out must be done when the page goes away. */
export interface SessionStore {
  /** The stored session; null where there is none or what is there is not one. */
  read(): StoredSession | null;
  write(session: StoredSession): void;
  remove(): void;
  /** Calls `listener` when the record was changed from outside, by another tab say. Returns the end of it. */
  subscribe(listener: () => void): () => void;
  /** Whether a session survives the page. */
  readonly persistent: boolean;
}
