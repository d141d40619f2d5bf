// auth-widget/preact and auth-widget/solid on a server, where there is no DOM and effects don't run.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createComponent } from 'solid-js';
import { renderToString } from 'solid-js/web';
import { AuthProvider, useAuth, type Auth } from '../../src/frameworks/solid.js';
import * as preact from '../../src/frameworks/preact.js';
import { FakeStore, HeldBackend, stored } from '../support/held-backend.js';

test('solid: on a server the state is unknown, and nothing starts', async () => {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = stored();
  let auth!: Auth;
  const Person = () => String((auth = useAuth()).state().isLoading);
  const html = renderToString(() =>
    createComponent(AuthProvider, {
      backend,
      store,
      get children() {
        return createComponent(Person, {});
      },
    }),
  );
  assert.match(html, /true/);
  assert.equal(store.listeners.size, 0);
  await assert.rejects(auth.client.tryAutoLogin(), { code: 'cancelled' });
  assert.deepEqual(backend.calls, []);
});

test('preact: the entry can be imported on a server', () => {
  assert.equal(typeof preact.useAuth, 'function');
});
