// Browsers, numbers and logins for the tests with a real server. Every number is new within a test file.
import type { TestContext } from 'node:test';
import { KratosBackend, type KratosBackendOptions } from '../../../src/backends/kratos.js';
import { AuthClient } from '../../../src/client/auth-client.js';
import { FakeStore } from '../../support/held-backend.js';
import { toPhoneNumber, type KratosServer } from './kratos-server.js';

let count = 0;

/** A phone number in wire form. */
export const newPhone = () => `7916555${String(++count).padStart(4, '0')}`;
export const newLogin = () => `anna_${++count}`;

export const PASSWORD = 'correct horse battery';

/** A six-digit code that differs from `code`. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The cookies of a browser, which the `fetch` of Node lacks. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();
  #realFetch: typeof fetch | undefined;

  /** Makes calls of `fetch` with credentials send and keep cookies; these calls name the site as their origin. */
  install(): void {
    const realFetch = globalThis.fetch;
    this.#realFetch = realFetch;
    globalThis.fetch = async (address, init: RequestInit = {}) => {
      if (init.credentials !== 'include') return realFetch(address, init);
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { ...(init.headers as object), Origin: 'http://site.test', ...(cookie && { Cookie: cookie }) };
      const answer = await realFetch(address, { ...init, headers });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0/i.test(line)) this.#cookies.delete(name);
        else this.#cookies.set(name, value);
      }
      return answer;
    };
  }

  remove(): void {
    globalThis.fetch = this.#realFetch!;
  }

  clear(): void {
    this.#cookies.clear();
  }

  /** The names of the cookies. */
  get names(): string[] {
    return [...this.#cookies.keys()];
  }
}

/** A client of the server with its own store and number. It is disposed of after the test. */
export function setUpClient(
  t: TestContext,
  server: KratosServer,
  { store = new FakeStore(), ...options }: KratosBackendOptions & { store?: FakeStore } = {},
) {
  const backend = new KratosBackend(server.url, { toPhoneNumber, ...options });
  const client = new AuthClient({ backend, store, baseUrl: server.url });
  t.after(() => client.dispose());
  const phone = newPhone();
  return {
    backend,
    client,
    store,
    phone,
    async register(name = 'Anna') {
      await client.registerByPhone(phone, name);
      await client.verifyRegistrationSms(await server.readCode(phone));
    },
  };
}

/** The properties that the person or the widget sees of the error that a promise rejects with. */
export async function failureOf(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (error) {
    const { code, retryAfter, attemptsLeft, field, text } = error as Record<string, unknown>;
    return { code, retryAfter, attemptsLeft, field, text };
  }
  throw new Error('The call was expected to fail');
}
