// SessionKeeper.setDisplayName where the session goes before or while the name is saved.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { acquireKeeper } from '../../src/client/acquire-keeper.js';
import { FakeBackend, FakeStore, stored } from '../support/fake-backend.js';

const { signal } = new AbortController();

function setUpKeeper(t: TestContext) {
  const backend = new FakeBackend();
  const store = new FakeStore();
  store.stored = stored({ displayName: null });
  const { keeper, release } = acquireKeeper({ backend, store, baseUrl: 'https://api.test' });
  t.after(release);
  return { backend, store, keeper };
}

test('no session is stored: rejects with session-expired, and calls nothing', async t => {
  const { backend, store, keeper } = setUpKeeper(t);
  store.stored = null;
  await assert.rejects(keeper.setDisplayName('Anna', signal), { code: 'session-expired' });
  assert.equal(backend.calls.length, 0);
});

test('another tab removes the session meanwhile: the account has its name, and nothing is stored', async t => {
  const { backend, store, keeper } = setUpKeeper(t);
  const named = keeper.setDisplayName('Anna', signal);
  store.stored = null;
  await backend.answer('setDisplayName', {});
  assert.equal((await named).displayName, 'Anna');
  assert.equal(store.stored, null);
});
