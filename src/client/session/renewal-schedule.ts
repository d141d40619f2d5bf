import { clampDeadline, deadlineIn, type Deadline } from '../../core/deadline.js';
import type { StoredSession } from '../../core/ports.js';

/** The least share of its lifetime after which a token is renewed. */
const RENEW_AT_SHARE = 0.8;
/** Each page adds a random part of this share, so that the renewals of many tabs and devices are spread. */
const JITTER_SHARE = 0.02;
/** Timers are throttled in background tabs and stop in sleep, so the wall clock is looked at this often. */
const CLOCK_LOOK_INTERVAL_MS = 30_000;
/** Backoff after the first failure, doubled with each further one up to the maximum. */
const BACKOFF_FIRST_SECONDS = 1;
const BACKOFF_MAX_SECONDS = 300;
/** Synchronisation moves a clock back by less than this. By more: it was set by hand. */
const CLOCK_TOLERANCE_MS = 1_000;

const PAST: Deadline = { at: 0, seconds: 0 };

/** The parts of a stored session that say when it ends: milliseconds since the epoch, and seconds. */
type Lifetime = Pick<StoredSession, 'obtainedAt' | 'expiresIn'>;

/** Clock and chance, replaced in tests. */
export interface ScheduleOptions {
  /** The wall clock, in milliseconds since the epoch. */
  readonly now?: () => number;
  /** A random number from 0 up to, but not including, 1. */
  readonly random?: () => number;
}

/**
 * When a session is to be renewed: docs/behaviour/session.md#time, docs/behaviour/session.md#renewal and
 * docs/behaviour/session.md#failure. Arithmetic alone: it sets no timer and makes no call, it is told what happened.
 */
export class RenewalSchedule {
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #renewAtShare: number;
  #failures = 0;
  /** No renewal before this, whatever the reason. */
  #notBefore = PAST;
  /** The part of it that the server asked for with `Retry-After`. */
  #serverRetryAfter = PAST;
  /** `obtainedAt` of the session that was looked at last, and the latest time the clock has shown since. */
  #obtainedAt = 0;
  #latestClock = 0;

  constructor({ now = () => Date.now(), random = () => Math.random() }: ScheduleOptions = {}) {
    this.#now = now;
    this.#random = random;
    this.#renewAtShare = RENEW_AT_SHARE + random() * JITTER_SHARE;
  }

  /** Whether the lifetime is over by this clock. A clock that was set back shows less, and proves nothing. */
  isExpiredByClock({ obtainedAt, expiresIn }: Lifetime): boolean {
    return this.#now() >= obtainedAt + expiresIn * 1000;
  }

  /** Whether the session is unexpired by this clock; false also if the clock was set back since it was obtained. */
  isUnexpiredByClock(lifetime: Lifetime): boolean {
    const { obtainedAt } = lifetime;
    const now = this.#now();
    if (obtainedAt !== this.#obtainedAt) this.#obtainedAt = this.#latestClock = obtainedAt;
    this.observeClock(now);
    return now >= this.#latestClock - CLOCK_TOLERANCE_MS && !this.isExpiredByClock(lifetime);
  }

  /** Milliseconds until the renewal; 0 or less when it is due. Due at once unless `isUnexpiredByClock`. */
  msUntilRenewal(lifetime: Lifetime): number {
    // A clock that was set back must not make a wait longer than it was meant to be.
    this.#notBefore = clampDeadline(this.#notBefore, this.#now());
    const { obtainedAt, expiresIn } = lifetime;
    const dueAt = this.isUnexpiredByClock(lifetime) ? obtainedAt + expiresIn * 1000 * this.#renewAtShare : 0;
    return Math.max(dueAt, this.#notBefore.at) - this.#now();
  }

  /** Milliseconds until the keeper looks at clock and store again: until the renewal, and 30 seconds at most. */
  msUntilClockLook(lifetime: Lifetime): number {
    return Math.min(this.msUntilRenewal(lifetime), CLOCK_LOOK_INTERVAL_MS);
  }

  /**
   * `time` (milliseconds since the epoch) has come: the clock shows it, or a timer that was set for it has fired. A clock
   * that shows less from then on was set back.
   */
  observeClock(time: number): void {
    this.#latestClock = Math.max(this.#latestClock, time);
  }

  /** A new lifetime has begun, so nothing of earlier failures counts. */
  succeed(): void {
    this.#failures = 0;
    this.#notBefore = this.#serverRetryAfter = PAST;
  }

  /** A renewal has failed: backs off with full jitter, and no shorter than the server asked for (seconds). */
  fail(retryAfter = 0): void {
    const ceiling = Math.min(BACKOFF_FIRST_SECONDS * 2 ** this.#failures++, BACKOFF_MAX_SECONDS);
    this.#serverRetryAfter = deadlineIn(retryAfter, this.#now());
    const { seconds } = this.#serverRetryAfter;
    this.#notBefore = deadlineIn(Math.max(ceiling * this.#random(), seconds), this.#now());
  }

  /** No renewal for that many seconds, without any failure. */
  postpone(seconds: number): void {
    this.#notBefore = deadlineIn(seconds, this.#now());
  }

  /** The network is back: the own backoff is over, the wish of the server stands. */
  endBackoff(): void {
    this.#notBefore = this.#serverRetryAfter;
  }
}
