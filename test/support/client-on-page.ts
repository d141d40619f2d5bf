import type { TestContext } from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { HeldBackend, session } from './held-backend.js';
import type { FakePage } from './page.js';

/** A client over the storage of a page. */
export function onPage(t: TestContext, page: FakePage, baseUrl = 'https://api.test') {
  const backend = new HeldBackend();
  const client = new AuthClient({ backend, baseUrl });
  client.subscribe(() => {});
  t.after(() => client.dispose());
  return {
    page,
    backend,
    client,
    async signIn(overrides: object = {}) {
      const done = client.login('anna', 'correct horse');
      await backend.answer('login', session(overrides));
      await done;
    },
  };
}
