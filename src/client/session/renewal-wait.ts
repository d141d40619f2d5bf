import { AuthError } from '../../core/auth-error.js';
import type { StoredSession } from '../../core/ports.js';
import { HELD_ELSEWHERE } from './renewal-lock.js';
import type { RenewalSchedule } from './renewal-schedule.js';
import type { SessionRecord } from './session-record.js';
import type { RefreshResult } from './session-renewal.js';
import { withTimeout } from '../platform/with-timeout.js';

/** For which a renewal is waited for, and how often the store is looked at while another tab renews or a failed one is repeated. */
const TIMEOUT_MS = 10_000;
const LOOK_INTERVAL_MS = 250;

/** Renews the session, as `SessionRenewal.renew`. */
type Renew = (record: StoredSession, isForced?: boolean) => Promise<RefreshResult>;

const nextLook = () => new Promise(resolve => setTimeout(resolve, LOOK_INTERVAL_MS));

/** Waits until the stored session can be used, because it was renewed here or in another tab. */
export class RenewalWait {
  readonly #records: SessionRecord;
  readonly #schedule: RenewalSchedule;

  constructor(records: SessionRecord, schedule: RenewalSchedule) {
    this.#records = records;
    this.#schedule = schedule;
  }

  /** Whether the session can be renewed, but its token cannot be used: past its time, also if the clock was set back. */
  isPast(record: StoredSession): boolean {
    return !!record.refreshToken && !this.#schedule.isUnexpiredByClock(record);
  }

  /**
   * Renews a session that is due. Goes on, through failures too, until none is stored that has expired by this clock.
   * Rejects with `timeout` after 10 seconds.
   */
  untilUsable(renew: Renew): Promise<void> {
    return withTimeout(TIMEOUT_MS, async signal => {
      while (!signal.aborted) {
        const record = this.#records.read();
        if (record && this.#isDue(record)) await renew(record);
        const current = this.#records.read();
        if (!current || !this.#schedule.isExpiredByClock(current)) return;
        await nextLook();
      }
    });
  }

  /**
   * Renews a session that `isPast`, at once, whatever the wait after earlier failures. Rejects with the first failure, with `timeout` after 10
   * seconds, and with `cancelled` when `outer` is aborted.
   */
  untilInTime(renew: Renew, outer: AbortSignal): Promise<void> {
    return withTimeout(
      TIMEOUT_MS,
      async signal => {
        let isForced = true;
        while (!signal.aborted) {
          const record = this.#records.read();
          if (!record || !this.isPast(record)) return;
          const result = isForced || this.#isDue(record) ? await renew(record, isForced) : HELD_ELSEWHERE;
          if (typeof result === 'object') throw new AuthError(result.code, result);
          isForced = false;
          if (result === HELD_ELSEWHERE) await nextLook();
        }
      },
      outer,
    );
  }

  #isDue(record: StoredSession): boolean {
    return this.#schedule.msUntilRenewal(record) <= 0;
  }
}
