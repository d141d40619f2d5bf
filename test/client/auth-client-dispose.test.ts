// AuthClient.dispose: what it ends, and what it doesn't touch.
import assert from 'node:assert/strict';
import test from 'node:test';
import { createClients } from '../support/clients.js';
import { FakeClock, settle } from '../support/clock.js';
import { session, stored } from '../support/held-backend.js';
import { FakePage } from '../support/page.js';
import { PHONE } from '../support/client-setup.js';

test('dispose: cancels a running operation and aborts its call', async t => {
  const { backend, clients } = createClients(t, 1);
  const running = clients[0].login('anna', 'correct horse');
  await settle();
  clients[0].dispose();
  await assert.rejects(running, { code: 'cancelled' });
  assert.equal(backend.calls[0]?.signal?.aborted, true);
});

test('dispose: leaves no listener and no timer, and keeps the session stored', async t => {
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const { backend, store, clients } = createClients(t, 2, stored());
  await Promise.all(clients.map(client => client.tryAutoLogin()));
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 900 });
  await settle();
  assert.equal(clock.pending, 1);
  assert.equal(store.listeners.size, 1);
  clients[0].dispose();
  await settle();
  assert.equal(clock.pending, 1, 'the other client still needs its timer');
  clients[1].dispose();
  await settle();
  assert.equal(clock.pending, 0);
  assert.equal(store.listeners.size, 0);
  assert.deepEqual(
    [...page.listeners].filter(([, count]) => count !== 0),
    [],
  );
  assert.equal(store.stored?.token, 'token-1');
});

test('dispose: a second call has no effect on other clients', async t => {
  const clock = new FakeClock(t);
  const { store, clients } = createClients(t, 2, stored());
  await Promise.all(clients.map(client => client.tryAutoLogin()));
  clients[0].dispose();
  clients[0].dispose();
  await settle();
  assert.equal(store.listeners.size, 1);
  assert.ok(clock.pending > 0);
});

test('dispose during a check or a renewal: its answer starts no timer', async t => {
  for (const [age, method] of [
    [0, 'getSession'],
    [900_000, 'renewSession'],
  ] as const) {
    const clock = new FakeClock(t);
    const { backend, clients, store } = createClients(t, 1, stored({ obtainedAt: Date.now() - age }));
    await clients[0].tryAutoLogin();
    await clock.advance(1);
    assert.deepEqual(backend.open, [method]);
    clients[0].dispose();
    await backend.answer(method, session({ displayName: 'Another name', token: 'token-2' }));
    await clock.advance(20_000);
    assert.equal(clock.pending, 0, method);
    assert.equal(store.listeners.size, 0);
  }
});

test('dispose: later operations reject with cancelled', async t => {
  const { backend, clients } = createClients(t, 1);
  clients[0].dispose();
  await assert.rejects(clients[0].loginByPhone(PHONE), { code: 'cancelled' });
  await assert.rejects(clients[0].login('anna', 'correct horse'), { code: 'cancelled' });
  // Arguments that would be refused before anything is sent.
  await assert.rejects(clients[0].loginByPhone('1'), { code: 'cancelled' });
  await assert.rejects(clients[0].loginWithSmsCode('123456'), { code: 'cancelled' });
  assert.equal(backend.calls.length, 0);
});

test('dispose: later observers start nothing', t => {
  const { store, clients } = createClients(t, 2);
  const end = clients[0].observe(() => {});
  end();
  for (const client of clients) {
    client.dispose();
    client.subscribe(() => {})();
    client.subscribe(() => {});
    assert.equal(client.state.isLoading, false);
  }
  assert.equal(store.listeners.size, 0);
});
