import type {
  Account,
  AuthBackend,
  CallOptions,
  CodeRequest,
  Session,
  SessionInfo,
  VerifyOptions,
} from '../../core/auth-backend.js';
import type { SessionStore } from '../../core/stored-session.js';
import { DEFAULT_RESEND_SECONDS } from '../../core/resend-interval.js';
import { Faults, type BackendCall, type Fault, type StalledCall } from './faults.js';
import { MemoryAccounts, parseDisplayName, type AccountSetup } from './memory-accounts.js';
import { MemoryCodes, type CodeSettings, type SentSms } from './memory-codes.js';
import { MemoryDevices } from './memory-devices.js';
import { isWireForm, toWireForm } from './memory-phones.js';
import { MemorySessions, type OpenSession, type SessionLifetimes } from './memory-sessions.js';
import { MemoryStore } from './memory-store.js';
import { refusal } from './refusals.js';
import { TestClock } from './test-clock.js';
import { Unproxied } from '../../client/platform/unproxied.js';

/** Settings of a `MemoryBackend`. The defaults are those of the reference server: docs/protocol.md#limits. */
export interface MemoryBackendOptions extends Partial<CodeSettings>, Partial<SessionLifetimes> {}

/** The test numbers of the reference server in development, with their codes: docs/protocol.md#test-numbers. */
const TEST_NUMBERS = { '79990000001': '111111', '79990000002': '222222' };

/** How long the same code with the same idempotency key is answered with the same session, in milliseconds. */
const REPLAY_MS = 60_000;

/** How often it is. */
const MAX_REPLAYS = 3;

/** A sign-in that may be repeated because its answer was lost. */
interface Replay {
  readonly code: string;
  readonly session: OpenSession;
  readonly endsAt: number;
  uses: number;
}

/**
 * A server in memory for tests: accounts, codes and sessions, with the rules of the reference server (docs/protocol.md). Mobile numbers of
 * Russia get an SMS, and those of each country that the page has imported. It has no limits per address, per device, for all numbers
 * together, or on wrong passwords, and demands no challenges; a test can cause such an error with `failNext`. It also takes common
 * passwords, and joiners and variation selectors anywhere in a name.
 *
 * @example
 * const backend = new MemoryBackend();
 * const client = new AuthClient({ backend, store: backend.signIn({ displayName: 'Anna' }) });
 * await client.tryAutoLogin(); // client.state.isAuthenticated is true
 *
 */
export class MemoryBackend extends Unproxied implements AuthBackend {
  /** The backend's clock. */
  readonly clock = new TestClock();
  readonly #accounts = new MemoryAccounts();
  readonly #codes: MemoryCodes;
  readonly #sessions: MemorySessions;
  readonly #devices = new MemoryDevices(this.clock);
  readonly #faults = new Faults();
  readonly #calls: BackendCall[] = [];
  /** Sign-ins by number and idempotency key. */
  readonly #replays = new Map<string, Replay>();
  readonly #firstTestNumber: string | undefined;

