// The server in the page: a `fetch` that answers the calls of the widget from memory, and shows its SMS on the phone.
import { MemoryBackend } from '../../src/testing/memory-server/memory-backend.js';
import { mockServer } from '../../src/testing/mock-server.js';
import type { CallOptions, CodeRequest } from '../../src/core/auth-backend.js';
import type { Sms } from './sms.js';

/** The `base-url` of the server in memory. The names of its records in the storages of the page contain it. */
export const MEMORY_PATH = '/memory';

/** The property of the page's window with the `fetch` that its second tab uses, so that both have the same server in memory. */
const SHARED_FETCH = Symbol.for('auth-widget:playground-fetch');

type SharingWindow = Window & { [SHARED_FETCH]?: typeof fetch };

class MemoryServer extends MemoryBackend {
  readonly #onSms: (sms: Sms) => void;

  constructor(onSms: (sms: Sms) => void) {
    super();
    this.#onSms = onSms;
  }

  override async requestCode(phone: string, options?: CallOptions): Promise<CodeRequest> {
    const { length } = this.sentSms;
    const request = await super.requestCode(phone, options);
    // Test numbers get no SMS.
    for (const { phone: to, code, sentAt } of this.sentSms.slice(length)) {
      const text = `Your code: ${code}\n\n@${location.hostname} #${code}`;
      this.#onSms({ to, from: 'auth-widget', text, at: sentAt });
    }
    return request;
  }
}

/**
 * Makes a new server in memory answer the calls of this page. The server knows nobody, so this also removes the records that the widget's
 * default stores keep for it from before a reload. Call it before `Faults` is constructed, which wraps the `fetch` that it finds.
 */
export function startMemoryServer(onSms: (sms: Sms) => void): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage))
        if (key.includes(`${location.origin}${MEMORY_PATH}`)) storage.removeItem(key);
  } catch {
    // The browser blocks site data, so there is no record.
  }
  mockServer(new MemoryServer(onSms));
  const { fetch } = globalThis;
  // `Faults` replaces the `fetch` of the page later. The second tab uses this one, without the page's faults.
  (window as SharingWindow)[SHARED_FETCH] = (...args) => fetch(...args);
}

/** For the second tab: makes the server in memory of the page around this one answer the calls of this page. */
export function shareMemoryServer(): void {
  const shared = (window.parent as SharingWindow)[SHARED_FETCH];
  if (shared) globalThis.fetch = shared;
}
