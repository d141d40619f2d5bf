// SessionKeeper by itself, where no session is stored, or none any more: what a client does not tell apart.
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

test('setDisplayName without a session: rejects with session-expired, and calls nothing', async t => {
  const { backend, store, keeper } = setUpKeeper(t);
  store.stored = null;
  await assert.rejects(keeper.setDisplayName('Anna', signal), { code: 'session-expired' });
  assert.equal(backend.calls.length, 0);
});

test('setDisplayName while another tab removes the session: the account has its name, and nothing is stored', async t => {
  const { backend, store, keeper } = setUpKeeper(t);
  const named = keeper.setDisplayName('Anna', signal);
  store.stored = null;
  await backend.answer('setDisplayName', {});
  assert.equal((await named).displayName, 'Anna');
  assert.equal(store.stored, null);
});

test('restore without a session: resolves with null', async t => {
  const { store, keeper } = setUpKeeper(t);
  store.stored = null;
  assert.equal(await keeper.restore(signal), null);
});