  constructor(options: MemoryBackendOptions = {}) {
    super();
    const {
      testNumbers = TEST_NUMBERS,
      codeLength = 6,
      sendInterval = DEFAULT_RESEND_SECONDS,
      sendsPerDay = 10,
      codeTtl = 300,
      maxAttempts = 3,
      blockSteps = [900, 3600, 86_400],
      tokenTtl = 1_209_600,
      sessionTtl = 7_776_000,
    } = options;
    const fixed = Object.fromEntries(Object.entries(testNumbers).map(([phone, code]) => [toWireForm(phone), code]));
    const settings = { testNumbers: fixed, codeLength, sendInterval, sendsPerDay, codeTtl, maxAttempts, blockSteps };
    this.#codes = new MemoryCodes(this.clock, settings);
    this.#sessions = new MemorySessions(this.clock, { tokenTtl, sessionTtl });
    [this.#firstTestNumber] = Object.keys(fixed);
  }

  /** The names of all calls so far, including those that failed. */
  get calls(): readonly BackendCall[] {
    return this.#calls;
  }

  /** Every SMS so far, oldest first. Test numbers get none. */
  get sentSms(): readonly SentSms[] {
    return this.#codes.sent;
  }

  /** While true, every call without a fault of its own fails with `offline`. */
  get isOffline(): boolean {
    return this.#faults.isOffline;
  }

  set isOffline(isOffline: boolean) {
    this.#faults.isOffline = isOffline;
  }

  /**
   * Returns the code that currently confirms a number, as the person would read it in the SMS.
   * @param phone a number in any spelling
   * @throws {Error} if there is none: it was never requested, or it was used, has expired, or was destroyed after wrong codes
   */
  codeFor(phone: string): string {
    const code = this.#codes.liveCode(toWireForm(phone));
    if (code === undefined) throw new Error(`No code can be entered for ${phone} now`);
    return code;
  }

  /** Adds an account, as if somebody had registered earlier. Throws a TypeError for a value that is invalid or that another account has. */
  addAccount(setup: AccountSetup): Account {
    return { ...this.#accounts.add(setup) };
  }

  /**
   * Signs a person in without any call: opens a session and writes it to a store, from which a client or widget
   * restores it.
   * @param setup the account of the session: the one with this number or login, created if it doesn't exist, with the
   * name `Test User` unless you pass another one. Without a number and a login, the account of the first test number
   * @param store the store to write to: `new WebSessionStore(location.origin)` for an app that creates its own client.
   * By default, a new `MemoryStore`
   */
  signIn(setup?: AccountSetup): MemoryStore;
  signIn<S extends SessionStore>(setup: AccountSetup | undefined, store: S): S;
  signIn(setup: AccountSetup = {}, store: SessionStore = new MemoryStore()): SessionStore {
    const { login, phone = login === undefined ? this.#firstTestNumber : undefined, displayName = 'Test User' } = setup;
    const whose = { ...setup, phone };
    const account = this.#accounts.find(whose) ?? this.#accounts.add({ ...whose, displayName });
    const session = this.#sessions.grant(this.#sessions.open(account));
    const method = phone === undefined ? 'password' : 'phone';
    store.write({ v: 1, ...session, obtainedAt: Date.now(), method });
    return store;
  }

  /** Ends all sessions, as a sign-out on another device would. Later calls with their tokens fail with `session-expired`, except `endSession`. */
  endSessions(): void {
    this.#sessions.endAll();
  }

  /** Makes the next call of this name fail before it has any effect. Further faults queue up behind this one. */
  failNext(call: BackendCall, fault: Fault): void {
    this.#faults.fail(call, fault);
  }

  /** Makes the next call of this name wait until it is released. */
  stallNext(call: BackendCall): StalledCall {
    return this.#faults.stall(call);
  }

  requestCode(phone: string, options: CallOptions = {}): Promise<CodeRequest> {
    return this.#run('requestCode', options, () => {
      this.#checkPhone(phone);
      return { ...this.#codes.send(phone), idempotent: true };
    });
  }

  verifyCode(
    phone: string,
    code: string,
    options: CallOptions & Pick<VerifyOptions, 'idempotencyKey' | 'state' | 'device'> = {},
  ): Promise<Session> {
    return this.#run('verifyCode', options, () => {
      this.#checkPhone(phone);
      const { idempotencyKey, state, device } = options;
      const key = idempotencyKey === undefined ? undefined : `${phone} ${idempotencyKey}`;
      const replayed = this.#findReplay(key, code);
      if (replayed) return { ...this.#sessions.grant(replayed), device: this.#devices.grant(phone) };
      this.#codes.verify(phone, code, { state, isKnownDevice: this.#devices.isKnown(device, phone) });
      const session = this.#sessions.open(this.#accounts.confirmPhone(phone));
      if (key !== undefined) this.#replays.set(key, { code, session, endsAt: this.clock.now() + REPLAY_MS, uses: 0 });
      return { ...this.#sessions.grant(session), device: this.#devices.grant(phone) };
    });
  }

  login(login: string, password: string, options: CallOptions = {}): Promise<Session> {
    return this.#run('login', options, () => {
      const { account, created } = this.#accounts.signIn(login, password);
      const session = this.#sessions.grant(this.#sessions.open(account));
      return created ? { ...session, created } : session;
    });
  }

  getSession(token: string, options: CallOptions = {}): Promise<SessionInfo> {
    return this.#run('getSession', options, () => this.#sessions.get(token));
  }

  renewSession(token: string, options: CallOptions = {}): Promise<Session> {
    return this.#run('renewSession', options, () => this.#sessions.renew(token));
  }

  endSession(token: string, options: CallOptions = {}): Promise<void> {
    return this.#run('endSession', options, () => this.#sessions.end(token));
  }

  setDisplayName(token: string, displayName: string, options: CallOptions = {}): Promise<Account> {
    return this.#run('setDisplayName', options, () => {
      const name = parseDisplayName(displayName);
      return this.#accounts.setDisplayName(this.#sessions.accountOf(token).user, name);
    });
  }

  /**
   * Returns the session that the same call was answered with in the last minute, and counts this use of it; undefined if there is none,
   * if it has ended, or if it has been used three times.
   */
  #findReplay(key: string | undefined, code: string): OpenSession | undefined {
    const replay = key === undefined ? undefined : this.#replays.get(key);
    const counts = replay?.code === code && replay.endsAt > this.clock.now() && this.#sessions.isOpen(replay.session);
    return counts && replay.uses++ < MAX_REPLAYS ? replay.session : undefined;
  }

  #checkPhone(phone: string): void {
    if (!isWireForm(phone)) throw refusal('invalid-request');
  }

  async #run<T>(call: BackendCall, options: CallOptions, answer: () => T): Promise<T> {
    this.#calls.push(call);
    await this.#faults.apply(call, options);
    return answer();
  }
}
