// SessionLink, through AuthClient: a client without observers and operations is paused and holds no listener. It
// catches up on its next use.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../../src/client/auth-client.js';
import { SessionLink } from '../../../src/client/session/session-link.js';
import type { SessionKeeper } from '../../../src/client/session/session-keeper.js';
import { createClients, recordSignIns } from '../../support/clients.js';
import { FakeClock } from '../../support/clock.js';
import { FakeStore, session, stored } from '../../support/held-backend.js';
import { SessionServer } from '../../support/session-servers.js';
import { FakePage } from '../../support/page.js';
import { ANNA, PHONE, setUpClient, SIGNED_OUT } from '../../support/client-setup.js';

test('a paused client has the current session when its state is read', async t => {
  const { backend, clients } = createClients(t, 2);
  const [one, other] = clients;
  const end = other.subscribe(() => {});
  end();
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.equal(other.state.userId, 'u1');
  const signedOut = one.logout();
  await backend.answer('endSession');
  await signedOut;
  assert.equal(other.state.isAuthenticated, false);
});

test('a client that nobody observes has the session of another tab when its state is read, and the end of it', t => {
  const { store, clients } = createClients(t, 1);
  const [client] = clients;
  assert.equal(client.state.isAuthenticated, false);
  store.change(stored());
  assert.deepEqual([client.state.userId, client.flow.screen], ['u1', 'signed-in']);
  store.change(null);
  assert.deepEqual([client.state.userId, client.flow.screen], [null, 'credentials']);
});

test('a stored session is left to the restore, however often the state is read', t => {
  const { clients } = createClients(t, 1, stored());
  assert.equal(clients[0].state.isAuthenticated, false);
  assert.equal(clients[0].state.isAuthenticated, false);
});

test('a client that was disposed of does not look for sessions', t => {
  const { store, clients } = createClients(t, 1);
  clients[0].dispose();
  store.change(stored());
  assert.deepEqual([clients[0].state.isAuthenticated, store.listeners.size], [false, 0]);
});

test('a pause does not end a flow that runs alongside an older session of another client', async t => {
  const { backend, store, clients } = createClients(t, 2, stored());
  const [one, other] = clients;
  one.observe(() => {});
  await one.tryAutoLogin();
  const requested = other.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await requested;
  assert.equal(other.state.verificationStep, 'sms-sent');
  const done = other.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ user: 'u2', token: 'token-2' }));
  await done;
  assert.deepEqual([one.state.userId, other.state.userId, store.stored?.token], ['u2', 'u2', 'token-2']);
});

test('a pause keeps the error of a rejected operation while signed in', async t => {
  const { backend, clients } = createClients(t, 1);
  const done = clients[0].login('anna', 'correct horse');
  await backend.answer('login', session({ created: true }));
  await done;
  await assert.rejects(clients[0].loginByPhone('123'), { code: 'invalid-phone' });
  assert.deepEqual([clients[0].flow.failure?.code, clients[0].flow.created], ['invalid-phone', true]);
});

test('a paused client holds no listener and no timer', async t => {
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const { backend, store, clients } = createClients(t, 1);
  const end = clients[0].observe(() => {});
  const done = clients[0].loginByPhone(PHONE);
  end();
  await backend.answer('requestCode');
  await done;
  assert.equal(store.listeners.size, 0);
  assert.equal(clock.pending, 0);
  assert.deepEqual(
    [...page.listeners].filter(([, count]) => count !== 0),
    [],
  );
  // Its flow is kept.
  assert.equal(clients[0].state.verificationStep, 'sms-sent');
});

test('a session that ended while paused is reported with its reason: logout', async t => {
  const { backend, clients } = createClients(t, 2);
  const [one, other] = clients;
  const rest = other.observe(() => {});
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.deepEqual({ ...other.state }, ANNA);
  rest();
  const signedOut = one.logout();
  await backend.answer('endSession');
  await signedOut;
  const recorded = recordSignIns(other);
  assert.deepEqual(recorded, ['out logout']);
  assert.deepEqual({ ...other.state }, SIGNED_OUT);
});

test('a session that ended while paused is reported with its reason: session-expired', async t => {
  const clock = new FakeClock(t);
  const backend = new SessionServer();
  const store = new FakeStore();
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  await client.login('anna', 'correct horse');
  backend.end(store.stored!.token);
  await clock.advance(825_000);
  assert.equal(store.stored, null);
  const recorded = recordSignIns(client);
  assert.deepEqual(recorded, ['out session-expired']);
  assert.equal(client.state.error, 'Your session has ended. Sign in again.');
});

test('a session that ended while paused is reported with its reason: other-tab', async t => {
  const { backend, store, client } = setUpClient(t);
  const resting = new AuthClient({ backend, store });
  t.after(() => resting.dispose());
  const rest = resting.observe(() => {});
  const done = client.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.equal(resting.state.userId, 'u1');
  rest();
  store.change(null);
  assert.deepEqual(recordSignIns(resting), ['out other-tab']);
});

test('a client without observers finishes its operation, and its session is renewed', async t => {
  const clock = new FakeClock(t);
  const backend = new SessionServer();
  const client = new AuthClient({ backend, store: new FakeStore() });
  t.after(() => client.dispose());
  const end = client.observe(() => {});
  const done = client.login('anna', 'correct horse');
  end();
  await done;
  assert.equal(client.state.isAuthenticated, true);
  await clock.advance(1_700_000);
  assert.equal(backend.count('renewSession'), 2);
  assert.ok(backend.knows(await client.getToken()));
});

test('a session is renewed in time without observers', async t => {
  const clock = new FakeClock(t);
  const backend = new SessionServer();
  const store = new FakeStore();
  store.stored = stored({ user: 'anna', displayName: 'Name of anna' });
  const client = new AuthClient({ backend, store });
  t.after(() => client.dispose());
  await client.login('anna', 'correct horse');
  await clock.advance(825_000);
  assert.equal(backend.count('renewSession'), 1);
});

test('a sign-in that ends after dispose() tells the machine nothing: it has stopped', () => {
  const keeper = {
    account: { user: 'u1', displayName: 'Anna' },
    endReason: 'logout',
    subscribe: () => () => {},
  } as Partial<SessionKeeper>;
  const listener = new SessionLink(keeper as SessionKeeper, () => null);
  const sent: object[] = [];
  listener.connect(event => sent.push(event));
  listener.reconcile();
  assert.equal(sent.length, 1);
  listener.dispose();
  listener.reconcile();
  assert.equal(sent.length, 1);
});
