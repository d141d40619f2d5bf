// auth-widget/svelte on a server, where there is no DOM.
import assert from 'node:assert/strict';
import test from 'node:test';
import { get } from 'svelte/store';
import { createAuth } from '../../src/frameworks/svelte.js';
import { FakeStore, HeldBackend, stored } from '../support/held-backend.js';

test('on a server the state is unknown, and nothing starts', async () => {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = stored();
  const auth = createAuth({ backend, store });
  const end = auth.subscribe(() => {});
  await Promise.resolve();
  const endAgain = auth.subscribe(() => {});
  assert.equal(get(auth).isLoading, true);
  assert.equal(store.listeners.size, 0, 'there is no client yet');
  end();
  endAgain();
  assert.deepEqual(backend.calls, []);
  await assert.rejects(auth.client.tryAutoLogin(), { code: 'cancelled' });
  assert.deepEqual(backend.calls, []);
});
