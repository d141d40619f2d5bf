// Clients, numbers and codes for the tests with a real server. Every number is new within a test file.
import type { TestContext } from 'node:test';
import { SupabaseBackend, type SupabaseBackendOptions } from '../../../src/backends/supabase.js';
import { AuthClient } from '../../../src/client/auth-client.js';
import { FakeStore } from '../../support/held-backend.js';
import type { AuthServer } from './auth-server.js';

let count = 0;

/** A phone number in wire form. */
export const newPhone = () => `7916777${String(++count).padStart(4, '0')}`;

/** A six-digit code that differs from `code`. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

export const PASSWORD = 'correct horse battery';

/** A client of a server with its own store and number. It is disposed of after the test. */
export function setUpClient(
  t: TestContext,
  server: AuthServer,
  { store = new FakeStore(), ...options }: SupabaseBackendOptions & { store?: FakeStore } = {},
) {
  const backend = new SupabaseBackend(server.url, options);
  const client = new AuthClient({ backend, store, baseUrl: server.url });
  t.after(() => client.dispose());
  const phone = newPhone();
  return {
    backend,
    client,
    store,
    phone,
    /** The last code sent to the number. */
    code: () => server.codesTo(phone).at(-1)!,
    async register(name = 'Anna') {
      await client.registerByPhone(phone, name);
      await client.verifyRegistrationSms(server.codesTo(phone).at(-1)!);
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
