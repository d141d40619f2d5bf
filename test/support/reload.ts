import type { TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import type { AuthMode } from '../../src/core/modes.js';
import { HeldBackend, FakeStore } from './held-backend.js';
import { PHONE } from './client-setup.js';

/** Loads a page with an observed client. `FakePage` keeps its storages from one load to the next. */
export function load(t: TestContext, mode: AuthMode = 'phone-login', storedSession: FakeStore['stored'] = null) {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = storedSession;
  const client = new AuthClient({ backend, store, mode });
  client.observe(() => {});
  t.after(() => client.dispose());
  return { backend, store, client };
}

export type Loaded = ReturnType<typeof load>;

/** Loads the page again. Everything in its memory is lost. */
export function reload(t: TestContext, { client, store }: Loaded, mode: AuthMode = 'phone-login'): Loaded {
  client.dispose();
  return load(t, mode, store.stored);
}

/** Takes a registration to the code screen. */
export async function awaitCode({ client, backend }: Loaded, answer: object = {}): Promise<void> {
  const requested = client.registerByPhone(PHONE, 'Anna');
  await backend.answer('requestCode', answer);
  await requested;
}
