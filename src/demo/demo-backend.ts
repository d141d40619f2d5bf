import type { CallOptions, CodeRequest } from '../core/auth-backend.js';
import { MemoryBackend } from '../testing/memory-server/memory-backend.js';

/** The server in memory, which hands each code to the page in place of sending an SMS. */
export class DemoBackend extends MemoryBackend {
  readonly #showSms: (phone: string, code: string) => void;

  /** @param showSms called with the number in wire form and its code, for the test numbers too */
  constructor(showSms: (phone: string, code: string) => void) {
    super();
    this.#showSms = showSms;
  }

  override async requestCode(phone: string, options?: CallOptions): Promise<CodeRequest> {
    const request = await super.requestCode(phone, options);
    this.#showSms(phone, this.codeFor(phone));
    return request;
  }
}
