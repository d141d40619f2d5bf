import { globalScope } from '../platform/global-scope.js';
import { withTimeout } from '../platform/with-timeout.js';
import { followNotices, postNotice } from '../storage/change-notices.js';

/** How long it may take until a tab can read what another tab has written: tabs are separate processes. */
const STORAGE_PROPAGATION_MS = 200;
/**
 * How long the lock may be held elsewhere before its holder counts as stuck: more than the 10 s that a call may take. A
 * tab that is frozen or suspended keeps its locks, a page in WebKit's back/forward cache keeps them too
 * (https://bugs.webkit.org/show_bug.cgi?id=283528), and some browsers grant no lock at all.
 */
const MAX_HELD_ELSEWHERE_MS = 15_000;
/**
 * How long `run` waits for the promise of the lock, which may never settle if the page was in the back/forward cache meanwhile. After
 * that, `run` waits for the renewal alone, without a limit.
 */
const LOCK_TIMEOUT_MS = 20_000;

/** Waits until this tab can read what another tab has written. */
const untilWritesArrive = () => new Promise<void>(resolve => setTimeout(resolve, STORAGE_PROPAGATION_MS));

/** The result of `run` if this tab didn't get the lock. */
export const HELD_ELSEWHERE = Symbol('held elsewhere');

/** Allows one renewal at a time in all tabs, through Web Locks if the browser has them. */
export class RenewalLock {
  readonly #name: string;
  /** Since when one holder elsewhere has had the lock, as far as this tab knows: a time of `performance.now()`, because the wall clock can be set. */
  #heldElsewhereSince: number | undefined;
  /** `obtainedAt` of the token that the last `run` was for. */
  #obtainedAt: number | undefined;
  /** Stops listening for the notices of holders that have released the lock; undefined unless this tab waits. */
  #stopFollowing: (() => void) | undefined;

  /** @param name the name of the lock, the same in all tabs that share the session */
  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Calls `renew` while no other tab is renewing. If locks are missing or don't work, `renew` is called without one, because the
   * server tolerates two renewals at once (docs/protocol.md#tokens).
   * @param obtainedAt `obtainedAt` of the token to renew. Each renewal changes it. Another value restarts the wait
   * @returns the result of `renew`, or `HELD_ELSEWHERE`, at once, if another tab holds the lock. The caller then calls again later. A call after
   *   15 seconds of waiting renews without this lock, one tab at a time. A call after 30 seconds renews in any tab
   */
  async run<T>(obtainedAt: number, renew: () => Promise<T>): Promise<T | typeof HELD_ELSEWHERE> {
    if (obtainedAt !== this.#obtainedAt) this.endWait();
    this.#obtainedAt = obtainedAt;
    // Late timers fire together, so the time may run out just as `renew` has begun. `renew` must not begin twice.
    let renewal: Promise<T> | undefined;
    try {
      return await withTimeout(LOCK_TIMEOUT_MS, undefined, () =>
        this.#request(this.#name, async lock => {
          const renewSoon = async () => {
            await untilWritesArrive();
            // A renewal that failed leaves the token as it was, so only this notice shows waiting tabs that its tab isn't stuck.
            return (renewal ??= renew()).finally(() => postNotice(this.#name));
          };
          if (lock) {
            this.endWait();
            return renewSoon();
          }
          const heldFor = this.#measureWait();
          if (heldFor < MAX_HELD_ELSEWHERE_MS) return HELD_ELSEWHERE;
          // Several waiting tabs may get here at once. One of them gets this second lock. After 30 seconds a tab goes on without it, because
          // some browsers grant no lock at all.
          return this.#request(`${this.#name}:stuck`, async turn =>
            turn || heldFor > 2 * MAX_HELD_ELSEWHERE_MS ? renewSoon() : HELD_ELSEWHERE,
          );
        }),
      );
    } catch {
      // There are no locks (a TypeError), this context has no access to them, the request timed out, or the lock was
      // stolen. If `renew` rejected, its promise is returned below.
    }
    return (renewal ??= renew());
  }

  /** Forgets how long the lock has been held elsewhere. The next holder has the full 15 seconds before it counts as stuck. */
  endWait(): void {
    this.#heldElsewhereSince = undefined;
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
  }

  #request<T>(name: string, callback: (lock: Lock | null) => Promise<T>): Promise<T> {
    return globalScope.navigator!.locks.request(name, { ifAvailable: true }, callback);
  }

  /** Returns for how many milliseconds one holder has had the lock, as far as this tab knows. The first call begins the wait. */
  #measureWait(): number {
    const now = performance.now();
    this.#heldElsewhereSince ??= now;
    // The lock was released, or this page was in the back/forward cache: the next holder has the full time.
    this.#stopFollowing ??= followNotices(this.#name, () => {
      this.#heldElsewhereSince = performance.now();
    });
    return now - this.#heldElsewhereSince;
  }
}
