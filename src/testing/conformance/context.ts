import type { AuthBackend, CodeRequest, Session } from '../../core/auth-backend.js';
import { ConsoleRecord } from './console-record.js';
import type { Network } from './network.js';
import { expectValue, fail, skip } from './outcome.js';
import { recordCalls, type Method, type Recording, type Recordings } from './recordings.js';
import type { ConformanceSetup, ServerCapabilities } from './setup.js';
import { withSolutions } from './solutions.js';
import { NAME, refreshOf, tokenOf } from './values.js';

/** A rule of docs/backend.md. */
export interface Rule {
  readonly id: string;
  /** What a backend that follows the rule does. */
  readonly title: string;
  readonly link: `docs/backend.md#${string}`;
  /** Rejects with a `RuleEnd` if the backend breaks the rule, or if the rule can't be checked. */
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

export { NAME, refreshOf, tokenOf };

/** What the rules of one run share. */
export class RuleContext {
  readonly setup: ConformanceSetup;
  readonly capabilities: ServerCapabilities;
  readonly network: Network;
  readonly console = new ConsoleRecord();
  #recordings: Promise<Recordings> | undefined;
  /** The secrets that must not appear in any error, URL or line of the console: codes, passwords, tokens. */
  readonly secrets: string[] = [];
  /** The phone numbers, which must not appear in any error or line of the console. */
  readonly phones: string[] = [];

  constructor(setup: ConformanceSetup, network: Network) {
    this.setup = setup;
    this.capabilities = setup.capabilities ?? {};
    this.network = network;
  }

  /** Switches to a browser without cookies. */
  async newBrowser(): Promise<void> {
    await this.setup.newBrowser?.();
  }

  /**
   * Creates a connected backend that shares nothing with the others but the browser. If the setup has `solveChallenge`, its calls of a
   * sign-in bring solutions.
   * @param timeout milliseconds; if left out, the time limit is the backend's own
   */
  async createBackend(timeout?: number): Promise<AuthBackend> {
    const { setup } = this;
    const backend = await this.createUnsolved(timeout);
    return setup.solveChallenge ? withSolutions(backend, () => setup.solveChallenge!()) : backend;
  }

  /** Creates a connected backend whose calls bring no solution of a challenge by themselves. */
  async createUnsolved(timeout?: number): Promise<AuthBackend> {
    const backend = await this.setup.createBackend(timeout === undefined ? {} : { timeout });
    await backend.connect?.({});
    return backend;
  }

  /** Returns a number without an account. */
  async newPhone(): Promise<string> {
    const phone = await this.setup.newPhone();
    this.phones.push(phone);
    return phone;
  }

  /** Requests a code to register a number without an account, and reads that code. */
  async requestCode(
    backend: AuthBackend,
    displayName = NAME,
  ): Promise<{ phone: string; request: CodeRequest; code: string }> {
    const phone = await this.newPhone();
    const request = await expectValue('requestCode', () => backend.requestCode(phone, { register: true, displayName }));
    const code = await this.setup.readCode(phone);
    this.secrets.push(code);
    return { phone, request, code };
  }

  /** Registers a person by phone, in a browser of their own. */
  async register(displayName = NAME): Promise<SignIn> {
    await this.newBrowser();
    const backend = await this.createBackend();
    const requested = await this.requestCode(backend, displayName);
    const { phone, code, request } = requested;
    const session = await expectValue('verifyCode with the right code', () =>
      backend.verifyCode(phone, code, { register: true, displayName, state: request.state }),
    );
    if (!session) fail('verifyCode with the right code: it resolves with null, so that nobody is signed in');
    this.rememberSecrets(session);
    return { ...requested, backend, session };
  }

  /** Ends a session, which has to be done before the next sign-in: a server with cookies may refuse one in a browser that has a session. */
  async signOut(backend: AuthBackend, session: Session): Promise<void> {
    this.rememberSecrets(session);
    await expectValue('endSession', () => backend.endSession(tokenOf(session), refreshOf(session)));
  }

  /** Adds the tokens of a session to the secrets. */
  rememberSecrets({ token, refreshToken }: Session): void {
    for (const secret of [token, refreshToken]) if (secret !== undefined) this.secrets.push(secret);
  }

  /** Returns the recordings of the run: one successful call of each method, up to the first that fails. The calls are made once. */
  recordings(): Promise<Recordings> {
    this.#recordings ??= recordCalls(this);
    return this.#recordings;
  }

  /**
   * Checks the recorded calls of these methods, by default of all. If the recording broke off before one of them, the rule is skipped once
   * the others are found good, and the reason names the method. A method that the setup or the server lacks passes unseen.
   */
  async checkRecordings(check: (recording: Recording) => unknown, methods?: readonly Method[]): Promise<void> {
    const isWanted = (method: Method) => methods?.includes(method) ?? true;
    const { made, missing, failure } = await this.recordings();
    for (const recording of made) if (isWanted(recording.method)) await check(recording);
    const unseen = missing.filter(isWanted);
    if (unseen.length > 0)
      skip(`not checked for ${unseen.join(', ')}: the recorded sign-in broke off (${failure!.message})`);
  }

  /** Checks the recorded calls that have used `fetch`. If other recorded calls haven't, the rule is skipped after the checks. */
  async checkCalls(check: (recording: Recording) => unknown, methods?: readonly Method[]): Promise<void> {
    const silent: Method[] = [];
    let count = 0;
    await this.checkRecordings(async recording => {
      count++;
      if (recording.exchanges.length > 0) await check(recording);
      else silent.push(recording.method);
    }, methods);
    if (count > 0 && silent.length === count)
      skip(methods ? `${methods.join(', ')}: no calls of \`fetch\`` : 'the backend makes no calls of `fetch`');
    if (silent.length > 0)
      skip(`not checked for ${silent.join(', ')}, without a call of \`fetch\`; the others keep it`);
  }
}
