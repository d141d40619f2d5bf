// Clients of one server share keeper and store, each with its own flow; what ends with a client and what does not.
import assert from 'node:assert/strict';
import test from 'node:test';
import { AuthClient } from '../../src/client/auth-client.js';
import { AuthError } from '../../src/core/auth-error.js';
import { FakeClock, settle } from '../support/clock.js';
import { FakeBackend, FakeStore, session, stored } from '../support/fake-backend.js';
import { FakeServer } from '../support/fake-server.js';
import { FakePage } from '../support/page.js';
import { PHONE } from '../support/scene.js';

/** Clients over one backend and one store. */
function clients(t: test.TestContext, count: number, held: FakeStore['stored'] = null) {
  const backend = new FakeBackend();
  const store = new FakeStore();
  store.stored = held;
  const made = Array.from({ length: count }, () => new AuthClient({ backend, store }));
  t.after(() => made.forEach(client => client.dispose()));
  return { backend, store, made: made as [AuthClient, AuthClient, ...AuthClient[]] };
}

test('a sign-in and a sign-out of one are the other’s too', async t => {
  const { backend, made } = clients(t, 2);
  const [one, other] = made;
  const told: unknown[] = [];
  other.observe(notice => {
    if (notice.type === 'auth-signed-in') told.push(notice.userId);
    if (notice.type === 'auth-signed-out') told.push(notice.reason);
  });
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.equal(other.state.userId, 'u1');
  const out = one.logout();
  await backend.answer('endSession');
  await out;
  assert.equal(other.state.isAuthenticated, false);
  assert.deepEqual(told, ['u1', 'logout']);
});

test('a client that nobody looks at knows it when it is asked', async t => {
  const { backend, made } = clients(t, 2);
  const [one, other] = made;
  const end = other.subscribe(() => {});
  end();
  const done = one.login('anna', 'correct horse');
  await backend.answer('login', session());
  await done;
  assert.equal(other.state.userId, 'u1');
  const out = one.logout();
  await backend.answer('endSession');
  await out;
  assert.equal(other.state.isAuthenticated, false);
});

test('each has its own flow', async t => {
  const { backend, made } = clients(t, 2);
  const [one, other] = made;
  const first = one.loginByPhone(PHONE);
  const second = other.registerByPhone('79167654321', 'Boris');
  await backend.answer('requestCode');
  await first;
  assert.equal(one.state.verificationStep, 'sms-sent');
  assert.equal(other.state.isLoading, true);
  await backend.answer('requestCode', new AuthError('server'));
  await assert.rejects(second);
  assert.equal(one.state.error, null);
  assert.deepEqual([one.flow.mode, other.flow.mode], ['phone-login', 'phone-register']);
});

test('a flow of its own outlives a rest, beside a session of another that was there before', async t => {
  const { backend, store, made } = clients(t, 2, stored());
  const [one, other] = made;
  one.observe(() => {});
  await one.tryAutoLogin();
  const asked = other.loginByPhone(PHONE);
  await backend.answer('requestCode');
  await asked;
  assert.equal(other.state.verificationStep, 'sms-sent');
  const done = other.loginWithSmsCode('123456');
  await backend.answer('verifyCode', session({ user: 'u2', token: 'token-2' }));
  await done;
  assert.deepEqual([one.state.userId, other.state.userId, store.stored?.token], ['u2', 'u2', 'token-2']);
});

test('a refusal outlives a rest, beside a session of its own', async t => {
  const { backend, made } = clients(t, 1);
  const done = made[0].login('anna', 'correct horse');
  await backend.answer('login', session({ created: true }));
  await done;
  await assert.rejects(made[0].loginByPhone('123'), { code: 'invalid-phone' });
  assert.deepEqual([made[0].flow.failure?.code, made[0].flow.created], ['invalid-phone', true]);
});

for (const [where, user] of [
  ['at the form', null],
  ['signed in', 'u1'],
] as const) {
  test(`a session that another client is the first to find is told to those that are ${where}`, async t => {
    const { backend, store, made } = clients(t, 2, user && stored());
    const [one, other] = made;
    const told: (string | null)[] = [];
    one.subscribe(({ userId }) => userId && told.push(userId));
    await one.tryAutoLogin();
    // Another tab has signed in, and its event is on its way.
    store.stored = stored({ user: 'u2', displayName: 'Boris', token: 'token-2' });
    await other.tryAutoLogin();
    store.change(store.stored);
    await backend.answer('getSession', { user: 'u2', displayName: 'Boris', expiresIn: 1000 });
    await settle();
    assert.deepEqual([one.state.displayName, other.state.displayName], ['Boris', 'Boris']);
    assert.equal(await one.getToken(), 'token-2');
    assert.equal(told.at(-1), 'u2');
  });
}

