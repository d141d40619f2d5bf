import { newOpaqueText } from './memory-devices.js';
import { isMobile } from './memory-phones.js';
import { refusal } from './refusals.js';
import type { TestClock } from './test-clock.js';

/** Settings of the codes: docs/protocol.md#limits. */
export interface CodeSettings {
  /** Fixed codes by number: in any spelling for `MemoryBackend`, here in wire form. These numbers get no SMS and needn't wait for the next code. */
  readonly testNumbers: Readonly<Record<string, string>>;
  /** The number of digits in a code, 1 to 6. Test numbers have their own codes. */
  readonly codeLength: number;
  /** Seconds until the next SMS to a number. */
  readonly sendInterval: number;
  /** The maximum number of SMS to one number in 24 hours. */
  readonly sendsPerDay: number;
  /** Lifetime of a code in seconds. */
  readonly codeTtl: number;
  /** How many wrong codes block a number, and how often each code is compared at most. */
  readonly maxAttempts: number;
  /**
   * The durations of the first block, the second, and so on, in seconds. Further blocks last as long as the last of
   * these.
   */
  readonly blockSteps: readonly number[];
}

/** An SMS that a server would have sent. */
export interface SentSms {
  /** Wire form. */
  readonly phone: string;
  readonly code: string;
  /** Milliseconds since the epoch, by the backend's clock. */
  readonly sentAt: number;
}

/** What a caller shows to prove that it holds a code. */
export interface ShownProofs {
  readonly state: string | undefined;
  /** Whether the caller shows a device memory of the number. */
  readonly isKnownDevice: boolean;
}

/** What is known about a number. Times are in milliseconds since the epoch, by the backend's clock. */
interface PhoneGuard {
  code: string | null;
  /** What shows who asked for the code. */
  state: string;
  /** Whether somebody has shown the state. */
  isStateShown: boolean;
  /** How often the code was compared. */
  codeTries: number;
  /** Whether the code was compared for a caller who doesn't hold it. */
  isGuessed: boolean;
  codeExpiresAt: number;
  nextSendAt: number;
  daySends: number;
  dayEndsAt: number;
  failures: number;
  blockedUntil: number;
  /** How many of `blockSteps` were used up by the block that began at `blockLevelAt`. For each day since then, it counts as one less. */
  blockLevel: number;
  blockLevelAt: number;
}

const DAY_MS = 86_400_000;
/** How long wrong codes are remembered after the 24 hours in which codes are counted: 29 days. */
const FAILURE_MEMORY_MS = 29 * DAY_MS;

/** Codes and their limits, number by number: docs/protocol.md#limits. */
export class MemoryCodes {
  /** Every SMS so far, oldest first. */
  readonly sent: SentSms[] = [];
  readonly #clock: TestClock;
  readonly #settings: CodeSettings;
  readonly #guards = new Map<string, PhoneGuard>();
  #count = 0;

  constructor(clock: TestClock, settings: CodeSettings) {
    this.#clock = clock;
    this.#settings = settings;
  }

  /** Returns the code that can confirm a number now; undefined if there is none. */
  liveCode(phone: string): string | undefined {
    const { code, codeExpiresAt } = this.#guard(phone);
    return code !== null && codeExpiresAt > this.#clock.now() ? code : undefined;
  }

