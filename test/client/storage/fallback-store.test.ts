// Stores of an application: followed, checked, and replaced by memory if they throw
// (docs/behaviour/session.md#record).
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import type { SessionStore, StoredSession } from '../../../src/core/stored-session.js';
import { FakeClock } from '../../support/clock.js';
import { HeldBackend, FakeStore, session, stored } from '../../support/held-backend.js';
import { FakePage } from '../../support/page.js';
import { setUpClient } from '../../support/client-setup.js';

for (const failing of ['read', 'write', 'remove'] as const) {
  test(`a store that begins to throw on ${failing}: renewal, sign-out and sign-in go on in memory`, async t => {
    const clock = new FakeClock(t);
    t.mock.method(Math, 'random', () => 0);
    const { client, backend, store, signIn } = setUpClient(t);
    await signIn(session());
    assert.equal(client.persistent, true);
    store[failing] = () => {
      throw new Error(`no ${failing}`);
    };
    await clock.advance(801_000);
    assert.deepEqual(backend.open, ['renewSession']);
    await backend.answer('renewSession', session({ token: 'token-2' }));
    await clock.advance(1);
    assert.equal(client.state.isAuthenticated, true);
    assert.equal(await client.getToken(), 'token-2');
    assert.equal(client.persistent, failing === 'remove');
    const signedOut = client.logout();
    await backend.answer('endSession');
    await signedOut;
    assert.equal(client.state.isAuthenticated, false);
    await signIn(session({ token: 'token-3' }));
    assert.equal(await client.getToken(), 'token-3');
  });

  test(`a store that always throws on ${failing}: sign-in works, in memory`, async t => {
    const { client, store, signIn } = setUpClient(t);
    store[failing] = () => {
      throw new Error(`no ${failing}`);
    };
    await client.tryAutoLogin();
    await signIn(session());
    assert.deepEqual([client.state.userId, await client.getToken()], ['u1', 'token-1']);
  });
}

test('a store that throws on subscribe: it is used, and its changes are found at regular checks', async t => {
  const clock = new FakeClock(t);
  const store = new FakeStore();
  store.subscribe = () => {
    throw new Error('no subscribe');
  };
  const { client, signIn } = setUpClient(t, { store });
  await signIn(session());
  assert.deepEqual([client.state.userId, client.persistent], ['u1', true]);
  store.stored = stored({ user: 'u2', token: 'token-2' });
  await clock.advance(30_000);
  assert.deepEqual([client.state.userId, await client.getToken()], ['u2', 'token-2']);
});

test('a store whose subscribe returns nothing: clients end, and the next ones hear of other tabs', async t => {
  const store = new FakeStore();
  store.subscribe = ((listener: () => void) => void store.listeners.add(listener)) as never;
  for (const user of ['u1', 'u2']) {
    const { client, signIn } = setUpClient(t, { store });
    await signIn(session());
    store.change(stored({ user }));
    assert.equal(client.state.userId, user);
    store.change(null);
    client.dispose();
  }
});

test('a record that is not valid is removed from the store', async t => {
  for (const wrong of [{ token: '' }, { user: 7 }, { expiresIn: '1000' }, { v: 2 }, { displayName: 7 }] as object[]) {
    const { client, backend, store } = setUpClient(t, { stored: { ...stored(), ...wrong } });
    await client.tryAutoLogin();
    assert.deepEqual([client.state.isAuthenticated, client.state.error], [false, null]);
    assert.equal(await client.getToken(), null);
    assert.equal(store.stored, null);
    assert.equal(backend.calls.length, 0);
  }
});

test('a store of an application is read, written and followed, and localStorage is not touched', async t => {
  const page = new FakePage(t);
  const log: string[] = [];
  let record: StoredSession | null = stored();
  let tell = () => {};
  const store: SessionStore = {
    persistent: false,
    read: () => record,
    write: next => {
      log.push(`write ${next.token}`);
      record = next;
    },
    remove: () => {
      log.push('remove');
      record = null;
    },
    subscribe: listener => {
      tell = listener;
      return () => (tell = () => log.push('left'));
    },
  };
  const backend = new HeldBackend();
  const client = new AuthClient({ backend, store });
  const end = client.subscribe(() => {});
  assert.equal(client.persistent, false);
  await client.tryAutoLogin();
  assert.equal(client.state.userId, 'u1');
  record = stored({ user: 'u2', token: 'token-2' });
  tell();
  assert.equal(client.state.userId, 'u2');
  assert.equal(await client.getToken(), 'token-2');
  const signedOut = client.logout();
  await backend.answer('endSession');
  await signedOut;
  assert.deepEqual(log, ['remove']);
  assert.equal(page.localStorage.text, '[]');
  end();
  client.dispose();
  tell();
  assert.deepEqual(log, ['remove', 'left']);
});

test('a record that another tab has removed is not removed again', t => {
  const { client, store } = setUpClient(t);
  store.change(stored());
  assert.equal(client.state.userId, 'u1');
  const remove = t.mock.method(store, 'remove');
  store.change(null);
  assert.equal(client.state.isAuthenticated, false);
  assert.equal(remove.mock.callCount(), 0);
});
