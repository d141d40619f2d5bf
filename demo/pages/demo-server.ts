// The server in the page: a `fetch` that answers the calls of the widget from memory, and shows its SMS on the phone.
import { MemoryBackend } from '../../src/testing/memory-server/memory-backend.js';
import { mockServer } from '../../src/testing/mock-server.js';
import type { CallOptions, CodeRequest } from '../../src/core/auth-backend.js';
import type { Sms } from './sms.js';

/** The path of the server in memory. Its sessions have a name of their own in the storage of the page. */
export const MEMORY_PATH = '/memory';

/** The property of the page's window with the `fetch` that its second tab uses: both have one server in memory then. */
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

/** Makes a server in memory answer the calls of this page. It forgets everybody at a reload, and so do the storages. */
export function startMemoryServer(onSms: (sms: Sms) => void): void {
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage))
      if (key.includes(`${location.origin}${MEMORY_PATH}`)) storage.removeItem(key);
  mockServer(new MemoryServer(onSms));
  const { fetch } = globalThis;
  // The page replaces `fetch` again for what goes wrong, which is not for its second tab.
  (window as SharingWindow)[SHARED_FETCH] = (...args) => fetch(...args);
}

/** Makes the server in memory of the page around this one answer its calls. */
export function shareMemoryServer(): void {
  const shared = (window.parent as SharingWindow)[SHARED_FETCH];
  if (shared) globalThis.fetch = shared;
}
