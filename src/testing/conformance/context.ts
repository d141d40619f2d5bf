import type { AuthBackend, CallOptions, CodeRequest, Session } from '../../core/ports.js';
import type { Exchange, Network } from './network.js';
import { expectValue, fail, skip } from './outcome.js';
import type { ConformanceSetup, ServerCapabilities } from './setup.js';

/** A rule of docs/backend.md. */
export interface Rule {
  readonly id: string;
  /** What a backend that follows the rule does. */
  readonly title: string;
  readonly link: `docs/backend.md#${string}`;
  /** Throws a `RuleEnd` if the backend breaks the rule, or if the rule can't be checked. */
  check(context: RuleContext): Promise<void>;
}

/** A registration by phone and the values used for it. */
export interface SignIn {
  readonly backend: AuthBackend;
  readonly phone: string;
  readonly code: string;
  readonly request: CodeRequest;
  readonly session: Session;
}

/** A successful call with its network traffic, so that it can be replayed without the server. */
export interface Recording {
  readonly method: keyof AuthBackend;
  readonly call: (backend: AuthBackend, options: CallOptions) => Promise<unknown>;
  readonly exchanges: readonly Exchange[];
  /** What the call resolved with. */
  readonly value: unknown;
}

/** Makes a call that must succeed, and records it. */
type Recorder = <T>(
  method: keyof AuthBackend,
  call: (backend: AuthBackend, options: CallOptions) => Promise<T>,
) => Promise<T>;

/** The name used when registering. */
export const NAME = 'Anna';

/** Returns the session's token, which is missing if the browser holds the session in a cookie. */
export const tokenOf = (session: Session): string | null => session.token ?? null;
export const refreshOf = ({ refreshToken }: Session) => ({ refreshToken });

/** What the rules of one run share. */
export class RuleContext {
  readonly setup: ConformanceSetup;
  readonly capabilities: ServerCapabilities;
  readonly network: Network;
  #recordings: Promise<readonly Recording[]> | undefined;
  /** Why the recordings are incomplete. */
  #failure: Error | undefined;
  /** The secrets that must not appear in any error or URL: codes, passwords, tokens. */
  readonly secrets: string[] = [];
  /** The phone numbers, which must not appear in any error. */
  readonly phones: string[] = [];

  constructor(setup: ConformanceSetup, network: Network) {
    this.setup = setup;
    this.capabilities = setup.capabilities ?? {};
    this.network = network;
  }

  /** Creates a connected backend that shares nothing with the others. */
  async createBackend(timeout?: number): Promise<AuthBackend> {
    const backend = await this.setup.createBackend(timeout === undefined ? {} : { timeout });
    await backend.connect?.({});
    return backend;
  }

  /** Requests a code for a number without an account. */
  async requestCode(backend: AuthBackend): Promise<{ phone: string; request: CodeRequest; code: string }> {
    const phone = await this.setup.newPhone();
    this.phones.push(phone);
    const request = await expectValue('requestCode', () =>
      backend.requestCode(phone, { register: true, displayName: NAME }),
    );
    const code = await this.setup.readCode(phone);
    this.secrets.push(code);
    return { phone, request, code };
  }

  /** Registers a person by phone. */
  async register(): Promise<SignIn> {
    const backend = await this.createBackend();
    const requested = await this.requestCode(backend);
    const { phone, code, request } = requested;
    const session = await expectValue('verifyCode with the right code', () =>
      backend.verifyCode(phone, code, { register: true, displayName: NAME, state: request.state }),
    );
    if (!session) fail('verifyCode with the right code: it resolves with null, so that nobody is signed in');
    this.#keep(session);
    return { ...requested, backend, session };
  }

  #keep({ token, refreshToken }: Session): void {
    for (const secret of [token, refreshToken]) if (secret !== undefined) this.secrets.push(secret);
  }

  /**
   * Returns recordings of one successful call of each method, up to the first that failed. They are made once per run.
   */
  recordings(): Promise<readonly Recording[]> {
    this.#recordings ??= this.#record();
    return this.#recordings;
  }

  /** Throws if a recorded call didn't succeed. */
  throwFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Returns the recordings that used `fetch`. Skips the rule if there are none. */
  async recordedCalls(): Promise<readonly Recording[]> {
    const calls = (await this.recordings()).filter(({ exchanges }) => exchanges.length > 0);
    if (calls.length === 0) this.throwFailure();
    if (calls.length === 0) skip('the backend makes no calls of `fetch`');
    return calls;
  }

  async #record(): Promise<readonly Recording[]> {
    const recordings: Recording[] = [];
    try {
      const backend = await this.createBackend();
      const record: Recorder = async (method, call) => {
        const start = this.network.exchanges.length;
        const value = await expectValue(method, () => call(backend, {}));
        recordings.push({ method, call, exchanges: this.network.exchanges.slice(start), value });
        return value;
      };
      await this.#recordPassword(record);
      await this.#recordPhone(record, backend);
    } catch (error) {
      this.#failure = error as Error;
    }
    return recordings;
  }

  async #recordPassword(record: Recorder): Promise<void> {
    if (!this.setup.credentials) return;
    const { login, password } = await this.setup.credentials();
    this.secrets.push(password);
    const session = await record('login', (backend, options) =>
      backend.login(login, password, { ...options, register: false }),
    );
    this.#keep(session);
  }

  async #recordPhone(record: Recorder, connected: AuthBackend): Promise<void> {
    const phone = await this.setup.newPhone();
    this.phones.push(phone);
    const signIn = { register: true, displayName: NAME };
    const { state } = await record('requestCode', (backend, options) =>
      backend.requestCode(phone, { ...options, ...signIn }),
    );
    const code = await this.setup.readCode(phone);
    this.secrets.push(code);
    const session = await record('verifyCode', (backend, options) =>
      backend.verifyCode(phone, code, { ...options, ...signIn, state }),
    );
    if (!session) fail('verifyCode with the right code: it resolves with null, so that nobody is signed in');
    this.#keep(session);
    const token = tokenOf(session);
    await record('getSession', (backend, options) => backend.getSession(token, options));
    if (this.capabilities.names)
      await record('setDisplayName', (backend, options) => backend.setDisplayName(token, NAME, options));
    const renewed = await record('renewSession', (backend, options) =>
      backend.renewSession(token, { ...options, ...refreshOf(session) }),
    );
    this.#keep(renewed);
    if (connected.findSession) await record('findSession', (backend, options) => backend.findSession!(options));
    await record('endSession', (backend, options) =>
      backend.endSession(tokenOf(renewed), { ...options, ...refreshOf(renewed) }),
    );
  }
}
