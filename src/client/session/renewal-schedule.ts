import { clampDeadline, deadlineIn, type Deadline } from '../../core/deadline.js';
import type { StoredSession } from '../../core/stored-session.js';

/** The share of its lifetime after which a token is renewed at the earliest. */
const RENEW_AT_SHARE = 0.8;
/** Each page adds a random share up to this one, so that many tabs and devices don't renew at once. */
const JITTER_SHARE = 0.02;
/**
 * The longest delay of the timer that reads the wall clock again. A longer timer isn't reliable: browsers throttle timers in
 * background tabs, and they stop while a device sleeps.
 */
const CLOCK_LOOK_INTERVAL_MS = 30_000;
/** The longest backoff after the first failure. It doubles after each further failure, up to the maximum. A random part of it is waited. */
const BACKOFF_FIRST_SECONDS = 1;
const BACKOFF_MAX_SECONDS = 300;
/** The longest wait that an answer of the server can ask for. */
const SERVER_WAIT_MAX_SECONDS = 3600;
/** How far clock synchronisation may move a clock back. A clock that has moved back further counts as set back. */
const CLOCK_TOLERANCE_MS = 1_000;

const PAST: Deadline = { at: 0, seconds: 0 };

/** When a stored session's lifetime began (milliseconds since the epoch), and how long it lasts (seconds). */
type Lifetime = Pick<StoredSession, 'obtainedAt' | 'expiresIn'>;

/** The clock and the random numbers, which tests replace. */
export interface ScheduleOptions {
  /** The wall clock, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** A random number from 0 up to, but not including, 1. */
  readonly random?: () => number;
}

/**
 * Computes when a session must be renewed: docs/behaviour/session.md#time, docs/behaviour/session.md#renewal and
 * docs/behaviour/session.md#failure. It sets no timers and makes no calls. Its caller reports what has happened.
 */
export class RenewalSchedule {
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #renewAtShare: number;
  #failures = 0;
  /** When the next renewal may begin, unless its caller forces it. */
  #notBefore = PAST;
  /** The end of the wait that the server asked for in its latest failure. */
  #serverRetryAfter = PAST;
  /** `obtainedAt` of the session that `isUnexpiredByClock` was last asked about, and the latest time that the clock has shown since. */
  #obtainedAt = 0;
  #latestClock = 0;

  constructor({ now = () => Date.now(), random = () => Math.random() }: ScheduleOptions = {}) {
    this.#now = now;
    this.#random = random;
    this.#renewAtShare = RENEW_AT_SHARE + random() * JITTER_SHARE;
  }

  /** Whether the lifetime is over by this device's clock. If the clock was set back, false proves nothing. */
  isExpiredByClock({ obtainedAt, expiresIn }: Lifetime): boolean {
    return this.#now() >= obtainedAt + expiresIn * 1000;
  }

  /**
   * Whether the session is unexpired by this device's clock. Also false if the clock was set back since it was
   * obtained. If `obtainedAt` has changed since the last call, another tab may have begun the lifetime: that counts as `succeed`.
   */
  isUnexpiredByClock(lifetime: Lifetime): boolean {
    const { obtainedAt } = lifetime;
    const now = this.#now();
    if (obtainedAt !== this.#obtainedAt) {
      if (this.#obtainedAt) this.succeed();
      this.#obtainedAt = this.#latestClock = obtainedAt;
    }
    this.observeClock(now);
    return now >= this.#latestClock - CLOCK_TOLERANCE_MS && !this.isExpiredByClock(lifetime);
  }

  /** Milliseconds until the renewal; 0 or less if it's due. If `isUnexpiredByClock` is false, only `fail` and `postpone` delay it. */
  msUntilRenewal(lifetime: Lifetime): number {
    const { obtainedAt, expiresIn } = lifetime;
    const dueAt = this.isUnexpiredByClock(lifetime) ? obtainedAt + expiresIn * 1000 * this.#renewAtShare : 0;
    // A clock that was set back must not make a wait longer than intended.
    this.#notBefore = clampDeadline(this.#notBefore, this.#now());
    this.#serverRetryAfter = clampDeadline(this.#serverRetryAfter, this.#now());
    return Math.max(dueAt, this.#notBefore.at) - this.#now();
  }

  /**
   * Milliseconds until the `SessionKeeper` reads the clock and the store again: until the renewal, but 30 seconds at most. Never less
   * than 0, because browsers take a delay modulo 2³²: one of -1.8e12 may become 24 days.
   */
  msUntilClockLook(lifetime: Lifetime): number {
    return Math.max(0, Math.min(this.msUntilRenewal(lifetime), CLOCK_LOOK_INTERVAL_MS));
  }

  /**
   * Records that this time (milliseconds since the epoch) has come: the clock shows it, or a timer that was set for it
   * has fired. If the clock later shows a time more than `CLOCK_TOLERANCE_MS` earlier, it was set back.
   */
  observeClock(time: number): void {
    this.#latestClock = Math.max(this.#latestClock, time);
  }

  /** Records that a lifetime has begun, by a sign-in, a renewal or a check, here or in another tab. Earlier failures no longer count. */
  succeed(): void {
    this.#failures = 0;
    this.#notBefore = this.#serverRetryAfter = PAST;
  }

  /** Records a failed renewal. Backs off with full jitter, for at least as many seconds as the server asked for, up to an hour. */
  fail(retryAfter = 0): void {
    const ceiling = Math.min(BACKOFF_FIRST_SECONDS * 2 ** this.#failures++, BACKOFF_MAX_SECONDS);
    this.#serverRetryAfter = deadlineIn(Math.min(retryAfter, SERVER_WAIT_MAX_SECONDS), this.#now());
    const { seconds } = this.#serverRetryAfter;
    this.#notBefore = deadlineIn(Math.max(ceiling * this.#random(), seconds), this.#now());
  }

  /**
   * Sets the wait before the next renewal to this many seconds, without counting a failure. A longer wait that the server asked
   * for stays.
   */
  postpone(seconds: number): void {
    const next = deadlineIn(seconds, this.#now());
    this.#notBefore = next.at > this.#serverRetryAfter.at ? next : this.#serverRetryAfter;
  }

  /**
   * Ends the wait that the client chose itself, because the network is back, but not one that the server asked for. A call that was
   * sent before may fail just afterwards. It then counts as the first failure: without a wait of the server's, it delays the next
   * renewal by a second at most.
   */
  endBackoff(): void {
    this.#failures = 0;
    this.#notBefore = this.#serverRetryAfter;
  }
}
