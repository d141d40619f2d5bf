// The client that the wrappers for React, Vue and Svelte share: released, it starts anew.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AppAuth } from '../../src/frameworks/app-auth.js';
import { settle } from '../support/clock.js';
import { FakeStore, HeldBackend, stored } from '../support/held-backend.js';

test('after release() the next client restores the session itself', async t => {
  const backend = new HeldBackend();
  const store = new FakeStore();
  const auth = new AppAuth({ backend, store });
  t.after(() => auth.release());
  // On a server, a client is disposed of at once. This test stands for a page, where it isn't.
  const restores: object[] = [];
  const watch = () => {
    const { client } = auth;
    client.tryAutoLogin = () => Promise.resolve(void restores.push(client));
    return client;
  };
  const first = watch();
  await auth.ready;
  await auth.ready;
  auth.release();
  store.stored = stored();
  const second = watch();
  await auth.ready;
  await settle();
  assert.notEqual(first, second);
  assert.deepEqual(restores, [first, second]);
});
