import { globalScope } from '../platform/global-scope.js';
import { withTimeout } from '../platform/with-timeout.js';

/** What another tab wrote before it released the lock takes this long to be readable here: tabs are processes. */
const STORAGE_PROPAGATION_MS = 200;
/**
 * How often in a row the lock may be held elsewhere. The caller asks again every 5 s (`LOCK_RETRY_SECONDS` in
 * session-refresher.ts): 15 s in total, more than the 10 s that a call may take. After that the holder is taken for
 * stuck: a tab that is frozen or suspended keeps its locks, a page in the back/forward cache of WebKit does
 * (https://bugs.webkit.org/show_bug.cgi?id=283528), and some browsers grant none at all.
 */
const MAX_HELD_ELSEWHERE = 3;
/** For the lock and all that is done in it: the promise of a page that was cached in between may never settle. */
const LOCK_TIMEOUT_MS = 20_000;

/** Another tab holds the lock. */
export const HELD_ELSEWHERE = Symbol('held elsewhere');

/** One renewal at a time in all tabs, by Web Locks where the browser has them. */
export class RenewalLock {
  readonly #name: string;
  /** How often in a row the lock was held elsewhere, while the token obtained at `#obtainedAt` was to be renewed. */
  #heldElsewhereCount = 0;
  #obtainedAt: number | undefined;

  /** @param name of the lock, the same in all tabs that share the session */
  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Calls `renew` while no other tab does. Calls it without the lock where there are no locks, or none that work: the
   * server tolerates two renewals at once (docs/protocol.md#tokens).
   * @param obtainedAt of the token to renew, which changes with each renewal: a new one starts the count again
   * @returns what `renew` has returned, or `HELD_ELSEWHERE`
   */
  async run<T>(obtainedAt: number, renew: () => Promise<T>): Promise<T | typeof HELD_ELSEWHERE> {
    if (obtainedAt !== this.#obtainedAt) this.#heldElsewhereCount = 0;
    this.#obtainedAt = obtainedAt;
    // Late timers fire together: the lock may time out when `renew` has just begun, and must not begin it again.
    let renewal: Promise<T> | undefined;
    try {
      return await withTimeout(LOCK_TIMEOUT_MS, () =>
        globalScope.navigator!.locks.request(this.#name, { ifAvailable: true }, async lock => {
          if (lock) this.#heldElsewhereCount = 0;
          else if (this.#heldElsewhereCount++ < MAX_HELD_ELSEWHERE) return HELD_ELSEWHERE;
          // Granted, or held elsewhere so often that the holder is taken for stuck.
          await new Promise(resolve => setTimeout(resolve, STORAGE_PROPAGATION_MS));
          return (renewal ??= renew());
        }),
      );
    } catch {
      // No locks (a TypeError) or no access to them in this context, no answer in time, or a lock that was taken away. A
      // rejection of `renew` comes here too: it is returned again below.
    }
    return (renewal ??= renew());
  }
}
