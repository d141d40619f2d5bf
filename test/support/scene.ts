import type { TestContext } from 'node:test';
import { AuthClient, type AuthClientOptions, type AuthNotice } from '../../src/client/auth-client.js';
import { FakeBackend, FakeStore } from './fake-backend.js';

export const PHONE = '79161234567';
export const SPELLED = '+7 (916) 123-45-67';

export const NOBODY = {
  isAuthenticated: false,
  userId: null,
  displayName: null,
  isLoading: false,
  error: null,
  phoneForVerification: null,
  verificationStep: 'none',
} as const;
export const ANNA = { ...NOBODY, isAuthenticated: true, userId: 'u1', displayName: 'Anna' } as const;
export const AWAITED = { ...NOBODY, phoneForVerification: PHONE, verificationStep: 'sms-sent' } as const;

/** A client over a backend and a store of its own, with the notices that it has sent. Disposed of after the test. */
export function scene(t: TestContext, options: AuthClientOptions & { stored?: FakeStore['stored'] } = {}) {
  const backend = new FakeBackend();
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
    told: () =>
      notices
        .splice(0)
        .map(({ type }) => type)
        .filter(type => type !== 'flow'),
    /** Requests a code for `PHONE`, and answers. The notices of it are dropped. */
    async awaitCode(answer: object = {}): Promise<void> {
      const asked = client.loginByPhone(PHONE);
      await backend.answer('requestCode', answer);
      await asked;
      notices.splice(0);
    },
    async signIn(session: object): Promise<void> {
      const asked = client.login('anna', 'correct horse');
      await backend.answer('login', session);
      await asked;
      notices.splice(0);
    },
  };
}