test('a name that the restoration of one client brings is told to the others', async t => {
  const clock = new FakeClock(t);
  const { backend, made } = clients(t, 2, stored());
  const [one, other] = made;
  one.observe(() => {});
  await one.tryAutoLogin();
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 1000 });
  clock.jump(2_000_000);
  const restored = other.tryAutoLogin();
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna Maria', expiresIn: 1000 });
  await restored;
  assert.deepEqual([one.state.displayName, other.state.displayName], ['Anna Maria', 'Anna Maria']);
});

test('one renewal for all of them', async t => {
  const clock = new FakeClock(t);
  const backend = new FakeServer();
  const store = new FakeStore();
  const made = Array.from({ length: 3 }, () => new AuthClient({ backend, store }));
  t.after(() => made.forEach(client => client.dispose()));
  const done = made[0]!.login('anna', 'correct horse');
  await settle();
  await done;
  await clock.advance(825_000);
  assert.equal(backend.count('renewSession'), 1);
});

test('clients of the same base URL share, however it is written; those of another do not', async t => {
  const page = new FakePage(t);
  page.localStorage.setItem('auth-widget:session:https://site.test/api', JSON.stringify(stored()));
  page.localStorage.setItem('auth-widget:session:https://site.test', JSON.stringify(stored({ user: 'root' })));
  const users: (string | null)[] = [];
  for (const baseUrl of [
    '/api',
    '/api/',
    'https://site.test/api',
    new URL('https://site.test/api//'),
    '/',
    undefined,
  ]) {
    const backend = new FakeBackend();
    const client = new AuthClient({ baseUrl, backend });
    await client.tryAutoLogin();
    users.push(client.state.userId);
    client.dispose();
  }
  assert.deepEqual(users, ['u1', 'u1', 'u1', 'u1', 'root', 'root']);
});

test('a base URL that is none is said at once', () => {
  assert.throws(() => new AuthClient({ baseUrl: 'http://' }), TypeError);
});

test('without a page and without an address there is no server: said at once', () => {
  assert.throws(() => new AuthClient(), TypeError);
});

test('dispose: what runs is cancelled and its call aborted', async t => {
  const { backend, made } = clients(t, 1);
  const running = made[0].login('anna', 'correct horse');
  await settle();
  made[0].dispose();
  await assert.rejects(running, { code: 'cancelled' });
  assert.equal(backend.calls[0]?.signal?.aborted, true);
});

test('dispose: no listener and no timer stays, and the session stays stored', async t => {
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const { backend, store, made } = clients(t, 2, stored());
  await Promise.all(made.map(client => client.tryAutoLogin()));
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 900 });
  await backend.answer('getSession', { user: 'u1', displayName: 'Anna', expiresIn: 900 });
  await settle();
  assert.equal(clock.pending, 1);
  assert.equal(store.listeners.size, 1);
  made[0].dispose();
  await settle();
  assert.equal(clock.pending, 1, 'the other one still needs its timer');
  made[1].dispose();
  await settle();
  assert.equal(clock.pending, 0);
  assert.equal(store.listeners.size, 0);
  assert.deepEqual(
    [...page.listeners].filter(([, count]) => count !== 0),
    [],
  );
  assert.equal(store.stored?.token, 'token-1');
});

test('dispose: once more does nothing, and takes nothing from the others', async t => {
  const clock = new FakeClock(t);
  const { store, made } = clients(t, 2, stored());
  await Promise.all(made.map(client => client.tryAutoLogin()));
  made[0].dispose();
  made[0].dispose();
  await settle();
  assert.equal(store.listeners.size, 1);
  assert.ok(clock.pending > 0);
});

test('dispose in the middle of a check and of a renewal: what they bring starts nothing again', async t => {
  for (const [age, method] of [
    [0, 'getSession'],
    [900_000, 'renewSession'],
  ] as const) {
    const clock = new FakeClock(t);
    const { backend, made, store } = clients(t, 1, stored({ obtainedAt: Date.now() - age }));
    await made[0].tryAutoLogin();
    await clock.advance(1);
    assert.deepEqual(backend.open, [method]);
    made[0].dispose();
    await backend.answer(method, session({ displayName: 'Another name', token: 'token-2' }));
    await clock.advance(20_000);
    assert.equal(clock.pending, 0, method);
    assert.equal(store.listeners.size, 0);
  }
});