  /** Creates a new code. Throws the `AuthError` `invalid-phone`, `blocked`, `too-soon` or `too-many-requests`. */
  send(phone: string): { readonly resendIn: number; readonly codeLength: number; readonly state: string } {
    const { testNumbers, sendInterval, sendsPerDay, codeTtl } = this.#settings;
    this.#throwIfUnserved(phone);
    const guard = this.#guard(phone);
    const now = this.#clock.now();
    this.#throwIfBlocked(guard);
    const fixed = Object.hasOwn(testNumbers, phone) ? testNumbers[phone] : undefined;
    const isNewDay = guard.dayEndsAt <= now;
    if (fixed === undefined) {
      if (guard.nextSendAt > now) throw refusal('too-soon', { retryAfter: this.#clock.retryAfter(guard.nextSendAt) });
      if (!isNewDay && guard.daySends >= sendsPerDay)
        throw refusal('too-many-requests', { retryAfter: this.#clock.retryAfter(guard.dayEndsAt) });
      guard.nextSendAt = now + sendInterval * 1000;
    }
    if (guard.dayEndsAt + FAILURE_MEMORY_MS <= now) guard.failures = 0;
    guard.daySends = isNewDay ? 1 : guard.daySends + 1;
    if (isNewDay) guard.dayEndsAt = now + DAY_MS;
    const code = fixed ?? this.#newCode();
    guard.code = code;
    guard.codeExpiresAt = now + codeTtl * 1000;
    guard.state = newOpaqueText('state');
    guard.isStateShown = guard.isGuessed = false;
    guard.codeTries = 0;
    if (fixed === undefined) this.sent.push({ phone, code, sentAt: now });
    return { resendIn: fixed === undefined ? sendInterval : 0, codeLength: code.length, state: guard.state };
  }

  /**
   * Counts an attempt and uses up the code if it's right. Throws the `AuthError` `invalid-phone`, `wrong-code`,
   * `code-expired` or `blocked`. Who holds the code: docs/protocol.md#who-asked-for-a-code.
   */
  verify(phone: string, code: string, { state, isKnownDevice }: ShownProofs): void {
    const { maxAttempts } = this.#settings;
    this.#throwIfUnserved(phone);
    const guard = this.#guard(phone);
    this.#throwIfBlocked(guard);
    const live = this.liveCode(phone);
    if (live === undefined) throw refusal('code-expired');
    guard.isStateShown ||= state === guard.state;
    // There are no addresses here: every caller counts as calling from the address that asked for the code.
    const isHolder = state === guard.state || isKnownDevice || !guard.isStateShown;
    if (!isHolder && guard.isGuessed) throw refusal('code-expired');
    if (code === live) {
      guard.code = null;
      guard.failures = 0;
      return;
    }
    guard.codeTries++;
    if (guard.codeTries >= maxAttempts) guard.code = null;
    if (!isHolder) {
      guard.isGuessed = true;
      throw refusal('wrong-code', { attemptsLeft: 0 });
    }
    guard.failures++;
    if (guard.failures >= maxAttempts) this.#block(guard);
    this.#throwIfBlocked(guard);
    const attemptsLeft = maxAttempts - Math.max(guard.failures, guard.codeTries);
    throw attemptsLeft > 0 ? refusal('wrong-code', { attemptsLeft }) : refusal('code-expired');
  }

  /** Throws for a number that can get no SMS: docs/protocol.md#numbers-that-get-no-sms. */
  #throwIfUnserved(phone: string): void {
    if (!isMobile(phone) && !Object.hasOwn(this.#settings.testNumbers, phone)) throw refusal('invalid-phone');
  }

  /** Destroys the code and blocks the number, longer each time. */
  #block(guard: PhoneGuard): void {
    const { blockSteps } = this.#settings;
    const now = this.#clock.now();
    const step = Math.max(0, guard.blockLevel - Math.floor((now - guard.blockLevelAt) / DAY_MS));
    const index = Math.min(step, blockSteps.length - 1);
    guard.code = null;
    guard.failures = 0;
    guard.blockedUntil = now + blockSteps[index]! * 1000;
    guard.blockLevel = index + 1;
    guard.blockLevelAt = now;
  }

  #throwIfBlocked({ blockedUntil }: PhoneGuard): void {
    if (blockedUntil > this.#clock.now())
      throw refusal('blocked', { retryAfter: this.#clock.retryAfter(blockedUntil) });
  }

  #guard(phone: string): PhoneGuard {
    let guard = this.#guards.get(phone);
    if (!guard) {
      guard = {
        code: null,
        state: '',
        isStateShown: false,
        codeTries: 0,
        isGuessed: false,
        codeExpiresAt: 0,
        nextSendAt: 0,
        daySends: 0,
        dayEndsAt: 0,
        failures: 0,
        blockedUntil: 0,
        blockLevel: 0,
        blockLevelAt: 0,
      };
      this.#guards.set(phone, guard);
    }
    return guard;
  }

  /** Returns the next code of a sequence that is the same in every run of a test. Codes that follow each other differ. */
  #newCode(): string {
    const { codeLength } = this.#settings;
    return `${(++this.#count * 314_159 + 271_828) % 1_000_000}`.padStart(6, '0').slice(-codeLength);
  }
}
