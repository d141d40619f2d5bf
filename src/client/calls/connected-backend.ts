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
} from '../../core/auth-backend.js';
import { withTimeout } from '../platform/with-timeout.js';
import { RestBackend } from './rest-backend.js';

/**
 * How long a sign-out waits for the server, in milliseconds. Calls after a sign-out from a session in a cookie wait no longer
 * than that either.
 */
const SIGN_OUT_TIMEOUT_MS = 2_000;

/**
 * A backend whose calls wait until they can be sent: until the connection is open, if the backend needs one
 * (`AuthBackend.connect`), and until a sign-out that clears a cookie is over.
 */
export class ConnectedBackend implements AuthBackend {
  readonly #backend: AuthBackend;
  #opening: Promise<void> | undefined;
  #isOpen = false;
  /** The last sign-out from a session that the browser holds in a cookie. Never rejects. */
  #cookieSignOut: Promise<void> | undefined;

  constructor(backend: AuthBackend) {
    this.#backend = backend;
  }

  /** Whether the server's rules for logins, passwords and names are those of docs/protocol.md#field-rules: only with `RestBackend`. */
  get hasReferenceRules(): boolean {
    return this.#backend instanceof RestBackend;
  }

  /** Whether the backend can look for a session that the browser holds. */
  get canFindSession(): boolean {
    return !!this.#backend.findSession;
  }

  /**
   * Resolves when calls can be sent. The connection is opened once, and again after a failure. Rejects with the error
   * of the backend, or with the signal's reason if the signal is aborted by then.
   */
  connect(options: CallOptions): Promise<void> {
    return this.#send(options, () => Promise.resolve());
  }

  requestCode(phone: string, options: SignInOptions): Promise<CodeRequest> {
    return this.#send(options, backend => backend.requestCode(phone, options));
  }

  verifyCode(phone: string, code: string, options: VerifyOptions): Promise<Session | null> {
    return this.#send(options, backend => backend.verifyCode(phone, code, options));
  }

  login(login: string, password: string, options: SignInOptions): Promise<Session> {
    return this.#send(options, backend => backend.login(login, password, options));
  }

  /** May only be called if `canFindSession` is true. */
  findSession(options: CallOptions): Promise<Session | null> {
    return this.#send(options, backend => backend.findSession!(options));
  }

  getSession(token: string | null, options: CallOptions): Promise<SessionInfo> {
    return this.#send(options, backend => backend.getSession(token, options));
  }

  renewSession(token: string | null, options: RefreshOptions): Promise<Session> {
    return this.#send(options, backend => backend.renewSession(token, options));
  }

  /** Resolves after 2 seconds at the latest, and never rejects. */
  endSession(token: string | null, options: RefreshOptions): Promise<void> {
    const ended = this.#send(options, backend => backend.endSession(token, options));
    // The call itself isn't aborted after that time: on a slow network, it may still arrive.
    const over = withTimeout(SIGN_OUT_TIMEOUT_MS, undefined, () => ended).catch(() => {});
    // The server's answer clears the cookie. Later calls wait for it, so that it doesn't clear the cookie of a new sign-in.
    if (!token) this.#cookieSignOut = over;
    return over;
  }

  // oxlint-disable-next-line typescript/no-invalid-void-type
  setDisplayName(token: string | null, displayName: string, options: CallOptions): Promise<Account | void> {
    return this.#send(options, backend => backend.setDisplayName(token, displayName, options));
  }

  async #send<T>({ signal }: CallOptions, call: (backend: AuthBackend) => Promise<T>): Promise<T> {
    // Read before the first `await`: a sign-out must not wait for itself.
    const signOut = this.#cookieSignOut;
    if (!this.#isOpen) await this.#open();
    if (signOut) await signOut;
    signal?.throwIfAborted();
    return call(this.#backend);
  }

  /** Takes no signal, because all calls share the connection, which outlives the call that opens it. */
  #open(): Promise<void> {
    this.#opening ??= Promise.resolve(this.#backend.connect?.({})).then(
      () => {
        this.#isOpen = true;
      },
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    );
    return this.#opening;
  }
}