test('dispose: the operations that are asked for afterwards are cancelled', async t => {
  const { backend, made } = clients(t, 1);
  made[0].dispose();
  await assert.rejects(made[0].loginByPhone(PHONE), { code: 'cancelled' });
  await assert.rejects(made[0].login('anna', 'correct horse'), { code: 'cancelled' });
  assert.equal(backend.calls.length, 0);
});

test('dispose: who looks afterwards starts nothing', async t => {
  const { store, made } = clients(t, 2);
  const end = made[0].observe(() => {});
  end();
  for (const client of made) {
    client.dispose();
    client.subscribe(() => {})();
    client.subscribe(() => {});
    assert.equal(client.state.isLoading, false);
  }
  assert.equal(store.listeners.size, 0);
});

test('a listener that signs out whoever comes in: nobody is left behind in the other clients', async t => {
  const { backend, store, made } = clients(t, 2);
  const [strict, other] = made;
  let out: Promise<void> | undefined;
  strict.observe(notice => {
    if (notice.type === 'auth-signed-in') out = strict.logout();
  });
  const told: string[] = [];
  other.observe(({ type }) => type.startsWith('auth-signed') && told.push(type));
  store.change(stored());
  assert.deepEqual([strict.state.isAuthenticated, other.state.isAuthenticated], [false, false]);
  assert.equal(store.stored, null);
  assert.deepEqual(told, []);
  await backend.answer('endSession');
  await out;
});

for (const [what, react] of [
  ['signs out', client => client.logout()],
  ['asks for a code', client => client.loginByPhone(PHONE)],
] satisfies [string, (client: AuthClient) => Promise<void>][]) {
  test(`a listener that ${what} when another client signs in: nobody is left behind in that one`, async t => {
    const { backend, store, made } = clients(t, 2);
    const [one, strict] = made;
    const states: (string | null)[] = [];
    one.subscribe(({ isAuthenticated, userId }) => isAuthenticated && states.push(userId));
    strict.observe(({ type }) => {
      if (type === 'auth-signed-in') react(strict).catch(() => {});
    });
    const done = one.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await backend.answer('endSession');
    await settle();
    assert.equal(store.stored, null);
    assert.deepEqual([one.state.isAuthenticated, strict.state.isAuthenticated], [false, false]);
    assert.deepEqual(states, ['u1']);
  });
}

test('a sign-out of another client while a session is being restored: nobody is left behind', async t => {
  const { store, made } = clients(t, 2, stored());
  const [one, other] = made;
  one.observe(() => {});
  const restored = one.tryAutoLogin();
  other.logout().catch(() => {});
  await restored;
  await settle();
  assert.equal(store.stored, null);
  assert.equal(one.state.isAuthenticated, false);
});

for (const leave of ['setMode', 'back'] as const) {
  test(`${leave} when the others have heard of a sign-in, and before it is through here: signed in here too`, async t => {
    const { backend, made } = clients(t, 2);
    const [one, other] = made;
    one.observe(() => {});
    other.observe(({ type }) => {
      if (type === 'auth-signed-in') one[leave]('register');
    });
    const left = one.login('anna', 'correct horse');
    await backend.answer('login', session());
    await assert.rejects(left, { code: 'cancelled' });
    await settle();
    assert.deepEqual([one.state.userId, other.state.userId], ['u1', 'u1']);
  });
}

test('a client at rest holds no listener and no timer', async t => {
  const clock = new FakeClock(t);
  const page = new FakePage(t);
  const { backend, store, made } = clients(t, 1);
  const end = made[0].observe(() => {});
  const done = made[0].loginByPhone(PHONE);
  end();
  await backend.answer('requestCode');
  await done;
  assert.equal(store.listeners.size, 0);
  assert.equal(clock.pending, 0);
  assert.deepEqual(
    [...page.listeners].filter(([, count]) => count !== 0),
    [],
  );
  // And goes on where it was.
  assert.equal(made[0].state.verificationStep, 'sms-sent');
});

test('a client that nobody looks at finishes what runs, and its session is kept alive', async t => {
  const clock = new FakeClock(t);
  const backend = new FakeServer();
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
