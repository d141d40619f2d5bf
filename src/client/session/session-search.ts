import type { Session } from '../../core/auth-backend.js';
import type { ConnectedBackend } from '../calls/connected-backend.js';
import { withTimeout } from '../platform/with-timeout.js';
import { CALL_TIMEOUT_MS, callInTime } from './call-in-time.js';
import type { SessionRecord } from './session-record.js';

/** Asks the server for the session of the browser's cookie. Callers do so only if no session is stored: docs/behaviour/session.md#sessions-in-cookies. */
export class SessionSearch {
  readonly #backend: ConnectedBackend;
  readonly #record: SessionRecord;
  /** The search that is running in this tab, and the record's `removalCount` at its start. */
  #running: { readonly removalCount: number; readonly done: Promise<Session | null> } | undefined;

  constructor(backend: ConnectedBackend, record: SessionRecord) {
    this.#backend = backend;
    this.#record = record;
  }

  /**
   * Searches for 10 seconds at most, once for all callers in this tab. After a sign-out, a new search begins. Rejects with the
   * error of the backend, with `timeout`, and with `cancelled` if the signal is aborted.
   * @param signal ends the wait, but not the call, which others may wait for
   * @returns the session. null if there is none, if the backend can't look for one, or if somebody has signed in or out meanwhile
   */
  async find(signal?: AbortSignal): Promise<Session | null> {
    if (!this.#backend.canFindSession) return null;
    const { removalCount } = this.#record;
    if (this.#running?.removalCount !== removalCount) {
      const running = {
        removalCount,
        done: callInTime(options => this.#backend.findSession(options)).finally(() => {
          if (this.#running === running) this.#running = undefined;
        }),
      };
      this.#running = running;
    }
    const { done } = this.#running;
    const session = await withTimeout(CALL_TIMEOUT_MS, signal, () => done);
    return this.#record.removalCount === removalCount && !this.#record.read() ? session : null;
  }
}
