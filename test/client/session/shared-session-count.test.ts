// Many clients of one server: one check of the stored session, and nothing kept for a client that was dropped.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AuthClient } from '../../../src/client/auth-client.js';
import { joinSharedSession } from '../../../src/client/session/shared-session.js';
import { createClients, recordSignIns } from '../../support/clients.js';
import { settle } from '../../support/clock.js';
import { session, stored } from '../../support/held-backend.js';

for (const [lifetime, age] of [
  ['unexpired', 0],
  ['expired', 5_000_000],
] as const)
  test(`30 clients restore one ${lifetime} session with one call`, async t => {
    const { backend, clients } = createClients(t, 30, stored({ obtainedAt: Date.now() - age }));
    for (const client of clients) client.observe(() => {});
    const restored = Promise.all(clients.map(client => client.tryAutoLogin()));
    await settle();
    assert.equal(backend.count('getSession'), 1);
    await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
    await restored;
    await settle();
    assert.equal(backend.count('getSession'), 1);
    assert.ok(clients.every(({ state }) => state.userId === 'u1' && !state.isLoading));
  });

test('a restoration that is cancelled leaves the check to the others', async t => {
  const { backend, clients } = createClients(t, 2, stored({ obtainedAt: Date.now() - 5_000_000 }));
  const [one, other] = clients;
  const cancelled = one.tryAutoLogin();
  const restored = other.tryAutoLogin();
  await settle();
  one.dispose();
  await assert.rejects(cancelled, { code: 'cancelled' });
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna Maria', expiresIn: 1000 });
  await restored;
  assert.equal(other.state.displayName, 'Anna Maria');
});

test('a client that is created while somebody is signed in knows it at once, and asks nobody', async t => {
  const { backend, store, clients } = createClients(t, 1);
  const [first] = clients;
  const signedIn = first.login('anna', 'correct horse');
  await backend.answer('login', session());
  await signedIn;
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  assert.deepEqual([client.state.isAuthenticated, client.state.userId], [true, 'u1']);
  // It was so from the start, so nothing is reported, even to an observer who comes before the first look at the state.
  const observed = new AuthClient({ backend, store });
  t.after(() => observed.dispose());
  assert.deepEqual([...recordSignIns(client), ...recordSignIns(observed)], []);
  await client.tryAutoLogin();
  assert.equal(backend.count('getSession'), 0);
});

test('a client that is created after the storage was cleared in this tab knows that nobody is signed in', async t => {
  const { backend, store, clients } = createClients(t, 1);
  const [first] = clients;
  const signedIn = first.login('anna', 'correct horse');
  await backend.answer('login', session());
  await signedIn;
  store.stored = null;
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  assert.equal(client.state.userId, null);
});

test('a client that was not disposed of keeps no memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const join = () => void joinSharedSession({ baseUrl: 'https://example.com' });
  const measure = () => {
    for (let round = 0; round < 3; round++) collect();
    return process.memoryUsage().heapUsed;
  };
  const COUNT = 50_000;
  for (let i = 0; i < 1000; i++) join();
  const before = measure();
  for (let i = 0; i < COUNT; i++) join();
  const kept = (measure() - before) / COUNT;
  assert.ok(kept < 8, `${kept} bytes for each client`);
});
