import type { TestContext } from 'node:test';
import { AuthClient, type AuthClientOptions, type AuthNotice } from '../../src/client/auth-client.js';
import { globalScope } from '../../src/client/platform/global-scope.js';
import { HeldBackend, FakeStore } from './held-backend.js';

// Node has Web Locks from version 24.5 on. A renewal in a lock first waits 200 ms for what other tabs have written. Without them, the
// tests have the same times on every version. A FakePage has locks of its own.
if (globalScope.navigator) Object.defineProperty(globalScope.navigator, 'locks', { value: undefined });

export const PHONE = '79161234567';
export const PHONE_TEXT = '+7 (916) 123-45-67';

export const SIGNED_OUT = {
  isAuthenticated: false,
  userId: null,
  displayName: null,
  isLoading: false,
  error: null,
  phoneForVerification: null,
  verificationStep: 'none',
} as const;
export const ANNA = { ...SIGNED_OUT, isAuthenticated: true, userId: 'u1', displayName: 'Anna' } as const;
export const SMS_SENT = { ...SIGNED_OUT, phoneForVerification: PHONE, verificationStep: 'sms-sent' } as const;

/** A client with its own backend and store, and the notices that it has sent. Disposed of after the test. */
export function setUpClient(t: TestContext, options: AuthClientOptions & { stored?: FakeStore['stored'] } = {}) {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = options.stored ?? null;
  const client = new AuthClient({ backend, store, ...options });
  const notices: AuthNotice[] = [];
  client.observe(notice => notices.push(notice));
  t.after(() => client.dispose());
  return {
    backend,
    store,
    client,
    notices,
    /** The types of the notices since the last call, without `flow`. */
    takeNotices: () =>
      notices
        .splice(0)
        .map(({ type }) => type)
        .filter(type => type !== 'flow'),
    /** Requests a code for `PHONE`, and answers. The notices of that are dropped. */
    async awaitCode(answer: object = {}): Promise<void> {
      const requested = client.loginByPhone(PHONE);
      await backend.answer('requestCode', answer);
      await requested;
      notices.splice(0);
    },
    async signIn(session: object): Promise<void> {
      const signedIn = client.login('anna', 'correct horse');
      await backend.answer('login', session);
      await signedIn;
      notices.splice(0);
    },
  };
}
