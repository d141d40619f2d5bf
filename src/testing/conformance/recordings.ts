// One successful call of each method with its network traffic, so that the rules can repeat it with other answers.
import type { AuthBackend, CallOptions, Session, SignInOptions } from '../../core/auth-backend.js';
import type { Exchange, Network } from './network.js';
import { expectValue, fail } from './outcome.js';
import type { ConformanceSetup, ServerCapabilities } from './setup.js';
import { NAME, refreshOf, tokenOf } from './values.js';

/** A method that is recorded. */
export type Method = Exclude<keyof AuthBackend, 'connect'>;

/** A successful call with its network traffic, so that it can be replayed without the server. */
export interface Recording {
  readonly method: Method;
  readonly call: (backend: AuthBackend, options: CallOptions) => Promise<unknown>;
  /** The same call with further options, if it belongs to a sign-in. */
  readonly callWith?: (backend: AuthBackend, options: Partial<SignInOptions>) => Promise<unknown>;
  readonly exchanges: readonly Exchange[];
  /** What the call resolved with. */
  readonly value: unknown;
}

/** The recordings of a run. */
export interface Recordings {
  readonly made: readonly Recording[];
  /** The methods without a recording: their call failed, or the recording had ended before it. */
  readonly missing: readonly Method[];
  /** The error that ended the recording; undefined if nothing is missing. */
  readonly failure: Error | undefined;
}

/** The members of `RuleContext` that are used here. */
interface Stage {
  readonly setup: ConformanceSetup;
  readonly capabilities: ServerCapabilities;
  readonly network: Network;
  readonly secrets: string[];
  newBrowser(): Promise<void>;
  createBackend(): Promise<AuthBackend>;
  newPhone(): Promise<string>;
  /** Adds the tokens of a session to `secrets`. */
  rememberSecrets(session: Session): void;
  signOut(backend: AuthBackend, session: Session): Promise<void>;
}

type Call<T> = (backend: AuthBackend, options: CallOptions) => Promise<T>;
type SignInCall<T> = (backend: AuthBackend, options: SignInOptions) => Promise<T>;

class Recorder {
  readonly made: Recording[] = [];
  readonly #stage: Stage;
  readonly #backend: AuthBackend;

  constructor(stage: Stage, backend: AuthBackend) {
    this.#stage = stage;
    this.#backend = backend;
  }

  /** The methods that are recorded if no call fails, in the order of their calls. */
  get methods(): readonly Method[] {
    const { setup, capabilities } = this.#stage;
    return [
      ...(setup.credentials ? (['login'] as const) : []),
      ...(['requestCode', 'verifyCode', 'getSession'] as const),
      ...(capabilities.names ? (['setDisplayName'] as const) : []),
      'renewSession',
      ...(this.#backend.findSession ? (['findSession'] as const) : []),
      'endSession',
    ];
  }

  async run(): Promise<void> {
    await this.#recordPassword();
    await this.#recordPhone();
  }

  /** Makes a call that must succeed, and records it. */
  async #record<T>(method: Method, call: Call<T>, callWith?: Recording['callWith']): Promise<T> {
    const { exchanges } = this.#stage.network;
    const start = exchanges.length;
    const value = await expectValue(method, () => call(this.#backend, {}));
    this.made.push({ method, call, ...(callWith && { callWith }), exchanges: exchanges.slice(start), value });
    return value;
  }

  // A rule may replace an option of the sign-in with `callWith` alone: `call` repeats the sign-in as it was made.
  #recordSignIn<T>(method: Method, signIn: SignInOptions, call: SignInCall<T>): Promise<T> {
    return this.#record(
      method,
      (backend, options) => call(backend, { ...options, ...signIn }),
      (backend, options) => call(backend, { ...signIn, ...options }),
    );
  }

  async #recordPassword(): Promise<void> {
    const { setup, secrets } = this.#stage;
    if (!setup.credentials) return;
    const { login, password } = await setup.credentials();
    secrets.push(password);
    const session = await this.#recordSignIn('login', { register: false }, (backend, options) =>
      backend.login(login, password, options),
    );
    await this.#stage.signOut(this.#backend, session);
  }

  async #recordPhone(): Promise<void> {
    const { setup, capabilities, secrets } = this.#stage;
    const phone = await this.#stage.newPhone();
    const signIn = { register: true, displayName: NAME };
    const { state } = await this.#recordSignIn('requestCode', signIn, (backend, options) =>
      backend.requestCode(phone, options),
    );
    const code = await setup.readCode(phone);
    secrets.push(code);
    const session = await this.#recordSignIn('verifyCode', signIn, (backend, options) =>
      backend.verifyCode(phone, code, { ...options, state }),
    );
    if (!session) fail('verifyCode with the right code: it resolves with null, so that nobody is signed in');
    this.#stage.rememberSecrets(session);
    const token = tokenOf(session);
    await this.#record('getSession', (backend, options) => backend.getSession(token, options));
    if (capabilities.names)
      await this.#record('setDisplayName', (backend, options) => backend.setDisplayName(token, NAME, options));
    const renewed = await this.#record('renewSession', (backend, options) =>
      backend.renewSession(token, { ...options, ...refreshOf(session) }),
    );
    this.#stage.rememberSecrets(renewed);
    if (this.#backend.findSession) {
      const found = await this.#record('findSession', (backend, options) => backend.findSession!(options));
      if (found) this.#stage.rememberSecrets(found);
    }
    await this.#record('endSession', (backend, options) =>
      backend.endSession(tokenOf(renewed), { ...options, ...refreshOf(renewed) }),
    );
  }
}

/**
 * Makes the recordings, up to the first failure of a call or of a function of the setup. Rejects if there is no browser or no backend.
 */
export async function recordCalls(stage: Stage): Promise<Recordings> {
  await stage.newBrowser();
  const recorder = new Recorder(stage, await stage.createBackend());
  let failure: Error | undefined;
  try {
    await recorder.run();
  } catch (error) {
    failure = error as Error;
  }
  const made = new Set(recorder.made.map(({ method }) => method));
  return { made: recorder.made, missing: recorder.methods.filter(method => !made.has(method)), failure };
}
